package stat

import (
	"math"
	"strings"
	"testing"
)

func TestMcNemarGolden(t *testing.T) {
	var file struct {
		Cases []struct {
			Name    string
			B, C    int
			Exact   *float64
			MidP    float64
			More    float64 `json:"exact_greater"` // in the reference: b is too large
			Fewer   float64 `json:"exact_less"`
			Chi2    float64
			Chi2P   float64 `json:"chi2_p"`
			Chi2CC  float64
			Chi2CCP float64   `json:"chi2cc_p"`
			Odds    number    `json:"odds_ratio"`
			OddsCI  [2]number `json:"odds_ratio_ci95"`
			Share   [2]number `json:"share_ci95_exact"`
		}
	}
	golden(t, "mcnemar.json", &file)
	if len(file.Cases) != 24 {
		t.Fatalf("%d cases, want 24", len(file.Cases))
	}
	for _, c := range file.Cases {
		got := McNemar(c.B, c.C)
		if c.Exact == nil {
			if got.Exact.TwoSided != nil || got.Exact.Reason == "" || got.Odds.Value != nil {
				t.Errorf("%s: %+v, want no test and its reason", c.Name, got)
			}
			continue
		}
		for name, x := range map[string]struct {
			got  *float64
			want number
		}{
			"exact": {got.Exact.TwoSided, number(*c.Exact)}, "mid-p": {got.MidP.TwoSided, number(c.MidP)},
			"less": {got.Exact.Less, number(c.More)}, "greater": {got.Exact.Greater, number(c.Fewer)},
			"chi2": {got.Chi2.Statistic, number(c.Chi2)}, "chi2 p": {got.Chi2.TwoSided, number(c.Chi2P)},
			"chi2cc": {got.Chi2CC.Statistic, number(c.Chi2CC)}, "chi2cc p": {got.Chi2CC.TwoSided, number(c.Chi2CCP)},
			"odds": {got.Odds.Value, c.Odds}, "odds low": {got.Odds.Low, c.OddsCI[0]}, "odds high": {got.Odds.High, c.OddsCI[1]},
		} {
			tolerance := 1e-11
			if strings.HasPrefix(name, "odds ") { // SciPy's quantiles have nine digits; TestClopperPearson has the rest
				tolerance = 1e-8
			}
			if !nearPointer(x.got, float64(x.want), tolerance) {
				t.Errorf("%s: %s is %v, want %v", c.Name, name, show(x.got), x.want)
			}
		}
		if (got.Odds.Value == nil || got.Odds.High == nil) != (got.Odds.Reason != "") {
			t.Errorf("%s: odds %+v", c.Name, got.Odds)
		}
	}
}

// TestMcNemarKnown holds values known from hand computation, to the last bit.
func TestMcNemarKnown(t *testing.T) {
	for _, c := range []struct {
		b, c  int
		exact float64
	}{{0, 5, 0.0625}, {0, 6, 0.03125}, {0, 9, 0.00390625}, {0, 12, 0.00048828125}, {0, 13, 0.000244140625}, {1, 8, 0.0390625}, {4, 4, 1}, {17, 17, 1}} {
		if got := McNemar(c.b, c.c); *got.Exact.TwoSided != c.exact {
			t.Errorf("(%d, %d): %v, want %v", c.b, c.c, *got.Exact.TwoSided, c.exact)
		}
	}
	// A published example pairs chi-square 4.0 with p 0.0625; no table has both.
	for _, c := range []struct {
		b, c int
		cc   float64
	}{{0, 5, 3.2}, {1, 8, 4}, {7, 18, 4}, {17, 32, 4}} {
		if got := McNemar(c.b, c.c); *got.Chi2CC.Statistic != c.cc {
			t.Errorf("(%d, %d): chi-square %v, want %v", c.b, c.c, *got.Chi2CC.Statistic, c.cc)
		}
	}
	if got := McNemar(0, 5000); *got.Exact.TwoSided <= 0 || !near(*got.Exact.Log10, -4999*0.30102999566398120, 1e-12) {
		t.Errorf("(0, 5000): %v, log10 %v", *got.Exact.TwoSided, *got.Exact.Log10)
	}
}

// TestClopperPearson holds the ends to what defines them: at the lower end
// P(X ≥ k) is 0.025, at the upper end P(X ≤ k).
func TestClopperPearson(t *testing.T) {
	one := ClopperPearson(1, 2, 0)
	if want := 1 - math.Sqrt(0.975); !near(*one.Low, want, 1e-13) {
		t.Errorf("1 of 2: %v, want %v", *one.Low, want)
	}
	for _, c := range [][2]int{{1, 9}, {3, 4003}, {45, 46}, {500, 930}} {
		got := ClopperPearson(c[0], c[1], 0)
		if p := math.Exp(logBinomialSF(c[0], c[1], *got.Low)); !near(p, 0.025, 1e-11) {
			t.Errorf("%v: P(X ≥ k) at the lower end is %v", c, p)
		}
		if p := math.Exp(logBinomialCDF(c[0], c[1], *got.High)); !near(p, 0.025, 1e-11) {
			t.Errorf("%v: P(X ≤ k) at the upper end is %v", c, p)
		}
	}
}
