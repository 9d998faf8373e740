package compare

import (
	"cmp"
	"slices"

	"sooth/internal/report"
	"sooth/score"
)

// failures counts, for each arm and criterion, the answers that fail by each
// kind. The two derived criteria are left out: their failures are those of
// their parts.
func (x *index) failures() []report.Failure {
	type group struct {
		arm, model, criterion string
		kind                  score.Kind
	}
	counts := map[group]*report.Failure{}
	for k, cell := range x.cells {
		if k.criterion == score.All || k.criterion == score.Solved {
			continue
		}
		for _, p := range cell {
			if pass, lost := decide(p); pass || lost != counted {
				continue
			}
			findings := map[score.Kind]int{}
			for _, d := range p.Diagnostics {
				if !d.Note {
					findings[d.Kind]++
				}
			}
			if len(findings) == 0 { // failed without a finding: the criterion says what kind it is
				findings[bare(k.criterion)] = 0
			}
			for kind, n := range findings {
				g := group{k.arm, k.model, k.criterion, kind}
				if counts[g] == nil {
					counts[g] = &report.Failure{Arm: k.arm, Model: k.model, Criterion: k.criterion, Kind: kind}
				}
				counts[g].Answers++
				counts[g].Findings += n
			}
		}
	}
	out := make([]report.Failure, 0, len(counts))
	for _, f := range counts {
		out = append(out, *f)
	}
	slices.SortFunc(out, func(a, b report.Failure) int {
		return cmp.Or(
			cmp.Compare(slices.Index(x.plan.Arms, a.Arm), slices.Index(x.plan.Arms, b.Arm)),
			cmp.Compare(a.Model, b.Model),
			cmp.Compare(slices.Index(x.plan.Criteria, a.Criterion), slices.Index(x.plan.Criteria, b.Criterion)),
			cmp.Compare(b.Answers, a.Answers),
			cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

func bare(criterion string) score.Kind {
	switch criterion {
	case score.Compiles:
		return score.OtherError
	case score.Available:
		return score.TooNew
	case score.Current:
		return score.Deprecated
	case score.Behaves:
		return score.DoesNotBehave
	}
	return score.CouldNotDetermine
}
