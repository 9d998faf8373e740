package stat_test

import (
	"math"
	"testing"

	"sooth/stat"
)

func TestMean(t *testing.T) {
	if m := stat.Mean(nil); m != nil {
		t.Errorf("the mean of nothing is %v", *m)
	}
	if m := stat.Mean([]float64{1, 2, 6}); m == nil || *m != 3 {
		t.Errorf("the mean of 1, 2 and 6 is %v", m)
	}
}

func TestFinite(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got := stat.Finite(x); got != nil {
			t.Errorf("%v: %v", x, *got)
		}
	}
	for _, x := range []float64{0, -1.5, math.MaxFloat64} {
		if got := stat.Finite(x); got == nil || *got != x {
			t.Errorf("%v: %v", x, got)
		}
	}
}
