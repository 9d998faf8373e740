package rankrun

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"sooth/internal/rankreport"
	"sooth/internal/tabular"
)

// Formats returns the formats in which a report is laid out.
func Formats() []string { return []string{"text", "json", "markdown", "csv"} }

// Write lays a report out. Verbose text and Markdown have every query; without it
// those that some system did not answer perfectly.
func Write(out io.Writer, r *rankreport.Report, format string, verbose bool) error {
	switch format {
	case "json":
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		return e.Encode(r)
	case "csv":
		return writeCSV(out, r)
	case "text", "markdown":
		return writeTables(out, r, format == "markdown", verbose)
	}
	return fmt.Errorf("unknown format %q; hint: one of %s", format, strings.Join(Formats(), ", "))
}

// writeTables lays a report out for people, as text or as Markdown.
func writeTables(out io.Writer, r *rankreport.Report, markdown, verbose bool) error {
	harmless, end, bullet := tabular.Clean, "\n", "note: "
	if markdown {
		harmless, end, bullet = tabular.Escape, "  \n", "- "
	}
	w := bufio.NewWriter(out)
	for _, line := range heading(r) {
		w.WriteString(harmless(line) + end)
	}
	for _, t := range tables(r, verbose) {
		w.WriteString("\n")
		lay := t.Text
		if markdown {
			lay = t.Markdown
		}
		if err := lay(w); err != nil {
			return err
		}
	}
	for i, n := range r.Notes {
		if i == 0 {
			w.WriteString("\n")
		}
		w.WriteString(bullet + harmless(n) + "\n")
	}
	return w.Flush()
}

// heading says what was run.
func heading(r *rankreport.Report) []string {
	queries, negative := 0, 0
	for _, c := range r.Classes {
		queries, negative = queries+c.Queries, negative+c.Negative
	}
	first := fmt.Sprintf("%s: %d queries", r.Run.Suite, queries)
	if negative > 0 {
		first += fmt.Sprintf(" and %d negative ones", negative)
	}
	first += fmt.Sprintf(" × %d systems, the first %d documents count", len(r.Systems), r.Run.K)
	if r.Run.Depth != r.Run.K {
		first += fmt.Sprintf(" of %d asked for", r.Run.Depth)
	}
	if r.Run.Universe > 0 {
		first += fmt.Sprintf(", %d documents in the universe", r.Run.Universe)
	}
	if r.Run.Repeats > 1 {
		first += fmt.Sprintf(", each asked %d times: the first answer is measured", r.Run.Repeats)
	}
	lines := []string{first, fmt.Sprintf("run %s, corpus %.12s, suite %.12s", r.Run.ID, r.Run.CorpusHash, r.Run.SuiteHash)}
	if r.Run.NotRecorded != "" {
		lines = append(lines, "NOT FOR THE RECORD: "+r.Run.NotRecorded)
	}
	for _, y := range r.Systems {
		for _, f := range y.Files {
			if f.After != "" {
				lines = append(lines, fmt.Sprintf("CHANGED DURING THE RUN: %s of system %s", f.Path, y.Name))
			}
		}
	}
	return lines
}
