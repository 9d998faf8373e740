package extract

import (
	"fmt"
	"strings"
	"testing"
)

// corpus makes n fixtures of which the first lost miss their one expectation.
func corpus(n, lost int) []Result {
	var out []Result
	for i := range n {
		miss := 0
		if i < lost {
			miss = 1
		}
		out = append(out, counted(fmt.Sprintf("f%02d", i), "c", 0, 1-miss, 0, miss, 1))
	}
	return out
}

func TestCompare(t *testing.T) {
	id := Identity{Prompt: "claims", PromptVersion: "1", Model: "m", FixturesHash: "h"}
	base := NewBaseline(id, "2026-02-05T10:30:00Z", corpus(20, 2))
	near(t, "recall of the baseline", base.Recall, 0.9)
	totals := base
	totals.Fixtures = nil
	next := id
	next.PromptVersion, next.PromptHash = "2", "other"
	model, prompt, hash := next, next, next
	model.Model, prompt.Prompt, hash.FixturesHash = "other", "other", "other"
	missing := corpus(20, 2)
	for i := range 3 {
		missing[10+i].Infra = "no network"
	}
	few := corpus(20, 2)
	few[10].Infra = "no network"
	for _, c := range []struct {
		name    string
		base    Baseline
		run     Identity
		results []Result
		margin  float64
		want    Verdict
		says    string
	}{
		{"the same", base, next, corpus(20, 2), 0, PassVerdict, ""},
		{"better", base, next, corpus(20, 0), 0, PassVerdict, ""},
		{"one more lost: 5 points, p = 0.5", base, next, corpus(20, 3), 0, Review, ""},
		{"three more lost: p = 1/8", base, next, corpus(20, 5), 0, Review, ""},
		{"four more lost: 20 points, p = 1/16", base, next, corpus(20, 6), 0, Regression, ""},
		{"four more lost, which is less than half the margin", base, next, corpus(20, 6), 0.5, Review, ""},
		{"five more lost, which is half the margin, p = 1/32", base, next, corpus(20, 7), 0.5, Regression, ""},
		{"within a wide margin, and p = 1/4", base, next, corpus(20, 4), 0.5, PassVerdict, ""},
		{"another model", base, model, corpus(20, 7), 0, NotCompared, `model: the baseline has "m", the run "other"`},
		{"another prompt", base, prompt, corpus(20, 7), 0, NotCompared, "prompt: "},
		{"another content", base, hash, corpus(20, 7), 0, NotCompared, "content of the fixtures"},
		{"other fixtures", base, next, corpus(22, 7), 0, NotCompared, "does not have: 2 (f20, f21)"},
		{"fewer fixtures", base, next, corpus(12, 2), 0, NotCompared, "does not have: 8 (f12, f13, f14, f15, f16, …)"},
		{"nothing", base, next, nil, 0, NotCompared, "fixtures of the baseline"},
		{"a bad threshold", base, next, corpus(20, 2), 5, NotCompared, "threshold"},
		{"many without an answer", base, next, missing, 0, NotCompared, "3 of 20 fixtures have no answer (f10, f11, f12)"},
		{"one without an answer", base, next, few, 0, PassVerdict, "1 fixtures have no answer and are left out (f10)"},
		{"totals only, worse", totals, next, corpus(20, 7), 0, Review, "no results of single fixtures"},
		{"totals only, the same", totals, next, corpus(20, 2), 0, PassVerdict, "no results of single fixtures"},
		{"nothing known", Baseline{}, next, corpus(20, 2), 0, NotCompared, "neither recall nor precision"},
	} {
		got := Compare(c.base, c.run, c.results, c.margin)
		if got.Verdict != c.want || !strings.Contains(strings.Join(got.Reasons, "\n"), c.says) || got.Verdict == NotCompared && len(got.Reasons) == 0 {
			t.Errorf("%s: %s %q, want %s with %q", c.name, got.Verdict, got.Reasons, c.want, c.says)
		}
		if got.Verdict == NotCompared && len(got.Regressed) > 0 {
			t.Errorf("%s: it is compared all the same", c.name)
		}
	}
	got := Compare(base, next, corpus(20, 7), 0)
	near(t, "p", got.Changes[0].P, 1.0/32)
	near(t, "sign-flip p", got.Changes[0].FlipP, 1.0/32)
	near(t, "drop", got.Changes[0].Drop, 0.25)
	if got.Changes[0].Method != "answers exchanged within fixtures, exact" || len(got.Regressed) != 5 || got.Regressed[0].Fixture != "f02" {
		t.Errorf("%+v", got)
	}
	if better := Compare(base, next, corpus(20, 0), 0); len(better.Improved) != 2 || len(better.Regressed) != 0 {
		t.Errorf("an improvement is among the regressions: %+v", better)
	}
}

// TestFalseClaimsGate: recall is as it was, and fixtures that expect nothing are
// no longer clean.
func TestFalseClaimsGate(t *testing.T) {
	run := func(wrong int) []Result {
		out := corpus(20, 2)
		for i := range 10 {
			fp := 0
			if i < wrong {
				fp = 1
			}
			out = append(out, counted(fmt.Sprintf("n%d", i), "negative", 0, 0, fp, 0, 1))
		}
		return out
	}
	base := NewBaseline(Identity{}, "", run(0))
	if got := Compare(base, Identity{}, run(6), 0); got.Verdict != Regression || got.Changes[0].Verdict != PassVerdict || got.Changes[1].Verdict != Regression {
		t.Errorf("%+v", got)
	}
}

// TestWeightsCount: a heavy fixture that is lost weighs what was declared.
func TestWeightsCount(t *testing.T) {
	before, now := corpus(10, 0), corpus(10, 1)
	before[0].Weight, now[0].Weight = 11, 11
	got := Compare(NewBaseline(Identity{}, "", before), Identity{}, now, 0)
	near(t, "drop", got.Changes[0].Drop, 11.0/20)
	near(t, "recall", Summarise(now).Recall.Value, 9.0/20)
}
