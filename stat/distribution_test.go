package stat

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// TestDistributions compares with 20-digit values computed in 50-digit
// arithmetic; the quantiles of t are SciPy's.
func TestDistributions(t *testing.T) {
	var file map[string]any
	golden(t, "distributions.json", &file)
	var rows struct {
		NormCDF  [][]number `json:"norm_cdf"`
		NormSF   [][]number `json:"norm_sf"`
		NormPPF  [][]number `json:"norm_ppf"`
		TCDF     [][]number `json:"t_cdf"`
		TSF      [][]number `json:"t_sf"`
		TPPF     [][]number `json:"t_ppf"`
		Chi2SF   [][]number `json:"chi2_sf"`
		BinomCDF [][]number `json:"binom_cdf_half"`
		BetaInc  [][]number `json:"betainc"`
	}
	golden(t, "distributions.json", &rows)
	if len(file) != 10 {
		t.Errorf("the file has %d entries, the test knows 10", len(file))
	}
	// SciPy 1.10.1 gives the quantiles of t to 8 digits only (for one degree of
	// freedom and p = 0.975: 12.70620473643 where tan(0.475π) is 12.70620473617);
	// TestStudentQuantile holds ours to the 20-digit values of the distribution.
	tolerance := map[string]float64{"t ppf": 1e-8}
	do := func(e error) {
		if e != nil {
			t.Error(e)
		}
	}
	for name, table := range map[string]struct {
		rows [][]number
		f    func(x []float64) float64
	}{
		"normal cdf": {rows.NormCDF, func(x []float64) float64 { v, err := NormalCDF(x[0]); do(err); return v }},
		"normal sf":  {rows.NormSF, func(x []float64) float64 { v, err := NormalCDF(-x[0]); do(err); return v }},
		"normal ppf": {rows.NormPPF, func(x []float64) float64 { v, err := NormalQuantile(x[0]); do(err); return v }},
		"t cdf":      {rows.TCDF, func(x []float64) float64 { v, err := StudentCDF(x[0], x[1]); do(err); return v }},
		"t sf":       {rows.TSF, func(x []float64) float64 { v, err := StudentCDF(-x[0], x[1]); do(err); return v }},
		"t ppf":      {rows.TPPF, func(x []float64) float64 { v, err := StudentQuantile(x[0], x[1]); do(err); return v }},
		"chi2 sf":    {rows.Chi2SF, func(x []float64) float64 { v, err := ChiSquareSF(x[0], x[1]); do(err); return v }},
		"binomial":   {rows.BinomCDF, func(x []float64) float64 { v, err := BinomialCDF(int(x[0]), int(x[1]), 0.5); do(err); return v }},
		"betainc":    {rows.BetaInc, func(x []float64) float64 { v, err := IncompleteBeta(x[0], x[1], x[2]); do(err); return v }},
	} {
		if len(table.rows) == 0 {
			t.Errorf("%s: no values", name)
		}
		for _, row := range table.rows {
			var x []float64
			for _, v := range row[:len(row)-1] {
				x = append(x, float64(v))
			}
			want := float64(row[len(row)-1])
			if got := table.f(x); !near(got, want, max(1e-12, tolerance[name])) && !(want < 1e-16 && got == 0) {
				t.Errorf("%s%v = %.17g, want %.17g (relative %.2g)", name, x, got, want, got/want-1)
			}
		}
	}
}

// TestStudentQuantile compares with the closed forms for one and two degrees
// of freedom, and closes the circle through the distribution for the others.
func TestStudentQuantile(t *testing.T) {
	for _, p := range []float64{1e-12, 0.0005, 0.025, 0.3, 0.5, 0.9, 0.975, 0.9995} {
		one, err := StudentQuantile(p, 1)
		if want := math.Tan(math.Pi * (p - 0.5)); err != nil || p > 1e-6 && math.Abs(one-want) > 1e-12*math.Abs(want) {
			t.Errorf("quantile(%v, 1) = %v, want %v", p, one, want)
		}
		two, _ := StudentQuantile(p, 2)
		if want := (2*p - 1) / math.Sqrt(2*p*(1-p)); math.Abs(two-want) > 1e-12*math.Abs(want) {
			t.Errorf("quantile(%v, 2) = %v, want %v", p, two, want)
		}
		for _, df := range []float64{0.5, 3, 10, 199, 1e6} {
			q, err := StudentQuantile(p, df)
			if err != nil {
				t.Error(err)
			}
			if back, _ := StudentCDF(q, df); !near(back, p, 1e-12) {
				t.Errorf("cdf(quantile(%v, %v)) = %v", p, df, back)
			}
		}
	}
}

// TestSecondOracle compares with gonum where both are meant to be exact.
func TestSecondOracle(t *testing.T) {
	for _, p := range []float64{0.001, 0.025, 0.2, 0.5, 0.77, 0.999} {
		for _, k := range []float64{1, 3, 17, 240} {
			x, err := ChiSquareQuantile(p, k)
			if err != nil {
				t.Error(err)
			}
			if want := (distuv.ChiSquared{K: k}).Quantile(p); !near(x, want, 1e-9) {
				t.Errorf("chi-square quantile(%v, %v) = %v, want %v", p, k, x, want)
			}
			q, err := BetaQuantile(k, k/2+1, p)
			if err != nil {
				t.Error(err)
			}
			if want := mathext.InvRegIncBeta(k, k/2+1, p); !near(q, want, 1e-9) {
				t.Errorf("beta quantile(%v, %v, %v) = %v, want %v", k, k/2+1, p, q, want)
			}
		}
		for _, n := range []int{1, 9, 46, 300} {
			for k := range n + 1 {
				got, err := BinomialMass(k, n, p)
				if want := (distuv.Binomial{N: float64(n), P: p}).Prob(float64(k)); err != nil || !near(got, want, 1e-10) {
					t.Errorf("P(X = %d), n %d, p %v: %v, want %v", k, n, p, got, want)
				}
			}
		}
	}
}

// TestOutside: arguments outside of the domain are errors, never NaN.
func TestOutside(t *testing.T) {
	nan := math.NaN()
	for name, f := range map[string]func() (float64, error){
		"NormalCDF":         func() (float64, error) { return NormalCDF(nan) },
		"NormalQuantile":    func() (float64, error) { return NormalQuantile(0) },
		"StudentCDF":        func() (float64, error) { return StudentCDF(1, 0) },
		"StudentQuantile":   func() (float64, error) { return StudentQuantile(1, 5) },
		"ChiSquareSF":       func() (float64, error) { return ChiSquareSF(nan, 1) },
		"ChiSquareQuantile": func() (float64, error) { return ChiSquareQuantile(1, 1) },
		"BinomialCDF":       func() (float64, error) { return BinomialCDF(1, -1, 0.5) },
		"BinomialMass":      func() (float64, error) { return BinomialMass(1, 3, nan) },
		"IncompleteBeta":    func() (float64, error) { return IncompleteBeta(0, 1, 0.5) },
		"BetaQuantile":      func() (float64, error) { return BetaQuantile(1, 1, nan) },
	} {
		if v, err := f(); err == nil || v != 0 {
			t.Errorf("%s = %v, %v; want an error", name, v, err)
		}
	}
}
