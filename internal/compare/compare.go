// Package compare turns points into compared tables: rates with their
// intervals, paired comparisons with their tests, and the sentences that say
// what they show and what they could not have shown.
//
// The task is the unit of inference. Nothing is imputed and nothing is dropped
// in silence: what was not decided is counted beside every rate, and what was
// lost from a comparison is named.
package compare

import (
	"fmt"
	"slices"

	"sooth/internal/report"
	"sooth/score"
	"sooth/suite"
)

// Plan says what is compared.
type Plan struct {
	Arms     []string // in table order
	Criteria []string // in table order; empty: those of generated code
	// Primary is the comparison that was declared before the run; it alone
	// needs no correction. nil: every comparison is secondary.
	Primary *suite.Comparison
	// Comparisons are all pairs of arms to compare; an empty Criterion means
	// every criterion. Those of the primary pair are always made.
	Comparisons []suite.Comparison
	Repeats     int    // of each trial; 0 means 1
	Seed        uint64 // of resampling
}

// FromSuite returns the plan of a suite, with the derived criteria added where
// the suite has all their parts.
func FromSuite(s *suite.Suite) Plan {
	p := Plan{Criteria: slices.Clone(s.Criteria), Primary: s.Primary, Comparisons: s.Comparisons, Repeats: s.Repeats, Seed: s.Seed}
	for _, a := range s.Arms {
		p.Arms = append(p.Arms, a.Name)
	}
	if len(p.Criteria) == 0 {
		p.Criteria = score.Criteria()
	}
	for _, derived := range []string{score.All, score.Solved} {
		whole := !slices.ContainsFunc(parts(derived), func(part string) bool { return !slices.Contains(p.Criteria, part) })
		if whole && !slices.Contains(p.Criteria, derived) {
			p.Criteria = append(p.Criteria, derived)
		}
	}
	return p
}

// parts are the criteria that a derived criterion is made of.
func parts(derived string) []string {
	switch derived {
	case score.All:
		return []string{score.Compiles, score.Exists, score.Available, score.Current}
	case score.Solved:
		return []string{score.Compiles, score.Exists, score.Available, score.Current, score.Behaves}
	}
	return nil
}

// Tables is what a comparison finds, in the types and the order of the report.
type Tables struct {
	Rates       []report.Rate       // arm, model, criterion
	Comparisons []report.Comparison // the primary one first, then its pair, then the others
	Sentences   []string            // one per criterion (and model) of the first pair
	Discordant  []report.Discordant // comparison, criterion, model, task
	Failures    []report.Failure    // arm, model, criterion, kind
	Notes       []string
	Against     *report.Against // of two runs
}

// Tabulate compares points: one per task, arm, model, repeat and criterion, in
// any order. Points of other measures and of arms that the plan does not name
// are left alone. Two points for one trial and criterion, and a comparison of
// an unknown arm, are errors.
func Tabulate(points []score.Point, plan Plan) (Tables, error) {
	if len(plan.Criteria) == 0 {
		plan.Criteria = score.Criteria()
	}
	pairs, err := plan.pairs()
	if err != nil {
		return Tables{}, err
	}
	x, err := newIndex(points, plan)
	if err != nil {
		return Tables{}, err
	}
	out := Tables{Rates: x.rates(), Failures: x.failures(), Notes: x.notes}
	for _, p := range pairs {
		for _, criterion := range p.criteria {
			for _, model := range x.models {
				c := x.compare(p, criterion, model)
				out.Comparisons = append(out.Comparisons, c.Comparison)
				out.Discordant = append(out.Discordant, x.discordant(c)...)
			}
		}
	}
	correct(out.Comparisons)
	for i := range out.Comparisons {
		c := &out.Comparisons[i]
		c.Sentence = sentence(*c, len(x.models) > 1)
		if len(pairs) > 0 && c.Base == pairs[0].base && c.Arm == pairs[0].arm {
			out.Sentences = append(out.Sentences, c.Sentence)
		}
	}
	if len(x.models) > 1 && plan.Primary != nil {
		out.Notes = append(out.Notes, fmt.Sprintf("the primary comparison was made for %d models: its p-values are corrected among themselves (Holm)", len(x.models)))
	}
	// The primary comparison itself stands first, before its siblings.
	slices.SortStableFunc(out.Comparisons, func(a, b report.Comparison) int {
		switch {
		case a.Primary && !b.Primary:
			return -1
		case b.Primary && !a.Primary:
			return 1
		}
		return 0
	})
	return out, nil
}

// pair is two arms and the criteria on which they are compared.
type pair struct {
	base, arm string
	criteria  []string
	primary   string // the criterion that is primary; empty: none
}

// pairs lists each pair of arms once, the primary one first, with its criteria
// in table order.
func (p Plan) pairs() ([]pair, error) {
	var out []pair
	add := func(c suite.Comparison, primary bool) error {
		for _, arm := range []string{c.Base, c.Arm} {
			if !slices.Contains(p.Arms, arm) {
				return fmt.Errorf("comparison %q → %q: there is no arm %q; hint: the arms are %q", c.Base, c.Arm, arm, p.Arms)
			}
		}
		if c.Base == c.Arm {
			return fmt.Errorf("comparison %q → %q compares an arm with itself", c.Base, c.Arm)
		}
		if c.Criterion != "" && !slices.Contains(p.Criteria, c.Criterion) {
			return fmt.Errorf("comparison %q → %q: there is no criterion %q; hint: the criteria are %q", c.Base, c.Arm, c.Criterion, p.Criteria)
		}
		i := slices.IndexFunc(out, func(o pair) bool { return o.base == c.Base && o.arm == c.Arm })
		if i < 0 {
			out = append(out, pair{base: c.Base, arm: c.Arm})
			i = len(out) - 1
		}
		if primary {
			out[i].primary = c.Criterion
		}
		for _, criterion := range p.Criteria {
			wanted := primary || c.Criterion == "" || c.Criterion == criterion
			if wanted && !slices.Contains(out[i].criteria, criterion) {
				out[i].criteria = append(out[i].criteria, criterion)
			}
		}
		slices.SortFunc(out[i].criteria, func(a, b string) int {
			return slices.Index(p.Criteria, a) - slices.Index(p.Criteria, b)
		})
		return nil
	}
	if p.Primary != nil {
		if err := add(*p.Primary, true); err != nil {
			return nil, err
		}
	}
	for _, c := range p.Comparisons {
		if err := add(c, false); err != nil {
			return nil, err
		}
	}
	return out, nil
}
