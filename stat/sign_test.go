package stat

import (
	"math"
	"testing"
)

// TestSignGolden: binomial tests and the three intervals of proportions.
func TestSignGolden(t *testing.T) {
	all := vectors(t)
	var file struct {
		Cases []struct {
			Name                    string
			Wins, Losses, Ties      int
			K, N                    int
			P                       *float64
			Two                     *float64  `json:"two-sided"`
			Greater, Less           float64   `json:"-"`
			G                       *float64  `json:"greater"`
			L                       *float64  `json:"less"`
			Exact, Wilson, WilsonCC []float64 `json:"-"`
			CIExact                 []float64 `json:"ci95_exact"`
			CIWilson                []float64 `json:"ci95_wilson"`
			CIWilsonCC              []float64 `json:"ci95_wilsoncc"`
		}
	}
	golden(t, "sign.json", &file)
	if len(file.Cases) != 66 {
		t.Fatalf("%d cases, want 66", len(file.Cases))
	}
	for _, c := range file.Cases {
		k, n := c.K, c.N
		var got Test
		if c.P != nil {
			got = BinomialTest(k, n, *c.P)
		} else {
			p := all[c.Name].pair(t)
			got = SignTest(p)
			wins, losses, ties := p.Wins()
			if wins != c.Wins || losses != c.Losses || ties != c.Ties {
				t.Errorf("%s: %d/%d/%d wins/losses/ties, want %d/%d/%d", c.Name, wins, losses, ties, c.Wins, c.Losses, c.Ties)
			}
			k, n = wins, wins+losses
		}
		if c.Two == nil {
			if *got.TwoSided != 1 {
				t.Errorf("%s: %v, want 1", c.Name, *got.TwoSided)
			}
			continue
		}
		if !nearPointer(got.TwoSided, *c.Two, 1e-11) || !nearPointer(got.Greater, *c.G, 1e-11) || !nearPointer(got.Less, *c.L, 1e-11) {
			t.Errorf("%s: %v %v %v, want %v %v %v", c.Name, *got.TwoSided, *got.Greater, *got.Less, *c.Two, *c.G, *c.L)
		}
		for _, x := range []struct {
			got  Interval
			want []float64
		}{{ClopperPearson(k, n, 0), c.CIExact}, {Wilson(k, n, 0), c.CIWilson}, {WilsonCorrected(k, n, 0), c.CIWilsonCC}} {
			if math.Abs(*x.got.Low-x.want[0]) > 1e-12 || math.Abs(*x.got.High-x.want[1]) > 1e-12 {
				t.Errorf("%s: %s [%v, %v], want %v", c.Name, x.got.Method, *x.got.Low, *x.got.High, x.want)
			}
		}
	}
}

// TestWilsonPublished holds known intervals, to three digits.
func TestWilsonPublished(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{{46, 50, 0.812, 0.968}, {34, 50, 0.542, 0.792}, {4, 22, 0.073, 0.385}, {19, 25, 0.566, 0.885}, {4, 15, 0.109, 0.520}, {20, 20, 0.839, 1}, {30, 30, 0.886, 1}} {
		got := Wilson(c.k, c.n, 0)
		if math.Abs(*got.Low-c.low) > 0.0005 || math.Abs(*got.High-c.high) > 0.0005 {
			t.Errorf("%d/%d: [%v, %v], want [%v, %v]", c.k, c.n, *got.Low, *got.High, c.low, c.high)
		}
	}
	if none := Wilson(0, 0, 0); none.Value != nil || none.Low != nil || none.High != nil || none.Reason == "" {
		t.Errorf("0 of 0: %+v", none)
	}
}
