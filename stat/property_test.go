package stat

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// drawnPair draws a paired sample, of whole multiples or of arbitrary numbers.
func drawnPair(t *rapid.T, least, most int) (a, b []float64, denominator int64) {
	n := rapid.IntRange(least, most).Draw(t, "n")
	denominator = rapid.SampledFrom([]int64{0, 1, 5, 2520}).Draw(t, "denominator")
	value := rapid.Float64Range(-1e6, 1e6)
	if denominator > 0 {
		whole := rapid.Int64Range(0, 3*denominator)
		value = rapid.Custom(func(t *rapid.T) float64 { return float64(whole.Draw(t, "w")) / float64(denominator) })
	}
	return rapid.SliceOfN(value, n, n).Draw(t, "a"), rapid.SliceOfN(value, n, n).Draw(t, "b"), denominator
}

func pairUp(t rapid.TB, a, b []float64, denominator int64) Paired {
	p, err := Pair(a, b, denominator)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// everyTest runs all tests of a paired sample.
func everyTest(p Paired) map[string]Test {
	draws := Draws{N: 500, Seed: 9}
	cluster := make([]string, p.N())
	for i := range cluster {
		cluster[i] = fmt.Sprint(i % 4)
	}
	return map[string]Test{
		"signed rank": SignedRank(p, DropZeros), "pratt": SignedRank(p, PrattZeros), "split": SignedRank(p, SplitZeros),
		"normal": SignedRankNormal(p, PrattZeros, true), "randomization": Randomization(p, draws),
		"sign": SignTest(p), "t": PairedT(p), "clusters": ClusterSignFlip(p, cluster, draws),
	}
}

func same(x, y *float64) bool { return x == nil && y == nil || x != nil && y != nil && *x == *y }

// TestExchange: exchanging A and B keeps every two-sided p to the last bit and
// exchanges the one-sided ones.
func TestExchange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, d := drawnPair(t, 0, 45)
		there, back := everyTest(pairUp(t, a, b, d)), everyTest(pairUp(t, b, a, d))
		for name, x := range there {
			y := back[name]
			if !same(x.TwoSided, y.TwoSided) || !same(x.Greater, y.Less) || !same(x.Less, y.Greater) || x.Method != y.Method {
				t.Fatalf("%s: %v %v %v, exchanged %v %v %v", name, show(x.TwoSided), show(x.Greater), show(x.Less), show(y.TwoSided), show(y.Greater), show(y.Less))
			}
		}
		b1, c1 := rapid.IntRange(0, 2000).Draw(t, "lost"), rapid.IntRange(0, 2000).Draw(t, "gained")
		x, y := McNemar(b1, c1), McNemar(c1, b1)
		if !same(x.Exact.TwoSided, y.Exact.TwoSided) || !same(x.MidP.TwoSided, y.MidP.TwoSided) || !same(x.Exact.Greater, y.Exact.Less) || !same(x.Chi2CC.TwoSided, y.Chi2CC.TwoSided) {
			t.Fatalf("McNemar (%d, %d)", b1, c1)
		}
		table := Table{rapid.IntRange(0, 50).Draw(t, "both"), b1 % 50, c1 % 50, rapid.IntRange(0, 50).Draw(t, "neither")}
		for _, f := range []func(Table, float64) Interval{PairedNewcombe, PairedScore} {
			x, y := f(table, 0), f(table.Swap(), 0)
			if x.Low != nil && (math.Abs(*x.Low+*y.High) > 1e-12 || math.Abs(*x.High+*y.Low) > 1e-12) {
				t.Fatalf("%s %+v: [%v, %v], exchanged [%v, %v]", x.Method, table, *x.Low, *x.High, *y.Low, *y.High)
			}
		}
	})
}

// TestInvariance: neither the order of the units nor, for exact multiples, a
// common factor of all differences changes a test.
func TestInvariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, d := drawnPair(t, 1, 30)
		order := rapid.Permutation(indices(len(a))).Draw(t, "order")
		x, y := make([]float64, len(a)), make([]float64, len(a))
		for i, k := range order {
			x[i], y[i] = a[k], b[k]
		}
		first, second := everyTest(pairUp(t, a, b, d)), everyTest(pairUp(t, x, y, d))
		for name, f := range first {
			if name == "clusters" || name == "t" || d == 0 && name == "randomization" {
				continue // clusters go by position; sums of rounded numbers by order
			}
			if s := second[name]; !same(f.TwoSided, s.TwoSided) || !same(f.Greater, s.Greater) {
				t.Fatalf("%s: %v, in another order %v", name, show(f.TwoSided), show(s.TwoSided))
			}
		}
		for i := range a { // a power of two is exact in every number
			x[i], y[i] = 8*a[i], 8*b[i]
		}
		scaled := everyTest(pairUp(t, x, y, d))
		for name, f := range first {
			if s := scaled[name]; !same(f.TwoSided, s.TwoSided) {
				t.Fatalf("%s: %v, eight times as large %v", name, show(f.TwoSided), show(s.TwoSided))
			}
		}
	})
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// TestMonotone: more evidence never makes a p-value larger, more units never
// make an interval wider for the same share, more power never needs less.
func TestMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, c := rapid.IntRange(0, 60).Draw(t, "lost"), rapid.IntRange(0, 300).Draw(t, "gained")
		if x, y := McNemar(b, c), McNemar(b, c+1); x.Exact.Greater != nil && *y.Exact.Greater > *x.Exact.Greater*(1+1e-12) {
			t.Fatalf("(%d, %d): %v, one more gained: %v", b, c, *x.Exact.Greater, *y.Exact.Greater)
		}
		n := rapid.IntRange(1, 200).Draw(t, "n")
		k := rapid.IntRange(0, n).Draw(t, "k")
		for _, f := range []func(k, n int, level float64) Interval{Wilson, ClopperPearson, WilsonCorrected} {
			one, four, narrow := f(k, n, 0), f(4*k, 4*n, 0), f(k, n, 0.9)
			if *four.High-*four.Low >= *one.High-*one.Low || *narrow.High-*narrow.Low >= *one.High-*one.Low {
				t.Fatalf("%s %d of %d: width %v; four times as many %v; at 0.9 %v", one.Method, k, n, *one.High-*one.Low, *four.High-*four.Low, *narrow.High-*narrow.Low)
			}
			if *one.Low > *one.Value || *one.High < *one.Value || *one.Low < 0 || *one.High > 1 {
				t.Fatalf("%s %d of %d: %v is not within [%v, %v]", one.Method, k, n, *one.Value, *one.Low, *one.High)
			}
		}
		gain := rapid.Float64Range(0.01, 0.4).Draw(t, "gain")
		if *McNemarPower(n, 0.01, gain, 0.05).Value > *McNemarPower(n, 0.01, gain+0.05, 0.05).Value+1e-12 {
			t.Fatalf("a larger gain has less power: n %d, %v", n, gain)
		}
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 30).Draw(t, "p")
		holm, _ := Adjust(p, Holm)
		bonferroni, _ := Adjust(p, Bonferroni)
		hommel, _ := Adjust(p, Hommel)
		for i := range p {
			if holm[i] < p[i] || holm[i] > bonferroni[i]*(1+1e-12) || hommel[i] > holm[i]*(1+1e-12) || hommel[i] < p[i]*(1-1e-12) {
				t.Fatalf("p %v: hommel %v, holm %v, bonferroni %v", p[i], hommel[i], holm[i], bonferroni[i])
			}
		}
	})
}

// TestNothingUndefinedLeaves: whatever goes in, no NaN and no infinity comes
// out, what is nil has its reason, and p lies in (0, 1].
func TestNothingUndefinedLeaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, d := drawnPair(t, 0, 12)
		if d == 0 && rapid.Bool().Draw(t, "extreme") {
			for i := range a {
				scale := rapid.SampledFrom([]float64{1e-320, 1e-150, 1, 1e150, 9e293}).Draw(t, "scale")
				a[i], b[i] = a[i]*scale, b[i]*scale
			}
		}
		p := pairUp(t, a, b, d)
		for name, x := range everyTest(p) {
			if x.TwoSided == nil && x.Reason == "" || x.Method == "" {
				t.Fatalf("%s: %+v", name, x)
			}
			for _, p := range []*float64{x.TwoSided, x.Greater, x.Less} {
				if p != nil && !(*p > 0 && *p <= 1) {
					t.Fatalf("%s: p = %v", name, *p)
				}
			}
			noNaN(t, name, x)
		}
		for _, x := range []any{Effects(p), MeanT(p, 0), HodgesLehmann(p, 0), NonInferiorMean(p, 0.1, 0.05), Bootstrap(p, BootstrapOptions{Method: BCa, Resamples: 50})} {
			noNaN(t, fmt.Sprintf("%T", x), x)
			v := reflect.ValueOf(x)
			for i := range v.NumField() {
				f := v.Field(i)
				if f.Kind() == reflect.Pointer && f.IsNil() && v.FieldByName("Reason").String() == "" && !optional(v.Type().Field(i).Name) {
					t.Fatalf("%T.%s is nil without a reason: %+v", x, v.Type().Field(i).Name, x)
				}
			}
		}
	})
}

// optional: nil where all differences are 0, which Mean and WinShare already say.
func optional(field string) bool {
	return field == "RankBiserial" || field == "RankBiserialPratt"
}

func noNaN(t rapid.TB, name string, x any) {
	v := reflect.ValueOf(x)
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() == reflect.Pointer && !f.IsNil() && f.Elem().Kind() == reflect.Float64 {
			f = f.Elem()
		}
		if f.Kind() == reflect.Float64 && (math.IsNaN(f.Float()) || math.IsInf(f.Float(), 0)) {
			t.Fatalf("%s: %s is %v", name, v.Type().Field(i).Name, f.Float())
		}
	}
}

// TestPairRefuses: what was not measured is not a number that can be compared.
func TestPairRefuses(t *testing.T) {
	for name, f := range map[string]func() (Paired, error){
		"lengths":     func() (Paired, error) { return Pair([]float64{1}, nil, 0) },
		"NaN":         func() (Paired, error) { return Pair([]float64{math.NaN()}, []float64{1}, 0) },
		"infinite":    func() (Paired, error) { return Pair([]float64{1}, []float64{math.Inf(1)}, 1) },
		"denominator": func() (Paired, error) { return Pair([]float64{1}, []float64{1}, -1) },
		"too large":   func() (Paired, error) { return Pair([]float64{1e15}, []float64{1}, 2520) },
	} {
		if _, err := f(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
