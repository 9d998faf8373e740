package suite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestCKGSchema: the tasks of the example follow the schema, and are read whole.
func TestCKGSchema(t *testing.T) {
	names, err := filepath.Glob("../examples/ckg/tasks/*.yaml")
	if err != nil || len(names) < 12 {
		t.Fatalf("%d tasks: %v", len(names), err)
	}
	s := schema(t, "ckg.schema.json")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := follows(t, s, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	loaded, err := Load("../examples/ckg")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, task := range loaded.Tasks {
		kinds[task.Expected.Kind]++
		if task.ModulePath != "github.com/spf13/cobra" || task.Prompt == "" || len(task.Module.Files) != 2 {
			t.Errorf("%s: %q@%q", task.ID, task.ModulePath, task.ModuleVer)
		}
	}
	if len(loaded.Tasks) != len(names) || kinds[SymbolSet] < 8 || kinds[Rubric] < 2 || kinds[CodePatch] < 3 || len(loaded.Hypotheses) != 6 {
		t.Errorf("%v, %d hypotheses", kinds, len(loaded.Hypotheses))
	}
	for _, w := range loaded.Validate().Warnings {
		t.Errorf("the example has a warning: %s", w.Message)
	}
}

// ckgSuite is a small suite of kind ckg.
const ckgSuite = `-- suite.yaml --
schema: sooth.suite/1
name: small
kind: ckg
toolchain: go1.26
corpora:
  synthetic: {tree: code}
arms:
  none: {kind: none, template: plain.txt}
  smart: {kind: smart, template: plain.txt}
tasks: tasks
criteria: [expected, truth]
primary: {criterion: expected, base: none, arm: smart}
hypotheses:
  - {id: H1, shows: "expected(smart) > expected(none) - 0.1"}
-- plain.txt --
{prompt}{context}
-- tasks/a.yaml --
id: a
corpus: synthetic
description: Which function opens?
expected_kind: symbol_set
expected: {symbols: [Open]}
`

// TestCKGLoad: what is refused and warned of, with its place.
func TestCKGLoad(t *testing.T) {
	for _, c := range []struct{ name, from, to, want string }{
		{"valid", "{prompt}{context}", "{prompt}", "prompts"},
		{"unknown corpus", "corpus: synthetic", "corpus: real", `tasks/a.yaml:2:9: corpus "real" is not known`},
		{"nothing expected", "{symbols: [Open]}", "{rubric: [x]}", `tasks/a.yaml:5:11: a task of kind symbol_set expects nothing: "symbols" is missing`},
		{"unknown kind", "expected_kind: symbol_set", "expected_kind: symbols", `unknown kind of expectation "symbols"`},
		{"no id", "id: a\n", "", `the task lacks the key "id"`},
		{"a misspelt key", "expected_kind:", "expectd_kind:", "tasks/a.yaml:4:1: the task has the unknown key \"expectd_kind\"; hint: did you mean `expected_kind`?"},
		{"a misspelt key that need not be there", "expected_kind:", "scorng: {}\nexpected_kind:", "tasks/a.yaml:4:1: the task has the unknown key \"scorng\"; hint: did you mean `scoring`?"},
		{"a threshold beyond", "expected_kind: symbol_set", "scoring: {thresholds: {recall: 2}}\nexpected_kind: symbol_set", `"recall" must be a number from 0 to 1, not 2`},
		{"a corpus of nothing", "{tree: code}", "{version: v1}", `corpus "synthetic" is neither a module at a version nor a tree`},
		{"a module that is not pinned", "{tree: code}", "{module: example.com/m, version: v1.0.0}", `go.mod does not require module "example.com/m"`},
		{"a hypothesis about nobody", "expected(none)", "expected(nobody)", `unknown arm "nobody"`},
		{"an unknown measure", `"expected(smart) > expected(none) - 0.1"`, `"speed(smart) > speed(none)"`, `unknown measure "speed"`},
		{"two measures", "expected(none)", "truth(none)", `it compares "expected" with "truth"`},
		{"no demand", "expected(smart) >", "expected(smart) =", "has neither > nor <"},
		{"a factor", "> expected", "> x * expected", `factor "x" is no number above 0`},
		{"an end", "- 0.1", "- much", `"- much" is no + or - and a number`},
		{"itself", "expected(none)", "expected(smart)", `arm "smart" is compared with itself`},
	} {
		text := strings.Replace(ckgSuite, "{prompt}{context}", "{prompt} {context}", 1)
		if c.name == "valid" {
			text = strings.Replace(text, "kind: smart, ", "kind: none, ", 1)
			text = strings.Replace(text, "{prompt} {context}", "{prompt}", 1)
		} else {
			text = strings.Replace(text, "none: {kind: none, template: plain.txt}", "none: {kind: topk, template: plain.txt}", 1)
			if !strings.Contains(text, c.from) {
				t.Fatalf("%s: nothing to change", c.name)
			}
			text = strings.Replace(text, c.from, c.to, 1)
		}
		dir := t.TempDir()
		for _, f := range txtar.Parse([]byte(text)).Files {
			if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, f.Name)), 0o755), os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		s, err := Load(dir)
		switch {
		case c.name == "valid":
			if err != nil || s.Hypotheses[0].Offset != -0.1 || !s.Hypotheses[0].Above || s.Tasks[0].Tree != "code" {
				t.Errorf("%s: %v", c.name, err)
			}
		case err == nil || !strings.Contains(fmt.Sprint(err), c.want):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestCKGLeak: a task that names what it expects is warned of; what it asks for
// by name is no leak.
func TestCKGLeak(t *testing.T) {
	e := &Expected{Kind: SymbolSet, Symbols: []string{"Command.AddCommand", "ld"}, MustCall: []string{"Depth -> Command.VisitParents"}}
	for prompt, want := range map[string]string{
		"How does AddCommand work?":                "[Command.AddCommand]",
		"Add a command. Write a method `Depth`.":   "[]",
		"Use `VisitParents`.":                      "[Command.VisitParents]",
		"Which function computes ld() of strings?": "[ld]",
	} {
		if got := fmt.Sprint(e.given(prompt)); got != want {
			t.Errorf("%q: %s, want %s", prompt, got, want)
		}
	}
}
