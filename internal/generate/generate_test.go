package generate

import (
	"bytes"
	"context"
	"iter"
	"runtime"
	"strings"
	"testing"

	"sooth/fact"
	"sooth/question"
)

// suite makes the suite of the module that misleads, as bytes and as questions.
func suite(t *testing.T, o Options) ([]byte, Result) {
	t.Helper()
	r, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := writeQuestions(&b, r.Questions); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), r
}

// TestSuite holds what every suite must be against one: balanced exactly,
// identified by content, in six wordings, silent about its answers, the same for
// the same seed whatever the number of threads, another for another.
func TestSuite(t *testing.T) {
	o := misleading(t)
	o.N = 150
	first, r := suite(t, o)
	if len(r.Questions) != 150 {
		t.Errorf("%d questions, 150 wanted", len(r.Questions))
	}
	before := runtime.GOMAXPROCS(1)
	again, _ := suite(t, o)
	runtime.GOMAXPROCS(before)
	if !bytes.Equal(first, again) {
		t.Error("the same seed gave another suite")
	}
	o.Seed = 2
	if other, _ := suite(t, o); bytes.Equal(first, other) {
		t.Error("another seed gave the same suite")
	}
	balance := map[question.Kind]int{}
	ids := map[string]bool{}
	packages := map[string]bool{}
	for _, q := range r.Questions {
		for _, p := range q.Problems() {
			t.Errorf("%s %s: %s", q.Kind, q.Subject, p)
		}
		if id, err := q.Hash(); err != nil || id != q.ID || ids[id] {
			t.Errorf("%s %s: id %s, by content %s (%v), or twice", q.Kind, q.Subject, q.ID, id, err)
		}
		ids[q.ID] = true
		packages[q.Package] = true
		switch q.Balance {
		case "true":
			balance[q.Kind]++
		case "false":
			balance[q.Kind]--
		}
		if (q.Balance != "") != (q.Truth.Shape == question.Boolean) || q.Balance != "" && q.Balance != told(q) {
			t.Errorf("%s %s: balance %q, truth %s", q.Kind, q.Subject, q.Balance, told(q))
		}
		texts := map[string]bool{}
		for _, text := range q.Texts {
			texts[text] = true
			if strings.ContainsAny(text, "{}") || !strings.Contains(text, "`"+q.Subject+"`") {
				t.Errorf("%s: %q does not name %q", q.Kind, text, q.Subject)
			}
		}
		if len(texts) < minWordings {
			t.Errorf("%s %s: %d different texts", q.Kind, q.Subject, len(texts))
		}
		if len(q.Witness) < 2 {
			t.Errorf("%s %s: witnesses %v", q.Kind, q.Subject, q.Witness)
		}
		if q.Difficulty == "" || len(q.Measures) == 0 {
			t.Errorf("%s %s: difficulty %q by %v", q.Kind, q.Subject, q.Difficulty, q.Measures)
		}
	}
	if len(balance) < 7 {
		t.Errorf("%d kinds with yes or no", len(balance))
	}
	for kind, n := range balance {
		if n != 0 {
			t.Errorf("%s: %d more true than false", kind, n)
		}
	}
	if len(packages) < 8 {
		t.Errorf("questions about %d packages of 9", len(packages))
	}
}

// TestPatterns counts the patterns of wording, and holds the forms against them.
func TestPatterns(t *testing.T) {
	all, err := readWordings()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 50 {
		t.Errorf("%d patterns, 50 wanted", len(all))
	}
	seen := map[string]string{}
	for _, p := range all {
		for _, w := range p.wordings {
			if before := seen[w]; before != "" {
				t.Errorf("%q is a wording of %s and of %s", w, before, p.name)
			}
			seen[w] = p.name
		}
	}
	m := &maker{world: &world{}}
	m.prepare()
	if len(m.forms) != len(all) {
		t.Errorf("%d forms, %d patterns", len(m.forms), len(all))
	}
	for _, f := range m.forms {
		if _, ok := all[f.pattern]; !ok {
			t.Errorf("%s has no wordings", f.pattern)
		}
	}
}

// liar is a store of facts in which one fact is another than it was.
type liar struct {
	fact.Reader
	change func(fact.Fact) (fact.Fact, bool) // false: left out
}

func (l liar) Facts(ctx context.Context, q fact.Query) iter.Seq2[fact.Fact, error] {
	return func(yield func(fact.Fact, error) bool) {
		for f, err := range l.Reader.Facts(ctx, q) {
			if err == nil {
				changed, ok := l.change(f)
				if !ok {
					continue
				}
				f = changed
			}
			if !yield(f, err) {
				return
			}
		}
	}
}

// TestLies changes one fact at a time: the second route must keep every
// question that rests on the lie out of the suite.
func TestLies(t *testing.T) {
	o := misleading(t)
	_, honest := suite(t, o)
	truth := map[string]string{}
	for _, q := range honest.Questions {
		truth[string(q.Kind)+"|"+q.Subject+"|"+q.Object] = told(q)
	}
	on := func(kind fact.Kind, subject, object string, change func(*fact.Fact) bool) func(fact.Fact) (fact.Fact, bool) {
		return func(f fact.Fact) (fact.Fact, bool) {
			if f.Kind == kind && f.Subject == adversary+subject && (object == "" || f.Object == object) {
				return f, change(&f)
			}
			return f, true
		}
	}
	gone := func(*fact.Fact) bool { return false }
	lies := []struct {
		name    string
		change  func(fact.Fact) (fact.Fact, bool)
		dropped bool // it must be told
	}{
		{"a definition stands a line lower", on(fact.Definition, "lie.Add", "", func(f *fact.Fact) bool { f.Name.Line++; f.Span.Line++; f.Span.EndLine++; return true }), true},
		{"a call is missing", on(fact.Call, "twin.ReadFiles", adversary+"twin.ReadFile", gone), true},
		{"a call is of the twin", on(fact.Call, "twin.CloseBoth", adversary+"twin.Left.Close", func(f *fact.Fact) bool { f.Object = adversary + "twin.Right.close"; return true }), true},
		{"an interface is implemented by another type", on(fact.Implements, "twin.Left", adversary+"twin.Closer", func(f *fact.Fact) bool { f.Subject = adversary + "twin.Middle"; return true }), true},
		{"a result is of another type", on(fact.Returns, "lie.Add", "", func(f *fact.Fact) bool { f.Object = "string"; return true }), true},
		{"a field is missing", on(fact.Definition, "promote.Top.Name", "", gone), true},
		{"a method is missing", on(fact.Definition, "generic.Stack.top", "", gone), true},
		{"a constant has the value of its comment", on(fact.Definition, "lie.Limit", "", func(f *fact.Fact) bool { f.Detail = "const Limit = 10"; return true }), true},
		{"what is not deprecated is", on(fact.Deprecated, "lie.OldSum", "", func(f *fact.Fact) bool { f.Subject = adversary + "lie.Add"; return true }), true},
		{"a parameter is of another type", on(fact.Definition, "lie.Multiply", "", func(f *fact.Fact) bool { f.Detail = "func Multiply(a, b string) int"; return true }), true},
		{"an embedded type is another", on(fact.Embeds, "promote.Top", adversary+"promote.Base", func(f *fact.Fact) bool { f.Object = adversary + "promote.Runner"; return true }), false},
		{"an import is missing", on(fact.Import, "far", adversary+"twin", gone), true},
		{"a use is missing", func(f fact.Fact) (fact.Fact, bool) {
			return f, f.Kind != fact.Reference || f.Object != "strings.ToUpper" || !strings.HasPrefix(f.Span.File, "shadow/")
		}, true},
		{"a file has a line more", func(f fact.Fact) (fact.Fact, bool) {
			if f.Kind == fact.File && f.Subject == "lie/lie.go" {
				f.Index++
			}
			return f, true
		}, true},
		{"a receiver has a star", on(fact.Definition, "twin.Right.Close", "", func(f *fact.Fact) bool { f.Detail = "func (r *Right) Close() error"; return true }), true},
	}
	for _, lie := range lies {
		o := o
		o.Facts = liar{o.Facts, lie.change}
		o.Coverage = true // every candidate is asked about
		_, r := suite(t, o)
		if lie.dropped && len(r.Report.Dropped) == 0 {
			t.Errorf("%s: nothing was dropped", lie.name)
		}
		for _, q := range r.Questions {
			key := string(q.Kind) + "|" + q.Subject + "|" + q.Object
			if before, ok := truth[key]; ok && before != told(q) {
				t.Errorf("%s: emitted %s: %s, in truth %s", lie.name, key, told(q), before)
			}
		}
	}
}
