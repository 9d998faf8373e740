package rankcompare

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sooth/internal/gate"
	"sooth/internal/rankreport"
	"sooth/rank"
	"sooth/trial"
)

const small = "../../rank/testdata/small/"

// expectation is what testdata/make_expected.py computes from the files.
type expectation struct {
	Topics   int
	OnlyA    int `json:"only_a"`
	OnlyB    int `json:"only_b"`
	Moves    map[string]int
	Measures []struct {
		Measure                              string
		MeanA                                float64 `json:"mean_a"`
		MeanB                                float64 `json:"mean_b"`
		Ceiling, Difference                  float64
		Wins, Losses                         int
		Randomization, Sign, SignedRankValue float64
		SignedRank                           float64 `json:"signed_rank"`
	}
}

func expected(t *testing.T) map[string]expectation {
	t.Helper()
	text, err := os.ReadFile("testdata/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]expectation{}
	if err := json.Unmarshal(text, &list); err != nil || len(list) != 3 {
		t.Fatalf("%v, %d sets", err, len(list))
	}
	return list
}

func load(t *testing.T, options TREC) Input {
	t.Helper()
	in, _, err := options.Load(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func compare(t rapid.TB, in Input) *Result {
	t.Helper()
	r, err := Compare(in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func near(a *float64, b float64) bool { return a != nil && math.Abs(*a-b) <= 1e-12 }

// TestExpected holds means, ceilings, differences, exact p-values and moves to
// what another program computes from the same files.
func TestExpected(t *testing.T) {
	for name, want := range expected(t) {
		r := compare(t, load(t, TREC{Qrels: small + name + ".qrels", A: small + name + ".runA", B: small + name + ".runB",
			Measures: []string{"RR@10", "P@5", "P@10", "Success@1", "Success@5"}}))
		if len(r.Comparisons) != 5 || len(want.Measures) != 5 {
			t.Fatalf("%s: %d comparisons", name, len(r.Comparisons))
		}
		for i, w := range want.Measures {
			c := r.Comparisons[i]
			if c.Measure != w.Measure || c.N != want.Topics || c.Better != w.Wins || c.Worse != w.Losses || c.Equal != want.Topics-w.Wins-w.Losses {
				t.Errorf("%s: %+v, want %+v", name, c, w)
			}
			if !near(c.MeanA, w.MeanA) || !near(c.MeanB, w.MeanB) || !near(c.Difference.Value, w.Difference) || !near(c.Ceiling, w.Ceiling) {
				t.Errorf("%s %s: %v %v %v %v, want %+v", name, w.Measure, *c.MeanA, *c.MeanB, *c.Difference.Value, *c.Ceiling, w)
			}
			if !near(c.Randomization.P, w.Randomization) || !near(c.SignedRank.P, w.SignedRank) || !near(c.Sign.P, w.Sign) {
				t.Errorf("%s %s: randomization %v, signed rank %v, sign %v; want %+v", name, w.Measure, *c.Randomization.P, *c.SignedRank.P, *c.Sign.P, w)
			}
			if c.Randomization.Method != "exact" || c.Primary != (i == 0) || (c.HolmP == nil) != c.Primary {
				t.Errorf("%s %s: %s, primary %v, Holm %v", name, w.Measure, c.Randomization.Method, c.Primary, c.HolmP)
			}
			wantTest := map[bool]string{true: "sign", false: "randomization"}[strings.HasPrefix(w.Measure, "Success")]
			if c.Test != wantTest {
				t.Errorf("%s %s: %s decides", name, w.Measure, c.Test)
			}
			switch {
			case w.Wins+w.Losses == 0:
				if c.Difference.Low != nil || c.Difference.Reason == "" {
					t.Errorf("%s %s: an interval without spread: %+v", name, w.Measure, c.Difference)
				}
			case *c.Difference.Low > *c.Difference.Value || *c.Difference.High < *c.Difference.Value || !strings.HasPrefix(c.Difference.Method, "bca, 10000 resamples"):
				t.Errorf("%s %s: interval %+v", name, w.Measure, c.Difference)
			}
			for _, l := range c.Lost {
				if l.Cause != Missing || l.A != want.OnlyB || l.B != want.OnlyA || l.Both != 0 {
					t.Errorf("%s %s: lost %+v, want %d and %d", name, w.Measure, l, want.OnlyB, want.OnlyA)
				}
			}
			if len(c.Lost) == 0 && want.OnlyA+want.OnlyB > 0 {
				t.Errorf("%s %s: nothing lost", name, w.Measure)
			}
		}
		sum := 0
		for _, m := range r.Moves[0].Counts {
			if m.Count != want.Moves[m.Name] || m.Count != len(m.Queries) {
				t.Errorf("%s: %d %s, want %d", name, m.Count, m.Name, want.Moves[m.Name])
			}
			sum += m.Count
		}
		if sum != want.Topics || r.Moves[0].N != sum || r.Moves[0].Lost != want.OnlyA+want.OnlyB {
			t.Errorf("%s: moves add up to %d, n %d, lost %d", name, sum, r.Moves[0].N, r.Moves[0].Lost)
		}
		// Holm by hand over the four that are secondary.
		var p []float64
		for _, c := range r.Comparisons[1:] {
			p = append(p, *c.P)
		}
		slices.Sort(p)
		last := 0.0
		adjusted := map[float64]float64{}
		for i, v := range p {
			last = max(last, min(1, v*float64(len(p)-i)))
			adjusted[v] = last
		}
		for i, v := range p { // equal p-values take the largest
			adjusted[v] = max(adjusted[v], min(1, v*float64(len(p)-i)))
		}
		for _, c := range r.Comparisons[1:] {
			if math.Abs(*c.HolmP-adjusted[*c.P]) > 1e-12 {
				t.Errorf("%s %s: Holm %v, want %v", name, c.Measure, *c.HolmP, adjusted[*c.P])
			}
		}
	}
}

// TestMoves: every pair of ranks has exactly one move, and an exchange of the
// systems turns it around.
func TestMoves(t *testing.T) {
	turned := map[string][]string{Added: {MoveLost}, MoveLost: {Added}, Fixed: {Degraded}, Improved: {Degraded}, Degraded: {Fixed, Improved}, Unchanged: {Unchanged}, BothMissing: {BothMissing}}
	seen := map[string]bool{}
	for a := range 12 {
		for b := range 12 {
			move := moveOf(a, b)
			if !slices.Contains(moveNames(), move) || !slices.Contains(turned[move], moveOf(b, a)) {
				t.Errorf("(%d, %d): %s, turned around %s", a, b, move, moveOf(b, a))
			}
			seen[move] = true
		}
	}
	if len(seen) != 7 {
		t.Errorf("%d moves", len(seen))
	}
	for pair, want := range map[[2]int]string{{5, 2}: Improved, {0, 3}: Added, {0, 1}: Added, {3, 0}: MoveLost, {3, 2}: Improved, {3, 1}: Fixed, {1, 2}: Degraded, {1, 1}: Unchanged, {4, 4}: Unchanged, {0, 0}: BothMissing} {
		if got := moveOf(pair[0], pair[1]); got != want {
			t.Errorf("%v: %s, want %s", pair, got, want)
		}
	}
}

// drawn is a comparison of drawn values: classes, failures, ties.
func drawn(t *rapid.T) Input {
	in := Input{Corpus: "c", A: System{Name: "old"}, B: System{Name: "new"}, Depth: 10, Overall: []string{"RR@10", "P@5"},
		Measures: []Measure{newMeasure("RR@10"), newMeasure("P@5")}, Primary: &Target{Measure: "RR@10"}}
	for _, name := range []string{"C", "D"} {
		in.Classes = append(in.Classes, Class{Name: name, Measures: in.Overall, Primary: "RR@10"})
	}
	answer := func(label string) Answer {
		switch rapid.IntRange(0, 9).Draw(t, label+" state") {
		case 0:
			return Answer{State: InfraError, Reason: "killed"}
		case 1:
			return Answer{State: Missing}
		}
		first := rapid.IntRange(0, 10).Draw(t, label+" first")
		a := Answer{State: Answered, FirstRelevant: first, Values: map[string]float64{"RR@10": 0, "P@5": 0}}
		if first > 0 {
			a.Values["RR@10"] = 1 / float64(first)
		}
		if first > 0 && first <= 5 {
			a.Values["P@5"] = float64(rapid.IntRange(1, 5).Draw(t, label+" hits")) / 5
		}
		if rapid.IntRange(0, 9).Draw(t, label+" undefined") == 0 {
			delete(a.Values, "P@5")
		}
		return a
	}
	for i := range rapid.IntRange(1, 25).Draw(t, "n") {
		in.Queries = append(in.Queries, Query{ID: fmt.Sprintf("q%02d", i), Class: in.Classes[i%2].Name, Labels: map[string]string{"half": fmt.Sprint(i % 3)}, A: answer("A"), B: answer("B")})
	}
	return in
}

func exchanged(in Input) Input {
	in.A, in.B = in.B, in.A
	in.Queries = slices.Clone(in.Queries)
	for i := range in.Queries {
		q := &in.Queries[i]
		q.A, q.B = q.B, q.A
	}
	return in
}

func same(a, b *float64) bool {
	return a == nil && b == nil || a != nil && b != nil && math.Abs(*a-*b) <= 1e-12
}

func opposite(a, b *float64) bool {
	if b == nil {
		return a == nil
	}
	turned := -*b
	return same(a, &turned)
}

// TestExchange: exchanging the systems turns differences, wins and moves
// around and leaves every p as it was.
func TestExchange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawn(t)
		there, back := compare(t, in), compare(t, exchanged(in))
		for i, x := range there.Comparisons {
			y := back.Comparisons[i]
			if !same(x.P, y.P) || !same(x.HolmP, y.HolmP) || !same(x.Randomization.P, y.Randomization.P) || !same(x.SignedRank.P, y.SignedRank.P) || !same(x.Sign.P, y.Sign.P) || !same(x.Power.MDE, y.Power.MDE) ||
				!same(x.MeanA, y.MeanB) || !same(x.MeanB, y.MeanA) || x.Better != y.Worse || x.Worse != y.Better || x.Equal != y.Equal || x.N != y.N || x.Primary != y.Primary {
				t.Fatalf("%+v\nexchanged %+v", x, y)
			}
			if !opposite(x.Difference.Value, y.Difference.Value) || !opposite(x.Difference.Low, y.Difference.High) || !opposite(x.Difference.High, y.Difference.Low) {
				t.Fatalf("%+v\nexchanged %+v", x.Difference, y.Difference)
			}
			for k, l := range x.Lost {
				if o := y.Lost[k]; o.Cause != l.Cause || o.A != l.B || o.B != l.A || o.Both != l.Both {
					t.Fatalf("lost %+v, exchanged %+v", l, o)
				}
			}
		}
		if fmt.Sprint(len(there.Winners), len(there.Losers)) != fmt.Sprint(len(back.Losers), len(back.Winners)) {
			t.Fatalf("%d winners, %d losers; exchanged %d and %d", len(there.Winners), len(there.Losers), len(back.Winners), len(back.Losers))
		}
		for i, x := range there.Moves {
			y := back.Moves[i]
			count := func(m Moves, names ...string) (n int) {
				for _, c := range m.Counts {
					if slices.Contains(names, c.Name) {
						n += c.Count
					}
				}
				return n
			}
			if count(x, Added) != count(y, MoveLost) || count(x, Fixed, Improved) != count(y, Degraded) || count(x, Unchanged) != count(y, Unchanged) || count(x, BothMissing) != count(y, BothMissing) || count(x, moveNames()...) != x.N || x.N != y.N {
				t.Fatalf("%+v\nexchanged %+v", x, y)
			}
		}
	})
}

// TestEveryQueryOnce: n and what was lost add up to the queries of the group,
// and the group of all is the sum of the classes.
func TestEveryQueryOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawn(t)
		r := compare(t, in)
		total := map[string]int{}
		for _, c := range r.Comparisons {
			n := c.N
			for _, l := range c.Lost {
				n += l.A + l.B + l.Both
			}
			want := 0
			for _, q := range in.Queries {
				if c.Class == "" || q.Class == c.Class {
					want++
				}
			}
			if n != want || c.Better+c.Worse+c.Equal != c.N {
				t.Fatalf("%s of %q: %d counted and lost, want %d; %+v", c.Measure, c.Class, n, want, c)
			}
			if c.Class != "" {
				total[c.Measure] += c.N
			}
		}
		for _, c := range r.Comparisons {
			if c.Class == "" && len(r.Comparisons) > 2 && c.N != total[c.Measure] {
				t.Fatalf("%s: %d of all, %d of the classes", c.Measure, c.N, total[c.Measure])
			}
		}
		for _, m := range r.Moves {
			n := m.N + m.Lost
			want := 0
			for _, q := range in.Queries {
				if m.Class == "" || q.Class == m.Class {
					want++
				}
			}
			if n != want {
				t.Fatalf("moves of %q: %d, want %d", m.Class, n, want)
			}
		}
	})
}

// TestErrorsAreNoMisses: a crash is no reciprocal rank of 0; both sides lose
// the query, and a gate counts it against the one that crashed.
func TestErrorsAreNoMisses(t *testing.T) {
	in := Input{A: System{Name: "old"}, B: System{Name: "new"}, Measures: []Measure{newMeasure("RR@10")}, Depth: 10,
		Classes: []Class{{Name: "A", Measures: []string{"RR@10"}, Primary: "RR@10"}}, Overall: []string{"RR@10"}}
	for i := range 40 {
		a := Answer{State: Answered, FirstRelevant: 1, Values: map[string]float64{"RR@10": 1}}
		b := a
		if i < 10 {
			b = Answer{State: InfraError, Reason: "timed out"}
		}
		in.Queries = append(in.Queries, Query{ID: fmt.Sprint(i), Class: "A", A: a, B: b})
	}
	g, err := gate.Parse("RR@10 > -0.02")
	if err != nil {
		t.Fatal(err)
	}
	in.Gates = []gate.Gate{g}
	r := compare(t, in)
	c := r.Comparisons[0]
	if c.N != 30 || *c.MeanB != 1 || *c.Difference.Value != 0 || fmt.Sprint(c.Lost) != "[{infra_error 0 10 0}]" || r.Passed() || r.Gates[0].Against != 10 {
		t.Errorf("%+v, gates %+v", c, r.Gates)
	}
	if !strings.Contains(strings.Join(r.Notes, "\n"), "canonical-lookup quality only") || !strings.Contains(strings.Join(r.Notes, "\n"), "10 queries left out of every comparison") {
		t.Errorf("notes %q", r.Notes)
	}
	if back := compare(t, exchanged(in)); !back.Passed() {
		t.Errorf("what the base lost fails the gate: %+v", back.Gates)
	}
	in.Queries[0].Class = "C"
	in.Classes = append(in.Classes, Class{Name: "C", Measures: []string{"RR@10"}, Primary: "RR@10"})
	if r := compare(t, in); strings.Contains(strings.Join(r.Notes, "\n"), "canonical-lookup") {
		t.Errorf("notes %q", r.Notes)
	}
}

// TestWhere: what is left out is counted; what is not there is an error that
// says what is.
func TestWhere(t *testing.T) {
	in := load(t, TREC{Qrels: small + "uri.qrels", A: small + "uri.runA", B: small + "uri.runB", Measures: []string{"RR@10"}, Topics: "testdata/uri.topics.tsv"})
	r := compare(t, in)
	if len(r.Comparisons) != 4 || r.Comparisons[0].Class != "" || !r.Comparisons[0].Primary || r.Comparisons[1].Class != "A" || r.Comparisons[1].Primary || r.Details[0].Text != "Hashable" {
		t.Fatalf("%+v", r.Comparisons)
	}
	in.Where = []Label{{"class", "B"}, {"words", "one"}}
	in.Primary = &Target{"B", "RR@10"}
	r = compare(t, in)
	if r.Queries != 2 || r.LeftOut != 7 || len(r.Comparisons) != 1 || r.Comparisons[0].N != 2 || fmt.Sprint(r.Where) != "[class=B words=one]" || !strings.Contains(strings.Join(r.Notes, "\n"), "the queries with class=B, words=one: p-values hold only if") {
		t.Errorf("%d queries, %d left out, %+v", r.Queries, r.LeftOut, r.Comparisons)
	}
	for _, c := range []struct {
		where []Label
		want  string
	}{
		{[]Label{{"colour", "red"}}, `no query has the label "colour"; hint: the labels are class, query, words`},
		{[]Label{{"class", "Z"}}, "no query with class=Z; hint: values of class are A, B, C"},
		{[]Label{{"class", "C"}, {"words", "one"}}, "no query with words=one; hint: values of words are two"},
	} {
		in.Where = c.where
		if _, err := Compare(in); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.where, err, c.want)
		}
	}
	if _, err := ParseLabel("class"); err == nil {
		t.Error("a label without value was accepted")
	}
	in.Where = nil
	for text, want := range map[string]string{
		"AP > 0":               `gate "AP > 0": nothing was measured by AP there; hint: measured are RR@10, class=A: RR@10, class=B: RR@10, class=C: RR@10`,
		"colour=red: RR@10 >0": `there is no label "colour"`,
		"class=Z: RR@10 > 0":   `no query with class=Z; hint: values of class are A, B, C`,
	} {
		g, err := gate.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		in.Gates, in.Primary = []gate.Gate{g}, nil
		if _, err := Compare(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	in.Primary, in.Gates = &Target{"A", "AP"}, nil
	if _, err := Compare(in); err == nil || !strings.Contains(err.Error(), "primary class=A: AP: there is no such comparison") {
		t.Errorf("primary: %v", err)
	}
}

// TestTies: with every score equal, what remains open is everything between
// the worst and the best order.
func TestTies(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	q := write("q", "1 0 a 1\n2 0 a 1\n")
	tied := write("tied", "1 Q0 a 1 1 tied\n1 Q0 b 2 1 tied\n1 Q0 c 3 1 tied\n1 Q0 d 4 1 tied\n2 Q0 a 1 5 tied\n")
	clear := write("clear", "1 Q0 b 1 2 clear\n1 Q0 a 2 1 clear\n2 Q0 a 1 5 clear\n")
	r := compare(t, load(t, TREC{Qrels: q, A: clear, B: tied, Measures: []string{"RR@10", "infAP"}}))
	ties := r.Comparisons[0].Ties
	// Topic 1: rank 2 for clear; 1, 2, 3 or 4 with equal chance for tied. Bytes
	// descending, d c b a, put it at 4.
	expected := (1 + 1./2 + 1./3 + 1./4) / 4
	if ties == nil || ties.Queries != 1 || !near(ties.ExpectedB, (expected+1)/2) || !near(ties.Expected, (expected-.5)/2) || !near(ties.Least, (.25-.5)/2) || !near(ties.Most, (1-.5)/2) || !near(r.Comparisons[0].Difference.Value, (.25-.5)/2) {
		t.Errorf("%+v", ties)
	}
	// Both tied: the worst for B is its last order beside A's first.
	if ties := compare(t, load(t, TREC{Qrels: q, A: write("other", "1 Q0 a 1 1 other\n1 Q0 b 2 1 other\n2 Q0 a 1 5 other\n"), B: tied, Measures: []string{"RR@10"}})).Comparisons[0].Ties; ties == nil ||
		!near(ties.ExpectedA, (.75+1)/2) || !near(ties.Least, (.25-1)/2) || !near(ties.Most, (1-.5)/2) {
		t.Errorf("both tied: %+v", ties)
	}
	if ties := r.Comparisons[1].Ties; ties == nil || ties.Reason == "" || ties.Expected != nil {
		t.Errorf("infAP: %+v", ties)
	}
	if r := compare(t, load(t, TREC{Qrels: q, A: clear, B: clear, Measures: []string{"RR@10"}})); r.Comparisons[0].Ties != nil || *r.Comparisons[0].P != 1 || !r.Details[0].Same {
		t.Errorf("nothing tied: %+v", r.Comparisons[0])
	}
}

// TestTopicsFile: what is wrong with a file of topics is said with its line.
func TestTopicsFile(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "no line in it",
		"qid\tclass\n1\n":                   "",
		"query\tclass\nx\ty\n":              ":1: no column is called topic",
		"topic\tclass\tclass\n":             `:1: column 3 has the name "class", which is empty or there twice`,
		"topic\n1\tA\n":                     ":2: 2 columns where the first line names 1",
		"topic\tclass\n1\tA\n\n#x\n1\tB\n":  `:5: topic "1" is there twice, first in line 2`,
		"topic\tclass\n\tA\n":               ":2: no topic in this line",
		"# topic\tlabel.a\tclass\r\n1\tx\r": "",
	} {
		file := filepath.Join(t.TempDir(), "topics")
		os.WriteFile(file, []byte(text), 0o600)
		_, err := TREC{Topics: file}.labels(context.Background(), nil)
		var input *rank.InputError
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %s", text, err, want)
		case want != "":
			input, _ = err.(*rank.InputError)
			if input == nil || input.Hint == "" {
				t.Errorf("%q: %#v", text, err)
			}
		}
	}
}

// TestFewDiffer: five queries that differ, all one way, are no evidence, and
// the sentence says why; six are.
func TestFewDiffer(t *testing.T) {
	for n, want := range map[int]string{5: "no difference shown between `old` and `new` by RR@10 on 20 queries", 6: "`new` is better than `old` by RR@10 on 20 queries"} {
		in := Input{A: System{Name: "old"}, B: System{Name: "new"}, Measures: []Measure{newMeasure("RR@10")}, Depth: 10, Classes: []Class{{Measures: []string{"RR@10"}, Primary: "RR@10"}}}
		for i := range 20 {
			q := Query{ID: fmt.Sprint(i), A: Answer{State: Answered, Values: map[string]float64{"RR@10": .5}}, B: Answer{State: Answered, Values: map[string]float64{"RR@10": .5}}}
			if i < n {
				q.B.Values = map[string]float64{"RR@10": 1}
			}
			in.Queries = append(in.Queries, q)
		}
		c := compare(t, in).Comparisons[0]
		if *c.P != math.Pow(.5, float64(n-1)) || !strings.HasPrefix(c.Sentence, want) || strings.Contains(c.Sentence, "on 5 they differ: fewer than 6, all one way, cannot reach 0.05") != (n == 5) {
			t.Errorf("%d: p %v, %s", n, *c.P, c.Sentence)
		}
	}
}

// TestLowerIsBetter: fewer false hits are better, in counts, in the list of
// winners, in words, and in what a gate takes a failure for.
func TestLowerIsBetter(t *testing.T) {
	in := Input{A: System{Name: "old"}, B: System{Name: "new"}, Measures: []Measure{newMeasure("FalseHit")}, Depth: 10,
		Classes: []Class{{Name: "A negative", Measures: []string{"FalseHit"}, Primary: "FalseHit", Unranked: true}}}
	for i := range 12 {
		q := Query{ID: fmt.Sprintf("q%02d", i), Class: "A negative", Unranked: true, A: Answer{State: Answered, Values: map[string]float64{"FalseHit": 1}}, B: Answer{State: Answered, Values: map[string]float64{"FalseHit": 0}}}
		if i == 0 {
			q.A, q.B = q.B, q.A
		}
		in.Queries = append(in.Queries, q)
	}
	g, err := gate.Parse("FalseHit < 0.1")
	if err != nil {
		t.Fatal(err)
	}
	in.Gates = []gate.Gate{g}
	r := compare(t, in)
	c := r.Comparisons[0]
	if c.Better != 11 || c.Worse != 1 || len(r.Winners) != 11 || len(r.Losers) != 1 || r.Losers[0].Query != "q00" || !strings.HasPrefix(c.Sentence, "`new` is better than `old` by FalseHit on 12 queries of class A negative (0.9167 → 0.0833") || !r.Passed() || len(r.Moves) != 0 {
		t.Errorf("%+v, %d winners, gates %+v", c, len(r.Winners), r.Gates)
	}
	if back := compare(t, exchanged(in)); !strings.HasPrefix(back.Comparisons[0].Sentence, "`old` is worse than `new`") || back.Passed() {
		t.Errorf("%s", back.Comparisons[0].Sentence)
	}
	for i := range 6 {
		in.Queries[11-i].A, in.Queries[11-i].B = Answer{State: Answered, Values: map[string]float64{"FalseHit": 0}}, Answer{State: InfraError}
	}
	if r := compare(t, in); r.Passed() || r.Gates[0].Against != 6 {
		t.Errorf("six failures: %+v", r.Gates)
	}
}

// TestNotesAreAboutThoseCompared: what a run says of a third system is not said
// again, and that only A and B were asked is said once.
func TestNotesAreAboutThoseCompared(t *testing.T) {
	run := &rankreport.Report{
		Schema:  rankreport.Schema,
		Run:     rankreport.Run{ID: "r1", K: 10, CorpusHash: "c", End: trial.ErrorsTolerance},
		Systems: []rankreport.System{{Name: "one"}, {Name: "two"}, {Name: "three"}},
		Notes: []string{
			"canonical-lookup quality only: no other class of query was asked", "three answered nothing: it is left out of the means",
			"2 documents that two returned twice were left out before the cut", "the pattern of query \"q\" matches 2 of the documents returned",
		},
	}
	in, err := Runs{First: run, Second: run, A: "one", B: "two"}.Load()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{run.Notes[2], run.Notes[3], "in run r1 more searches failed than were borne"}
	if !slices.Equal(in.Notes, want) {
		t.Errorf("got %q", in.Notes)
	}
}
