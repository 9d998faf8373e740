package stat

import (
	"math"
	"testing"
)

func TestEffectsGolden(t *testing.T) {
	all := vectors(t)
	var file struct {
		Cases []struct {
			Name         string
			Mean, Median number
			DZ           *number `json:"cohen_dz"`
			J            *number `json:"hedges_j"`
			Wilcox       *number `json:"rank_biserial_wilcox"`
			Pratt        *number `json:"rank_biserial_pratt"`
			WinShare     number  `json:"win_share"`
			HL           *number `json:"hodges_lehmann"`
		}
	}
	golden(t, "effect.json", &file)
	if len(file.Cases) != 54 {
		t.Fatalf("%d cases, want 54", len(file.Cases))
	}
	for _, c := range file.Cases {
		p := all[c.Name].pair(t)
		got := Effects(p)
		hl := HodgesLehmann(p, 0)
		for name, x := range map[string]struct {
			got  *float64
			want *number
		}{
			"mean": {got.Mean, &c.Mean}, "median": {got.Median, &c.Median}, "dz": {got.DZ, c.DZ}, "J": {got.J, c.J},
			"rank-biserial": {got.RankBiserial, c.Wilcox}, "rank-biserial, Pratt": {got.RankBiserialPratt, c.Pratt},
			"win share": {got.WinShare, &c.WinShare}, "Hodges-Lehmann": {hl.Value, c.HL},
		} {
			want := math.NaN()
			if x.want != nil {
				want = float64(*x.want)
			} else if name == "Hodges-Lehmann" || name == "dz" || name == "J" && got.J != nil {
				// Not computed in the reference: more than 120 pairs, or a spread out of its range.
				continue
			}
			if !nearPointer(x.got, want, 1e-11) {
				t.Errorf("%s: %s is %v, want %v", c.Name, name, show(x.got), want)
			}
		}
		if (got.DZ == nil || got.J == nil) != (got.Reason != "") {
			t.Errorf("%s: dz %v, J %v, reason %q", c.Name, show(got.DZ), show(got.J), got.Reason)
		}
	}
}

// TestWalsh compares the search with all averages written out.
func TestWalsh(t *testing.T) {
	d := []float64{-3.5, -1, -1, 0, 0.25, 2, 2, 7}
	var all []float64
	for i := range d {
		for j := i; j < len(d); j++ {
			all = append(all, d[i]+d[j])
		}
	}
	sortFloats(all)
	for k, want := range all {
		if got := walsh(d, k); got != want {
			t.Errorf("sum %d is %v, want %v", k, got, want)
		}
	}
}
