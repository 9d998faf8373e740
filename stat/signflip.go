package stat

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Limits of exact computation. Beyond them a result is approximate and says so.
const (
	maxStates = 10_000_000    // sums that a convolution keeps apart
	maxSteps  = 4_000_000_000 // additions of a convolution: a few seconds
	maxHalves = 36            // units of an enumeration by halves: 2^18 sums on each side
)

// tails are the probabilities P(S ≤ s) and P(S ≥ s) for S the sum of a random
// subset of weights, each taken or not by a fair coin.
type tails struct{ less, greater scaled }

// test fills in the p-values: two-sided is min(1, 2·min(less, greater)). All
// three follow from the two tails alone, so exchanging A and B exchanges them
// exactly.
func (t tails) test(out *Test) {
	two := t.less
	if t.greater.lessThan(two) {
		two = t.greater
	}
	two.exponent++
	if two.value() > 1 {
		two = scaled{1, 0}
	}
	out.TwoSided, out.Log10 = probability(two.value()), defined(two.log10())
	out.Greater, out.Less = probability(t.greater.value()), probability(t.less.value())
}

// certain is what no evidence at all gives: p = 1.
func certain() tails { return tails{scaled{1, 0}, scaled{1, 0}} }

// convolve counts the subsets by their sums, the coefficients of Π(1 + x^w)
// (Pagano and Tritchler, Journal of the American Statistical Association 78,
// 1983, find the same counts by Fourier transform). Weights are positive. The
// distribution is symmetric, so sums above the smaller tail are never needed.
// Up to 62 weights the counts are whole numbers and nothing is rounded.
func convolve(weights []int64, sum int64) tails {
	var total int64
	for _, w := range weights {
		total += w
	}
	near := min(sum, total-sum)
	w := slices.Clone(weights)
	slices.Sort(w) // small ones first: the range in use grows slowly
	var atMost, below scaled
	if len(w) <= 62 {
		atMost, below = convolveWhole(w, near)
	} else {
		atMost, below = convolveScaled(w, near)
	}
	out := tails{less: atMost, greater: below.complement()}
	switch {
	case sum > near:
		out.less, out.greater = out.greater, out.less
	case 2*sum == total: // the same by symmetry; rounding must not tell them apart
		out.greater = out.less
	}
	return out
}

// convolveWhole returns P(S ≤ s) and P(S < s).
func convolveWhole(w []int64, s int64) (atMost, below scaled) {
	count := make([]uint64, s+1)
	count[0] = 1
	var reach int64
	for _, w := range w {
		reach = min(reach+w, s)
		for i := reach; i >= w; i-- {
			count[i] += count[i-w]
		}
	}
	var less uint64
	for _, c := range count[:s] {
		less += c
	}
	return scaled{float64(less + count[s]), -len(w)}, scaled{float64(less), -len(w)}
}

// convolveScaled is convolveWhole for many weights. Counts reach 2^n, so all
// are scaled down together when the largest nears the end of the range. What
// then falls below the smallest number is less than 2^-1100 of the largest.
func convolveScaled(w []int64, s int64) (atMost, below scaled) {
	count := make([]float64, s+1)
	count[0] = 1
	var reach int64
	exponent := 0 // true counts are count·2^exponent
	for step, w := range w {
		reach = min(reach+w, s)
		if w <= reach {
			to, from := count[w:reach+1], count[:reach+1-w]
			for i := len(from) - 1; i >= 0; i-- {
				to[i] += from[i]
			}
		}
		if step%50 == 49 && slices.Max(count[:reach+1]) > 0x1p900 {
			for i := range count {
				count[i] *= 0x1p-800
			}
			exponent += 800
		}
	}
	var less compensated
	for _, c := range count[:s] {
		less.add(c)
	}
	lessThan := less.value()
	less.add(count[s])
	return scaled{less.value(), exponent - len(w)}, scaled{lessThan, exponent - len(w)}
}

// Draws says how a test is done by Monte Carlo where exact is not possible.
type Draws struct {
	N    int    // number of draws; 0 means 100,000
	Seed uint64 // same seed, same p
}

// flip draws sign patterns at random: p = (1 + hits)/(N + 1) (Davison and
// Hinkley, Bootstrap Methods and their Application, 1997, section 4.2). plus
// and minus are the sums of the weights with each sign. Sums that differ from
// the observed one by rounding alone count as equal to it.
func flip(weights []float64, plus, minus float64, draws Draws) (tails, string) {
	n := draws.N
	if n <= 0 {
		n = 100_000
	}
	near, slack := min(plus, minus), (plus+minus)*1e-12
	source := rand.NewPCG(draws.Seed, 0x7369676e_666c6970)
	less, greater := 0, 0
	for range n {
		var s float64
		var coins uint64
		for i, w := range weights {
			if i%64 == 0 {
				coins = source.Uint64()
			}
			if coins&1 != 0 {
				s += w
			}
			coins >>= 1
		}
		if s <= near+slack {
			less++
		}
		if s >= near-slack {
			greater++
		}
	}
	if plus == minus { // alike by symmetry
		less = (less + greater) / 2
		greater = less
	}
	share := func(hits int) scaled { return scaled{float64(1+hits) / float64(n+1), 0} }
	out := tails{less: share(less), greater: share(greater)}
	if plus > minus {
		out.less, out.greater = out.greater, out.less
	}
	return out, fmt.Sprintf("Monte Carlo, %d draws, seed %d", n, draws.Seed)
}
