package extract

import (
	"math"

	"sooth/stat"
)

// share is what one fixture adds to a ratio of sums.
type share struct{ part, whole float64 }

// ratio returns Σ part ÷ Σ whole with an interval that takes the fixture as the
// unit: observations of one fixture go right and wrong together. The variance is
// that of the linearised ratio (Cochran, Sampling Techniques, 1977, section
// 6.3), with Student's quantile for the number of fixtures, on the logit scale,
// so that the interval stays within [0, 1] (Korn and Graubard, Survey
// Methodology 24, 1998, compare such intervals). Where no fixture differs from the
// rest there is no variance to see, and Wilson's interval over fixtures is given.
func ratio(shares []share, undefined string) stat.Interval {
	out := stat.Interval{Level: 0.95, Method: "linearised over fixtures, logit"}
	var part, whole float64
	var counted []share
	for _, s := range shares {
		if s.whole > 0 {
			counted = append(counted, s)
			part += s.part
			whole += s.whole
		}
	}
	n := len(counted)
	if out.N = n; n == 0 {
		out.Reason = undefined
		return out
	}
	value := part / whole
	out.Value = &value
	rest, none := make([]float64, n), make([]float64, n)
	spread := 0.0
	for i, s := range counted {
		rest[i] = s.part - value*s.whole
		spread = max(spread, math.Abs(rest[i])/s.whole)
	}
	if n == 1 {
		out.Reason = "one fixture says nothing of the spread between fixtures"
		return out
	}
	if spread < 1e-9 {
		wilson := stat.Wilson(int(math.Round(value*float64(n))), n, 0)
		out.Low, out.High, out.Method = wilson.Low, wilson.High, "wilson over fixtures, all alike"
		return out
	}
	pairs, err := stat.Pair(none, rest, 0)
	if err != nil {
		out.Reason = err.Error()
		return out
	}
	t := stat.MeanT(pairs, 0)
	if t.Low == nil || t.High == nil {
		out.Reason = t.Reason
		return out
	}
	half := (*t.High - *t.Low) / 2 * float64(n) / whole
	centre, width := math.Log(value/(1-value)), half/(value*(1-value))
	low, high := logistic(centre-width), logistic(centre+width)
	out.Low, out.High = &low, &high
	return out
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
