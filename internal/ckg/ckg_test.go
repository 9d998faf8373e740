package ckg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"

	"sooth/fact"
	"sooth/fact/factmem"
	"sooth/score"
	"sooth/source"
	"sooth/suite"
)

// facts makes a store of definitions.
func facts(t *testing.T, subjects ...string) fact.Reader {
	t.Helper()
	u := fact.Unit{Name: "m"}
	for i, s := range subjects {
		symbol := "func"
		switch owner := strings.Count(s[strings.LastIndexByte(s, '/')+1:], "."); {
		case owner > 1 && s[len(s)-4:] == "size":
			symbol = "field"
		case owner > 1:
			symbol = "method"
		}
		u.Facts = append(u.Facts, fact.Fact{Kind: fact.Definition, Subject: s, Symbol: symbol, Strength: fact.Compiler, Span: source.Span{File: "a.go", Line: i + 1, EndLine: i + 1}})
	}
	s := factmem.New()
	g, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(g.Replace(t.Context(), u), g.Commit(t.Context(), fact.State{}, nil)); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMentions: what is a name in an answer.
func TestMentions(t *testing.T) {
	for text, want := range map[string]string{
		"`Command.Find` and `ld`":                              "Command.Find ld",
		"cobra.Command.Find, in command.go:12, not e.g. this":  "cobra.Command.Find",
		"`(*Command).Find()` calls stripFlags(args) and then.": "Command.Find stripFlags",
		"plain words and Find alone":                           "",
		"`github.com/spf13/cobra.Command`":                     "github.com/spf13/cobra.Command",
		"see example.com and v1.2.3, 10.0.0.1:80":              "",
		"`a` `a` `b`":                      "a b",
		"`Command.Find`(`command.go:757`)": "Command.Find",
		"`Command.Find → stripFlags`":      "Command.Find stripFlags",
	} {
		if got := strings.Join(mentions(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestTenNotations: one answer in ten notations is worth the same, all of it.
func TestTenNotations(t *testing.T) {
	store := facts(t, "m/cli.Command.Find", "m/cli.Command.Add", "m/cli.Open", "m/cli.Command")
	s := &Scorer{Tree: tree(store)}
	task := &suite.Task{Prompt: "Which?", Expected: &suite.Expected{Kind: suite.SymbolSet, Symbols: []string{"Command.Find", "Open"}}}
	answers := []string{
		"`Command.Find`, `Open`", "- `cli.Command.Find`\n- `cli.Open`", "`m/cli.Command.Find` `m/cli.Open`", "(*Command).Find() and Open()", "`(*Command).Find` and `Open()`",
		"| name |\n| --- |\n| `Command.Find` |\n| `Open` |", "Command.Find is first; then cli.Open.", "**`Command.Find`** and **`Open`**", "`Find` and `Open`", "`Command::Find`, then `cli.Open(name)`",
	}
	for _, a := range answers {
		r, err := s.Score(t.Context(), task, a)
		if err != nil || r.Value == nil || *r.Value != 1 || r.Outcome != score.Pass {
			t.Errorf("%q: %+v, %v", a, r, err)
		}
	}
}

func tree(r fact.Reader) func(ctx context.Context, t *suite.Task) (Tree, error) {
	return func(context.Context, *suite.Task) (Tree, error) { return Tree{Facts: r}, nil }
}

// TestSymbolSet: precision, recall and F1 worked out by hand.
func TestSymbolSet(t *testing.T) {
	store := facts(t, "m/cli.A", "m/cli.B", "m/cli.C", "m/cli.T.String", "m/cli.U.String", "m/cli.T", "m/cli.U", "m/cli.U.Close", "m/cli.T.size")
	s := &Scorer{Tree: tree(store)}
	low := 0.0
	for _, c := range []struct {
		prompt, answer string
		symbols        []string
		value          float64
		outcome        score.Outcome
		reason         string
	}{
		{"?", "`A` `B`", []string{"A", "B", "C"}, 0.8, score.Pass, "precision 1.00, recall 0.67, F1 0.80"},
		{"?", "`A` `C` `T`", []string{"A", "B"}, 0.4, score.Fail, "precision 0.33, recall 0.50, F1 0.40"},
		{"?", "I do not know.", []string{"A"}, 0, score.Fail, "precision 0.00, recall 0.00"},
		{"?", "`A` `T.Bogus`", []string{"A"}, 2.0 / 3, score.Pass, "precision 0.50, recall 1.00"},            // invented member of T
		{"?", "`A` `fmt.Println` `os.Exit`", []string{"A"}, 1, score.Pass, "precision 1.00"},                 // of others
		{"?", "`String`", []string{"T.String"}, 0, score.Fail, "could mean several: String"},                 // neither
		{"?", "`T.String`", []string{"T.String"}, 1, score.Pass, "F1 1.00"},                                  // says which
		{"Is it like `A`?", "`A` `B`", []string{"A", "B"}, 1, score.Pass, "precision 1.00, recall 1.00"},     // A earns nothing
		{"What of `A`?", "`A`", []string{"A"}, math.NaN(), score.NotApplicable, "the task itself names all"}, // leak
		{"?", "`a`", []string{"A"}, 0, score.Fail, "recall 0.00"},                                            // case counts
		{"?", "`A`", []string{"Nope"}, math.NaN(), score.Unknown, "the code base does not have"},             // fault of the task
		{"?", "`A`, with `size` and `nil`", []string{"A"}, 1, score.Pass, "precision 1.00"},                  // a variable, not the field
		{"?", "`u.Close` closes, `c.Close()` too", []string{"U.Close"}, 1, score.Pass, "F1 1.00"},            // by a variable
		{"?", "`os.Close`", []string{"U.Close"}, 0, score.Fail, "recall 0.00"},                               // of a package
		{"?", "`A`", []string{"String"}, math.NaN(), score.Unknown, "or has more than once"},
	} {
		e := &suite.Expected{Kind: suite.SymbolSet, Symbols: c.symbols}
		r, err := s.Score(t.Context(), &suite.Task{Prompt: c.prompt, Expected: e}, c.answer)
		switch {
		case err != nil || r.Outcome != c.outcome || !strings.Contains(r.Reason, c.reason):
			t.Errorf("%q for %v: %+v, %v", c.answer, c.symbols, r, err)
		case math.IsNaN(c.value) != (r.Value == nil):
			t.Errorf("%q for %v: value %v", c.answer, c.symbols, r.Value)
		case r.Value != nil && math.Abs(*r.Value-c.value) > 1e-12:
			t.Errorf("%q for %v: %v, want %v", c.answer, c.symbols, *r.Value, c.value)
		}
	}
	e := &suite.Expected{Kind: suite.SymbolSet, Symbols: []string{"A", "B"}, Precision: &low, Recall: &low}
	if r, _ := s.Score(t.Context(), &suite.Task{Prompt: "?", Expected: e}, "nothing"); r.Outcome != score.Fail {
		t.Error("silence passes where thresholds are 0")
	}
}

// TestRubric: sentences meet items; lists of keywords and denials do not.
func TestRubric(t *testing.T) {
	e := &suite.Expected{Kind: suite.Rubric, Rubric: []string{
		"persistent hooks run before the command", "arguments are validated first", "hidden commands are not suggested"}}
	for _, c := range []struct {
		answer string
		met    int
	}{
		{"Persistent hooks run before the command itself. Arguments are validated first.\nHidden commands are never suggested.", 3},
		{"The persistent hook runs before each command; then the arguments get validated first of all.", 2},
		{"persistent hooks run before command arguments validated first hidden commands suggested", 1},
		{strings.Repeat("word ", 60) + "persistent hooks run before the command", 0},
		{"Persistent hooks do not run before the command.", 0},
		{"Hidden commands are suggested.", 0},
		{"", 0}, {"Nothing is known.", 0},
	} {
		r := rubric(e, c.answer)
		if int(math.Round(*r.Value*3)) != c.met || r.Strength != "text" || len(r.Diagnostics) != 3-c.met {
			t.Errorf("%q: %v, %s", c.answer, *r.Value, r.Reason)
		}
	}
}

const before = "package p\n\nimport \"fmt\"\n\n// F does.\nfunc F() { fmt.Println(1) }\n\nfunc (t *T) G(x int) int {\n\treturn x\n}\n\ntype T struct{}\n"

func files(text map[string]string) Tree {
	tree := Tree{Package: "p", Read: func(name string) (string, error) {
		if s, ok := text[name]; ok {
			return s, nil
		}
		return "", fs.ErrNotExist
	}}
	for name := range text {
		tree.Files = append(tree.Files, name)
	}
	slices.Sort(tree.Files)
	return tree
}

// TestChange: what an answer changes, and which lines are new.
func TestChange(t *testing.T) {
	for _, c := range []struct{ name, answer, want, err string }{
		{"a file", "```go\n// file: sub/new.go\npackage sub\n```", "sub/new.go: 1 2", ""},
		{"a file again", "```go\n// a.go\n" + strings.Replace(before, "return x", "return x + 1", 1) + "```", "a.go: 1 10", ""},
		{"a function", "```go\nfunc F() { fmt.Println(2) }\n```", "a.go: 6", ""},
		{"a method with its doc", "```go\n// G is new.\nfunc (t *T) G(x int) int {\n\treturn x\n}\n```", "a.go: 8", ""},
		{"another receiver", "```go\nfunc (u *U) G() {}\n```", "answer_1.go: 1 2 3", ""},
		{"a new function in a file of its own", "```go\npackage p\n\nfunc H() {}\n```", "answer_1.go: 1 2 3", ""},
		{"a function that needs an import of the tree", "```go\nfunc H() { fmt.Println(3) }\n```", "answer_1.go: 1 2 3 4 5", ""},
		{"a function that needs the standard library", "```go\nfunc F() { os.Exit(3) }\n```", "a.go: 3 5 6 8", ""},
		{"a function with its import", "```go\npackage p\n\nimport str \"strings\"\n\nfunc F() { fmt.Println(str.ToUpper(\"x\")) }\n```", "a.go: 3 4 8", ""},
		{"a function with a name that nobody has", "```go\nfunc F() { rand.Int() }\n```", "a.go: 4 6", ""},
		{"a diff", "```diff\n--- a/a.go\n+++ b/a.go\n@@ -8,3 +8,4 @@\n func (t *T) G(x int) int {\n+\tx++\n \treturn x\n }\n```", "a.go: 9", ""},
		{"a diff with wrong lines", "```diff\n--- a/a.go\n+++ b/a.go\n@@ -1,2 +1,3 @@\n func (t *T) G(x int) int {\n+\tx++\n \treturn x\n```", "a.go: 9", ""},
		{"a diff of something else", "```diff\n--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-nothing\n+else\n```", "", "the lines of the hunk at line 1 are not in the file"},
		{"a diff that leaves", "```diff\n--- a/../../x.go\n+++ b/../../x.go\n@@ -1 +1 @@\n+else\n```", "", "leaves the tree"},
		{"a new file by diff", "```diff\n--- /dev/null\n+++ b/n.go\n@@ -0,0 +1,1 @@\n+package p\n```", "n.go: 1", ""},
		{"a path that leaves", "```go\n// file: ../x.go\npackage p\n\nfunc H() {}\n```", "answer_1.go: 1 2 3 4", ""},
		{"no code", "I would change F.", "", "no code that could be put"},
		{"only an import", "```go\nimport \"fmt\"\n```", "", "no code that could be put"},
		{"does not parse", "```go\nfunc F( {\n```", "", "does not parse"},
		{"another language", "```python\nx = 1\n```", "", "no code that could be put"},
	} {
		got, err := read(files(map[string]string{"a.go": before}), c.answer)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %q", c.name, err, c.err)
			}
			continue
		}
		var list []string
		for name := range got.files {
			var lines []string
			for n := 1; n <= strings.Count(got.files[name], "\n"); n++ {
				if got.added[name][n] {
					lines = append(lines, fmt.Sprint(n))
				}
			}
			list = append(list, name+": "+strings.Join(lines, " "))
		}
		if s := strings.Join(list, "; "); err != nil || s != c.want {
			t.Errorf("%s: %q, %v, want %q\n%v", c.name, s, err, c.want, got.files)
		}
	}
}

// FuzzRead: no answer panics, and no file leaves the tree.
func FuzzRead(f *testing.F) {
	f.Add("```diff\n--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n+x\n```")
	f.Add("```go\n// file: /etc/x.go\npackage p\n```")
	f.Add("```go\nfunc F() {}\n```\n```go\nfunc (t *T) G(x int) int { return 2 }\n```")
	f.Fuzz(func(t *testing.T, answer string) {
		got, err := read(files(map[string]string{"a.go": before}), answer)
		if err == nil && len(got.files) == 0 {
			t.Error("no change and no error")
		}
		for name := range got.files {
			if !inside(name) || !fs.ValidPath(name) {
				t.Errorf("%q leaves the tree", name)
			}
		}
	})
}
