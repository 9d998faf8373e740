package compare

import (
	"fmt"
	"strings"

	"sooth/internal/report"
)

// sentence says in one line what a comparison shows. It claims a difference
// only where the p-value that counts (Holm's for secondary comparisons) is at
// most 0.05, and never that there is none.
func sentence(c report.Comparison, nameModel bool) string {
	head := ""
	if nameModel {
		head = c.Model + ": "
	}
	if c.N == 0 {
		return fmt.Sprintf("%s`%s` could not be compared between `%s` and `%s`: no task was decided under both%s", head, c.Criterion, c.Base, c.Arm, lostWords(c.Lost))
	}
	p, name := pValue(c), "paired sign-flip"
	if c.McNemar != nil {
		name = "exact McNemar"
	}
	decisive := p
	if c.HolmP != nil {
		decisive = c.HolmP
	}
	details := []string{}
	rates := ""
	if base, arm, ok := marginals(c); ok {
		rates = fmt.Sprintf("from %s to %s", percent(base), percent(arm))
	}
	if d := c.Difference; d.Value != nil {
		details = append(details, fmt.Sprintf("%+.1f points", 100**d.Value))
		if d.Low != nil && d.High != nil {
			details = append(details, fmt.Sprintf("95 %% CI %+.1f to %+.1f", 100**d.Low, 100**d.High))
		}
	}
	if p != nil {
		details = append(details, fmt.Sprintf("%s p = %s", name, pText(*p)))
	} else {
		details = append(details, "no discordant task")
	}
	if c.HolmP != nil {
		details = append(details, fmt.Sprintf("Holm-corrected %s", pText(*c.HolmP)))
	}
	inside := strings.Join(details, ", ")
	if decisive != nil && *decisive <= alpha && c.Difference.Value != nil && *c.Difference.Value != 0 {
		verb, than := "raised", "over"
		if *c.Difference.Value < 0 {
			verb, than = "lowered", "below"
		}
		if rates != "" {
			rates += " "
		}
		return fmt.Sprintf("%s`%s` %s `%s` %s `%s` %son %s (%s)", head, c.Arm, verb, c.Criterion, than, c.Base, rates, tasks(c.N), inside)
	}
	if rates != "" {
		inside = strings.Replace(rates, "from ", "", 1) + ", " + inside
	}
	return fmt.Sprintf("%sno difference shown on `%s` between `%s` and `%s` (%s); %s", head, c.Criterion, c.Base, c.Arm, inside, c.Power.Sentence)
}

// marginals are the two rates over the pairs that count; false: there are
// repeats, and the table is empty.
func marginals(c report.Comparison) (base, arm float64, ok bool) {
	if c.Means != nil {
		return c.Means[0], c.Means[1], true
	}
	if c.McNemar == nil || c.N == 0 {
		return 0, 0, false
	}
	n := float64(c.N)
	return float64(c.Table[0][0]+c.Table[0][1]) / n, float64(c.Table[0][0]+c.Table[1][0]) / n, true
}

func lostWords(l report.Lost) string {
	var words []string
	for _, x := range []struct {
		n    int
		word string
	}{{l.InfraError, infraError}, {l.NoAnswer, noAnswer}, {l.Unknown, unknown}, {l.NotApplicable, notApplicable}} {
		if x.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", x.n, x.word))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return " (" + strings.Join(words, ", ") + ")"
}

func percent(rate float64) string { return fmt.Sprintf("%.1f %%", 100*rate) }

// pText prints a p-value with two digits, and with more where two would hide on
// which side of 0.05 it lies.
func pText(p float64) string {
	if p > 0.045 && p < 0.055 && p != 0.05 {
		return fmt.Sprintf("%.4f", p)
	}
	return fmt.Sprintf("%.2g", p)
}

// oneLine folds white space and cuts what is too long for a line.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 200 {
		s = string(r[:199]) + "…"
	}
	return s
}
