package stat

import (
	"math"
	"testing"
)

// TestNothingUnderflows: 2,000 units that all fall one way leave every test
// with a p above 0, and with its magnitude where the test is exact: 2·½^2000.
func TestNothingUnderflows(t *testing.T) {
	const n = 2000
	a, b := make([]float64, n), make([]float64, n)
	for i := range b {
		b[i] = 1
	}
	for _, turned := range []bool{false, true} {
		if turned {
			a, b = b, a
		}
		p, err := Pair(a, b, 1)
		if err != nil {
			t.Fatal(err)
		}
		lost, gained := 0, n
		if turned {
			lost, gained = n, 0
		}
		m := McNemar(lost, gained)
		want := (1 - n) * math.Log10(2)
		for name, x := range map[string]Test{
			"sign": SignTest(p), "signed rank": SignedRank(p, DropZeros), "pratt": SignedRank(p, PrattZeros), "randomization": Randomization(p, Draws{Seed: 1}),
			"mcnemar": m.Exact, "binomial": BinomialTest(gained, n, .5),
		} {
			if x.TwoSided == nil || *x.TwoSided != math.SmallestNonzeroFloat64 || x.Log10 == nil || math.Abs(*x.Log10-want) > 1e-9 {
				t.Errorf("%s: p %v, log10 %v (%s); want 5e-324, %v", name, show(x.TwoSided), show(x.Log10), x.Method, want)
			}
			better, worse := x.Greater, x.Less
			if turned {
				better, worse = worse, better
			}
			if better == nil || *better != math.SmallestNonzeroFloat64 || *worse != 1 {
				t.Errorf("%s: one-sided %v and %v", name, show(better), show(worse))
			}
		}
		for name, x := range map[string]Test{"mid-p": m.MidP, "chi2": m.Chi2, "chi2cc": m.Chi2CC} {
			if x.TwoSided == nil || !(*x.TwoSided > 0) || *x.TwoSided > 1e-300 {
				t.Errorf("%s: p %v", name, show(x.TwoSided))
			}
		}
	}
}
