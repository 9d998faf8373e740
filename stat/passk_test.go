package stat

import (
	"math"
	"testing"
)

// TestTrapPassHatKBiased: (c/n)^k overstates pass^k. Two of three passes give
// 0.30 for k = 3 where 0 is right; nine of ten give 0.729 where 0.7 is right.
func TestTrapPassHatKBiased(t *testing.T) {
	for _, c := range []struct {
		n, c, k int
		hat, at float64
	}{{3, 2, 3, 0, 1}, {10, 9, 3, 0.7, 1}, {10, 3, 1, 0.3, 0.3}, {5, 5, 5, 1, 1}, {5, 0, 2, 0, 0}, {4, 1, 2, 0, 0.5}} {
		hat, at := PassHatK(c.n, c.c, c.k), PassAtK(c.n, c.c, c.k)
		if math.Abs(*hat.Value-c.hat) > 1e-15 || math.Abs(*at.Value-c.at) > 1e-15 {
			t.Errorf("%+v: pass^k %v, pass@k %v", c, *hat.Value, *at.Value)
		}
	}
}

// TestPassKEnumerated chooses all k-subsets of n answers.
func TestPassKEnumerated(t *testing.T) {
	const n = 7
	for c := 0; c <= n; c++ {
		for k := 1; k <= n; k++ {
			all, any, sets := 0, 0, 0
			for set := range 1 << n {
				size, passes := 0, 0
				for i := range n {
					if set>>i&1 == 1 {
						size++
						if i < c {
							passes++
						}
					}
				}
				if size != k {
					continue
				}
				sets++
				if passes == k {
					all++
				}
				if passes > 0 {
					any++
				}
			}
			hat, at := PassHatK(n, c, k), PassAtK(n, c, k)
			if math.Abs(*hat.Value-float64(all)/float64(sets)) > 1e-14 || math.Abs(*at.Value-float64(any)/float64(sets)) > 1e-14 {
				t.Errorf("c %d, k %d: %v and %v, enumerated %d and %d of %d", c, k, *hat.Value, *at.Value, all, any, sets)
			}
		}
	}
	if few := PassHatK(2, 1, 3); few.Value != nil || few.Reason == "" {
		t.Errorf("3 of 2 repeats: %+v", few)
	}
}
