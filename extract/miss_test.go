package extract

import (
	"fmt"
	"strings"
	"testing"
)

// told writes a result in words.
func told(r Result) string {
	var b strings.Builder
	for _, p := range r.Pairs {
		fmt.Fprintf(&b, "met %s by %s", p.Expectation.Subject, p.Claim.Said.Subject)
		for _, c := range p.Coercions {
			fmt.Fprintf(&b, "; %s", c)
		}
		b.WriteByte('\n')
	}
	for _, m := range r.Misses {
		fmt.Fprintf(&b, "%s: %s: %s\n", m.Stage, m.Expectation.Subject, m.Reason)
	}
	for _, w := range r.Wrong {
		fmt.Fprintf(&b, "wrong %s: %s\n", w.Claim.Said.Subject, w.Reason)
	}
	if n := len(r.Unjudged); n > 0 {
		fmt.Fprintf(&b, "%d unjudged\n", n)
	}
	if n := len(r.Duplicates); n > 0 {
		fmt.Fprintf(&b, "%d duplicates\n", n)
	}
	if n := len(r.Faint); n > 0 {
		fmt.Fprintf(&b, "%d faint\n", n)
	}
	return b.String()
}

// say writes an answer of observations "subject predicate value [confidence [line]]".
func say(lines ...string) string {
	var items []string
	for _, l := range lines {
		f := strings.Fields(l)
		item := fmt.Sprintf(`{"subject":%q,"predicate":%q,"value":%s`, f[0], f[1], f[2])
		if len(f) > 3 {
			item += `,"confidence":` + f[3]
		}
		if len(f) > 4 {
			item += `,"line":` + f[4]
		}
		items = append(items, item+"}")
	}
	return `{"claims":[` + strings.Join(items, ",") + `]}`
}

// TestEveryMissIsExplained goes through the stages, one case for each way to
// lose an expectation.
func TestEveryMissIsExplained(t *testing.T) {
	n, err := NewNormaliser(Vocabulary{Fuzzy: 1, Subjects: []Subject{{"tls/cert_verification", []string{"tls/verify"}}, {"jwt/algorithm", nil}, {"tls/version", nil}, {"jwt/version", nil}},
		Predicates: []Predicate{{Name: "enabled", Synonyms: []string{"is_on"}, Type: Bool}, {Name: "is"}}})
	if err != nil {
		t.Fatal(err)
	}
	must := func(e ...Expectation) Case {
		return Case{ID: "c", Must: e, MinConfidence: 0.8, ConfidenceTolerance: 0.1}
	}
	off := Expectation{Subject: "tls/cert_verification", Predicate: "enabled", Value: BoolValue(false), FirstLine: 3}
	strict := must(off)
	strict.LineTolerance = ptr(1)
	forbidding := Case{ID: "c", MustNot: []Expectation{{Subject: "tls/cert_verification", Predicate: "enabled", Value: BoolValue(true)}}}
	exhaustive := must(off)
	exhaustive.Exhaustive = true
	for _, c := range []struct {
		name   string
		c      Case
		answer string
		want   string
	}{
		{"met", must(off), say("tls/cert_verification enabled false 0.9 3"), "met tls/cert_verification by tls/cert_verification\n"},
		{"synonyms, coercion", must(off), say(`code://py/tls/Verify is_on "no" 0.9`), "met tls/cert_verification by code://py/tls/Verify; `no` read as false\n"},
		{"confidence near enough", must(off), say("tls/cert_verification enabled false 0.7"), "met tls/cert_verification by tls/cert_verification\n"},
		{"without confidence", must(off), say("tls/cert_verification enabled false"), "met tls/cert_verification by tls/cert_verification\n"},
		{"below the bar of the fixture", exhaustive, say("tls/cert_verification enabled false 0.65"), "filtered: tls/cert_verification: it was observed with confidence 0.65; 0.8 is asked for\n1 faint\n"},
		{"filtered", must(off), say("tls/cert_verification enabled false 0.2"), "filtered: tls/cert_verification: it was observed, and its confidence 0.2 is below the filter's\n"},
		{"subject not understood", must(off), say("certificate/check enabled false 0.9"), "normalisation: tls/cert_verification: it was observed, but subject \"certificate/check\" is not in the vocabulary\n"},
		{"predicate not understood", must(off), say("tls/cert_verification active false 0.9"), "normalisation: tls/cert_verification: it was observed, but predicate \"active\" is not in the vocabulary\n"},
		{"ambiguous", must(Expectation{Subject: "tls/version", Predicate: "is", Value: number("1")}), say("version is 1"), "normalisation: tls/version: it was observed, but subject \"version\" fits both \"tls/version\" and \"jwt/version\"\n"},
		{"fuzzy", must(off), say("tls/cert_verificaton enabled false 0.9"), "met tls/cert_verification by tls/cert_verificaton\n"},
		{"nothing said", must(off), say(), "missing: tls/cert_verification: it was not observed\n"},
		{"another value", must(off), say("tls/cert_verification enabled true 0.9"), "missing: tls/cert_verification: it was observed with the value true\n1 unjudged\n"},
		{"another predicate", must(off), say("tls/cert_verification is false 0.9"), "missing: tls/cert_verification: of the subject something else was observed, \"is\"\n1 unjudged\n"},
		{"one for two", must(off, Expectation{Subject: off.Subject, Predicate: off.Predicate, Value: off.Value, FirstLine: 9}), say("tls/cert_verification enabled false 0.9 9"),
			"met tls/cert_verification by tls/cert_verification\nmissing: tls/cert_verification: the only observation that fits satisfies another expectation\n"},
		{"lines only prefer", must(off), say("tls/cert_verification enabled false 0.9 40"), "met tls/cert_verification by tls/cert_verification\n"},
		{"lines decide", strict, say("tls/cert_verification enabled false 0.9 40"), "missing: tls/cert_verification: it was observed at line 40, 37 lines away\n1 unjudged\n"},
		{"near line", strict, say("tls/cert_verification enabled false 0.9 4"), "met tls/cert_verification by tls/cert_verification\n"},
		{"prose", must(off), "TLS is not verified.", "parse: tls/cert_verification: the answer has no JSON\n"},
		{"cut off", must(off), `{"claims":[{"subj`, "parse: tls/cert_verification: the answer is not whole: the text ends inside a string; 0 observations were read before or after\n"},
		{"forbidden", forbidding, say(`tls/verify enabled "on" 0.6`), "wrong tls/verify: it is forbidden\n"},
		{"exhaustive", exhaustive, say("tls/cert_verification enabled false 0.9 3", "jwt/algorithm is 1 0.9"), "met tls/cert_verification by tls/cert_verification\nwrong jwt/algorithm: nothing like it is expected, and the expectations are exhaustive\n"},
		{"said twice", exhaustive, say("tls/cert_verification enabled false 0.9 3", "tls/cert_verification enabled false 0.8 3"), "met tls/cert_verification by tls/cert_verification\n1 duplicates\n"},
		{"of another place", exhaustive, say("tls/cert_verification enabled false 0.9 3", "tls/cert_verification enabled false 0.8 7"),
			"met tls/cert_verification by tls/cert_verification\nwrong tls/cert_verification: nothing like it is expected, and the expectations are exhaustive\n"},
	} {
		if got := told(Judge(c.c, Process(c.answer, n, 0.5), n)); got != c.want {
			t.Errorf("%s:\ngot:\n%swant:\n%s", c.name, got, c.want)
		}
	}
	if r := Judge(must(off), Record{Infra: "no network"}, n); r.Infra == "" || len(r.Misses) != 0 || r.Passed() {
		t.Errorf("an infrastructure error is no miss and no pass: %+v", r)
	}
	if r := Judge(Case{Exhaustive: true}, Process(`{"claims":[{"s`, n, 0), n); r.Passed() {
		t.Error("an answer that broke off passes a fixture that expects nothing")
	}
}

// TestCollidingSubjects: without a vocabulary, subjects are told apart by the
// declared tail alone.
func TestCollidingSubjects(t *testing.T) {
	e := func(s string, tail int) Expectation {
		return Expectation{Subject: s, Predicate: "p", Value: BoolValue(true), Tail: tail}
	}
	for _, c := range []struct {
		c    Case
		want int
	}{
		{Case{Must: []Expectation{e("a/tls/x", 0), e("b/tls/x", 0)}}, 1},
		{Case{Must: []Expectation{e("a/tls/x", 3), e("b/tls/x", 3)}}, 0},
		{Case{Must: []Expectation{e("a/tls/x", 0), e("b/tls/x", 0)}, Tail: 3}, 0},
		{Case{Must: []Expectation{e("x", 0), e("tls/x", 0)}}, 1},
		{Case{Must: []Expectation{e("tls/x", 0)}, MustNot: []Expectation{e("tls/x", 0)}}, 1},
		{Case{Must: []Expectation{e("tls/x", 0), e("tls/x", 0)}}, 1},
		{Case{Must: []Expectation{e("tls/x", 0), e("tls/y", 0)}}, 0},
	} {
		if got := Conflicts(c.c, nil); len(got) != c.want {
			t.Errorf("%+v: %d conflicts, want %d: %+v", c.c, len(got), c.want, got)
		}
	}
	agree := func(a, b string, tail int) bool {
		_, enough := agreeing(segments(a), segments(b), tail)
		return enough
	}
	for _, c := range []struct {
		a, b string
		tail int
		want bool
	}{{"tls/x", "code://py/tls/x", 2, true}, {"x", "a/tls/x", 2, true}, {"a/tls/x", "b/tls/x", 2, true}, {"a/tls/x", "b/tls/x", 3, false},
		{"atls/x", "tls/x", 2, false}, {"tls//x/", "tls/x", 2, true}, {"", "x", 2, false}, {"", "", 2, false}} {
		if agree(c.a, c.b, c.tail) != c.want || agree(c.b, c.a, c.tail) != c.want {
			t.Errorf("%q and %q with tail %d: want %v", c.a, c.b, c.tail, c.want)
		}
	}
}
