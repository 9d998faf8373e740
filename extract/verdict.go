package extract

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sooth/stat"
)

// Verdict is what a comparison with the baseline comes to.
type Verdict string

// The verdicts. The worst of the measures counts.
const (
	PassVerdict Verdict = "pass"
	Review      Verdict = "review"     // may be noise: a person looks
	Regression  Verdict = "regression" // more than noise
	NotCompared Verdict = "error"      // the run cannot be compared; the reasons say why
)

// The limits of the verdicts, with the margin that the caller gives.
const (
	defaultMargin = 0.05
	significant   = 0.05 // one-sided p, Holm over the measures that decide
	likely        = 0.1  // where the drop is large as well
	suspicious    = 0.2
	mostLost      = 0.1 // share of fixtures without an answer above which nothing is said
)

// Change is one measure, before and now, over the fixtures that have it in both.
type Change struct {
	Measure  string   // "recall", "precision", "f1"
	Decides  bool     // false: shown only
	N        int      // fixtures
	Changed  int      // of these, with another value than before
	Before   *float64 // weighted mean over those fixtures
	Now      *float64
	Drop     *float64 // Before − Now, in absolute points
	P        *float64 // one-sided, that there is a drop on these fixtures; answers exchanged within fixtures
	Adjusted *float64 // Holm's over the measures that decide
	Method   string
	FlipP    *float64 // one-sided, that there is a drop on fixtures like these; exact paired sign-flip over fixtures
	Verdict  Verdict
	Reason   string

	moves bool // an exchange of answers can change it
}

// Moved is a fixture whose result is not what it was.
type Moved struct {
	Fixture string
	Before  Tally
	Now     Tally
	Drop    float64 // of F1, in absolute points; below 0: better
}

// Comparison is a run held against the baseline.
type Comparison struct {
	Verdict   Verdict
	Reasons   []string // why not compared, or why no more than this can be said
	Margin    float64
	Changes   []Change // recall, precision, f1
	Regressed []Moved  // the largest drop first
	Improved  []Moved  // the largest gain first
	Lost      []string // fixtures without a scored result in the run
}

// Compare holds the results of a run against the baseline. The margin is in
// absolute points of a rate; 0 means 0.05.
func Compare(b Baseline, run Identity, results []Result, margin float64) Comparison {
	out := Comparison{Verdict: PassVerdict, Margin: margin}
	if margin == 0 {
		out.Margin = defaultMargin
	}
	if out.Margin < 0 || out.Margin > 1 || math.IsNaN(out.Margin) {
		return out.refuse(fmt.Sprintf("the threshold is %v; hint: absolute points between 0 and 1, such as 0.05", margin))
	}
	if differences := b.Differences(run, results); len(differences) > 0 {
		return out.refuse(differences...)
	}
	now, answers, weights := Tallies(results), Answers(results), map[string]float64{}
	for _, r := range results {
		weights[r.Case] = cmp.Or(r.Weight, 1)
	}
	if len(now) == 0 {
		return out.refuse("no result of the run was scored")
	}
	if b.Fixtures == nil {
		return out.totals(b, results)
	}
	var ids []string
	for id := range b.Fixtures {
		if _, ok := now[id]; ok {
			ids = append(ids, id)
		} else {
			out.Lost = append(out.Lost, id)
		}
	}
	slices.Sort(ids)
	slices.Sort(out.Lost)
	if n := len(out.Lost); float64(n) > mostLost*float64(len(b.Fixtures)) {
		return out.refuse(fmt.Sprintf("%d of %d fixtures have no answer (%s)", n, len(b.Fixtures), some(out.Lost)))
	} else if n > 0 {
		out.Reasons = append(out.Reasons, fmt.Sprintf("%d fixtures have no answer and are left out (%s)", n, some(out.Lost)))
	}
	if n := b.Bundled(); n > 0 {
		out.Reasons = append(out.Reasons, fmt.Sprintf("of %d fixtures the baseline has only the sum over repeats, which count as one answer; hint: update the baseline from a run", n))
	}
	h := held{ids: ids, base: b, now: now, answers: answers, weights: weights}
	out.Changes = []Change{
		h.change("recall", true, Tally.recall),
		h.change("precision", true, Tally.precision),
		h.change("f1", false, Tally.f1),
	}
	out.decide()
	out.move(ids, b.Fixtures, now)
	return out
}

func (c Comparison) refuse(reasons ...string) Comparison {
	c.Verdict, c.Reasons = NotCompared, append(c.Reasons, reasons...)
	return c
}

// decide corrects p for the number of measures and gives the verdicts. A measure
// that no exchange of answers can change cannot be significant, so it does not
// belong to the family (Tarone, Biometrics 46, 1990).
func (c *Comparison) decide() {
	var p []float64
	var of []int
	for i, x := range c.Changes {
		if x.Decides && x.P != nil && x.moves {
			p, of = append(p, *x.P), append(of, i)
		}
	}
	if adjusted, err := stat.Adjust(p, stat.Holm); err == nil {
		for k, i := range of {
			c.Changes[i].Adjusted = &adjusted[k]
		}
	}
	for i := range c.Changes {
		x := &c.Changes[i]
		if !x.Decides || x.P == nil {
			continue
		}
		if x.Adjusted == nil {
			x.Adjusted = x.P
		}
		large, some := *x.Drop > c.Margin/2+1e-12, *x.Drop > c.Margin/4+1e-12
		switch {
		case large && *x.Adjusted < likely, some && *x.Adjusted < significant:
			x.Verdict = Regression
		case large, some && *x.Adjusted < suspicious:
			x.Verdict = Review
		default:
			x.Verdict = PassVerdict
		}
		c.Verdict = worse(c.Verdict, x.Verdict)
	}
}

func worse(a, b Verdict) Verdict {
	order := []Verdict{PassVerdict, Review, Regression, NotCompared}
	if slices.Index(order, b) > slices.Index(order, a) {
		return b
	}
	return a
}

// move lists the fixtures that changed.
func (c *Comparison) move(ids []string, before, now map[string]Tally) {
	value := func(t Tally) float64 {
		part, whole := t.f1()
		return float64(part) / float64(whole)
	}
	for _, id := range ids {
		m := Moved{id, before[id], now[id], value(before[id]) - value(now[id])}
		switch {
		case m.Drop > 1e-12:
			c.Regressed = append(c.Regressed, m)
		case m.Drop < -1e-12:
			c.Improved = append(c.Improved, m)
		}
	}
	slices.SortStableFunc(c.Regressed, func(a, b Moved) int { return cmp.Compare(b.Drop, a.Drop) })
	slices.SortStableFunc(c.Improved, func(a, b Moved) int { return cmp.Compare(a.Drop, b.Drop) })
}

// totals compares with a baseline that has kept totals only. Noise cannot be
// told from loss then, so there is no regression.
func (c Comparison) totals(b Baseline, results []Result) Comparison {
	m := Summarise(results)
	for _, x := range []struct {
		measure string
		decides bool
		before  *float64
		now     stat.Interval
	}{{"recall", true, b.Recall, m.Recall}, {"precision", true, b.Precision, m.Precision}, {"f1", false, b.F1, m.F1}} {
		d := Change{Measure: x.measure, Decides: x.decides, N: x.now.N, Before: x.before, Now: x.now.Value, Method: "totals"}
		switch {
		case x.before == nil:
			d.Reason = "the baseline does not have it"
		case x.now.Value == nil:
			d.Reason = x.now.Reason
		default:
			drop := *x.before - *x.now.Value
			d.Drop = &drop
			if d.Verdict = PassVerdict; drop > c.Margin/2+1e-12 {
				d.Verdict = Review
			}
			if d.Decides {
				c.Verdict = worse(c.Verdict, d.Verdict)
			}
		}
		c.Changes = append(c.Changes, d)
	}
	c.Reasons = append(c.Reasons, strings.Join([]string{
		"the baseline has no results of single fixtures, so noise cannot be told from loss",
		"hint: update the baseline from a run"}, "; "))
	if c.Changes[0].Drop == nil && c.Changes[1].Drop == nil {
		return c.refuse("neither recall nor precision can be compared")
	}
	return c
}
