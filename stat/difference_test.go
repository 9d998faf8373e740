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
