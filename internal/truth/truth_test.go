package truth_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"sooth/claim"
	"sooth/internal/truth"
	"sooth/internal/truth/label"
	"sooth/oracle"
)

func labels(t *testing.T) []label.Label {
	t.Helper()
	list, err := truth.Labels()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func nowhere(string) (string, error) { return "", nil }

// always is a judge that says the same of every claim.
func always(o oracle.Outcome) truth.Judge {
	return func(_ context.Context, _, text string) ([]oracle.Verdict, error) {
		var out []oracle.Verdict
		for _, c := range claim.Parse(text, claim.Options{}) {
			out = append(out, oracle.Verdict{Claim: c, Outcome: o})
		}
		return out, nil
	}
}

// A judge that does not judge must not look good.
func TestLazyJudgesFailAGate(t *testing.T) {
	list := truth.Sample(labels(t), 800)
	texts := append(truth.Texts(list), truth.NonClaims(list)...)
	for outcome, want := range map[oracle.Outcome][]string{
		oracle.Verified:  {"falsely verified", "anchored recall, existence", "anchored recall, structure", "anchored recall, code"},
		oracle.Refuted:   {"precision of refutations", "its lower 95 % bound", "non-claims accused"},
		oracle.Undecided: {"anchored recall, existence", "decided, citations", "decided, anchored names", "decided, structure", "without anchor: decided and right"},
	} {
		score, err := truth.Run(t.Context(), always(outcome), texts, nowhere)
		if err != nil {
			t.Fatal(err)
		}
		failed := map[string]bool{}
		for _, g := range score.Gates() {
			failed[g.Name] = !g.Passed()
		}
		for _, name := range want {
			if !failed[name] {
				t.Errorf("a judge that says %q of everything passes %q", outcome, name)
			}
		}
	}
}

// A judge that knows the labels passes every gate that does not rest on the
// grammar, and one that errs once in a hundred does not.
func TestPerfectJudgePasses(t *testing.T) {
	list := truth.Sample(labels(t), 1000)
	texts := append(truth.Texts(list), truth.NonClaims(list)...)
	for _, err := range []int{0, 51} {
		score, e := truth.Run(t.Context(), knowing(texts, err), texts, nowhere)
		if e != nil {
			t.Fatal(e)
		}
		for _, g := range score.Gates() {
			if err == 0 && !g.Passed() {
				t.Errorf("a judge that knows all labels: %s", g)
			}
			if err > 0 && g.Passed() && (strings.HasPrefix(g.Name, "precision") || strings.HasPrefix(g.Name, "its lower") || g.Name == "non-claims accused" || g.Name == "falsely verified") {
				t.Errorf("a judge that is wrong in one text of %d: %s", err, g)
			}
		}
	}
}

// knowing answers by the labels, but the other way round in every nth text.
func knowing(texts []truth.Text, nth int) truth.Judge {
	type answer struct {
		c claim.Claim
		o oracle.Outcome
	}
	known := map[string]answer{}
	for i, t := range texts {
		c := truth.ClaimOf(t)
		o := map[truth.Expectation]oracle.Outcome{truth.IsTrue: oracle.Verified, truth.IsFalse: oracle.Refuted}[t.Expect]
		if nth > 0 && i%nth == 0 {
			o = map[truth.Expectation]oracle.Outcome{truth.IsTrue: oracle.Refuted, truth.IsFalse: oracle.Verified, truth.NoClaim: oracle.Refuted}[t.Expect]
		}
		known[t.Words] = answer{c, o}
	}
	return func(_ context.Context, _, text string) ([]oracle.Verdict, error) {
		a := known[text]
		if a.o == "" {
			a.o = oracle.Undecided
		}
		return []oracle.Verdict{{Claim: a.c, Outcome: a.o}}, nil
	}
}

// What the labels must be: enough of everything, both halves, in words that differ.
func TestLabels(t *testing.T) {
	list := labels(t)
	mutants, class, halves, modules := 0, map[string]int{}, map[bool]int{}, map[string]int{}
	for _, l := range list {
		if l.Mutant != nil {
			mutants++
		}
		if l.Tools == "" || l.Symbol == "" || l.Mutant == nil && l.Expect == "refuted" {
			t.Errorf("label without a tool, a symbol or a mutant: %+v", l)
		}
		class[l.Class]++
		modules[l.Module]++
		halves[label.HeldOut(l.Module, l.Symbol)]++
	}
	if mutants < 6000 || len(truth.NonClaims(list)) < 3000 || len(modules) < 5 {
		t.Errorf("%d mutants, %d non-claims, %d modules", mutants, len(truth.NonClaims(list)), len(modules))
	}
	for i := range 10 {
		if c := fmt.Sprintf("M%d", i+1); class[c] == 0 {
			t.Errorf("no label of class %s", c)
		}
	}
	if part := float64(halves[true]) / float64(len(list)); part < 0.4 || part > 0.6 {
		t.Errorf("%.2f of the labels are held out", part)
	}
	bare, texts := 0, truth.Texts(list)
	for _, x := range texts {
		if !x.Anchored {
			bare++
		}
		if strings.ContainsAny(x.Words, "{}") && x.Form != label.Code && x.Form != label.Signature && x.Form != label.Returns {
			t.Fatalf("a template was not filled in: %q", x.Words)
		}
	}
	if bare == 0 || bare > len(texts)/2 {
		t.Errorf("%d of %d texts are without anchor", bare, len(texts))
	}
}

// The held-out half was named before there was a judge; see the history of
// testdata/heldout.txt.
func TestSampleIsStratified(t *testing.T) {
	list := labels(t)
	sample := truth.Sample(list, 500)
	if len(sample) < 450 || len(sample) > 550 {
		t.Errorf("%d labels", len(sample))
	}
	count := map[string]int{}
	for _, l := range sample {
		count[l.Class+" "+l.Module]++
	}
	for _, l := range list {
		if count[l.Class+" "+l.Module] == 0 {
			t.Fatalf("the sample has none of class %s of %s", l.Class, l.Module)
		}
	}
}

// Each module of the labels has its halves named, and nothing else has.
func TestHalvesAreNamed(t *testing.T) {
	named := map[string]bool{}
	for line := range strings.Lines(read(t, "testdata/heldout.txt")) {
		if f := strings.Fields(line); len(f) == 4 && f[0] != "#" {
			named[f[0]] = true
		}
	}
	used := map[string]bool{}
	for _, l := range labels(t) {
		used[l.Module] = true
	}
	for m := range used {
		if !named[m] {
			t.Errorf("the halves of %s were not named", m)
		}
	}
	if len(named) != len(used) || len(used) == 0 {
		t.Errorf("%d modules are named, %d are used", len(named), len(used))
	}
}
