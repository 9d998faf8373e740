package suite

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"sooth/source"
)

// seeds adds the file as every case in testdata/load has it.
func seeds(f *testing.F, file string) {
	f.Helper()
	base, err := txtar.ParseFile("testdata/base.txtar")
	if err != nil {
		f.Fatal(err)
	}
	seen := map[string]bool{}
	cases, _ := filepath.Glob("testdata/load/*.txtar")
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		files, _, _, _ := change(f, base, archive)
		if text := files[file]; !seen[text] {
			seen[text] = true
			f.Add(text)
		}
	}
	if len(seen) < 2 {
		f.Fatal("no seeds")
	}
}

// fuzzFile loads the small suite with one file replaced by what the fuzzer made:
// either it is refused with places inside the suite, or it can be planned.
func fuzzFile(f *testing.F, file string) {
	dir := small(f)
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := Load(dir)
		if err == nil {
			plan, err := Plan(s, PlanOptions{Models: []string{"m"}})
			if err != nil || len(plan) == 0 {
				t.Fatalf("a valid suite without a plan: %v", err)
			}
			for _, p := range plan {
				if !utf8.ValidString(p.Prompt) || !strings.Contains(p.Prompt, "Write") && file != "tasks/sum/task.yaml" {
					t.Fatalf("prompt %q", p.Prompt)
				}
			}
			s.Validate()
			return
		}
		var invalid *source.Invalid
		if !errors.As(err, &invalid) || len(invalid.Problems) == 0 {
			t.Fatalf("not a list of problems: %v", err)
		}
		for _, p := range invalid.Problems {
			if !strings.HasPrefix(p.File, filepath.ToSlash(dir)) || p.Line < 0 || p.Column < 0 || p.Message == "" || !utf8.ValidString(p.String()) {
				t.Fatalf("%+v", p)
			}
			if text, err := os.ReadFile(p.File); err == nil && p.Line > strings.Count(string(text), "\n")+1 {
				t.Fatalf("line %d is beyond the end: %s", p.Line, p)
			}
		}
	})
}

func FuzzSuiteYAML(f *testing.F) {
	seeds(f, "suite.yaml")
	fuzzFile(f, "suite.yaml")
}

func FuzzTaskYAML(f *testing.F) {
	seeds(f, "tasks/sum/task.yaml")
	fuzzFile(f, "tasks/sum/task.yaml")
}

func FuzzGoMod(f *testing.F) {
	seeds(f, "tasks/sum/go.mod")
	for _, text := range oddModules() {
		f.Add(text)
	}
	fuzzFile(f, "tasks/sum/go.mod")
}

func FuzzAnswers(f *testing.F) {
	seeds(f, "answers.jsonl")
	fuzzFile(f, "answers.jsonl")
}

// FuzzRow holds our JSON parser against encoding/json: the same rows are
// accepted, and what they say is the same.
func FuzzRow(f *testing.F) {
	for _, row := range []string{
		`{"a": 1, "b": [true, false, null], "c": {"d": "e\n\u00e9\ud83d\ude00\\\/\"\b\f\r\t"}}`, `[]`, `{}`, `""`, `-0.5e+10`, `01`, `1.`, `.5`, `-`, `1e`, `tru`,
		`{"a" 1}`, `{"a": 1,}`, `[1,]`, `["\x"]`, `["\u12"]`, `["\ud800"]`, `["\ud800\u0041"]`, "[\"\t\"]", `"`, `"\`, ` 1 `, `1 2`, "\"\xff\"", `{"a":1,"a":2}`, "nul", "",
	} {
		f.Add([]byte(row))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, failed := parseRow(text)
		valid := json.Valid(text)
		if failed != nil && strings.HasPrefix(failed.message, "nested deeper") {
			return
		}
		if valid != (failed == nil) {
			t.Fatalf("%q: encoding/json says %v, ours %v", text, valid, failed)
		}
		if failed != nil {
			if failed.column < 1 || failed.column > len(text)+1 {
				t.Fatalf("column %d of %q", failed.column, text)
			}
			return
		}
		if utf8.Valid(text) {
			var want any
			decoder := json.NewDecoder(strings.NewReader(string(text)))
			decoder.UseNumber()
			if err := decoder.Decode(&want); err != nil {
				t.Fatal(err)
			}
			same(t, v, want)
		}
	})
}

// same compares a value with what encoding/json made of it.
func same(t *testing.T, v jsonValue, want any) {
	t.Helper()
	ok := false
	switch w := want.(type) {
	case nil:
		ok = v.kind == 'n'
	case bool:
		ok = v.kind == 't' && (v.text == "true") == w
	case json.Number:
		ok = v.kind == '0' && v.text == w.String()
	case string:
		ok = v.kind == '"' && v.text == w
	case []any:
		ok = v.kind == '[' && len(v.items) == len(w)
		for i := range w {
			if ok {
				same(t, v.items[i], w[i])
			}
		}
	case map[string]any:
		last := map[string]jsonValue{}
		for _, m := range v.members {
			last[m.name] = m.value
		}
		ok = v.kind == '{' && len(last) == len(w)
		for name := range w {
			if ok {
				same(t, last[name], w[name])
			}
		}
	}
	if !ok {
		t.Fatalf("%#v, want %#v", v, want)
	}
}

// FuzzTemplate: what is put into a template is never read as a part of it.
func FuzzTemplate(f *testing.F) {
	f.Add("{prompt}", "p", "c")
	f.Add("a {context} {{prompt}} {x} {prompt}", "{context}", "{prompt}")
	f.Add("{{{prompt}}}", "p", "c")
	f.Fuzz(func(t *testing.T, template, prompt, context string) {
		got := render(template, map[string]string{"prompt": prompt, "context": context})
		length := len(template)
		for _, p := range placeholders(template) {
			if text := template[p.start:p.end]; text != "{"+p.name+"}" && text != "{{"+p.name+"}}" {
				t.Fatalf("placeholder %q of %q", text, template)
			}
			length -= p.end - p.start
			switch {
			case p.literal:
				length += len(p.name) + 2
			case p.name == "prompt":
				length += len(prompt)
			case p.name == "context":
				length += len(context)
			}
		}
		if len(got) != length {
			t.Fatalf("%q is %d bytes long, not %d", got, len(got), length)
		}
		if len(placeholders(template)) == 0 && got != template {
			t.Fatalf("%q became %q", template, got)
		}
	})
}
