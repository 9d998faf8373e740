package render

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"sooth/internal/report"
)

// forest draws the differences of all comparisons with their intervals, one
// row each, as inline SVG. Labels are escaped here: SVG is built as text.
func forest(r *report.Report) template.HTML {
	type row struct {
		label, value  string
		at, low, high float64
		primary, head bool
	}
	var rows []row
	reach := 0.1
	for _, group := range pairs(r.Comparisons) {
		rows = append(rows, row{label: arm(pairTitle(r, group[0].Base, group[0].Arm), group[0].Model), head: true})
		for _, c := range group {
			d := c.Difference
			if d.Value == nil || d.Low == nil || d.High == nil {
				continue
			}
			rows = append(rows, row{label: c.Criterion, value: signed(d.Value) + " (" + spread(d) + ")", at: *d.Value, low: *d.Low, high: *d.High, primary: c.Primary})
			reach = max(reach, math.Abs(*d.Low), math.Abs(*d.High))
		}
	}
	if len(rows) == 0 {
		return ""
	}
	reach = math.Ceil(reach*10) / 10
	const width, left, right, height = 760.0, 170.0, 190.0, 24.0
	x := func(v float64) float64 { return left + (v+reach)/(2*reach)*(width-left-right) }
	total := height*float64(len(rows)) + 34
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="forest" viewBox="0 0 %.0f %.0f" role="img" aria-label="differences between arms with their intervals; the same numbers stand in the tables below">`, width, total)
	for i := -2; i <= 2; i++ {
		v := reach * float64(i) / 2
		colour, dash := "var(--line)", ` stroke-dasharray="2 3"`
		if i == 0 {
			colour, dash = "var(--soft)", ""
		}
		fmt.Fprintf(&b, `<path d="M%.1f 6V%.1f" stroke="%s"%s/><text class="axis" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, x(v), total-24, colour, dash, x(v), total-8, signed(&v))
	}
	for i, r := range rows {
		y := height*float64(i) + 20
		if r.head { // nothing is drawn beside it
			fmt.Fprintf(&b, `<text x="0" y="%.1f" font-weight="650" style="font-weight:650">%s</text>`, y+4, template.HTMLEscapeString(line(r.label, 80)))
			continue
		}
		label := template.HTMLEscapeString(line(r.label, 28))
		fmt.Fprintf(&b, `<text x="14" y="%.1f">%s</text>`, y+4, label)
		fmt.Fprintf(&b, `<path d="M%.1f %.1fH%.1fM%.1f %.1fv8M%.1f %.1fv8" stroke="var(--bar)" stroke-width="2" fill="none"/>`, x(r.low), y, x(r.high), x(r.low), y-4, x(r.high), y-4)
		if r.primary {
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="6" fill="var(--bar)"/>`, x(r.at), y)
		} else {
			fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="8" height="8" fill="var(--bar)"/>`, x(r.at)-4, y-4)
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f">%s</text>`, width-right+12, y+4, template.HTMLEscapeString(r.value))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}
