package gate

import (
	"slices"
	"strings"

	"sooth/internal/report"
	"sooth/score"
	"sooth/stat"
)

// ReportLabels are the labels of a gate on a run of a suite: two arms and a
// model.
func ReportLabels() []string { return []string{"base", "arm", "model"} }

// Report decides gates on the comparisons of a report: without a scope on the
// first pair of arms, that of the primary comparison, else on every pair that
// the scope names; with several models on each. A gate that fits no comparison
// is an error.
func Report(r *report.Report, gates []Gate) ([]report.Gate, error) {
	var out []report.Gate
	for _, g := range gates {
		if err := g.Only(ReportLabels()); err != nil {
			return nil, err
		}
		found := false
		for _, c := range r.Comparisons {
			if c.Criterion != g.Name || !g.covers(r, c) {
				continue
			}
			found = true
			one := g.comparison(r, c)
			one.Where = c.Base + " → " + c.Arm
			if len(r.Suite.Models) > 1 {
				one.Where += ", " + c.Model
			}
			out = append(out, one)
		}
		if !found {
			return nil, g.errorf("no comparison fits it; hint: compared are %s", strings.Join(compared(r), "; "))
		}
	}
	return out, nil
}

// compared lists the pairs of a report with their criteria.
func compared(r *report.Report) []string {
	var pairs []string
	criteria := map[string][]string{}
	for _, c := range r.Comparisons {
		name := "base=" + c.Base + ", arm=" + c.Arm
		if !slices.Contains(pairs, name) {
			pairs = append(pairs, name)
		}
		if !slices.Contains(criteria[name], c.Criterion) {
			criteria[name] = append(criteria[name], c.Criterion)
		}
	}
	if len(pairs) == 0 {
		return []string{"no two arms"}
	}
	for i, name := range pairs {
		pairs[i] = name + ": " + strings.Join(criteria[name], " ")
	}
	return pairs
}

// covers says whether a comparison is in the scope. The arms of two compared
// runs carry the run behind an @, which need not be written.
func (g Gate) covers(r *report.Report, c report.Comparison) bool {
	fits := func(label, name string) bool {
		want, ok := g.Label(label)
		bare := name
		if i := strings.LastIndexByte(name, '@'); i >= 0 {
			bare = name[:i]
		}
		return !ok || want == name || want == bare
	}
	_, base := g.Label("base")
	_, arm := g.Label("arm")
	if !base && !arm && (c.Base != r.Comparisons[0].Base || c.Arm != r.Comparisons[0].Arm) {
		return false
	}
	model, ok := g.Label("model")
	return fits("base", c.Base) && fits("arm", c.Arm) && (!ok || model == c.Model)
}

// comparison decides one gate on one comparison. With one repeat the difference
// is one of proportions, with more it is one of task means.
func (g Gate) comparison(r *report.Report, c report.Comparison) report.Gate {
	v := Values{Denominator: 1}
	for _, t := range r.Tasks {
		base, arm := cell(t, c.Base, c), cell(t, c.Arm, c)
		switch {
		case base.decided > 0 && arm.decided > 0:
			v.A, v.B = append(v.A, base.mean()), append(v.B, arm.mean())
			if base.decided > 1 || arm.decided > 1 || base.valued || arm.valued {
				v.Denominator = 0
			}
		case base.decided > 0:
			v.Only = append(v.Only, base.mean())
		}
	}
	if c.McNemar == nil {
		if r.Suite.Repeats > 1 && v.Denominator == 1 {
			v.Denominator = 0
		}
		return g.Mean(v)
	}
	passed := 0
	for _, x := range v.Only {
		if x > 0 {
			passed++
		}
	}
	return g.Proportion(stat.Table{Both: c.Table[0][0], OnlyA: c.Table[0][1], OnlyB: c.Table[1][0], Neither: c.Table[1][1]}, passed, len(v.Only)-passed)
}

// sum is what the repeats of one task under one arm come to: passes, or values
// where the criterion has some.
type sum struct {
	total   float64
	decided int
	valued  bool
}

func (s sum) mean() float64 { return s.total / float64(s.decided) }

// cell sums up one task under one arm, as the comparison does: what is neither
// pass nor fail is not decided, but for an answer that was refused or cut off,
// which did not solve its task.
func cell(t report.Task, arm string, c report.Comparison) sum {
	var s sum
	for _, x := range t.Trials {
		if x.Arm != arm || c.Model != "" && x.Model != c.Model {
			continue
		}
		result := x.Criteria[c.Criterion]
		outcome := result.Outcome
		switch c.Criterion {
		case score.All:
			outcome = x.Outcome
		case score.Solved:
			outcome = x.Solved
		}
		switch {
		case x.State == score.NoAnswer && c.Criterion == score.Solved && outcome != score.NotApplicable:
			outcome = score.Fail
		case x.State == score.NoAnswer, x.State == score.InfraError:
			continue
		}
		switch {
		case result.Value != nil:
			s.total, s.valued = s.total+*result.Value, true
			s.decided++
		case outcome == score.Pass:
			s.total++
			s.decided++
		case outcome == score.Fail:
			s.decided++
		}
	}
	return s
}
