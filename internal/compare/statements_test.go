package compare

import (
	"math"
	"testing"

	"sooth/score"
	"sooth/suite"
)

// share is the measurement of one answer in prose.
func share(task, arm string, verified, refuted, near, undecided int) score.Point {
	p := score.Point{Task: task, Arm: arm, Model: "m", State: score.Answered, Measure: score.Truth}
	p.Counts = &score.Counts{Verified: verified, Refuted: refuted, Near: near, Undecided: undecided}
	switch decided := verified + refuted; {
	case decided > 0:
		v := float64(verified) / float64(decided)
		p.Value, p.Outcome = &v, score.Pass
		if refuted > 0 {
			p.Outcome = score.Fail
		}
	case undecided > 0:
		p.Outcome, p.Reason = score.Unknown, "none decided"
	default:
		p.Outcome = score.NotApplicable
	}
	return p
}

// TestStatements: rates count statements and compare questions. The expected
// numbers are worked out by hand.
func TestStatements(t *testing.T) {
	points := []score.Point{
		share("q1", "a", 9, 1, 1, 2), share("q1", "b", 10, 0, 0, 2), // 0.9, 1
		share("q2", "a", 1, 1, 0, 0), share("q2", "b", 3, 1, 0, 5), // 0.5, 0.75
		share("q3", "a", 4, 0, 0, 0), share("q3", "b", 0, 0, 0, 3), // 1, unknown
		share("q4", "a", 0, 0, 0, 0), share("q4", "b", 2, 0, 0, 0), // not applicable, 1
		share("q5", "a", 5, 0, 0, 1), share("q5", "b", 4, 1, 0, 1), // 1, 0.8
	}
	points = append(points, score.Point{Task: "q6", Arm: "a", Model: "m", State: score.NoAnswer, Measure: score.Truth, Result: score.Result{Outcome: score.Unknown}},
		share("q6", "b", 1, 0, 0, 0))
	tables, err := Tabulate(points, Plan{
		Arms: []string{"a", "b"}, Criteria: []string{score.Truth}, Primary: &suite.Comparison{Criterion: score.Truth, Base: "a", Arm: "b"},
	})
	if err != nil {
		t.Fatal(err)
	}
	a := tables.Rates[0]
	if a.Pass != 19 || a.Fail != 2 || a.Near != 1 || a.Unknown != 3 || a.NoAnswer != 1 || a.N != 25 {
		t.Errorf("the rate of a is %+v", a)
	}
	close := func(got *float64, want float64) bool { return got != nil && math.Abs(*got-want) < 1e-12 }
	if !close(a.Pooled, 19.0/21) || !close(a.Decided.Value, (0.9+0.5+1+1)/4) {
		t.Errorf("pooled %v, decided %v", *a.Pooled, *a.Decided.Value)
	}
	c := tables.Comparisons[0]
	if c.N != 3 || c.Lost.Unknown != 1 || c.Lost.NotApplicable != 1 || c.Lost.NoAnswer != 1 || c.Lost.InfraError != 0 {
		t.Errorf("the comparison is %+v", c)
	}
	if c.Means == nil || !close(&c.Means[0], (0.9+0.5+1)/3) || !close(&c.Means[1], (1+0.75+0.8)/3) || !close(c.Difference.Value, 0.05) {
		t.Errorf("means %v, difference %v", c.Means, c.Difference)
	}
	// Of the eight sums ±0.1 ±0.25 ±0.2, which are 0.55, 0.15, 0.05, 0.35 and their
	// opposites, six are as far from 0 as the 0.15 that was seen.
	if c.McNemar != nil || c.SignFlip == nil || !close(c.SignFlip.P, 6.0/8) {
		t.Errorf("sign flip %+v, McNemar %+v", c.SignFlip, c.McNemar)
	}
	better := map[string]string{}
	for _, d := range tables.Discordant {
		better[d.Task] = d.Better
	}
	if len(better) != 3 || better["q1"] != "b" || better["q2"] != "b" || better["q5"] != "a" {
		t.Errorf("discordant: %v", better)
	}
}
