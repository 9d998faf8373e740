package rankdiff

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sooth/internal/tabular"
)

// Formats returns the formats in which a difference is laid out.
func Formats() []string { return []string{"text", "json"} }

// Write lays a difference out. Verbose text lists every document; without it the
// first of them.
func (d Difference) Write(out io.Writer, format string, verbose bool) error {
	switch format {
	case "json":
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		return e.Encode(d)
	case "text":
		return d.text(out, verbose)
	}
	return fmt.Errorf("unknown format %q; hint: one of %s", format, strings.Join(Formats(), ", "))
}

func (d Difference) text(out io.Writer, verbose bool) error {
	var lines []string
	say := func(format string, arguments ...any) {
		lines = append(lines, tabular.Clean(fmt.Sprintf(format, arguments...)))
	}
	for _, side := range []struct {
		name string
		c    Corpus
	}{{"old", d.Old}, {"new", d.New}} {
		say("%s: %s, corpus %.12s, k = %d, %d queries, %d documents", side.name, side.c.Suite, side.c.Hash, side.c.K, side.c.Queries, side.c.Documents)
	}
	if d.Same {
		say("the same corpus: results on one can be compared with results on the other")
	}
	if d.Documents != nil {
		say("documents: %d added, %d removed", len(d.Documents.Added), len(d.Documents.Removed))
		for _, side := range []struct {
			sign string
			ids  []string
		}{{"+", d.Documents.Added}, {"-", d.Documents.Removed}} {
			most := len(side.ids)
			if !verbose {
				most = min(most, 5)
			}
			for _, id := range side.ids[:most] {
				say("  %s %s", side.sign, id)
			}
			if more := len(side.ids) - most; more > 0 {
				say("  %s … %d more (--verbose, --format json)", side.sign, more)
			}
		}
	}
	for _, c := range d.Classes {
		say("class %s: %s (%d queries) %s", c.Name, c.Change, c.Number, strings.Join(c.What, "; "))
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(out, strings.TrimRight(line, " ")); err != nil {
			return err
		}
	}
	if len(d.Queries) == 0 {
		_, err := fmt.Fprintln(out, "queries: the same, answered by the same documents")
		return err
	}
	if _, err := fmt.Fprintln(out); err != nil {
		return err
	}
	return d.table(verbose).Text(out)
}

// table has a line for each query that differs.
func (d Difference) table(verbose bool) tabular.Table {
	t := tabular.Table{
		Title: "Queries that differ", Words: 4, Head: []string{"class", "query", "change", "what", "gained", "lost", "regraded"},
		Note: "in brackets: of documents that are new in the universe, or gone from it",
	}
	for _, q := range d.Queries {
		what := strings.Join(q.What, "; ")
		if q.Change != Changed {
			what = q.Text
		}
		if verbose {
			for _, side := range []struct {
				sign string
				ids  []string
			}{{"+", q.Gained}, {"-", q.Lost}, {"~", q.Regraded}} {
				for _, id := range side.ids {
					what = strings.TrimSpace(what + " " + side.sign + id)
				}
			}
		}
		t.Rows = append(t.Rows, []string{q.Class, q.ID, q.Change, what, counted(len(q.Gained), q.Arrived), counted(len(q.Lost), q.Gone), counted(len(q.Regraded), 0)})
	}
	return t
}

func counted(n, moved int) string {
	if moved > 0 {
		return fmt.Sprintf("%d (%d)", n, moved)
	}
	return strconv.Itoa(n)
}
