package scoreboard

import (
	"fmt"

	"sooth/internal/report"
	"sooth/score"
)

// target is what is aimed at. Shares are from 0 to 1.
type target struct {
	bound float64
	below bool // the value must lie below the bound, else above it
	count bool // of things, not a share: the bound is enough
}

// targets are the aims by measure.
func targets() map[string]target {
	return map[string]target{
		score.Existence:   {bound: 0.95},
		score.Structure:   {bound: 0.90},
		score.Consistency: {bound: 0.85},
		NotVerified:       {bound: 0.05, below: true},
		FactsAsked:        {bound: 0.80},
		CodeBases:         {bound: 5, count: true},
		Patterns:          {bound: 50, count: true},
	}
}

// The measures of a suite, whatever was answered.
const (
	FactsAsked = "facts that can be asked about"
	CodeBases  = "code bases"
	Patterns   = "patterns of questions"
)

// held holds a row against its target, if there is one for it.
func held(row *report.Score) {
	t, ok := targets()[row.Measure]
	if !ok {
		return
	}
	switch {
	case t.count:
		row.Target = fmt.Sprintf("≥ %.0f", t.bound)
	case t.below:
		row.Target = fmt.Sprintf("< %.0f %%", 100*t.bound)
	default:
		row.Target = fmt.Sprintf("> %.0f %%", 100*t.bound)
	}
	beyond := func(v float64) bool {
		return t.count && v >= t.bound || !t.count && (t.below && v < t.bound || !t.below && v > t.bound)
	}
	v := row.Value
	if v.Value == nil {
		row.Status = report.NotMeasured
		return
	}
	row.Status = report.NotMet
	if beyond(*v.Value) {
		row.Status = report.Met
	}
	if end := v.Low; end != nil && v.High != nil {
		if t.below {
			end = v.High
		}
		shown := beyond(*end)
		row.Shown = &shown
	}
}

// suite makes the rows that are about the suite.
func suite(in Input) []report.Score {
	bases, patterns := map[string]bool{}, map[string]bool{}
	for _, q := range in.Questions {
		bases[q.Module+"@"+q.Version] = true
		patterns[q.Pattern] = true
	}
	number := func(n int) report.Interval {
		v := float64(n)
		return report.Interval{Value: &v, N: len(in.Questions), Method: "counted"}
	}
	if len(in.Questions) == 0 {
		number = func(int) report.Interval { return report.Interval{Reason: "not measured: there are no questions"} }
	}
	rows := []report.Score{
		{Measure: FactsAsked, Value: report.Interval{Reason: "not measured: the suite does not say how many facts there are"}},
		{Measure: CodeBases, Value: number(len(bases)), K: len(bases), N: len(in.Questions)},
		{Measure: Patterns, Value: number(len(patterns)), K: len(patterns), N: len(in.Questions)},
	}
	if f := in.Facts; f != nil && f.N > 0 {
		v := float64(f.K) / float64(f.N)
		rows[0].Value = report.Interval{Value: &v, N: f.N, Method: "counted"}
		rows[0].K, rows[0].N = f.K, f.N
	}
	for i := range rows {
		held(&rows[i])
	}
	return rows
}
