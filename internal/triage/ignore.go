package triage

import (
	"strings"

	"sooth/internal/report"
	"sooth/source"
)

// marker begins what a comment says to us.
const marker = "sooth:ignore"

// ignores finds the comments <!-- sooth:ignore reason --> of a Markdown text,
// wherever Markdown sees a comment: not in code. One that shares its line with
// other words covers the lines that it stands on; one that stands alone covers
// the block after it.
func ignores(text string) []report.Ignore {
	if !strings.Contains(text, marker) {
		return nil
	}
	var list []report.Ignore
	lines := source.NewLines(text)
	covered := coverage(text)
	for at := 0; ; {
		i := strings.Index(text[at:], "<!--")
		if i < 0 {
			return list
		}
		start := at + i
		at = start + len("<!--")
		if covered.code(start) {
			continue
		}
		n := strings.Index(text[at:], "-->")
		if n < 0 {
			return list
		}
		words := strings.TrimSpace(text[at : at+n])
		end := at + n + len("-->")
		at = end
		rest, ours := strings.CutPrefix(words, marker)
		if !ours || rest != "" && !strings.ContainsAny(rest[:1], " \t\r\n:") {
			continue
		}
		g := report.Ignore{Line: lines.Position(start).Line, Reason: folded(strings.TrimPrefix(rest, ":"))}
		if g.First, g.Last = g.Line, lines.Position(end-1).Line; alone(text, start, end) {
			g.First, g.Last = covered.next(lines, end)
		}
		if g.Reason == "" {
			g.Problem = "it gives no reason, so nothing is passed over; hint: <!-- " + marker + " REASON -->"
		}
		list = append(list, g)
	}
}

// alone says whether nothing else stands on the lines of text[start:end].
func alone(text string, start, end int) bool {
	before := text[strings.LastIndexByte(text[:start], '\n')+1 : start]
	after, _, _ := strings.Cut(text[end:], "\n")
	return strings.Trim(before, " \t>-*+\ufeff") == "" && strings.TrimSpace(after) == ""
}
