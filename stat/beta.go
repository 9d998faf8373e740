package stat

import (
	"fmt"
	"math"
)

// IncompleteBeta returns the regularised incomplete beta function I_x(a, b),
// for a, b > 0 and 0 ≤ x ≤ 1.
func IncompleteBeta(a, b, x float64) (float64, error) {
	if !(a > 0 && b > 0 && x >= 0 && x <= 1) || math.IsInf(a, 0) || math.IsInf(b, 0) {
		return 0, fmt.Errorf("incomplete beta: a = %v, b = %v, x = %v; hint: a and b must be positive, x within [0, 1]", a, b, x)
	}
	return incompleteBeta(a, b, x, 1-x), nil
}

// BetaQuantile returns the x with I_x(a, b) = p.
func BetaQuantile(a, b, p float64) (float64, error) {
	if !(a > 0 && b > 0 && p >= 0 && p <= 1) || math.IsInf(a, 0) || math.IsInf(b, 0) {
		return 0, fmt.Errorf("beta quantile: a = %v, b = %v, p = %v; hint: a and b must be positive, p within [0, 1]", a, b, p)
	}
	return betaQuantile(a, b, p), nil
}

// incompleteBeta is I_x(a, b) with y = 1 − x given as well, because 1 − x
// loses what the caller still knows when x is close to 1. Continued fraction
// of DiDonato and Morris (ACM
// Transactions on Mathematical Software 18, 1992, algorithm 708, BFRAC), whose
// terms are sums of positive numbers where x is close to 1.
func incompleteBeta(a, b, x, y float64) float64 {
	switch {
	case x <= 0:
		return 0
	case y <= 0:
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - incompleteBeta(b, a, y, x)
	}
	return betaPower(a, b, x, y) / betaFraction(a, b, x, y)
}

// betaPower is x^a·y^b / B(a, b) in the saddle-point form of Loader ("Fast and
// accurate computation of binomial probabilities", 2000), in which nothing
// large cancels.
func betaPower(a, b, x, y float64) float64 {
	return math.Exp(logBetaPower(a, b, x, y))
}

func logBetaPower(a, b, x, y float64) float64 {
	n := a + b
	return stirlingError(n) - stirlingError(a) - stirlingError(b) -
		deviance(a, n*x) - deviance(b, n*y) + 0.5*math.Log(a/n*b/(2*math.Pi))
}

func betaFraction(a, b, x, y float64) float64 {
	const tiny = 1e-300
	guard := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	part := func(m float64) (numerator, denominator float64) {
		if m == 0 {
			return 1, a * (a*y - b*x + 1) / (a + 1)
		}
		d := a + 2*m - 1
		numerator = (a + m - 1) / d * ((a + b + m - 1) / d) * m * (b - m) * x * x
		denominator = m + m*(b-m)*x/d + (a+m)*(a*y-b*x+1+m*(1+y))/(a+2*m+1)
		return numerator, denominator
	}
	_, f := part(0) // modified Lentz method
	f = guard(f)
	c, d := f, 0.0
	for i := 1; i < 100_000; i++ {
		numerator, denominator := part(float64(i))
		d = 1 / guard(denominator+numerator*d)
		c = guard(denominator + numerator/c)
		f *= c * d
		if math.Abs(c*d-1) < 1e-16 {
			break
		}
	}
	return f
}

// stirlingError is ln Γ(z+1) − [(z+½) ln z − z + ½ ln 2π].
func stirlingError(z float64) float64 {
	if z < 16 {
		g, _ := math.Lgamma(z + 1)
		return g - (z+0.5)*math.Log(z) + z - 0.91893853320467274178
	}
	q := 1 / (z * z)
	return polynomial(q, 1./12, -1./360, 1./1260, -1./1680, 1./1188, -691./360360) / z
}

// deviance is x·ln(x/m) + m − x, computed without cancellation near x = m.
func deviance(x, m float64) float64 {
	if math.Abs(x-m) < 0.1*(x+m) {
		v := (x - m) / (x + m)
		s := (x - m) * v
		term := 2 * x * v
		for j := 1; j < 1000; j++ {
			term *= v * v
			next := s + term/float64(2*j+1)
			if next == s {
				break
			}
			s = next
		}
		return s
	}
	return x*math.Log(x/m) + m - x
}

// betaQuantile inverts incompleteBeta by bisection on the side where p is
// small, in a logarithmic scale, so that quantiles near 0 keep their digits.
func betaQuantile(a, b, p float64) float64 {
	switch {
	case p <= 0:
		return 0
	case p >= 1:
		return 1
	}
	if incompleteBeta(a, b, 0.5, 0.5) < p { // the answer lies above 1/2: seek 1 − x
		return 1 - bisectLog(func(y float64) bool { return incompleteBeta(b, a, y, 1-y) >= 1-p })
	}
	return bisectLog(func(x float64) bool { return incompleteBeta(a, b, x, 1-x) >= p })
}

// bisectLog returns the smallest x in (0, 1/2] at which reached holds, for a
// predicate that holds from some x on.
func bisectLog(reached func(float64) bool) float64 {
	low, high := -744.0, math.Log(0.5)
	for i := 0; i < 12; i++ { // find the magnitude
		mid := (low + high) / 2
		if reached(math.Exp(mid)) {
			high = mid
		} else {
			low = mid
		}
	}
	return bisect(math.Exp(low), math.Exp(high), reached)
}

// bisect narrows [low, high] to neighbouring numbers around the point from
// which on reached holds, and returns the upper one.
func bisect(low, high float64, reached func(float64) bool) float64 {
	for i := 0; i < 200; i++ {
		mid := low + (high-low)/2
		if mid <= low || mid >= high {
			break
		}
		if reached(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}
