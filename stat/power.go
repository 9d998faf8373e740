package stat

import (
	"fmt"
	"math"
)

// PairedTPower is the power of the paired t test on n pairs for a true effect
// of dz standard deviations, from the noncentral t distribution with
// noncentrality dz·√n (Johnson, Kotz, Balakrishnan, Continuous Univariate
// Distributions 2, 1995, chapter 31). Two-sided it counts rejections in both
// directions; one-sided those in favour of B.
func PairedTPower(n int, dz, alpha float64, oneSided bool) Power {
	out := Power{Method: "noncentral t"}
	if n < 2 || !finite(dz) || !(alpha > 0 && alpha < 1) {
		out.Reason = "n must be at least 2, dz finite, alpha between 0 and 1"
		return out
	}
	p := pairedTPower(n, dz, alpha, oneSided)
	out.Value = &p
	return out
}

func pairedTPower(n int, dz, alpha float64, oneSided bool) float64 {
	df, ncp := float64(n-1), dz*math.Sqrt(float64(n))
	if oneSided {
		return noncentralT(-studentQuantile(alpha, df), df, ncp, true)
	}
	t := -studentQuantile(alpha/2, df)
	return min(1, noncentralT(t, df, ncp, true)+noncentralT(-t, df, ncp, false))
}

// PairedTMDE returns the smallest effect, in standard deviations of the
// differences, that the two-sided paired t test on n pairs shows with the
// given power at level alpha.
func PairedTMDE(n int, alpha, power float64) Estimate {
	out := Estimate{N: n, Method: "noncentral t"}
	if n < 2 || !(alpha > 0 && alpha < 1) || !(power > alpha && power < 1) {
		out.Reason = fmt.Sprintf("n is %d, alpha %v, power %v; n must be at least 2, 0 < alpha < power < 1", n, alpha, power)
		return out
	}
	high := 1.0
	for pairedTPower(n, high, alpha, false) < power {
		if high *= 2; high > 1e6 {
			out.Reason = "no effect reaches this power"
			return out
		}
	}
	low := 0.0
	for i := 0; i < 60 && high-low > 1e-14*high; i++ {
		mid := (low + high) / 2
		if pairedTPower(n, mid, alpha, false) < power {
			low = mid
		} else {
			high = mid
		}
	}
	out.Value = &high
	return out
}

// noncentralT returns P(T' > t), or P(T' ≤ t) when upper is false, for T' =
// (Z + ncp)/U with U = √(χ²/df): the integral of Φ(±(ncp − t·u)) over the
// density of U, by Gauss–Legendre rules on narrow panels. Sums of positive
// terms only, so it works for any noncentrality, where the usual series stops
// at 37.
func noncentralT(t, df, ncp float64, upper bool) float64 {
	// ln of the density of U without its u-dependent part.
	lgamma, _ := math.Lgamma(df / 2)
	constant := math.Ln2 + df/2*math.Log(df/2) - lgamma
	spread := 1 / math.Sqrt(2*df)
	low, high := max(0, 1-12*spread), 1+12*spread
	if df < 20 { // the density is far from normal
		low, high = 0, 1+12*spread+4/df
	}
	node, weight := gaussLegendre()
	const panels = 48
	half := (high - low) / (2 * panels)
	var sum compensated
	for panel := range panels {
		middle := low + half*float64(2*panel+1)
		for i, x := range node {
			u := middle + half*x
			if u <= 0 {
				continue
			}
			density := math.Exp(constant + (df-1)*math.Log(u) - df*u*u/2)
			z := ncp - t*u
			if !upper {
				z = -z
			}
			sum.add(weight[i] * half * density * normalCDF(z))
		}
	}
	return min(1, max(0, sum.value()))
}

// gaussLegendre returns nodes and weights of the 10-point rule on [-1, 1]
// (Abramowitz and Stegun 25.4.30).
func gaussLegendre() (node, weight [10]float64) {
	x := [5]float64{0.1488743389816312108848260, 0.4333953941292471907992659, 0.6794095682990244062343274, 0.8650633666889845107320967, 0.9739065285171717200779640}
	w := [5]float64{0.2955242247147528701738930, 0.2692667193099963550912269, 0.2190863625159820439955349, 0.1494513491505805931457763, 0.0666713443086881375935688}
	for i := range x {
		node[2*i], node[2*i+1] = -x[i], x[i]
		weight[2*i], weight[2*i+1] = w[i], w[i]
	}
	return node, weight
}
