package stat

import (
	"math"
	"sort"
)

// Wilson returns the score interval of the proportion k of n (Wilson, Journal
// of the American Statistical Association 22, 1927). Level 0 means 0.95.
func Wilson(k, n int, confidence float64) Interval {
	out, ok := proportion(k, n, confidence, "wilson")
	if ok {
		low, high := wilson(float64(k), float64(n), criticalValue(out.Level))
		out.Low, out.High = &low, &high
	}
	return out
}

// WilsonCorrected is Wilson's interval with continuity correction (Newcombe,
// Statistics in Medicine 17, 1998, p. 857–872, method 4).
func WilsonCorrected(k, n int, confidence float64) Interval {
	out, ok := proportion(k, n, confidence, "wilson, continuity correction")
	if !ok {
		return out
	}
	m, p, z := float64(n), float64(k)/float64(n), criticalValue(out.Level)
	low, high := 0.0, 1.0
	if k > 0 {
		low = (2*m*p + z*z - 1 - z*math.Sqrt(z*z-2-1/m+4*p*(m*(1-p)+1))) / (2 * (m + z*z))
	}
	if k < n {
		high = (2*m*p + z*z + 1 + z*math.Sqrt(z*z+2-1/m+4*p*(m*(1-p)-1))) / (2 * (m + z*z))
	}
	out.Low, out.High = defined(max(0, low)), defined(min(1, high))
	return out
}

// ClopperPearson returns the exact interval of the proportion k of n, which
// covers at least as often as it promises (Clopper and Pearson, Biometrika 26,
// 1934). Level 0 means 0.95.
func ClopperPearson(k, n int, confidence float64) Interval {
	out, ok := proportion(k, n, confidence, "clopper-pearson")
	if !ok {
		return out
	}
	alpha, x, m := 1-out.Level, float64(k), float64(n)
	low, high := 0.0, 1.0
	if k > 0 {
		low = betaQuantile(x, m-x+1, alpha/2)
	}
	if k < n {
		high = 1 - betaQuantile(m-x, x+1, alpha/2)
	}
	out.Low, out.High = &low, &high
	return out
}

// BinomialTest tests whether k of n successes could come from the rate p.
// Two-sided: all outcomes that are no more likely than k (as R's binom.test).
// Greater: the true rate is higher.
func BinomialTest(k, n int, p float64) Test {
	out := Test{N: n, Method: "exact binomial"}
	if n < 0 || k < 0 || k > n || !(p >= 0 && p <= 1) {
		out.Reason = "k must lie within [0, n] and p within [0, 1]"
		return out
	}
	out.Statistic = defined(float64(k))
	out.Greater = probability(math.Exp(logBinomialSF(k, n, p)))
	out.Less = probability(math.Exp(logBinomialCDF(k, n, p)))
	if p == 0.5 {
		tails{less: halfTail(k, n), greater: halfTail(n-k, n)}.test(&out)
		return out
	}
	limit := logBinomialMass(k, n, p) + 1e-7 // what differs by rounding is as likely
	rare := func(i int) bool { return logBinomialMass(i, n, p) <= limit }
	mean, total := float64(n)*p, 0.0
	switch { // the mass falls on both sides of the mean, so each side is searched by halves
	case float64(k) < mean:
		above := int(math.Ceil(mean))
		i := above + sort.Search(n+1-above, func(i int) bool { return rare(above + i) })
		total = logSum(logBinomialCDF(k, n, p), logBinomialSF(i, n, p))
	case float64(k) > mean:
		below := int(math.Floor(mean))
		i := below - sort.Search(below+1, func(i int) bool { return rare(below - i) })
		total = logSum(logBinomialSF(k, n, p), logBinomialCDF(i, n, p))
	}
	total = min(0, total)
	out.TwoSided, out.Log10 = probability(math.Exp(total)), defined(total/math.Ln10)
	return out
}

// logSum is ln(eˣ + eʸ).
func logSum(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	if math.IsInf(x, -1) {
		return x
	}
	return x + math.Log1p(math.Exp(y-x))
}

// proportion begins the interval of k of n; false: it is undefined.
func proportion(k, n int, confidence float64, method string) (Interval, bool) {
	l, ok := level(confidence)
	out := Interval{Level: l, N: n, Method: method}
	switch {
	case !ok:
		out.Reason = badLevel
	case n == 0:
		out.Reason = "nothing was decided"
	case n < 0 || k < 0 || k > n:
		out.Reason = "k must lie within [0, n]"
	default:
		out.Value = defined(float64(k) / float64(n))
		return out, true
	}
	return out, false
}

func criticalValue(confidence float64) float64 { return -normalQuantile((1 - confidence) / 2) }

// wilson returns the ends of Wilson's interval; at 0 and n the outer end is
// exactly 0 and 1.
func wilson(k, n, z float64) (low, high float64) {
	p := k / n
	middle := p + z*z/(2*n)
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	low, high = (middle-half)/scale, (middle+half)/scale
	if k == 0 {
		low = 0
	}
	if k == n {
		high = 1
	}
	return max(0, low), min(1, high)
}
