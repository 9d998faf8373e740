package stat

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRandomizationExact compares with counts over all sign patterns made in
// fractions, and with SciPy up to n = 10.
func TestRandomizationExact(t *testing.T) {
	all := vectors(t)
	var file struct {
		Cases []struct {
			Name  string
			Exact *goldenTails
			Two   *float64 `json:"scipy_two-sided"`
			More  *float64 `json:"scipy_greater"`
			Fewer *float64 `json:"scipy_less"`
		}
	}
	golden(t, "permutation.json", &file)
	if len(file.Cases) != 44 {
		t.Fatalf("%d cases, want 44", len(file.Cases))
	}
	for _, c := range file.Cases {
		got := Randomization(all[c.Name].pair(t), Draws{})
		if c.Exact == nil || got.Method != "exact" {
			t.Errorf("%s: %s, reference %v", c.Name, got.Method, c.Exact)
			continue
		}
		c.Exact.check(t, c.Name, got)
		for want, ours := range map[*float64]*float64{c.Two: got.TwoSided, c.More: got.Greater, c.Fewer: got.Less} {
			// SciPy compares rounded sums and so splits ties for these two.
			if want != nil && math.Abs(*want-*ours) > 1e-12 && !strings.HasPrefix(c.Name, "rounding") {
				t.Errorf("%s: SciPy %v, ours %v", c.Name, *want, *ours)
			}
		}
	}
}

// TestRandomizationMethods: whole numbers by convolution, real numbers by
// enumeration and Monte Carlo agree, and each says what it did.
func TestRandomizationMethods(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	a, b := make([]float64, 30), make([]float64, 30)
	for i := range a {
		b[i] = float64(source.IntN(41)-16) / 20
	}
	whole, _ := Pair(a, b, 20)
	exact := Randomization(whole, Draws{})
	// The same numbers as multiples of 2^-10 that no denominator is known for.
	for i := range b {
		b[i] = math.Round(b[i]*20) / 1024
	}
	real, _ := Pair(a, b, 0)
	counted := Randomization(real, Draws{})
	if *exact.TwoSided != *counted.TwoSided || counted.Method != "exact" || exact.Method != "exact" {
		t.Errorf("convolution %v (%s), enumeration %v (%s)", *exact.TwoSided, exact.Method, *counted.TwoSided, counted.Method)
	}
	var weights []float64
	var plus, minus float64
	for _, d := range real.d {
		weights = append(weights, math.Abs(d))
		plus += max(d, 0)
		minus += max(-d, 0)
	}
	drawn, method := flip(weights, plus, minus, Draws{N: 200_000, Seed: 7})
	var out Test
	drawn.test(&out)
	if math.Abs(*out.TwoSided-*exact.TwoSided) > 5*math.Sqrt(*exact.TwoSided/200_000) || method != "Monte Carlo, 200000 draws, seed 7" {
		t.Errorf("%s: %v, exact %v", method, *out.TwoSided, *exact.TwoSided)
	}
}

// TestRandomizationTooLarge: above 10^7 states the test draws, and says so; the
// smallest p it can give is 1/(N+1), never 0.
func TestRandomizationTooLarge(t *testing.T) {
	a, b := make([]float64, 100), make([]float64, 100)
	for i := range b {
		b[i] = 1000 + float64(i)/1000
	}
	p, err := Pair(a, b, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	got := Randomization(p, Draws{N: 999, Seed: 3})
	again := Randomization(p, Draws{N: 999, Seed: 3})
	if got.Method != "exact" { // the common divisor 1,000 makes 10^8 sums
		if !strings.HasPrefix(got.Method, "Monte Carlo, 999 draws") || *got.TwoSided != 0.002 || *got.TwoSided != *again.TwoSided {
			t.Errorf("%s: %v, again %v", got.Method, *got.TwoSided, *again.TwoSided)
		}
	} else {
		t.Errorf("10^8 states were convolved")
	}
}

// TestClusterSignFlip: five clusters that all gain cannot reach 0.05, however
// many units they hold; the same units taken as independent would.
func TestClusterSignFlip(t *testing.T) {
	a, b, cluster := make([]float64, 50), make([]float64, 50), make([]string, 50)
	for i := range b {
		b[i] = 1
		cluster[i] = string(rune('a' + i/10))
	}
	p, _ := Pair(a, b, 1)
	got := ClusterSignFlip(p, cluster, Draws{})
	if *got.TwoSided != 0.0625 || got.N != 5 || got.Method != "exact, clusters" {
		t.Errorf("%v, n %d, %s; want 0.0625 of 5 clusters", *got.TwoSided, got.N, got.Method)
	}
	for i := range cluster {
		cluster[i] = string(rune('A' + i))
	}
	if one, two := ClusterSignFlip(p, cluster, Draws{}), Randomization(p, Draws{}); *one.TwoSided != *two.TwoSided || *one.TwoSided != math.Ldexp(1, -49) {
		t.Errorf("clusters of one: %v, without clusters %v", *one.TwoSided, *two.TwoSided)
	}
	if bad := ClusterSignFlip(p, cluster[:3], Draws{}); bad.TwoSided != nil || bad.Reason == "" {
		t.Errorf("too few names: %+v", bad)
	}
}

// TestBalanced: where both tails are the same by symmetry they are the same to
// the last bit, by every way of counting.
func TestBalanced(t *testing.T) {
	for _, n := range []int{8, 70, 200} {
		a, b := make([]float64, n), make([]float64, n)
		for i := range b {
			b[i] = float64(1 + i/2)
			if i%2 == 1 {
				b[i] = -b[i]
			}
		}
		whole, _ := Pair(a, b, 1)
		real, _ := Pair(a, b, 0)
		for name, got := range map[string]Test{"convolution": Randomization(whole, Draws{}), "numbers": Randomization(real, Draws{N: 1000}), "ranks": SignedRank(whole, DropZeros)} {
			if *got.Greater != *got.Less || *got.TwoSided != 1 && name != "numbers" {
				t.Errorf("n %d, %s: greater %v, less %v, two-sided %v", n, name, *got.Greater, *got.Less, *got.TwoSided)
			}
		}
	}
}

// TestEqualDifferences: rounding of the mean makes no spread out of none.
func TestEqualDifferences(t *testing.T) {
	for n := 2; n < 60; n++ {
		a, b := make([]float64, n), make([]float64, n)
		for _, v := range []float64{0.1, 0.7, 1e-7, 1.0 / 3, 12345.678} {
			for i := range b {
				b[i] = v
			}
			p, _ := Pair(a, b, 0)
			if _, sd := p.moments(); sd != 0 {
				t.Fatalf("%d times %v: sd %v", n, v, sd)
			}
		}
	}
}
