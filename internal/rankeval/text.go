package rankeval

import (
	"html"

	"sooth/internal/tabular"
)

// text lays the tables out in aligned columns.
func (w *output) text(r *result) {
	w.WriteString(tabular.Clean(r.options.Qrels) + ": " + r.heading() + "\n")
	for _, t := range r.tables() {
		w.WriteString("\n")
		t.Text(w)
	}
}

// markdown lays the tables out as tables of GitHub's Markdown.
func (w *output) markdown(r *result) {
	w.WriteString("# Search quality\n\n" + tabular.Escape(r.options.Qrels) + ": " + r.heading() + "\n")
	for _, t := range r.tables() {
		w.WriteString("\n")
		t.Markdown(w)
	}
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
		w.WriteString("<div class=\"scroll\"><table>\n<caption>" + escapeHTML(t.Title) + "</caption>\n<thead><tr>")
		for i, cell := range t.Head {
			w.cell("th", ` scope="col"`, cell, i < t.Words)
		}
		w.WriteString("</tr></thead>\n<tbody>\n")
		for _, row := range t.Rows {
			w.WriteString("<tr>")
			for i, cell := range row {
				if i == 0 {
					w.cell("th", ` scope="row"`, cell, true)
					continue
				}
				w.cell("td", "", cell, i < t.Words)
			}
			w.WriteString("</tr>\n")
		}
		w.WriteString("</tbody></table></div>\n")
		if t.Note != "" {
			w.WriteString("<p class=\"note\">" + escapeHTML(t.Note) + "</p>\n")
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

func escapeHTML(s string) string { return html.EscapeString(tabular.Clean(s)) }
