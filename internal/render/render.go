// Package render lays out a report: one file per output format. It computes
// nothing; every number and word is the report's.
package render

import (
	"fmt"
	"io"
	"strings"

	"sooth/internal/report"
)

// Options say how a report is laid out.
type Options struct {
	Colour  bool   // text: use terminal colours
	Verbose bool   // text: all notes and every failure, not the first few
	Command string // text: how to reach the HTML report, printed last; empty: nothing
}

// Formats lists the formats of a report.
func Formats() []string {
	return []string{"text", "markdown", "json", "jsonl", "html", "csv", "junit", "comment", "ckg"}
}

// Report writes r in one of the formats. The bytes depend on r, format and o
// alone.
func Report(w io.Writer, r *report.Report, format string, o Options) error {
	switch format {
	case "json":
		return document(w, r)
	case "jsonl":
		return points(w, r)
	}
	r = cleaned(r)
	switch format {
	case "text":
		return textFormat(w, r, o)
	case "markdown":
		return markdown(w, r)
	case "html":
		return page(w, r)
	case "csv":
		return rows(w, r)
	case "ckg":
		return ckgRows(w, r)
	case "junit":
		return junitReport(w, r)
	case "comment":
		return comment(w, r)
	}
	return fmt.Errorf("unknown format %q; hint: one of %s", format, strings.Join(Formats(), ", "))
}

// writer keeps the first error of many writes, so that layout code reads as
// layout.
type writer struct {
	w   io.Writer
	err error
}

func (w *writer) printf(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}
