package rankcompare

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"sooth/internal/forest"
	"sooth/internal/tabular"
)

// The plots are inline SVG, built as text: every label is escaped here.

func escaped(s string) string { return template.HTMLEscapeString(tabular.Clean(s)) }

// forestPlot draws the difference of every comparison with its interval.
func (r *Result) forestPlot() template.HTML {
	var rows []forest.Row
	low, high := 0.0, .02
	for _, c := range r.Comparisons {
		d := c.Difference
		if d.Value == nil || d.Low == nil || d.High == nil {
			continue
		}
		label := c.Measure
		if c.Class != "" {
			label = c.Class + ": " + label
		}
		rows = append(rows, forest.Row{Label: tabular.Clean(middle(label, 26)), Value: signed(d.Value) + " (" + span(d.Low, d.High) + ")", At: *d.Value, Low: *d.Low, High: *d.High, Primary: c.Primary})
		low, high = min(low, *d.Low), max(high, *d.High)
	}
	if len(rows) == 0 {
		return ""
	}
	reach := max(high, -low)
	step := math.Pow(10, math.Floor(math.Log10(reach)))
	step = math.Ceil(reach/step) * step / 4
	return forest.Plot{
		Says:  "differences with their intervals; the same numbers stand in the table below",
		Width: 800, Right: 235,
		Step: step, First: int(math.Floor(low / step)), Last: int(math.Ceil(high / step)), // no further than the intervals
		Tick: tick, Rows: rows,
	}.SVG()
}

// tick prints a value of an axis with no more digits than it needs.
func tick(v float64) string {
	if v == 0 {
		return "0"
	}
	return strings.Replace(fmt.Sprintf("%+.3g", v), "-", "−", 1)
}

// colours of the moves, from good to bad.
func colour(move string) string {
	switch move {
	case Added, Fixed, Improved:
		return "var(--good)"
	case Degraded, MoveLost:
		return "var(--bad)"
	}
	return "var(--plain)"
}

// ranks draws the change of ranks: across the rank with A, down the rank with B,
// a circle where queries are, its area their number.
func (r *Result) ranks() template.HTML {
	type cell struct{ a, b int }
	queries := map[cell][]string{}
	deepest, most := 1, 1
	for _, d := range r.Details {
		if d.Move == "" {
			continue
		}
		c := cell{}
		if d.A.FirstRelevant != nil {
			c.a = *d.A.FirstRelevant
		}
		if d.B.FirstRelevant != nil {
			c.b = *d.B.FirstRelevant
		}
		queries[c] = append(queries[c], d.ID)
		deepest, most = max(deepest, c.a, c.b), max(most, len(queries[c]))
	}
	if len(queries) == 0 {
		return ""
	}
	deepest = max(deepest, min(r.Depth, 10))
	lines := deepest + 1 // the last one: none
	const left, top, side = 52.0, 46.0, 420.0
	step := side / float64(lines)
	at := func(rank int) float64 {
		if rank == 0 {
			rank = lines
		}
		return (float64(rank) - .5) * step
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="ranks" viewBox="0 0 %.0f %.0f" role="img" aria-label="rank of the first relevant document with A and with B; the counts stand in the table of moves">`, left+side+26, top+side+8)
	fmt.Fprintf(&b, `<text class="axis" x="%.1f" y="14" text-anchor="middle">rank with %s</text>`, left+side/2, escaped(middle(r.A.Name, 40)))
	fmt.Fprintf(&b, `<text class="axis" transform="translate(12 %.1f) rotate(-90)" text-anchor="middle">rank with %s</text>`, top+side/2, escaped(middle(r.B.Name, 40)))
	every := (lines + 11) / 12
	for rank := 1; rank <= lines; rank++ {
		name := fmt.Sprint(rank)
		v := at(rank)
		fmt.Fprintf(&b, `<path d="M%.1f %.1fv%.1fM%.1f %.1fh%.1f" stroke="var(--line)" fill="none"/>`, left+v, top, side, left, top+v, side)
		if rank == lines {
			name = "none"
		} else if rank != 1 && rank%every != 0 {
			continue
		}
		fmt.Fprintf(&b, `<text class="axis" x="%.1f" y="%.1f" text-anchor="middle">%s</text><text class="axis" x="%.1f" y="%.1f" text-anchor="end">%s</text>`, left+v, top-6, name, left-6, top+v+4, name)
	}
	fmt.Fprintf(&b, `<path d="M%.1f %.1fl%.1f %.1f" stroke="var(--soft)" stroke-dasharray="4 4"/>`, left, top, side, side)
	for a := 0; a <= deepest; a++ {
		for c := 0; c <= deepest; c++ {
			list := queries[cell{a, c}]
			if len(list) == 0 {
				continue
			}
			radius := max(4, step*.5*math.Sqrt(float64(len(list))/float64(most)))
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s"><title>%s: %s</title></circle>`, left+at(a), top+at(c), radius, colour(moveOf(a, c)), moveOf(a, c), escaped(listed(list)))
			number := fmt.Sprint(len(list))
			switch {
			case len(list) == 1:
			case radius > 5+4*float64(len(number)):
				fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle" style="fill:var(--paper);font-weight:650">%s</text>`, left+at(a), top+at(c)+4.5, number)
			default: // no room in the circle
				fmt.Fprintf(&b, `<text class="axis" x="%.1f" y="%.1f">%s</text>`, left+at(a)+radius+1, top+at(c)+4.5, number)
			}
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// swatch is one entry of the legend of the bar of moves.
type swatch struct {
	Name   string
	Count  int
	Colour template.CSS
}

// bar draws the moves of all queries as one bar.
func (r *Result) bar() (template.HTML, []swatch) {
	counts := map[string]int{}
	n := 0
	for _, d := range r.Details {
		if d.Move != "" {
			counts[d.Move]++
			n++
		}
	}
	if n == 0 {
		return "", nil
	}
	strength := map[string]string{Added: "100", Fixed: "78", Improved: "56", Degraded: "65", MoveLost: "100", Unchanged: "55", BothMissing: "100"}
	var legend []swatch
	var b strings.Builder
	b.WriteString(`<svg class="partition" viewBox="0 0 1000 32" preserveAspectRatio="none" role="img" aria-label="shares of the moves">`)
	x := 0.0
	for _, name := range moveNames() {
		shade := fmt.Sprintf("color-mix(in srgb, %s %s%%, var(--paper))", colour(name), strength[name])
		width := 1000 * float64(counts[name]) / float64(n)
		fmt.Fprintf(&b, `<rect x="%.2f" y="0" width="%.2f" height="32" style="fill:%s"><title>%s: %d of %d</title></rect>`, x, width, shade, name, counts[name], n)
		x += width
		legend = append(legend, swatch{name, counts[name], template.CSS(shade)})
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()), legend
}
