// Package forest draws differences with their intervals, one row each, as inline
// SVG. Its colours are variables of the page's style sheet: --bar, --line, --soft.
package forest

import (
	"fmt"
	"html/template"
	"strings"
)

// Plot is what is drawn. Lengths are those of the drawing's own coordinates.
type Plot struct {
	Says        string  // the drawing in words, for who cannot see it
	Width       float64 // of the drawing
	Right       float64 // of the column for values, at its right
	Indent      float64 // of labels that are not heads
	Step        float64 // from one line of the axis to the next, greater than 0
	First, Last int     // lines of the axis, in steps from 0; First is less than Last
	Tick        func(float64) string
	Rows        []Row // at least one
}

// Row is a difference with its interval, or a head.
type Row struct {
	Label, Value  string // texts, cut to what there is room for
	At, Low, High float64
	Primary       bool // its mark is a circle
	Head          bool // a label, and nothing beside it
}

// SVG draws the plot. Texts are escaped here: SVG is built as text.
func (p Plot) SVG() template.HTML {
	const left, height = 170.0, 24.0
	x := func(v float64) float64 {
		return left + (v/p.Step-float64(p.First))/float64(p.Last-p.First)*(p.Width-left-p.Right)
	}
	total := height*float64(len(p.Rows)) + 34
	escaped := template.HTMLEscapeString
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="forest" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`, p.Width, total, escaped(p.Says))
	for i := p.First; i <= p.Last; i++ {
		v := p.Step * float64(i)
		colour, dash := "var(--line)", ` stroke-dasharray="2 3"`
		if i == 0 {
			colour, dash = "var(--soft)", ""
		}
		fmt.Fprintf(&b, `<path d="M%.1f 6V%.1f" stroke="%s"%s/><text class="axis" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, x(v), total-24, colour, dash, x(v), total-8, escaped(p.Tick(v)))
	}
	for i, r := range p.Rows {
		y := height*float64(i) + 20
		if r.Head {
			fmt.Fprintf(&b, `<text x="0" y="%.1f" font-weight="650" style="font-weight:650">%s</text>`, y+4, escaped(r.Label))
			continue
		}
		fmt.Fprintf(&b, `<text x="%.0f" y="%.1f">%s</text>`, p.Indent, y+4, escaped(r.Label))
		fmt.Fprintf(&b, `<path d="M%.1f %.1fH%.1fM%.1f %.1fv8M%.1f %.1fv8" stroke="var(--bar)" stroke-width="2" fill="none"/>`, x(r.Low), y, x(r.High), x(r.Low), y-4, x(r.High), y-4)
		if r.Primary {
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="6" fill="var(--bar)"/>`, x(r.At), y)
		} else {
			fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="8" height="8" fill="var(--bar)"/>`, x(r.At)-4, y-4)
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f">%s</text>`, p.Width-p.Right+12, y+4, escaped(r.Value))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}
