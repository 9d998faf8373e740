package stat

import (
	"math"
	"math/bits"
)

// wide is a signed number of 128 bits.
type wide struct {
	high int64
	low  uint64
}

func (x wide) plus(y wide) wide {
	low, carry := bits.Add64(x.low, y.low, 0)
	return wide{x.high + y.high + int64(carry), low}
}

func (x wide) compare(y wide) int {
	switch {
	case x.high < y.high || x.high == y.high && x.low < y.low:
		return -1
	case x == y:
		return 0
	}
	return 1
}

// halves counts the subsets of at most maxHalves weights with a sum up to s,
// exactly: all sums of each half in order, met from both ends (Horowitz and
// Sahni, Journal of the ACM 21, 1974).
func halves(weights []wide, s wide) tails {
	left, right := subsetSums(weights[:len(weights)/2]), subsetSums(weights[len(weights)/2:])
	var atMost, below uint64
	i, j := len(right), len(right)
	for _, l := range left {
		for i > 0 && l.plus(right[i-1]).compare(s) > 0 {
			i--
		}
		for j > 0 && l.plus(right[j-1]).compare(s) >= 0 {
			j--
		}
		atMost += uint64(i)
		below += uint64(j)
	}
	n := len(weights)
	return tails{scaled{float64(atMost), -n}, scaled{float64(uint64(1)<<n - below), -n}}
}

// subsetSums returns the sums of all subsets in ascending order.
func subsetSums(weights []wide) []wide {
	sums := []wide{{}}
	for _, w := range weights {
		merged := make([]wide, 0, 2*len(sums))
		i, j := 0, 0
		for i < len(sums) || j < len(sums) {
			if j == len(sums) || i < len(sums) && sums[i].compare(sums[j].plus(w)) <= 0 {
				merged = append(merged, sums[i])
				i++
			} else {
				merged = append(merged, sums[j].plus(w))
				j++
			}
		}
		sums = merged
	}
	return sums
}

// widen turns positive numbers into whole multiples of one power of two, which
// every float64 is; false where the multiples need more than 120 bits.
func widen(values []float64) ([]wide, bool) {
	lowest, highest := math.MaxInt, math.MinInt
	for _, v := range values {
		fraction, e := math.Frexp(v)
		m := uint64(math.Ldexp(fraction, 53))
		lowest = min(lowest, e-53+bits.TrailingZeros64(m))
		highest = max(highest, e)
	}
	if len(values) > 0 && highest-lowest+bits.Len(uint(len(values))) > 120 {
		return nil, false
	}
	out := make([]wide, len(values))
	for i, v := range values {
		fraction, e := math.Frexp(v)
		m := uint64(math.Ldexp(fraction, 53))
		zeros := bits.TrailingZeros64(m)
		m, shift := m>>zeros, e-53+zeros-lowest
		switch {
		case shift >= 64:
			out[i] = wide{int64(m << (shift - 64)), 0}
		case shift > 0:
			out[i] = wide{int64(m >> (64 - shift)), m << shift}
		default:
			out[i] = wide{0, m}
		}
	}
	return out, true
}
