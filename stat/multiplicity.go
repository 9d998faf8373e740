package stat

import (
	"fmt"
	"math"
	"slices"
)

// Adjustment is a way to correct the p-values of one family of hypotheses.
type Adjustment string

// The adjustments. Bonferroni, Holm, HolmSidak, Hochberg and Hommel bound the
// chance of any false rejection, BH and BY the expected share of false ones.
// Holm needs no assumption and is the default of everything here.
const (
	Bonferroni Adjustment = "bonferroni"
	Holm       Adjustment = "holm"       // Scandinavian Journal of Statistics 6, 1979
	HolmSidak  Adjustment = "holm-sidak" // Holland and Copenhaver, Biometrics 43, 1987; independence
	Hochberg   Adjustment = "hochberg"   // Biometrika 75, 1988; independence
	Hommel     Adjustment = "hommel"     // Biometrika 75, 1988; independence
	BH         Adjustment = "bh"         // Benjamini and Hochberg, Journal of the Royal Statistical Society B 57, 1995
	BY         Adjustment = "by"         // Benjamini and Yekutieli, Annals of Statistics 29, 2001
)

// Adjust returns the adjusted p-values in the order of p. A p outside of
// [0, 1] is an error: hypotheses without a p do not belong to the family.
func Adjust(p []float64, method Adjustment) ([]float64, error) {
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			return nil, fmt.Errorf("p-value %d is %v; hint: leave hypotheses without a p-value out of the family", i, v)
		}
	}
	n := len(p)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	out := make([]float64, n)
	// down runs from the smallest p and keeps the maximum, up from the largest
	// and keeps the minimum; rank starts at 1.
	down := func(f func(rank int, p float64) float64) {
		run := 0.0
		for i, k := range order {
			run = max(run, min(1, f(i+1, p[k])))
			out[k] = run
		}
	}
	up := func(f func(rank int, p float64) float64) {
		run := 1.0
		for i := n - 1; i >= 0; i-- {
			run = min(run, f(i+1, p[order[i]]))
			out[order[i]] = run
		}
	}
	m := float64(n)
	switch method {
	case Bonferroni:
		for i, v := range p {
			out[i] = min(1, m*v)
		}
	case Holm:
		down(func(rank int, p float64) float64 { return float64(n-rank+1) * p })
	case HolmSidak: // 1 − (1 − p)^k, kept exact for small p
		down(func(rank int, p float64) float64 { return -math.Expm1(float64(n-rank+1) * math.Log1p(-p)) })
	case Hochberg:
		up(func(rank int, p float64) float64 { return float64(n-rank+1) * p })
	case BH:
		up(func(rank int, p float64) float64 { return p * (m / float64(rank)) })
	case BY:
		harmonic := 0.0
		for i := n; i >= 1; i-- {
			harmonic += 1 / float64(i)
		}
		up(func(rank int, p float64) float64 { return p * (m * harmonic / float64(rank)) })
	case Hommel:
		hommel(p, order, out)
	default:
		return nil, fmt.Errorf("adjustment %q is not known; hint: bonferroni, holm, holm-sidak, hochberg, hommel, bh or by", method)
	}
	return out, nil
}

// hommel follows Wright, "Adjusted p-values for simultaneous inference",
// Biometrics 48, 1992.
func hommel(p []float64, order []int, out []float64) {
	n := len(p)
	sorted := make([]float64, n)
	for i, k := range order {
		sorted[i] = p[k]
	}
	adjusted := slices.Clone(sorted)
	for m := n; m >= 2; m-- {
		c := math.Inf(1) // over the m−1 largest
		for i := n - m + 1; i < n; i++ {
			c = min(c, float64(m)*sorted[i]/float64(m+i-n+1))
		}
		for i := n - m + 1; i < n; i++ {
			adjusted[i] = max(adjusted[i], c)
		}
		for i := range n - m + 1 {
			adjusted[i] = max(adjusted[i], min(c, float64(m)*sorted[i]))
		}
	}
	for i, k := range order {
		out[k] = min(1, adjusted[i])
	}
}
