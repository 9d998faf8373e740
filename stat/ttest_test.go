package stat

import (
	"math"
	"testing"

	gonum "gonum.org/v1/gonum/stat"
)

// TestPairedTGolden compares with SciPy, which takes the differences of the
// floating-point numbers as they are; so do we here.
func TestPairedTGolden(t *testing.T) {
	all := vectors(t)
	var file struct {
		Cases []struct {
			Name    string
			Two     [2]number `json:"two-sided"`
			Greater [2]number
			Less    [2]number
			Mean    number
			SD      *number
			CI95    *[2]number
		}
	}
	golden(t, "ttest.json", &file)
	if len(file.Cases) != 54 {
		t.Fatalf("%d cases, want 54", len(file.Cases))
	}
	for _, c := range file.Cases {
		v := all[c.Name]
		v.Denominator = 0
		p := v.pair(t)
		got, interval := PairedT(p), MeanT(p, 0)
		size := 0.0 // SciPy's sums lose the digits below the largest difference
		for _, d := range p.d {
			size = max(size, math.Abs(d))
		}
		close := func(got *float64, want number, tolerance float64) bool {
			w := float64(want)
			return nearPointer(got, w, tolerance) || got != nil && math.Abs(*got-w) <= size*1e-14
		}
		if !close(interval.Value, c.Mean, 1e-12) {
			t.Errorf("%s: mean %v, want %v", c.Name, show(interval.Value), c.Mean)
		}
		if math.IsNaN(float64(c.Two[1])) || c.SD != nil && float64(*c.SD) <= size*1e-14 || math.IsInf(float64(c.Two[0]), 0) {
			if got.TwoSided != nil || got.Reason == "" {
				t.Errorf("%s: %v, want undefined with its reason", c.Name, show(got.TwoSided))
			}
			continue
		}
		for name, x := range map[string]struct {
			got  *float64
			want number
		}{"t": {got.Statistic, c.Two[0]}, "two-sided": {got.TwoSided, c.Two[1]}, "greater": {got.Greater, c.Greater[1]}, "less": {got.Less, c.Less[1]}} {
			if !nearPointer(x.got, float64(x.want), 1e-11) {
				t.Errorf("%s: %s is %v, want %v", c.Name, name, show(x.got), x.want)
			}
		}
		if c.CI95 != nil && (!close(interval.Low, c.CI95[0], 1e-8) || !close(interval.High, c.CI95[1], 1e-8)) {
			t.Errorf("%s: [%v, %v], want %v", c.Name, show(interval.Low), show(interval.High), *c.CI95)
		}
		if _, sd := gonum.MeanStdDev(p.d, nil); !near(*Effects(p).SD, sd, 1e-10) {
			t.Errorf("%s: sd %v, gonum has %v", c.Name, *Effects(p).SD, sd)
		}
	}
}

// TestR compares with R: two packages for the exact signed-rank test,
// wilcox.test for the normal approximation and the interval, binom.test, t.test.
func TestR(t *testing.T) {
	all := vectors(t)
	var file struct {
		Cases []struct {
			Name      string
			N         int
			NonZero   int      `json:"n_nonzero"`
			Two       *float64 `json:"exactRankTests_two_sided"`
			Greater   *float64 `json:"exactRankTests_greater"`
			Less      *float64 `json:"exactRankTests_less"`
			Coin      *float64 `json:"coin_wilcoxon_two_sided"`
			Pratt     *float64 `json:"coin_pratt_two_sided"`
			PrattMore *float64 `json:"coin_pratt_greater"`
			V         *float64
			Normal    *float64 `json:"wilcox_test_normal_p"`
			NormalCC  *float64 `json:"wilcox_test_normal_cc_p"`
			Pseudo    *float64 `json:"pseudomedian"`
			Low       *float64 `json:"ci95_low"`
			High      *float64 `json:"ci95_high"`
			T         *float64 `json:"t_test_p"`
			Sign      *float64 `json:"sign_test_p"`
		}
	}
	golden(t, "wilcoxon.r.json", &file)
	if len(file.Cases) != 50 {
		t.Fatalf("%d cases, want 50", len(file.Cases))
	}
	compared, intervals := 0, 0
	for _, c := range file.Cases {
		p := all[c.Name].pair(t)
		exact, pratt := SignedRank(p, DropZeros), SignedRank(p, PrattZeros)
		for name, x := range map[string]struct{ got, want *float64 }{
			"exactRankTests": {exact.TwoSided, c.Two}, "greater": {exact.Greater, c.Greater}, "less": {exact.Less, c.Less},
			"coin": {exact.TwoSided, c.Coin}, "coin Pratt": {pratt.TwoSided, c.Pratt}, "coin Pratt greater": {pratt.Greater, c.PrattMore},
			"V": {exact.Statistic, c.V}, "normal": {SignedRankNormal(p, DropZeros, false).TwoSided, c.Normal},
			"normal cc": {SignedRankNormal(p, DropZeros, true).TwoSided, c.NormalCC},
			"t":         {PairedT(p).TwoSided, c.T}, "sign": {SignTest(p).TwoSided, c.Sign},
		} {
			if x.want == nil || c.NonZero == 0 {
				continue
			}
			compared++
			if !nearPointer(x.got, *x.want, 1e-10) {
				t.Errorf("%s: %s is %v, R has %v", c.Name, name, show(x.got), *x.want)
			}
		}
		r := rankSigned(p, PrattZeros)
		if c.Low == nil || c.N < 6 || c.N >= 50 || r.zeros > 0 || r.ties > 0 {
			continue // R's interval is another one with ties, zeros or from 50 on
		}
		intervals++
		unit := float64(max(1, all[c.Name].Denominator))
		if got := HodgesLehmann(p, 0); !nearPointer(got.Value, *c.Pseudo/unit, 1e-11) || !nearPointer(got.Low, *c.Low/unit, 1e-11) || !nearPointer(got.High, *c.High/unit, 1e-11) {
			t.Errorf("%s: %v [%v, %v], R has %v [%v, %v]", c.Name, show(got.Value), show(got.Low), show(got.High), *c.Pseudo/unit, *c.Low/unit, *c.High/unit)
		}
	}
	t.Logf("%d values and %d intervals compared", compared, intervals)
	if compared < 400 || intervals < 12 {
		t.Errorf("only %d values and %d intervals were compared", compared, intervals)
	}
}
