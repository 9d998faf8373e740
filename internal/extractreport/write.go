package extractreport

import (
	"encoding/json"
	"fmt"
	"io"
)

// Options say how a report is laid out.
type Options struct {
	Verbose bool   // text, markdown: every miss, not the first few
	Command string // text: how to see more
}

// Formats are the formats that Write knows.
func Formats() []string { return []string{"text", "markdown", "json", "csv", "junit", "html"} }

// Write lays a report out.
func Write(w io.Writer, r *Report, format string, o Options) error {
	switch format {
	case "text":
		return sheet(w, r, o, false)
	case "markdown":
		return sheet(w, r, o, true)
	case "json":
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		return e.Encode(r)
	case "csv":
		return writeCSV(w, r)
	case "junit":
		return writeJUnit(w, r)
	case "html":
		return writeHTML(w, r)
	}
	return fmt.Errorf("unknown format %q", format)
}

// Fixture returns a fixture by id; the zero Fixture: there is none.
func (r *Report) Fixture(id string) Fixture {
	for _, f := range r.Corpus.Fixtures {
		if f.ID == id {
			return f
		}
	}
	return Fixture{}
}
