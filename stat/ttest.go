package stat

import "math"

// PairedT is Student's t test on the differences ("The probable error of a
// mean", Biometrika 6, 1908). Statistic is t with N − 1 degrees of freedom.
func PairedT(p Paired) Test {
	out := Test{N: p.N(), Method: "paired t"}
	mean, sd := p.moments()
	switch {
	case p.N() < 2:
		out.Reason = "fewer than two pairs have no spread"
		return out
	case sd == 0:
		out.Reason = "all differences are equal: t is undefined"
		return out
	}
	t := mean / (sd / math.Sqrt(float64(p.N())))
	if defined(t) == nil {
		out.Reason = "t is too large for a number"
		return out
	}
	df := float64(p.N() - 1)
	out.Statistic = &t
	out.TwoSided = probability(2 * studentSF(math.Abs(t), df))
	out.Log10 = log10of(out.TwoSided)
	out.Greater, out.Less = probability(studentSF(t, df)), probability(studentSF(-t, df))
	return out
}

// MeanT returns the mean difference with Student's interval. Level 0 means 0.95.
func MeanT(p Paired, confidence float64) Interval {
	l, ok := level(confidence)
	out := Interval{Level: l, N: p.N(), Method: "paired t"}
	mean, sd := p.moments()
	out.Value = defined(mean)
	switch {
	case !ok:
		out.Reason = badLevel
	case p.N() == 0:
		out.Reason = "no pair"
	case p.N() == 1:
		out.Reason = "one pair has no spread"
	default:
		half := -studentQuantile((1-l)/2, float64(p.N()-1)) * sd / math.Sqrt(float64(p.N()))
		out.Low, out.High = defined(mean-half), defined(mean+half)
	}
	return out
}
