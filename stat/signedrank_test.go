package stat

import (
	"math"
	"testing"
)

// vector is one paired sample of the reference data.
type vector struct {
	Name        string
	Denominator int64
	A, B        []float64
}

func vectors(t testing.TB) map[string]vector {
	t.Helper()
	var file struct{ Cases []vector }
	golden(t, "vectors.json", &file)
	if len(file.Cases) != 54 {
		t.Fatalf("%d vectors, want 54", len(file.Cases))
	}
	out := map[string]vector{}
	for _, v := range file.Cases {
		out[v.Name] = v
	}
	return out
}

func (v vector) pair(t testing.TB) Paired {
	t.Helper()
	p, err := Pair(v.A, v.B, v.Denominator)
	if err != nil {
		t.Fatalf("%s: %v", v.Name, err)
	}
	return p
}

// goldenTails are the three exact p-values of a case.
type goldenTails struct {
	TwoSided struct{ P float64 } `json:"two_sided"`
	Greater  struct{ P float64 }
	Less     struct{ P float64 }
	NUsed    int     `json:"n_used"`
	TPlus    float64 `json:"t_plus"`
	TMinus   float64 `json:"t_minus"`
}

func (g goldenTails) check(t *testing.T, name string, got Test) {
	t.Helper()
	if !nearPointer(got.TwoSided, g.TwoSided.P, 1e-12) || !nearPointer(got.Greater, g.Greater.P, 1e-12) || !nearPointer(got.Less, g.Less.P, 1e-12) {
		t.Errorf("%s: two-sided %v, greater %v, less %v (%s %s); want %v", name, show(got.TwoSided), show(got.Greater), show(got.Less), got.Method, got.Reason, g)
	}
}

// TestSignedRankExact compares with counts made in whole numbers.
func TestSignedRankExact(t *testing.T) {
	all := vectors(t)
	var file struct {
		Cases []struct {
			Name          string
			Wilcox, Pratt goldenTails
		}
	}
	golden(t, "wilcoxon.exact.json", &file)
	if len(file.Cases) != 54 {
		t.Fatalf("%d cases, want 54", len(file.Cases))
	}
	for _, c := range file.Cases {
		p := all[c.Name].pair(t)
		for zeros, want := range map[Zeros]goldenTails{DropZeros: c.Wilcox, PrattZeros: c.Pratt, SplitZeros: c.Pratt} {
			got := SignedRank(p, zeros)
			want.check(t, c.Name+" "+string(zeros), got)
			if got.Method != "exact" || got.N != want.NUsed || zeros != SplitZeros && !nearPointer(got.Statistic, want.TPlus, 0) {
				t.Errorf("%s %s: %s, n %d, T+ %v; want exact, n %d, T+ %v", c.Name, zeros, got.Method, got.N, show(got.Statistic), want.NUsed, want.TPlus)
			}
		}
	}
}

// TestSignedRankSciPy compares with every row of SciPy's answers. SciPy takes
// the floating-point differences as they are, so it is asked about the same.
func TestSignedRankSciPy(t *testing.T) {
	all := vectors(t)
	var file struct {
		Cases []struct {
			Name  string
			SciPy [][]any
		}
	}
	golden(t, "wilcoxon.scipy.json", &file)
	checked, defects := 0, map[string]int{}
	for _, c := range file.Cases {
		v := all[c.Name]
		v.Denominator = 0
		p := v.pair(t)
		for _, row := range c.SciPy {
			zeros := map[string]Zeros{"wilcox": DropZeros, "pratt": PrattZeros, "zsplit": SplitZeros}[row[0].(string)]
			correction, method, alternative := row[1].(bool), row[2].(string), row[3].(string)
			want, ok := row[5].(float64)
			if !ok {
				defects["NaN or an error where p is 1"]++
				if got := SignedRank(p, zeros); got.N > 0 || got.TwoSided == nil || *got.TwoSided != 1 {
					t.Errorf("%s %v: ours is %+v", c.Name, row, got)
				}
				continue
			}
			r := rankSigned(p, zeros)
			normal := method == "approx" || row[6].(bool) || method == "auto" && (r.zeros > 0 || p.N() > 50)
			got := SignedRank(p, zeros)
			if normal {
				got = SignedRankNormal(p, zeros, correction)
			} else if r.zeros > 0 || r.ties > 0 {
				defects["the exact distribution without ties used with ties or zeros"]++
				continue
			}
			value := map[string]*float64{"two-sided": got.TwoSided, "greater": got.Greater, "less": got.Less}[alternative]
			if r.used == 0 {
				defects["all differences 0"]++
				continue
			}
			checked++
			if !nearPointer(value, want, 1e-11) {
				t.Errorf("%s %v: ours %v (%s), T+ %v", c.Name, row, show(value), got.Method, r.plus)
			}
		}
	}
	t.Logf("%d rows agree; not comparable: %v", checked, defects)
	if checked < 1500 {
		t.Errorf("only %d rows were compared", checked)
	}
}

// TestTrapNormalWithoutTies: a published harness used the normal approximation
// without ties and without a guard for small samples: 0.0544 for n = 3, where
// no exact p is below 0.25 two-sided or 0.125 one-sided; 0.0218 for n = 10,
// W = 5, where 0.01953125 is right.
func TestTrapNormalWithoutTies(t *testing.T) {
	ones := func(n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = float64(i + 1)
		}
		return out
	}
	for n, want := range map[int]float64{1: 1, 3: 0.25, 5: 0.0625, 6: 0.03125} {
		p, _ := Pair(make([]float64, n), ones(n), 0)
		if got := SignedRank(p, DropZeros); *got.TwoSided != want || *got.Greater != want/2 {
			t.Errorf("n = %d: %v, want %v", n, *got.TwoSided, want)
		}
	}
	b := ones(10)
	b[4] = -5
	p, _ := Pair(make([]float64, 10), b, 0)
	if got := SignedRank(p, DropZeros); *got.TwoSided != 0.01953125 || *got.Statistic != 50 {
		t.Errorf("W- = 5 of n = 10: %v, T+ %v", *got.TwoSided, *got.Statistic)
	}
}

// TestSignedRankLarge: at n = 2,000 nothing underflows, and the exact p meets
// the normal approximation where that is good.
func TestSignedRankLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: two seconds; run without -short")
	}
	a, b := make([]float64, 2000), make([]float64, 2000)
	for i := range b {
		b[i] = float64(i + 1)
		if i%100 >= 48 {
			b[i] = -b[i]
		}
	}
	p, err := Pair(a, b, 1)
	if err != nil {
		t.Fatal(err)
	}
	exact, normal := SignedRank(p, DropZeros), SignedRankNormal(p, DropZeros, true)
	if exact.Method != "exact" || math.Abs(*exact.TwoSided-*normal.TwoSided) > 1e-4 {
		t.Errorf("exact %v (%s), normal %v", *exact.TwoSided, exact.Method, *normal.TwoSided)
	}
	for i := range b {
		b[i] = float64(i + 1)
	}
	p, _ = Pair(a, b, 1)
	got := SignedRank(p, DropZeros)
	if want := -1999 * math.Log10(2); *got.TwoSided != math.SmallestNonzeroFloat64 || math.Abs(*got.Log10-want) > 1e-9 {
		t.Errorf("all 2,000 positive: p %v, log10 p %v; want 5e-324, %v", *got.TwoSided, *got.Log10, want)
	}
}
