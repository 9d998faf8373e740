package render

import (
	"html/template"
	"math"

	"sooth/internal/forest"
	"sooth/internal/report"
)

// forestPlot draws the differences of all comparisons with their intervals.
func forestPlot(r *report.Report) template.HTML {
	var rows []forest.Row
	reach := 0.1
	for _, group := range pairs(r.Comparisons) {
		rows = append(rows, forest.Row{Label: line(arm(pairTitle(r, group[0].Base, group[0].Arm), group[0].Model), 80), Head: true})
		for _, c := range group {
			d := c.Difference
			if d.Value == nil || d.Low == nil || d.High == nil {
				continue
			}
			rows = append(rows, forest.Row{Label: line(c.Criterion, 28), Value: signed(d.Value) + " (" + spread(d) + ")", At: *d.Value, Low: *d.Low, High: *d.High, Primary: c.Primary})
			reach = max(reach, math.Abs(*d.Low), math.Abs(*d.High))
		}
	}
	if len(rows) == 0 {
		return ""
	}
	return forest.Plot{
		Says:  "differences between arms with their intervals; the same numbers stand in the tables below",
		Width: 760, Right: 190, Indent: 14,
		Step: math.Ceil(reach*10) / 20, First: -2, Last: 2, // the same to both sides
		Tick: func(v float64) string { return signed(&v) },
		Rows: rows,
	}.SVG()
}
