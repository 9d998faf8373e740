package stat

import (
	"math"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func sortFloats(x []float64) { slices.Sort(x) }

// TestBootstrapGolden: with chance, within 5 standard deviations of the mean of
// 40 seeds; without (all n^n resamples), to the last digits.
func TestBootstrapGolden(t *testing.T) {
	all := vectors(t)
	type ends struct{ Low, High [2]float64 }
	var file struct {
		Cases []struct {
			Name         string
			NResamples   int `json:"n_resamples"`
			Percentile   ends
			Basic        ends
			BCa          ends
			D            []string
			Resamples    int
			Percentile95 [2]float64
			BCa95        [2]float64
			AHat         float64 `json:"a_hat"`
			BCaAHat      float64 `json:"bca_a_hat"`
		}
	}
	golden(t, "bootstrap.json", &file)
	if len(file.Cases) != 13 {
		t.Fatalf("%d cases, want 13", len(file.Cases))
	}
	for _, c := range file.Cases {
		if c.D == nil {
			p := all[c.Name].pair(t)
			for method, want := range map[BootstrapMethod]ends{Percentile: c.Percentile, Basic: c.Basic, BCa: c.BCa} {
				got := Bootstrap(p, BootstrapOptions{Method: method, Resamples: c.NResamples, Seed: 11})
				if c.Name == "outlier-15" && method == BCa {
					continue // see TestBootstrapTies
				}
				if math.Abs(*got.Low-want.Low[0]) > 5*want.Low[1]+1e-14 || math.Abs(*got.High-want.High[0]) > 5*want.High[1]+1e-14 {
					t.Errorf("%s: %s [%v, %v], want %v ± 5 sd", c.Name, got.Method, *got.Low, *got.High, want)
				}
			}
			if a := acceleration(p.d, nil); !near(a, c.BCaAHat, 1e-9) {
				t.Errorf("%s: acceleration %v, want %v", c.Name, a, c.BCaAHat)
			}
			continue
		}
		const denominator = 60 * 60
		b := make([]float64, len(c.D))
		for i, s := range c.D {
			r, ok := new(big.Rat).SetString(s)
			if !ok {
				t.Fatalf("%s: %q is no fraction", c.Name, s)
			}
			b[i], _ = r.Float64()
		}
		p, err := Pair(make([]float64, len(b)), b, denominator)
		if err != nil {
			t.Fatal(err)
		}
		for method, want := range map[BootstrapMethod][2]float64{Percentile: c.Percentile95, BCa: c.BCa95} {
			got := Bootstrap(p, BootstrapOptions{Method: method})
			if !nearPointer(got.Low, want[0], 1e-11) || !nearPointer(got.High, want[1], 1e-11) || !strings.Contains(got.Method, "all ") {
				t.Errorf("%s: %s [%v, %v], want %v", c.Name, got.Method, show(got.Low), show(got.High), want)
			}
		}
		if a := acceleration(b, nil); math.Abs(a-c.AHat) > 1e-15+1e-11*math.Abs(c.AHat) {
			t.Errorf("%s: acceleration %v, want %v", c.Name, a, c.AHat)
		}
	}
}

// TestBootstrapThreads: the interval does not depend on how many processors
// there are, and a statistic that is handed in sees the same samples.
func TestBootstrapThreads(t *testing.T) {
	p := vectors(t)["cont-50"].pair(t)
	options := BootstrapOptions{Method: BCa, Resamples: 2000, Seed: 5}
	many := Bootstrap(p, options)
	before := runtime.GOMAXPROCS(1)
	one := Bootstrap(p, options)
	runtime.GOMAXPROCS(before)
	if *many.Low != *one.Low || *many.High != *one.High {
		t.Errorf("[%v, %v] on several processors, [%v, %v] on one", *many.Low, *many.High, *one.Low, *one.High)
	}
	options.Statistic = func(sample []float64) float64 { return sum(sample) / float64(len(sample)) }
	own := Bootstrap(p, options)
	if math.Abs(*own.Low-*many.Low) > 1e-12 || math.Abs(*own.High-*many.High) > 1e-12 {
		t.Errorf("mean handed in: [%v, %v], built in: [%v, %v]", *own.Low, *own.High, *many.Low, *many.High)
	}
	options.Seed = 6
	if other := Bootstrap(p, options); *other.Low == *own.Low {
		t.Error("the seed has no effect")
	}
}

// TestBootstrapUndefined: where there is no spread there is no interval.
func TestBootstrapUndefined(t *testing.T) {
	for name, b := range map[string][]float64{"none": {}, "one": {3}, "equal": {2, 2, 2, 2, 2, 2, 2, 2}} {
		p, _ := Pair(make([]float64, len(b)), b, 0)
		for _, method := range []BootstrapMethod{Percentile, Basic, BCa} {
			if got := Bootstrap(p, BootstrapOptions{Method: method}); got.Low != nil || got.High != nil || got.Reason == "" || (got.Value == nil) != (len(b) == 0) {
				t.Errorf("%s, %s: %+v", name, method, got)
			}
		}
	}
}

// TestBootstrapTies: of outlier-15's resamples 4 % have exactly the mean of the
// sample, and SciPy's sums put most of them below it by rounding alone, which
// moves its BCa interval. In whole multiples of 1/1500 nothing is rounded; the
// floating-point differences must give the same interval.
func TestBootstrapTies(t *testing.T) {
	v := vectors(t)["outlier-15"]
	rounded := Bootstrap(v.pair(t), BootstrapOptions{Method: BCa, Resamples: 9999, Seed: 11})
	v.Denominator = 1500
	whole := Bootstrap(v.pair(t), BootstrapOptions{Method: BCa, Resamples: 9999, Seed: 11})
	if !near(*rounded.Low, *whole.Low, 1e-12) || !near(*rounded.High, *whole.High, 1e-12) {
		t.Errorf("[%v, %v], in whole numbers [%v, %v]", *rounded.Low, *rounded.High, *whole.Low, *whole.High)
	}
}
