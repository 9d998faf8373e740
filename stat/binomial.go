package stat

import (
	"fmt"
	"math"
)

// BinomialCDF returns P(X ≤ k) for X ~ Binomial(n, p).
func BinomialCDF(k, n int, p float64) (float64, error) {
	if n < 0 || !(p >= 0 && p <= 1) {
		return 0, fmt.Errorf("binomial distribution: n = %d, p = %v; hint: n must not be negative, p must lie within [0, 1]", n, p)
	}
	return math.Exp(logBinomialCDF(k, n, p)), nil
}

// BinomialMass returns P(X = k) for X ~ Binomial(n, p).
func BinomialMass(k, n int, p float64) (float64, error) {
	if n < 0 || !(p >= 0 && p <= 1) {
		return 0, fmt.Errorf("binomial distribution: n = %d, p = %v; hint: n must not be negative, p must lie within [0, 1]", n, p)
	}
	return math.Exp(logBinomialMass(k, n, p)), nil
}

// logBinomialMass is ln P(X = k), −Inf where that is 0; Loader's saddle-point
// form (see betaPower), good for any n.
func logBinomialMass(k, n int, p float64) float64 {
	q := 1 - p
	switch {
	case k < 0 || k > n, p == 0 && k > 0, q == 0 && k < n:
		return math.Inf(-1)
	case k == 0 && n == 0, p == 0, q == 0:
		return 0
	case k == 0:
		return float64(n) * math.Log1p(-p)
	case k == n:
		return float64(n) * math.Log(p)
	}
	x, m := float64(k), float64(n)
	return stirlingError(m) - stirlingError(x) - stirlingError(m-x) -
		deviance(x, m*p) - deviance(m-x, m*q) - 0.5*math.Log(2*math.Pi*x*((m-x)/m))
}

// logBinomialCDF is ln P(X ≤ k). It sums the tail that is the smaller one,
// from its largest term outwards, so that no digit is lost and nothing
// underflows.
func logBinomialCDF(k, n int, p float64) float64 {
	switch {
	case k < 0:
		return math.Inf(-1)
	case k >= n || p == 0:
		return 0
	case p == 1:
		return math.Inf(-1)
	case float64(k) >= float64(n)*p:
		return math.Log1p(-math.Exp(logUpper(k+1, n, p)))
	}
	return logLower(k, n, p)
}

// logBinomialSF is ln P(X ≥ k).
func logBinomialSF(k, n int, p float64) float64 {
	switch {
	case k <= 0 || p == 1 && k <= n:
		return 0
	case k > n || p == 0:
		return math.Inf(-1)
	case float64(k) <= float64(n)*p:
		return math.Log1p(-math.Exp(logLower(k-1, n, p)))
	}
	return logUpper(k, n, p)
}

// logLower is ln Σ_{i ≤ k} P(X = i), for k below the mean.
func logLower(k, n int, p float64) float64 {
	sum, term, odds := 1.0, 1.0, (1-p)/p
	for i := k; i > 0; i-- {
		term *= float64(i) / float64(n-i+1) * odds
		if sum+term == sum {
			break
		}
		sum += term
	}
	return logBinomialMass(k, n, p) + math.Log(sum)
}

// logUpper is ln Σ_{i ≥ k} P(X = i), for k above the mean.
func logUpper(k, n int, p float64) float64 {
	sum, term, odds := 1.0, 1.0, p/(1-p)
	for i := k; i < n; i++ {
		term *= float64(n-i) / float64(i+1) * odds
		if sum+term == sum {
			break
		}
		sum += term
	}
	return logBinomialMass(k, n, p) + math.Log(sum)
}
