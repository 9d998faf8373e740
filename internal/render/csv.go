package render

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"sooth/internal/report"
	"sooth/internal/tabular"
	"sooth/score"
)

// rows writes one row per task, arm, repeat and criterion, and how many of the
// trial's requests were sent again after they had failed. A field that a
// spreadsheet would read as a formula is preceded by an apostrophe.
func rows(w io.Writer, r *report.Report) error {
	c := csv.NewWriter(w)
	err := c.Write([]string{"run", "task", "arm", "model", "repeat", "state", "criterion", "outcome", "kinds", "findings", "file", "line", "reason", "retries"})
	retries := map[trialName]int{}
	for _, task := range r.Tasks {
		for _, t := range task.Trials {
			retries[trialName{task.ID, t.Arm, t.Model, t.Repeat}] = t.Effort.Retries
		}
	}
	for _, p := range measured(r) {
		if err != nil {
			return err
		}
		var kinds []string
		file, at, findings := "", "", 0
		for _, d := range p.Diagnostics {
			if d.Note {
				continue
			}
			findings++
			if findings == 1 {
				file = d.Span.File
				if d.Span.Line > 0 {
					at = strconv.Itoa(d.Span.Line)
				}
			}
			if k := string(d.Kind); !slices.Contains(kinds, k) {
				kinds = append(kinds, k)
			}
		}
		reason := p.Reason
		if p.State != score.Answered && reason == "" {
			reason = string(p.State)
		}
		record := []string{p.Run, p.Task, p.Arm, p.Model, strconv.Itoa(p.Repeat), string(p.State), p.Measure, string(p.Outcome),
			strings.Join(kinds, "; "), strconv.Itoa(findings), file, at, reason,
			strconv.Itoa(retries[trialName{p.Task, p.Arm, p.Model, p.Repeat}])}
		for i := range record {
			record[i] = cell(record[i])
		}
		err = c.Write(record)
	}
	c.Flush()
	if err != nil {
		return err
	}
	return c.Error()
}

// trialName names a trial of a report.
type trialName struct {
	task, arm, model string
	repeat           int
}

// cell makes a field one line, and harmless for spreadsheets.
func cell(s string) string {
	return tabular.Spreadsheet(strings.ReplaceAll(visible(s), "\r", " "))
}
