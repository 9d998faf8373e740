package gate

import (
	"fmt"

	"sooth/internal/report"
	"sooth/stat"
	"sooth/suite"
)

// Hypothesis decides what was declared before a run: by the bound of the mean of
// the paired differences arm − factor × base over tasks, one-sided at 0.05. It
// is held where the bound lies on the declared side; what could not be decided
// is not tested, which is neither.
func Hypothesis(h suite.Hypothesis, arm, base map[string]float64, tasks []string, missing string) report.Hypothesis {
	out := report.Hypothesis{ID: h.ID, Says: h.Says, Shows: h.Shows, Outcome: report.NotTested}
	var v Values
	for _, task := range tasks {
		a, inArm := arm[task]
		b, inBase := base[task]
		if inArm && inBase {
			v.A, v.B = append(v.A, h.Factor*b), append(v.B, a)
		}
	}
	out.N = len(v.A)
	if missing != "" || out.N == 0 {
		if missing == "" {
			missing = "no task has both values"
		}
		out.Sentence = "not tested: " + missing
		return out
	}
	out.Arm, out.Base = *stat.Mean(v.B), *stat.Mean(v.A)/h.Factor
	g := Gate{Text: h.Shows, Name: h.Measure, Above: h.Above, Bound: h.Offset}
	decided := g.Mean(v)
	out.Estimate, out.Limit = decided.Estimate, decided.Limit
	opposite := g
	opposite.Above = !g.Above
	side := "above"
	if !h.Above {
		side = "below"
	}
	means := fmt.Sprintf("%s is %s under %s and %s under %s", h.Measure, number(out.Arm), h.Arm, number(out.Base), h.Base)
	switch {
	case decided.Limit == nil:
		out.Sentence = fmt.Sprintf("not tested: %s (n = %d)", decided.Reason, out.N)
	case decided.Passed:
		out.Outcome = report.Held
		out.Sentence = fmt.Sprintf("held: %s (means of %d tasks; 95 %% bound of the difference %s, which lies %s %s)", means, out.N, number(*decided.Limit), side, number(h.Offset))
	case opposite.Mean(v).Passed:
		out.Outcome, out.Refuted = report.NotHeld, true
		out.Sentence = fmt.Sprintf("not held, the opposite is shown: %s (means of %d tasks)", means, out.N)
	default:
		out.Outcome = report.NotHeld
		out.Sentence = fmt.Sprintf("not held, nor is the opposite shown: %s (means of %d tasks; the 95 %% bound of the difference is %s)", means, out.N, number(*decided.Limit))
	}
	return out
}

// number prints a measure as a reader wants it.
func number(x float64) string {
	if x >= 100 || x <= -100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3f", x)
}
