package rankcompare

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// Formats are the formats that Write knows.
func Formats() []string { return []string{"text", "markdown", "json", "csv", "html"} }

// Write tells of a comparison. all shows every query that got better or worse
// in text and Markdown, not the first few.
func Write(w io.Writer, r *Result, format string, all bool) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var err error
	switch format {
	case "text":
		err = r.text(out, all)
	case "markdown":
		err = r.markdown(out, all)
	case "json":
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		err = e.Encode(r)
	case "csv":
		err = r.csv(out)
	case "html":
		err = r.html(out)
	default:
		return &Invalid{fmt.Sprintf("no format %q", format)}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}
