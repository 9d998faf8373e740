package fact

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestLastName(t *testing.T) {
	for _, c := range []struct {
		kind          Kind
		subject, want string
	}{
		{Definition, "net/http.Client.Do", "Do"},
		{Definition, "net/http.Get", "Get"},
		{Definition, "gopkg.in/yaml.v3.Node", "Node"},
		{Call, "m/p.F.func1", "func1"},
		{File, "a/b.go", "b.go"},
		{File, "Makefile", "Makefile"},
		{Package, "gopkg.in/yaml.v3", "yaml.v3"},
		{Import, "net/http", "http"},
		{Commit, "0123abcd", "0123abcd"},
		{Definition, "web/app.py:Class.method", "method"},
		{Definition, "Makefile:build", "build"},
		{Definition, "web/style.css:.wide", "wide"},
		{Definition, "odd.", "odd."},
		{Definition, "", ""},
	} {
		if got := LastName(&Fact{Kind: c.kind, Subject: c.subject}); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.kind, c.subject, got, c.want)
		}
	}
}

// TestFold holds Fold against strings.EqualFold on all pairs of a few runes
// whose case is not simple.
func TestFold(t *testing.T) {
	words := []string{"", "Do", "do", "DO", "K", "k", "K", "s", "ſ", "S", "ß", "ẞ", "ı", "I", "i", "İ", "Σ", "σ", "ς", "\xff", "\xfe", "a\x00", "Ǆ", "ǅ", "ǆ"}
	equal := 0
	for _, a := range words {
		for _, b := range words {
			want := strings.EqualFold(a, b)
			if got := Fold(a) == Fold(b); got != want {
				t.Errorf("%q and %q: got %v, want %v", a, b, got, want)
			}
			if want && a != b {
				equal++
			}
		}
	}
	if equal < 20 {
		t.Errorf("only %d pairs differ in case alone", equal)
	}
}

func TestHasSuffix(t *testing.T) {
	subject := "github.com/spf13/cobra.Command.AddCommand"
	for name, want := range map[string]bool{
		"AddCommand": true, "Command.AddCommand": true, "cobra.Command.AddCommand": true, subject: true,
		"spf13/cobra.Command.AddCommand": true,
		"ddCommand":                      false, "mand.AddCommand": false, "": false, "x" + subject: false, "Command": false,
	} {
		if got := HasSuffix(subject, name); got != want {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
}

func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"AddCommand":        "addcommand add command",
		"HTTPServer2":       "httpserver2 http server 2",
		"snake_case":        "snake_case snake case",
		"__init__":          "__init__ init",
		"_x":                "_x x",
		"_ __":              "",
		"utf8":              "utf8 utf 8",
		"func (c *Cmd) Go1": "func c cmd go1 go 1",
		"ÄpfelBaum über":    "äpfelbaum äpfel baum über",
		"a\x00b\xffc":       "a b c",
		"plain":             "plain",
		"ID":                "id",
		"\"x\" OR NEAR(y*)": "x or near y",
		"日本語 x":             "日本語 x",
	} {
		if got := strings.Join(Terms(text), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := Terms(strings.Repeat("é", 100)); len(got) != 1 || len(got[0]) != maxTerm {
		t.Errorf("a long word: %q", got)
	}
	if got := QueryTerms("Add add ADD_x"); !slices.Equal(got, []string{"add", "add_x", "x"}) {
		t.Errorf("each once: %q", got)
	}
}

// The name of a package is the one that it declares.
func TestDocumentOfPackage(t *testing.T) {
	for subject, want := range map[string]string{
		"math/rand/v2": "rand|math rand v2 v 2|package rand", "net/http": "http|net|package http", "gopkg.in/yaml.v3": "yaml|gopkg in yaml v3 v 3|package yaml",
	} {
		name := strings.Split(want, "|")[0]
		d := Document(&Fact{Kind: Definition, Language: "go", Symbol: "package", Subject: subject, Detail: "package " + name})
		if got := strings.Join(d[0], " ") + "|" + strings.Join(d[1], " ") + "|" + strings.Join(d[2], " "); got != want {
			t.Errorf("%s: got %q, want %q", subject, got, want)
		}
	}
	if f := (Fact{Kind: Definition, Language: "Java", Symbol: "package", Subject: "a.java:org.x"}); f.IsPackage() || LastName(&f) != "x" {
		t.Error("a package of another language")
	}
}

// FuzzTerms: what is given is in lower case, holds no separator, and is found
// again by itself.
func FuzzTerms(f *testing.F) {
	for _, s := range []string{"AddCommand", "a_b", "\xff\x00", "X1y", "ｆｕｌｌ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, term := range Terms(s) {
			if term == "" || len(term) > maxTerm || strings.Map(unicode.ToLower, term) != term {
				t.Fatalf("%q gives %q", s, term)
			}
			for _, r := range term {
				if !inWord(r) {
					t.Fatalf("%q gives %q", s, term)
				}
			}
			if again := Terms(term); !slices.Contains(again, term) {
				t.Fatalf("%q gives %q", term, again)
			}
		}
	})
}

func TestMatchLine(t *testing.T) {
	f := Fact{Kind: Definition, Subject: "m.F", DocLine: 3}
	f.Span.File, f.Span.Line, f.Span.EndLine = "a.go", 5, 9
	for line, want := range map[int]bool{1: false, 2: false, 3: true, 4: true, 5: true, 9: true, 10: false} {
		q := Query{Path: "a.go", Line: line}
		if got := q.Match(&f, "m"); got != want {
			t.Errorf("line %d: got %v", line, got)
		}
	}
	if q := (Query{Path: "b.go", Line: 5}); q.Match(&f, "m") {
		t.Error("another file")
	}
	for _, q := range []Query{{Unit: "n"}, {Kinds: []Kind{Call}}, {Name: "f"}, {Subject: "F"}, {Object: "x"}} {
		if q.Match(&f, "m") {
			t.Errorf("%+v", q)
		}
	}
	if q := (Query{Unit: "m", Kinds: []Kind{Call, Definition}, Name: "f", Fold: true, Subject: "m.F"}); !q.Match(&f, "m") {
		t.Error(fmt.Sprint(q))
	}
}
