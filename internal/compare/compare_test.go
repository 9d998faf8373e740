package compare

import (
	"math"
	"strings"
	"testing"

	"sooth/internal/report"
	"sooth/score"
	"sooth/suite"
)

// The family under Holm is what was declared: all comparisons but the primary
// one, those without a p-value included.
func TestFamily(t *testing.T) {
	gain := map[string]string{"none": times("f", 9) + "p", "context": times("p", 10)}
	points := outcomes(score.Compiles, gain)
	for _, criterion := range []string{score.Exists, score.Available} {
		points = append(points, outcomes(criterion, gain)...)
	}
	points = append(points, outcomes(score.Current, map[string]string{"none": times("p", 10), "context": times("p", 10)})...)
	got := tabulate(t, points, two(score.Compiles, score.Exists, score.Available, score.Current))
	const p = 0.00390625
	for _, c := range got.Comparisons {
		switch c.Criterion {
		case score.Compiles:
			if !c.Primary || c.HolmP != nil || !strings.Contains(c.Sentence, "raised") {
				t.Errorf("primary: %+v", c)
			}
		case score.Current:
			if c.HolmP != nil || !strings.Contains(c.Sentence, "no discordant task") {
				t.Errorf("without a test: %v, %q", c.HolmP, c.Sentence)
			}
		default:
			if c.Primary || *c.HolmP != 3*p || !strings.Contains(c.Sentence, "Holm-corrected 0.012") {
				t.Errorf("%s: Holm %v, want %v: %q", c.Criterion, *c.HolmP, 3*p, c.Sentence)
			}
		}
	}
}

// A derived criterion takes its evidence from the part that fails.
func TestDiscordantEvidence(t *testing.T) {
	points := append(outcomes(score.Compiles, map[string]string{"none": "p", "context": "p"}), outcomes(score.All, map[string]string{"none": "f", "context": "p"})...)
	points = append(points, outcomes(score.Exists, map[string]string{"none": "f", "context": "p"})...)
	for i := range points {
		if points[i].Measure == score.Exists && points[i].Outcome == score.Fail {
			points[i].Diagnostics = []score.Diagnostic{{Kind: score.InventedMethod, Symbol: "net/http.Client.Foo", Message: "x.Foo undefined", Evidence: "api/go1.txt has no\nsuch method"}}
			points[i].Diagnostics[0].Span.Line = 12
		}
	}
	got := tabulate(t, points, two(score.All, score.Compiles, score.Exists))
	want := report.Discordant{Task: "task-000", Base: "none", Arm: "context", Model: "m", Better: "context", Reason: "invented method: net/http.Client.Foo (line 12)", Evidence: "api/go1.txt has no such method"}
	if len(got.Discordant) != 2 {
		t.Fatalf("%d discordant, want 2", len(got.Discordant))
	}
	for _, f := range got.Failures {
		if f.Criterion != score.Exists || f.Kind != score.InventedMethod {
			t.Errorf("a derived criterion is counted again: %+v", f)
		}
	}
	for _, d := range got.Discordant {
		if want.Criterion, want.Span = d.Criterion, d.Span; d != want || d.Span.Line != 12 {
			t.Errorf("%+v\nwant %+v", d, want)
		}
	}
}

// TestBadPlan: a comparison of what is not there is refused.
func TestBadPlan(t *testing.T) {
	for _, c := range []suite.Comparison{{Base: "none", Arm: "nosuch"}, {Base: "none", Arm: "none"}, {Base: "none", Arm: "context", Criterion: "beauty"}} {
		plan := two(score.Compiles)
		plan.Comparisons = []suite.Comparison{c}
		if _, err := Tabulate(nil, plan); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	got, err := Tabulate(nil, two(score.Compiles))
	if err != nil || len(got.Comparisons) != 0 {
		t.Errorf("no points: %v, %d comparisons", err, len(got.Comparisons))
	}
}

// TestOrder: the primary comparison stands first even if its criterion is not
// the first of the table; of the discordant tasks those lost come first; an arm
// that is worse is said to be worse.
func TestOrder(t *testing.T) {
	words := map[string]string{"none": "fpppppppp", "context": "pffffffff"}
	points := append(outcomes(score.Compiles, words), outcomes(score.Exists, words)...)
	plan := two(score.Compiles, score.Exists)
	plan.Primary.Criterion = score.Exists
	got := tabulate(t, points, plan)
	if c := got.Comparisons; !c[0].Primary || c[0].Criterion != score.Exists || c[1].Criterion != score.Compiles {
		t.Errorf("%s (primary %v), then %s", c[0].Criterion, c[0].Primary, c[1].Criterion)
	}
	if want := "`context` lowered `exists` below `none` from 88.9 % to 11.1 % on 9 tasks (-77.8 points, "; !strings.HasPrefix(got.Comparisons[0].Sentence, want) {
		t.Errorf("%q", got.Comparisons[0].Sentence)
	}
	if len(got.Discordant) != 18 {
		t.Fatalf("%d discordant, want 18", len(got.Discordant))
	}
	for i, d := range got.Discordant[:9] {
		if want := map[bool]string{true: "none", false: "context"}[i < 8]; d.Better != want {
			t.Errorf("discordant %d: better is %s, want %s", i, d.Better, want)
		}
	}
}

// TestModels: each model is compared for itself; a primary comparison made
// twice is corrected for that, and the sentences name the model.
func TestModels(t *testing.T) {
	words := map[string]string{"none": times("f", 9), "context": times("p", 9)}
	points := outcomes(score.Compiles, words)
	for _, p := range outcomes(score.Compiles, words) {
		p.Model = "second"
		points = append(points, p)
	}
	got := tabulate(t, points, two(score.Compiles))
	if len(got.Comparisons) != 2 || len(got.Rates) != 4 || len(got.Notes) != 1 {
		t.Fatalf("%d comparisons, %d rates, notes %q", len(got.Comparisons), len(got.Rates), got.Notes)
	}
	for i, model := range []string{"m", "second"} {
		c := got.Comparisons[i]
		if c.Model != model || c.N != 9 || !c.Primary || *c.HolmP != 2*0.00390625 || !strings.HasPrefix(c.Sentence, model+": `context` raised") {
			t.Errorf("%s: n %d, Holm %v, %q", c.Model, c.N, *c.HolmP, c.Sentence)
		}
	}
}

// TestTaskMeansAreExact: a third more is a third more, wherever it starts. As
// rounded numbers 1/3, 2/3 − 1/3 and 1 − 2/3 are three different ones.
func TestTaskMeansAreExact(t *testing.T) {
	got := tabulate(t, outcomes(score.Compiles, map[string]string{
		"none":    "fppp,ffpp,fffp",
		"context": "pppp,fppp,ffpf"}), two(score.Compiles))
	// Three tasks gain a third, one loses a third: 5 of 16 sign patterns have at
	// least three gains.
	if c := got.Comparisons[0]; *c.SignFlip.P != 10./16 || math.Abs(*c.Difference.Value-1./6) > 1e-15 {
		t.Errorf("p %v, difference %v", *c.SignFlip.P, *c.Difference.Value)
	}
}

// TestNothingDecided: the sentence says what became of the tasks.
func TestNothingDecided(t *testing.T) {
	got := tabulate(t, outcomes(score.Behaves, map[string]string{"none": "uu!", "context": "pp-"}), two(score.Behaves))
	c := got.Comparisons[0]
	if c.Sentence != "`behaves` could not be compared between `none` and `context`: no task was decided under both (1 infra_error, 2 unknown)" || c.Difference.Value != nil || c.Difference.Reason == "" {
		t.Errorf("%q, difference %+v", c.Sentence, c.Difference)
	}
}
