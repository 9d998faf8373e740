package render

import (
	"encoding/json"
	"io"
	"strings"

	"sooth/internal/report"
	"sooth/score"
)

// document writes the whole report as one JSON document, "sooth.report/1".
func document(w io.Writer, r *report.Report) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// points writes one measurement a line, "sooth.point/1".
func points(w io.Writer, r *report.Report) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, p := range measured(r) {
		if err := e.Encode(p); err != nil {
			return err
		}
	}
	return nil
}

// measured lists the measurements of a report, criteria in table order.
func measured(r *report.Report) []score.Point {
	var list []score.Point
	for _, task := range r.Tasks {
		for _, t := range task.Trials {
			for _, name := range criteria(r) {
				c, ok := t.Criteria[name]
				if !ok {
					continue
				}
				list = append(list, score.Point{
					Run: runOf(r, t), Task: task.ID, Arm: t.Arm, Model: t.Model, Repeat: t.Repeat, State: t.State, Measure: name, Result: c,
				})
			}
		}
	}
	return list
}

// runOf names the run of a trial, which of two may be the earlier one.
func runOf(r *report.Report, t report.Trial) string {
	if r.Against != nil && strings.HasSuffix(t.Arm, "@"+r.Against.Run.ID) {
		return r.Against.Run.ID
	}
	return r.Run.ID
}
