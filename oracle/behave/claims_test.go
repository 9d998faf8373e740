package behave

import (
	"context"
	"strings"
	"testing"

	"sooth/claim"
	"sooth/oracle"
)

// TestClaims: statements in prose about behaviour are decided by executing them.
func TestClaims(t *testing.T) {
	tree, o := observed(t), observer(t)
	packages := map[string][]string{
		"Add": {"example.com/calc"}, "Div": {"example.com/calc"}, "Name": {"example.com/calc"}, "Half": {"example.com/calc"}, "Random": {"example.com/calc"}, "Twice": {"example.com/calc/sub"},
		"TestAdd": {"example.com/calc"}, "TestWrong": {"example.com/calc"}, "TestEither": {"example.com/calc", "example.com/calc/sub"},
	}
	judge := NewClaims(o, tree, func(_ context.Context, name string, _ bool) ([]string, error) { return packages[name], nil })
	cases := []struct{ text, outcome string }{
		{"`calc.Add(1, 2)` returns `3`.", "verified"},
		{"`calc.Add(1, 2)` returns `4`.", "refuted"},
		{"`calc.Add(1, 2)` does not return `4`.", "verified"},
		{"`calc.Add(1, 2)` returns `\"x\"`.", "undecided"},
		{"`Name()` returns `\"calc\"`.", "verified"},
		{"`Name()` returns `\"other\"`.", "refuted"},
		{"`sub.Twice(\"ab\")` returns `\"abab\"`.", "verified"},
		{"`calc.Half(4)` returns `2`.", "verified"},
		{"`calc.Random()` returns `3`.", "undecided"},
		{"`calc.Div(1, 0)` panics.", "verified"},
		{"`calc.Add(1, 0)` panics.", "refuted"},
		{"`calc.Div(1, 0)` returns `0`.", "refuted"},
		{"`TestAdd` passes.", "verified"},
		{"`TestWrong` passes.", "refuted"},
		{"`TestWrong` fails.", "verified"},
		{"`TestEither` passes.", "undecided"},
		{"`TestUnknown` passes.", "undecided"},
		{"`TestAdd` should pass.", "undecided"},
	}
	var all []claim.Claim
	for _, c := range cases {
		all = append(all, claim.Parse(c.text, claim.Options{})...)
	}
	if err := judge.Prepare(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	links := o.Counts().Links
	for _, c := range cases {
		verdicts, err := oracle.Check(t.Context(), []oracle.Oracle{judge}, claim.Parse(c.text, claim.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, v := range verdicts {
			if v.Claim.Kind != claim.Behaviour {
				continue
			}
			got = string(v.Outcome)
			if v.Outcome == oracle.Refuted && len(v.Witnesses) != 2 || v.Outcome == oracle.Undecided && oracle.ReasonOf(v.Reason) == "" {
				t.Errorf("%s: %+v", c.text, v)
			}
			if got != c.outcome {
				t.Errorf("%s: %s: %s, want %s", c.text, got, v.Reason, c.outcome)
			}
		}
		if got == "" {
			t.Errorf("%s: no claim about behaviour", c.text)
		}
	}
	if n := o.Counts().Links; n != links {
		t.Errorf("%d binaries after all was prepared, %d before", n, links)
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		literal  string
		values   []string
		same, ok bool
	}{
		{"3", []string{"3"}, true, true}, {"0x3", []string{"3"}, true, true}, {"3.0", []string{"3"}, true, true}, {"4", []string{"3"}, false, true},
		{`"a"`, []string{`"a"`}, true, true}, {"`a`", []string{`"a"`}, true, true}, {`"3"`, []string{"3"}, false, false},
		{"nil", []string{"nil"}, true, true}, {"true", []string{"false"}, false, true}, {"2", []string{"2", "nil"}, true, true},
		{"(2, nil)", []string{"2", "nil"}, true, true}, {"(2, nil)", []string{"3", "nil"}, false, true}, {"2", []string{"2", `error("x")`}, false, false},
		{"9007199254740993", []string{"9007199254740992"}, false, true}, {"[]int{1}", []string{"[]int{1}"}, true, true}, {"[]int{2}", []string{"[]int{1}"}, false, false},
	} {
		if same, ok := Equal(c.literal, c.values); same != c.same || ok != c.ok {
			t.Errorf("%s and %s: %v, %v", c.literal, strings.Join(c.values, ", "), same, ok)
		}
	}
}
