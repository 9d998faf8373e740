package stat

import (
	"fmt"
	"math"
)

// ChiSquareSF returns P(X > x) of the chi-square distribution with df > 0
// degrees of freedom.
func ChiSquareSF(x, df float64) (float64, error) {
	if math.IsNaN(x) || !(df > 0) || math.IsInf(df, 0) {
		return 0, fmt.Errorf("chi-square distribution: x = %v, df = %v; hint: df must be a positive number", x, df)
	}
	return chiSquareSF(x, df), nil
}

// ChiSquareQuantile returns the x with P(X ≤ x) = p, for 0 ≤ p < 1.
func ChiSquareQuantile(p, df float64) (float64, error) {
	if !(p >= 0 && p < 1 && df > 0) || math.IsInf(df, 0) {
		return 0, fmt.Errorf("chi-square quantile: p = %v, df = %v; hint: p must lie in [0, 1), df must be positive", p, df)
	}
	if p == 0 {
		return 0, nil
	}
	high := df + 1
	for chiSquareSF(high, df) > 1-p && high < 1e300 {
		high *= 2
	}
	if p > 0.5 {
		return bisect(0, high, func(x float64) bool { return chiSquareSF(x, df) <= 1-p }), nil
	}
	return bisect(0, high, func(x float64) bool { return gammaP(df/2, x/2) >= p }), nil
}

func chiSquareSF(x, df float64) float64 {
	switch {
	case x <= 0:
		return 1
	case df == 1:
		return math.Erfc(math.Sqrt(x / 2))
	case x/2 < df/2+1:
		return 1 - gammaP(df/2, x/2)
	}
	return gammaQ(df/2, x/2)
}

// gammaPower is x^a·e^−x / Γ(a+1) in Loader's form (see betaPower).
func gammaPower(a, x float64) float64 {
	return math.Exp(-stirlingError(a)-deviance(a, x)) / math.Sqrt(2*math.Pi*a)
}

// gammaP is the regularised lower incomplete gamma function by its series
// (Abramowitz and Stegun 6.5.29), meant for x < a+1.
func gammaP(a, x float64) float64 {
	if x <= 0 {
		return 0
	}
	if x >= a+1 {
		return 1 - gammaQ(a, x)
	}
	term, sum := 1.0, 1.0
	for n := 1; n < 100_000; n++ {
		term *= x / (a + float64(n))
		sum += term
		if term < sum*1e-17 {
			break
		}
	}
	return gammaPower(a, x) * sum
}

// gammaQ is the regularised upper incomplete gamma function by its continued
// fraction (Abramowitz and Stegun 6.5.31), meant for x ≥ a+1.
func gammaQ(a, x float64) float64 {
	if math.IsInf(x, 1) {
		return 0
	}
	b := x + 1 - a
	c, d := 1e300, 1/b
	h := d
	for i := 1; i < 100_000; i++ {
		n := float64(i)
		an := -n * (n - a)
		b += 2
		d = 1 / (an*d + b)
		c = b + an/c
		h *= d * c
		if math.Abs(d*c-1) < 1e-16 {
			break
		}
	}
	return gammaPower(a, x) * a * h
}
