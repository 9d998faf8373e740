package extract

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// answered makes the answers of a fixture of its true positives.
func answered(expected int, found ...int) []Tally {
	var list []Tally
	for _, n := range found {
		list = append(list, Tally{Repeats: 1, TP: n, FN: expected - n, Clean: 1})
	}
	return list
}

func exchanged(expected int, before, now []int) exchange {
	x := exchange{answered(expected, before...), answered(expected, now...), [2]Tally{}, 1, expected}
	for i, list := range [][]Tally{x.before, x.now} {
		for _, t := range list {
			x.sums[i] = x.sums[i].plus(t, 1)
		}
	}
	return x
}

// enumerated is the same chance by walking through every assignment of every
// answer, one bit for each.
func enumerated(list []exchange) float64 {
	score := func(before, now []Tally, expected int) float64 {
		rate := func(list []Tally) float64 {
			found := 0
			for _, t := range list {
				found += t.TP
			}
			return float64(found) / float64(expected*len(list))
		}
		d := rate(before) - rate(now)
		return math.Copysign(math.Round(1000*math.Pow(math.Abs(d)*math.Sqrt(float64(expected)), 1.5)), d)
	}
	observed := 0.0
	for _, x := range list {
		observed += score(x.before, x.now, x.expected)
	}
	hits, all := 0, 0
	var walk func(i int, sum float64)
	walk = func(i int, sum float64) {
		if i == len(list) {
			if all++; sum >= observed {
				hits++
			}
			return
		}
		x := list[i]
		pool := append(append([]Tally{}, x.before...), x.now...)
		for mask := range 1 << len(pool) {
			var a, b []Tally
			for k, t := range pool {
				if mask>>k&1 == 1 {
					a = append(a, t)
				} else {
					b = append(b, t)
				}
			}
			if len(a) == len(x.before) {
				walk(i+1, sum+score(a, b, x.expected))
			}
		}
	}
	walk(0, 0)
	return float64(hits) / float64(all)
}

func TestPermutationEnumerated(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for n := range 300 {
		var list []exchange
		for range 1 + r.IntN(3) {
			expected := 1 + r.IntN(3)
			draw := func(n int) (out []int) {
				for range n {
					out = append(out, r.IntN(expected+1))
				}
				return out
			}
			list = append(list, exchanged(expected, draw(1+r.IntN(3)), draw(1+r.IntN(3))))
		}
		got, _, method := permutation(list, Tally.recall)
		if want := enumerated(list); math.Abs(got-want) > 1e-9 || method != "answers exchanged within fixtures, exact" {
			t.Fatalf("case %d: p = %v, by enumeration %v (%s)\n%+v", n, got, want, method, list)
		}
	}
}

// TestPermutationKnown has what can be counted by hand.
func TestPermutationKnown(t *testing.T) {
	lost := exchanged(1, []int{1, 1, 1}, []int{0, 0, 0})
	same := exchanged(1, []int{1, 1, 1}, []int{1, 1, 1})
	sums := lost
	sums.before, sums.now = nil, nil
	for _, c := range []struct {
		name string
		list []exchange
		want float64
	}{
		{"nothing", nil, 1},
		{"nothing changed", []exchange{same, same}, 1},
		{"three of three lost: one of C(6,3) ways", []exchange{lost, same}, 1.0 / 20},
		{"in two fixtures", []exchange{lost, lost}, 1.0 / 400},
		{"one of three lost: half of the ways", []exchange{exchanged(1, []int{1, 1, 1}, []int{1, 0, 1})}, 0.5},
		{"two of three lost: 3 of 15 ways", []exchange{exchanged(1, []int{1, 1, 1}, []int{0, 0, 1})}, 0.2},
		{"one repeat: a sign", []exchange{exchanged(1, []int{1}, []int{0}), exchanged(1, []int{1}, []int{0})}, 0.25},
		{"sums only: a sign", []exchange{sums, sums, sums}, 0.125},
		{"gained", []exchange{exchanged(1, []int{0}, []int{1})}, 1},
		{"one repeat against five", []exchange{exchanged(1, []int{1, 1, 1, 1, 1}, []int{0})}, 1.0 / 6},
	} {
		if got, _, _ := permutation(c.list, Tally.recall); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: p = %v, want %v", c.name, got, c.want)
		}
	}
}

// TestPermutationDrawn: with many fixtures the chance is drawn, with very many it is
// that of the normal distribution, near to the exact one and twice the same; with very many
// repeats nothing overflows.
func TestPermutationDrawn(t *testing.T) {
	x := exchanged(1, []int{1, 1, 1}, []int{1, 0, 1})
	better := exchanged(1, []int{1, 0, 1}, []int{1, 1, 1})
	for _, c := range []struct {
		pairs, more int
		method      string
	}{{450, 30, "answers exchanged within fixtures, 20000 draws"}, {1000, 40, "answers exchanged within fixtures, normal approximation"}} {
		var list []exchange
		for range c.pairs {
			list = append(list, x, better)
		}
		for range c.more {
			list = append(list, x)
		}
		got, _, method := permutation(list, Tally.recall)
		// So many signs, and so many more one way than the other, by counting.
		n := 2*c.pairs + c.more
		want := 0.0
		for lost := c.pairs + c.more; lost <= n; lost++ {
			want += math.Exp(logChoose(n, lost) - float64(n)*math.Ln2)
		}
		if tolerance := 0.01; method != c.method || math.Abs(got-want) > tolerance {
			t.Errorf("p = %v (%s), want %v (%s)", got, method, want, c.method)
		}
		if again, _, _ := permutation(list, Tally.recall); again != got {
			t.Errorf("p = %v, then %v", got, again)
		}
	}
	before, now := make([]int, 1000), make([]int, 1000)
	for i := range before {
		before[i], now[i] = 1, min(1, i%50)
	}
	if p, _, method := permutation([]exchange{exchanged(1, before, now)}, Tally.recall); !(p > 0 && p < 1e-5) {
		t.Errorf("20 of 1000 lost: p = %v (%s)", p, method)
	}
}

// TestBundled: a baseline that has kept sums only finds less, and says so.
func TestBundled(t *testing.T) {
	run := func(lost int) []Result {
		var out []Result
		for k := range 3 {
			for _, r := range corpus(20, lost) {
				r.Repeat = k
				out = append(out, r)
			}
		}
		return out
	}
	base := NewBaseline(Identity{}, "", run(0))
	if c := Compare(base, Identity{}, run(2), 0); c.Verdict != Regression || len(c.Reasons) != 0 || base.Bundled() != 0 {
		t.Errorf("%+v", c)
	}
	base.Answers = nil
	c := Compare(base, Identity{}, run(2), 0)
	if c.Verdict != Review || len(c.Reasons) != 1 || !strings.Contains(c.Reasons[0], "of 20 fixtures the baseline has only the sum over repeats") {
		t.Errorf("%+v", c)
	}
	near(t, "p", c.Changes[0].P, 0.25)
}
