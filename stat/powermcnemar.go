package stat

import (
	"fmt"
	"math"
	"sort"
)

// Power is the chance that a test rejects.
type Power struct {
	Value  *float64 // in [0, 1]
	Method string
	Reason string // why Value is nil
}

// FewDiscordant is the plainest limit of every test on pairs: six coins that
// all fall the same way have p = 2·½⁶ = 0.03125, five have 0.0625.
const FewDiscordant = "fewer than 6 discordant tasks, all one way, cannot reach 0.05"

// SignCritical returns the largest k such that at most k of n discordant pairs
// on one side reject at level alpha, two-sided exact: 2·P(X ≤ k) ≤ alpha; -1
// if none does. actual is the true level, 2·P(X ≤ k).
func SignCritical(n int, alpha float64) (k int, actual float64) {
	// P(X ≤ k) grows with k: search by halves.
	k = sort.Search((n+1)/2, func(k int) bool { return 2*halfTail(k, n).value() > alpha }) - 1
	if k >= 0 {
		actual = 2 * halfTail(k, n).value()
	}
	return k, actual
}

// SignPower is the power of the two-sided exact sign test, and of McNemar's
// exact test given n discordant pairs, when each falls to B with probability
// win.
func SignPower(n int, win, alpha float64) Power {
	out := Power{Method: "exact, given the discordant pairs"}
	if n < 0 || !(win >= 0 && win <= 1) || !(alpha > 0 && alpha < 1) {
		out.Reason = "n must not be negative, win must lie within [0, 1], alpha between 0 and 1"
		return out
	}
	k, _ := SignCritical(n, alpha)
	p := signPower(n, k, win)
	out.Value = &p
	return out
}

// signPower is the chance that at most k of n pairs fall on one side.
func signPower(n, k int, win float64) float64 {
	if k < 0 {
		return 0
	}
	return min(1, math.Exp(logBinomialCDF(k, n, win))+math.Exp(logBinomialSF(n-k, n, win)))
}

// McNemarPower is the unconditional power of McNemar's exact two-sided test on
// n pairs, of which each is lost with probability lost and gained with
// probability gained: the number of discordant pairs is itself random (Duffy,
// Statistics in Medicine 3, 1984; Lachin, Statistics in Medicine 11, 1992).
func McNemarPower(n int, lost, gained, alpha float64) Power {
	out := Power{Method: "exact, unconditional"}
	if n < 0 || !(lost >= 0 && gained >= 0 && lost+gained <= 1) || !(alpha > 0 && alpha < 1) {
		out.Reason = "n must not be negative, lost and gained must be shares with a sum of at most 1, alpha between 0 and 1"
		return out
	}
	p := mcNemarPower(n, lost, gained, criticalCounts(alpha))
	out.Value = &p
	return out
}

// criticalCounts returns [SignCritical] for one alpha, remembering answers.
func criticalCounts(alpha float64) func(n int) int {
	known := map[int]int{}
	return func(n int) int {
		k, ok := known[n]
		if !ok {
			k, _ = SignCritical(n, alpha)
			known[n] = k
		}
		return k
	}
}

func mcNemarPower(n int, lost, gained float64, critical func(n int) int) float64 {
	discordant := lost + gained
	if discordant == 0 {
		return 0
	}
	var sum compensated
	for m := 1; m <= n; m++ {
		weight := math.Exp(logBinomialMass(m, n, min(1, discordant)))
		if weight > 1e-18 {
			sum.add(weight * signPower(m, critical(m), gained/discordant))
		}
	}
	return min(1, sum.value())
}

// McNemarMDE returns the smallest gain, rate(B) − rate(A), that n pairs show
// with the given power at level alpha when the share lost of all pairs goes
// the other way, and the power there. With lost = 0 it is the smallest of all:
// no arrangement of the pairs can show less. Reason is set where even a gain
// of everything is not shown.
func McNemarMDE(n int, lost, alpha, power float64) (gain *float64, at Power) {
	out := Power{Method: "exact, unconditional"}
	if n < 0 || !(lost >= 0 && lost < 1) || !(alpha > 0 && alpha < 1) || !(power > 0 && power < 1) {
		out.Reason = "n must not be negative, lost, alpha and power must be shares below 1"
		return nil, out
	}
	critical := criticalCounts(alpha)
	best := mcNemarPower(n, lost, 1-lost, critical)
	if best < power {
		out.Reason = fmt.Sprintf("%d tasks cannot reach power %.2f at %.2g with any gain", n, power, alpha)
		return nil, out
	}
	if lost == 0 {
		// Power grows with the number gained, so bisection is exact.
		gained := bisect(0, 1, func(g float64) bool { return mcNemarPower(n, 0, g, critical) >= power })
		p := mcNemarPower(n, 0, gained, critical)
		out.Value = &p
		return &gained, out
	}
	gained := bisect(lost, 1-lost, func(g float64) bool { return mcNemarPower(n, lost, g, critical) >= power })
	p := mcNemarPower(n, lost, gained, critical)
	if p < power { // lost > ½: the interval is empty
		out.Reason = fmt.Sprintf("%d tasks of which the share %.2g is lost cannot reach power %.2f", n, lost, power)
		return nil, out
	}
	net := gained - lost
	out.Value = &p
	return &net, out
}
