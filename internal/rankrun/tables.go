package rankrun

import (
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"

	"sooth/internal/rankreport"
	"sooth/internal/tabular"
	"sooth/score"
	"sooth/search"
)

// tables are what people see, in order.
func tables(r *rankreport.Report, verbose bool) []tabular.Table {
	list := []tabular.Table{configurationTable(r), systemsTable(r), meansTable(r)}
	if t := pairsTable(r); len(t.Rows) > 0 {
		list = append(list, t)
	}
	if t := failuresTable(r); len(t.Rows) > 0 {
		list = append(list, t)
	}
	return append(list, queriesTable(r, verbose))
}

// configurationTable says what was run, and on which files.
func configurationTable(r *rankreport.Report) tabular.Table {
	t := tabular.Table{Title: "Configuration", Words: 4, Head: []string{"system", "kind", "asked", "files"}}
	for _, y := range r.Systems {
		var files []string
		for _, f := range y.Files {
			files = append(files, fmt.Sprintf("%s %.8s", path.Base(f.Path), f.SHA256))
		}
		t.Rows = append(t.Rows, []string{y.Name, y.Kind, shorten(asked(y), 90), strings.Join(files, ", ")})
	}
	t.Note = "files: the beginning of the SHA-256 of programs and indexes before the first query"
	return t
}

// asked is what a system was asked with, in one line.
func asked(y rankreport.System) string {
	var d struct {
		Command, Server, Paths     []string
		Tool, URL, Run, Repository string
	}
	if json.Unmarshal([]byte(y.Definition), &d) != nil {
		return ""
	}
	switch {
	case len(d.Command) > 0:
		return strings.Join(d.Command, " ")
	case len(d.Server) > 0:
		return d.Tool + " of " + strings.TrimSpace(y.Server["name"]+" "+y.Server["version"]) + " (" + strings.Join(d.Server, " ") + ")"
	case len(d.Paths) > 0:
		return strings.Join(d.Paths, " ")
	}
	return d.URL + d.Run + d.Repository
}

func systemsTable(r *rankreport.Report) tabular.Table {
	t := tabular.Table{Title: "Systems", Words: 2, Head: []string{"system", "kind", "answered", "empty", "failed", "p50 ms", "p95 ms", "max ms"}, Note: "times are the engines' own and are never scored"}
	for _, y := range r.Systems {
		failed := 0
		for _, n := range y.Failures {
			failed += n
		}
		row := []string{y.Name, y.Kind, strconv.Itoa(y.Answered), strconv.Itoa(y.Empty), strconv.Itoa(failed), "-", "-", "-"}
		if l := y.Latency; l != nil {
			row[5], row[6], row[7] = fixed(&l.P50, 1), fixed(&l.P95, 1), fixed(&l.Max, 1)
		}
		if r.Run.Repeats > 1 {
			row = append(row, strconv.Itoa(y.Unstable))
		}
		t.Rows = append(t.Rows, row)
	}
	if r.Run.Repeats > 1 {
		t.Head = append(t.Head, "unstable")
		t.Note += "; unstable: queries that were answered differently when they were asked again"
	}
	return t
}

// fixed prints a number, or "-" where there is none.
func fixed(v *float64, decimals int) string {
	if v == nil {
		return "-"
	}
	return strconv.FormatFloat(*v, 'f', decimals, 64)
}

func meansTable(r *rankreport.Report) tabular.Table {
	t := tabular.Table{Title: "Means", Words: 2, Head: []string{"class", "measure", "n", "lost", "ceiling"}}
	for _, y := range r.Systems {
		t.Head = append(t.Head, y.Name)
	}
	judged := false
	for _, row := range r.Table {
		measure := row.Measure
		if row.Primary {
			measure += " *"
		}
		lost := 0
		for _, n := range row.Lost {
			lost += n
		}
		cells := []string{row.Class, measure, strconv.Itoa(row.N), strconv.Itoa(lost), fixed(row.Ceiling, 4)}
		for _, c := range row.Cells {
			text := fixed(c.Mean, 4)
			if c.Judged != nil {
				judged = true
				text += fmt.Sprintf(" (%.0f %% judged)", 100**c.Judged)
			}
			cells = append(cells, text)
		}
		t.Rows = append(t.Rows, cells)
	}
	t.Note = "* primary measure of its class; n: queries for which every system has a value; lost: the others; ceiling: the best that is possible; FalseHit: less is better"
	if judged {
		t.Note += "; what is not judged counts as not relevant"
	}
	return t
}

// pairsTable has what the means of preferences and false hits are made of.
func pairsTable(r *rankreport.Report) tabular.Table {
	t := tabular.Table{Title: "Preferences and negative queries", Words: 2, Head: []string{"class", "system", "modern first", "modern alone", "legacy first", "legacy alone", "neither", "p", "false hits", "n"}}
	for _, row := range r.Table {
		for _, c := range row.Cells {
			switch {
			case c.Counts == nil:
			case row.Measure == search.PreferenceMeasure:
				cells := []string{row.Class, c.System}
				n := 0
				for _, word := range []string{"modern_first", "modern_only", "legacy_first", "legacy_only", "neither"} {
					cells = append(cells, strconv.Itoa(c.Counts[word]))
					n += c.Counts[word]
				}
				t.Rows = append(t.Rows, append(cells, fixed(c.P, 4), "-", strconv.Itoa(n)))
			case row.Measure == search.FalseHitMeasure:
				t.Rows = append(t.Rows, []string{row.Class, c.System, "-", "-", "-", "-", "-", "-", strconv.Itoa(c.Counts["false_hit"]), strconv.Itoa(row.N)})
			}
		}
	}
	t.Note = "p: exact sign test, two-sided, over pairs of which both documents were returned"
	return t
}

func failuresTable(r *rankreport.Report) tabular.Table {
	t := tabular.Table{Title: "Failed", Words: 4, Head: []string{"query", "system", "how", "why"}}
	const most = 20
	more := 0
	for _, q := range r.Queries {
		for _, a := range q.Answers {
			switch {
			case a.State == score.Answered:
			case len(t.Rows) == most:
				more++
			default:
				t.Rows = append(t.Rows, []string{q.ID, a.System, string(a.Failure), a.Reason})
			}
		}
	}
	if more > 0 {
		t.Note = fmt.Sprintf("and %d more", more)
	}
	return t
}

// queriesTable has the rank of the first document that answers each query.
func queriesTable(r *rankreport.Report, verbose bool) tabular.Table {
	t := tabular.Table{Title: "Ranks", Words: 3, Head: []string{"class", "query", "text"}}
	for _, y := range r.Systems {
		t.Head = append(t.Head, y.Name)
	}
	left := 0
	for _, q := range r.Queries {
		cells, perfect := []string{q.Class, q.ID, shorten(q.Text, 48)}, true
		for _, a := range q.Answers {
			text, good := cell(q, a)
			cells, perfect = append(cells, text), perfect && good
		}
		if perfect && !verbose {
			left++
			continue
		}
		t.Rows = append(t.Rows, cells)
	}
	t.Note = "rank of the first document that answers; -: none among the first " + strconv.Itoa(r.Run.K)
	if left > 0 {
		t.Note += fmt.Sprintf("; %d queries that all systems answered at rank 1 are left out", left)
	}
	return t
}

// cell says in a word how one system answered, and whether that is all one
// could wish.
func cell(q rankreport.Query, a rankreport.Answer) (text string, good bool) {
	switch {
	case a.State != score.Answered:
		return "error", false
	case q.Negative && a.Values[search.FalseHitMeasure] == 1:
		return "false hit", false
	case q.Negative:
		return "none", true
	case a.Preference != "":
		return strings.ReplaceAll(a.Preference, "_", " "), strings.HasPrefix(a.Preference, "modern")
	case a.FirstRelevant == nil:
		return "-", false
	}
	return strconv.Itoa(*a.FirstRelevant), *a.FirstRelevant == 1
}

// shorten cuts a text at a number of characters.
func shorten(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}
