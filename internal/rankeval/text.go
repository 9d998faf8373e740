package rankeval

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// text lays the tables out in aligned columns.
func (w *output) text(r *result) {
	w.WriteString(clean(r.options.Qrels) + ": " + r.heading() + "\n")
	for _, t := range r.tables() {
		w.WriteString("\n" + clean(t.title) + "\n\n")
		width := make([]int, len(t.head))
		rows := append([][]string{t.head}, t.rows...)
		for _, row := range rows {
			for i, cell := range row {
				width[i] = max(width[i], utf8.RuneCountInString(clean(cell)))
			}
		}
		for _, row := range rows {
			var line strings.Builder
			for i, cell := range row {
				cell = clean(cell)
				pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
				if i > 0 {
					line.WriteString("  ")
				}
				if i < t.words {
					line.WriteString(cell + pad)
				} else {
					line.WriteString(pad + cell)
				}
			}
			w.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		}
		if t.note != "" {
			w.WriteString("\n" + t.note + "\n")
		}
	}
}

// clean makes control characters of names visible: they come from files.
func clean(s string) string {
	if !strings.ContainsFunc(s, hidden) && utf8.ValidString(s) {
		return s
	}
	return strings.Map(func(c rune) rune {
		if hidden(c) {
			return utf8.RuneError
		}
		return c
	}, s)
}

func hidden(c rune) bool { return !unicode.IsPrint(c) && c != ' ' }

// markdown lays the tables out as tables of GitHub's Markdown.
func (w *output) markdown(r *result) {
	w.WriteString("# Search quality\n\n" + escapeMarkdown(r.options.Qrels) + ": " + r.heading() + "\n")
	for _, t := range r.tables() {
		w.WriteString("\n## " + escapeMarkdown(t.title) + "\n\n")
		w.markdownRow(t.head, len(t.head))
		for i := range t.head {
			if i < t.words {
				w.WriteString("| --- ")
			} else {
				w.WriteString("| ---: ")
			}
		}
		w.WriteString("|\n")
		for _, row := range t.rows {
			w.markdownRow(row, len(t.head))
		}
		if t.note != "" {
			w.WriteString("\n" + t.note + "\n")
		}
	}
}

func (w *output) markdownRow(row []string, n int) {
	for i := range n {
		cell := ""
		if i < len(row) {
			cell = escapeMarkdown(row[i])
		}
		w.WriteString("| " + cell + " ")
	}
	w.WriteString("|\n")
}

// escapeMarkdown keeps a name from being read as markup.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for _, c := range clean(s) {
		if strings.ContainsRune("\\`*_{}[]<>#|~&!", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// html lays the tables out as one page without scripts or outside resources.
func (w *output) html(r *result) {
	w.WriteString(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Search quality</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; font-size: 1.2rem; padding: 1rem 0 .5rem; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); text-align: right; white-space: nowrap; }
th.word, td.word { text-align: left; }
p.note { font-size: .9rem; opacity: .8; }
</style>
</head>
<body>
<h1>Search quality</h1>
`)
	w.WriteString("<p>" + escapeHTML(r.options.Qrels) + ": " + escapeHTML(r.heading()) + "</p>\n")
	for _, t := range r.tables() {
		w.WriteString("<div class=\"scroll\"><table>\n<caption>" + escapeHTML(t.title) + "</caption>\n<thead><tr>")
		for i, cell := range t.head {
			w.cell("th", ` scope="col"`, cell, i < t.words)
		}
		w.WriteString("</tr></thead>\n<tbody>\n")
		for _, row := range t.rows {
			w.WriteString("<tr>")
			for i, cell := range row {
				if i == 0 {
					w.cell("th", ` scope="row"`, cell, true)
					continue
				}
				w.cell("td", "", cell, i < t.words)
			}
			w.WriteString("</tr>\n")
		}
		w.WriteString("</tbody></table></div>\n")
		if t.note != "" {
			w.WriteString("<p class=\"note\">" + escapeHTML(t.note) + "</p>\n")
		}
	}
	w.WriteString("</body>\n</html>\n")
}

func (w *output) cell(tag, attributes, text string, word bool) {
	if word {
		attributes += ` class="word"`
	}
	w.WriteString("<" + tag + attributes + ">" + escapeHTML(text) + "</" + tag + ">")
}

func escapeHTML(s string) string { return html.EscapeString(clean(s)) }
