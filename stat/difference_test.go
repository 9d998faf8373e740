package stat

import (
	"math"
	"testing"
)

// TestPairedDifferencePublished holds worked examples of the literature.
func TestPairedDifferencePublished(t *testing.T) {
	for _, c := range []struct {
		name      string
		got       Interval
		low, high float64
	}{
		{"airway hyper-responsiveness, Newcombe", PairedNewcombe(Table{1, 7, 1, 12}, 0), -0.507, -0.026},
		{"airway hyper-responsiveness, Tango", PairedScore(Table{1, 7, 1, 12}, 0), -0.517, -0.026},
	} {
		if math.Abs(*c.got.Low-c.low) > 0.0006 || math.Abs(*c.got.High-c.high) > 0.0006 {
			t.Errorf("%s: [%.4f, %.4f], want [%v, %v]", c.name, *c.got.Low, *c.got.High, c.low, c.high)
		}
	}
}

// coverage is the chance that an interval covers the true difference, summed
// over all tables of n pairs.
func coverage(n int, both, lost, gained float64, f func(Table, float64) Interval) float64 {
	fact := make([]float64, n+1)
	for i := 1; i <= n; i++ {
		fact[i] = fact[i-1] + math.Log(float64(i))
	}
	sum := 0.0
	for a := 0; a <= n; a++ {
		for b := 0; a+b <= n; b++ {
			for c := 0; a+b+c <= n; c++ {
				d := n - a - b - c
				p := math.Exp(fact[n] - fact[a] - fact[b] - fact[c] - fact[d] + float64(a)*math.Log(both) + float64(b)*math.Log(lost) + float64(c)*math.Log(gained) + float64(d)*math.Log(1-both-lost-gained))
				if i := f(Table{a, b, c, d}, 0); *i.Low <= gained-lost && gained-lost <= *i.High {
					sum += p
				}
			}
		}
	}
	return sum
}

// TestPairedDifferenceCoverage: on 25 pairs both intervals cover as often as
// they promise, give or take what discreteness allows. The plain normal
// interval would cover 0.89 to 0.93 of the time here.
func TestPairedDifferenceCoverage(t *testing.T) {
	for _, c := range [][3]float64{{0.7, 0.02, 0.2}, {0.5, 0.1, 0.1}, {0.3, 0.05, 0.3}} {
		for name, f := range map[string]func(Table, float64) Interval{"newcombe": PairedNewcombe, "tango": PairedScore} {
			if got := coverage(25, c[0], c[1], c[2], f); got < 0.93 || got > 0.995 {
				t.Errorf("%s at %v covers %.4f of the time", name, c, got)
			}
		}
	}
}

// TestPairedScoreInverts: Tango's interval ends where its test has p = 0.025.
func TestPairedScoreInverts(t *testing.T) {
	for _, c := range []Table{{30, 0, 9, 7}, {1, 7, 1, 12}, {90, 4, 4, 2}, {500, 30, 50, 20}} {
		i := PairedScore(c, 0)
		if low, high := normalSF(scoreStatistic(c, *i.Low)), normalCDF(scoreStatistic(c, *i.High)); math.Abs(low-0.025) > 1e-9 || math.Abs(high-0.025) > 1e-9 {
			t.Errorf("%+v: p at the ends %v and %v", c, low, high)
		}
		if z := scoreStatistic(c, 0); math.Abs(z*z-*McNemar(c.OnlyA, c.OnlyB).Chi2.Statistic) > 1e-9 {
			t.Errorf("%+v: at 0 the square of Z is %v, McNemar's chi-square %v", c, z*z, *McNemar(c.OnlyA, c.OnlyB).Chi2.Statistic)
		}
	}
}

// TestNonInferiority: shown, bound and p say the same, and "no difference
// shown" is not "no regression".
func TestNonInferiority(t *testing.T) {
	small := NonInferiorProportion(Table{8, 1, 1, 0}, 0.05, 0.05)
	if p := McNemar(1, 1).Exact.TwoSided; *p != 1 || *small.Shown {
		t.Errorf("10 tasks without a difference show that nothing was lost: p %v, %+v", *p, small)
	}
	for _, table := range []Table{{400, 3, 5, 40}, {40, 3, 5, 4}, {8, 1, 1, 0}, {46, 0, 0, 0}} {
		for _, margin := range []float64{-0.1, -0.01, 0, 0.02, 0.1, 0.3} {
			got := NonInferiorProportion(table, margin, 0.05)
			if *got.Shown != (*got.Lower > -margin) || *got.Shown != (*got.P <= 0.05) {
				t.Errorf("%+v, margin %v: shown %v, lower %v, p %v", table, margin, *got.Shown, *got.Lower, *got.P)
			}
		}
	}
	p, _ := Pair([]float64{0.5, 0.25, 0.5, 1, 0.2}, []float64{0.5, 0.5, 0.5, 1, 0.25}, 0)
	for _, margin := range []float64{-0.3, -0.03, 0, 0.01, 0.3} {
		got := NonInferiorMean(p, margin, 0.05)
		if *got.Shown != (*got.Lower > -margin) {
			t.Errorf("margin %v: %+v", margin, got)
		}
	}
	// With margin 0 it is the one-sided t test.
	if got, want := NonInferiorMean(p, 0, 0.05), PairedT(p); *got.P != *want.Greater {
		t.Errorf("margin 0: %v, t test %v", *got.P, *want.Greater)
	}
}
