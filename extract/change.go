package extract

import (
	"fmt"
	"math"

	"sooth/stat"
)

// held is a run held against a baseline.
type held struct {
	ids     []string // fixtures that both have, in order
	base    Baseline
	now     map[string]Tally
	answers map[string][]Tally // of the run
	weights map[string]float64
}

// change pairs one measure over fixtures. The value of a fixture is that of the
// sums over its repeats.
func (h held) change(measure string, decides bool, of func(Tally) (part, whole int)) Change {
	out := Change{Measure: measure, Decides: decides}
	before, now, weights := h.base.Fixtures, h.now, h.weights
	var pairs []exchange
	var a, b []float64
	var total, meanBefore, meanNow float64
	common, known := commonDenominator{1}, true
	scale := decimals(weights)
	for _, id := range h.ids {
		partA, wholeA := of(before[id])
		partB, wholeB := of(now[id])
		if wholeA == 0 || wholeB == 0 {
			continue
		}
		w := weights[id]
		pair := exchange{h.base.answers(id), h.answers[id], [2]Tally{before[id], now[id]}, w, 1}
		if measure == "recall" {
			pair.expected = max(1, wholeB/now[id].Repeats)
		}
		pairs = append(pairs, pair)
		x, y := float64(partA)/float64(wholeA), float64(partB)/float64(wholeB)
		a, b = append(a, w*x), append(b, w*y)
		if int64(partA)*int64(wholeB) != int64(partB)*int64(wholeA) {
			out.Changed++
		}
		total, meanBefore, meanNow = total+w, meanBefore+w*x, meanNow+w*y
		known = common.with(int64(wholeA)) && common.with(int64(wholeB)) && known
	}
	out.N = len(a)
	if out.N == 0 {
		out.Reason = "no fixture has it, before and now"
		return out
	}
	meanBefore, meanNow = meanBefore/total, meanNow/total
	drop := meanBefore - meanNow
	out.Before, out.Now, out.Drop = &meanBefore, &meanNow, &drop
	denominator := int64(0)
	if known && scale > 0 && common.n*scale <= largestDenominator {
		denominator = common.n * scale
	}
	p, moves, method := permutation(pairs, of)
	out.P, out.Method, out.moves = &p, method, moves > 0
	differences, err := stat.Pair(a, b, denominator)
	if err != nil {
		out.Reason = fmt.Sprintf("the sign-flip over fixtures is undefined: %v", err)
		return out
	}
	test := stat.Randomization(differences, stat.Draws{Seed: 1})
	out.FlipP, out.Reason = test.Less, test.Reason
	return out
}

// largestDenominator bounds the common denominator for which differences are taken exactly.
const largestDenominator = 10_000_000

// commonDenominator is a least common multiple that grows.
type commonDenominator struct{ n int64 }

// with takes another denominator in; false: it would grow too large.
func (c *commonDenominator) with(d int64) bool {
	x, y := c.n, d
	for y != 0 {
		x, y = y, x%y
	}
	if c.n/x > largestDenominator/d {
		return false
	}
	c.n = c.n / x * d
	return true
}

// decimals returns the power of ten that makes every weight a whole number, up
// to 1000; 0: none does.
func decimals(weights map[string]float64) int64 {
	for scale := int64(1); scale <= 1000; scale *= 10 {
		whole := true
		for _, w := range weights {
			x := w * float64(scale)
			whole = whole && math.Abs(x-math.Round(x)) < 1e-9*x
		}
		if whole {
			return scale
		}
	}
	return 0
}
