package stat

import (
	"fmt"
	"math"
)

// StudentCDF returns P(T ≤ t) of Student's distribution with df > 0 degrees of
// freedom.
func StudentCDF(t, df float64) (float64, error) {
	if math.IsNaN(t) || !(df > 0) || math.IsInf(df, 0) {
		return 0, fmt.Errorf("t distribution: t = %v, df = %v; hint: df must be a positive number", t, df)
	}
	return studentSF(-t, df), nil
}

// StudentQuantile returns the t with P(T ≤ t) = p, for 0 < p < 1.
func StudentQuantile(p, df float64) (float64, error) {
	if !(p > 0 && p < 1 && df > 0) || math.IsInf(df, 0) {
		return 0, fmt.Errorf("t quantile: p = %v, df = %v; hint: p must lie between 0 and 1, df must be positive", p, df)
	}
	q := studentQuantile(p, df)
	if math.IsInf(q, 0) {
		return 0, fmt.Errorf("t quantile: p = %v, df = %v: too large for a float64", p, df)
	}
	return q, nil
}

// studentSF returns P(T > t) = ½ I_{df/(df+t²)}(df/2, ½) for t ≥ 0
// (Abramowitz and Stegun 26.7.1).
func studentSF(t, df float64) float64 {
	if math.IsInf(t, 1) {
		return 0
	}
	if math.IsInf(t, -1) {
		return 1
	}
	ratio := t * t / df // x = 1/(1+ratio), y = ratio/(1+ratio)
	half := 0.0
	if !math.IsInf(ratio, 0) {
		half = incompleteBeta(df/2, 0.5, 1/(1+ratio), ratio/(1+ratio)) / 2
	}
	if t >= 0 {
		return half
	}
	return 1 - half
}

// studentQuantile solves studentSF(t) = min(p, 1−p) by bisection.
func studentQuantile(p, df float64) float64 {
	if p > 0.5 {
		return -studentQuantile(1-p, df)
	}
	if p == 0.5 {
		return 0
	}
	high := 1.0
	for studentSF(high, df) > p && high < 1e300 {
		high *= 2
	}
	return -bisect(0, high, func(t float64) bool { return studentSF(t, df) <= p })
}
