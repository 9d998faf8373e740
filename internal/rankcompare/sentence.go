package rankcompare

import (
	"fmt"
	"strings"
)

// sentence says in one line what a comparison shows. It claims a difference
// only where the p that counts (Holm's, where there is one) is at most 0.05,
// and never that there is none.
func sentence(c Comparison, a, b string) string {
	where := ""
	if c.Class != "" {
		where = " of class " + c.Class
	}
	if c.N == 0 {
		return fmt.Sprintf("%s%s could not be compared: no query has a value of both", c.Measure, where)
	}
	details := []string{fmt.Sprintf("%.4f → %.4f", *c.MeanA, *c.MeanB)}
	if d := c.Difference; d.Value != nil {
		details = append(details, fmt.Sprintf("%+.4f", *d.Value))
		if d.Low != nil && d.High != nil {
			details = append(details, fmt.Sprintf("95 %% CI %+.4f to %+.4f", *d.Low, *d.High))
		}
	}
	decisive := c.P
	if c.P != nil {
		details = append(details, c.testName()+" p "+equals(c.P))
	}
	if c.HolmP != nil {
		decisive = c.HolmP
		details = append(details, "Holm-corrected p "+equals(c.HolmP))
	}
	inside := strings.Join(details, ", ")
	if decisive != nil && *decisive <= alpha && c.Difference.Value != nil && *c.Difference.Value != 0 {
		word := "better"
		if (*c.Difference.Value < 0) != c.Lower {
			word = "worse"
		}
		return fmt.Sprintf("`%s` is %s than `%s` by %s on %s%s (%s)", b, word, a, c.Measure, plural(c.N), where, inside)
	}
	return fmt.Sprintf("no difference shown between `%s` and `%s` by %s on %s%s (%s); %s", a, b, c.Measure, plural(c.N), where, inside, c.Power.Sentence)
}

// testName names the test that counts together with how its p was found.
func (c Comparison) testName() string {
	if c.Test == "sign" {
		return "exact sign test"
	}
	if c.Randomization.Method == "exact" {
		return "exact randomization test"
	}
	return "randomization test"
}

// equals prints a p-value with its sign: "= 0.0222", "< 0.0001".
func equals(p *float64) string {
	if s := chance(p); strings.HasPrefix(s, "<") {
		return s
	}
	return "= " + chance(p)
}

// chance prints a p-value: never 0, and with more digits where few would hide
// on which side of 0.05 it lies.
func chance(p *float64) string {
	switch {
	case p == nil:
		return "–"
	case *p < .0001:
		return "< 0.0001"
	case *p > .0499 && *p < .0501 && *p != .05:
		return fmt.Sprintf("%.6f", *p)
	case *p >= .99995:
		return "1"
	}
	return fmt.Sprintf("%.4f", *p)
}
