package stat

import (
	"math"
	"math/bits"
)

// scaled is the non-negative number m·2^exponent: a probability that may be far
// smaller than any float64, without a rounding of its own.
type scaled struct {
	m        float64
	exponent int
}

func (x scaled) value() float64 { return math.Ldexp(x.m, x.exponent) }

func (x scaled) log10() float64 { return math.Log10(x.m) + float64(x.exponent)*(math.Ln2/math.Ln10) }

// complement is 1 − x.
func (x scaled) complement() scaled { return scaled{1 - x.value(), 0} }

func (x scaled) lessThan(y scaled) bool {
	if x.m == 0 || y.m == 0 {
		return x.m < y.m
	}
	a, i := math.Frexp(x.m)
	b, j := math.Frexp(y.m)
	if i+x.exponent != j+y.exponent {
		return i+x.exponent < j+y.exponent
	}
	return a < b
}

// halfTail is P(X ≤ k) for X ~ Binomial(n, ½), a whole number over 2^n while
// that is possible.
func halfTail(k, n int) scaled {
	switch {
	case k < 0:
		return scaled{}
	case k >= n:
		return scaled{1, 0}
	case n > 62:
		log2 := logBinomialCDF(k, n, 0.5) / math.Ln2
		whole := math.Floor(log2)
		return scaled{math.Exp2(log2 - whole), int(whole)}
	}
	var sum uint64
	ways := uint64(1)
	for i := 0; ; i++ {
		sum += ways
		if i == k {
			return scaled{float64(sum), -n}
		}
		high, low := bits.Mul64(ways, uint64(n-i))
		ways, _ = bits.Div64(high, low, uint64(i+1))
	}
}
