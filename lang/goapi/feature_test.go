package goapi

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sooth/internal/toolchain"
)

// featureCases are programs that use one feature each. An empty ungated means
// that the compiler, set to the release before, must refuse the program and
// name the release; otherwise it says why it does not.
var featureCases = []struct {
	name, since, text string
	ungated           string
}{
	{"type alias", "1.9", "type A = int", ""},
	{"binary literal", "1.13", "const c = 0b101", ""},
	{"octal literal with 0o", "1.13", "const c = 0o17", ""},
	{"underscore in a number literal", "1.13", "const c = 1_000", ""},
	{"hexadecimal floating-point literal", "1.13", "const c = 0x1p-2", ""},
	{"signed shift count", "1.13", "func f(n int) int { return 1 << n }", ""},
	{"signed shift count", "1.13", "func f(x, n int) int { x <<= n; return x }", ""},
	{"overlapping embedded interface", "1.14", "type a interface{ M() }; type b interface{ M() }; type c interface { a; b }", "duplicate method M"},
	{"overlapping embedded interface", "1.14", "type a interface{ M() }; type c interface { M(); a }", "duplicate method M"},
	{"unsafe.Add", "1.17", "import \"unsafe\"; func f(p unsafe.Pointer) unsafe.Pointer { return unsafe.Add(p, 1) }", ""},
	{"unsafe.Slice", "1.17", "import \"unsafe\"; func f(p *byte) []byte { return unsafe.Slice(p, 1) }", ""},
	{"conversion from slice to array pointer", "1.17", "func f(s []int) *[2]int { return (*[2]int)(s) }", ""},
	{"type parameters", "1.18", "func f[T interface{}](T) {}", ""},
	{"type parameters", "1.18", "type t[T interface{}] struct{ f T }", ""},
	{"instantiation of a generic type", "1.18", "type t[T interface{}] struct{ f T }; var v t[int]", ""},
	{"instantiation of a generic function", "1.18", "func f[T interface{}](T) {}; func g() { f(1) }", ""},
	{"instantiation of a generic function", "1.18", "func f[T interface{}](T) {}; func g() { f[int](1) }", ""},
	{"instantiation of a generic function", "1.18", "func f[T interface{}](T) {}; var v = f[int]", ""},
	{"predeclared any", "1.18", "var v any", ""},
	{"predeclared comparable", "1.18", "func f[T comparable](T) {}", ""},
	{"constraint with type terms", "1.18", "type c interface{ ~int | string }", ""},
	{"embedding of a non-interface type", "1.18", "type c interface{ int }", ""},
	{"embedding of a constraint", "1.18", "type c interface{ ~int }; type d interface{ c }", ""},
	{"comparable satisfied by an interface", "1.20", "func f[T comparable](T) {}; func g(v any) { f(v) }", ""},
	{"comparable satisfied by an interface", "1.20", "type s[T comparable] struct{}; type e struct { err error }; var v s[[2]e]", ""},
	{"conversion from slice to array", "1.20", "func f(s []int) [2]int { return [2]int(s) }", ""},
	{"unsafe.SliceData", "1.20", "import \"unsafe\"; func f(s []int) *int { return unsafe.SliceData(s) }", ""},
	{"unsafe.String", "1.20", "import \"unsafe\"; func f(p *byte) string { return unsafe.String(p, 1) }", ""},
	{"unsafe.StringData", "1.20", "import \"unsafe\"; func f(s string) *byte { return unsafe.StringData(s) }", ""},
	{"builtin min", "1.21", "func f(a, b int) int { return min(a, b) }", ""},
	{"builtin max", "1.21", "func f(a, b int) int { return max(a, b) }", ""},
	{"builtin clear", "1.21", "func f(m map[int]int) { clear(m) }", ""},
	{"generic function used as a value with inferred type arguments", "1.21", "func f[T any](T) {}; var v func(int) = f", ""},
	{"generic function used as a value with inferred type arguments", "1.21", "func f[T any](T) {}; func h(func(int)) {}; func g() { h(f) }", ""},
	{"generic function used as a value with inferred type arguments", "1.21", "func f[K, V any](K, V) {}; func g() func(int, string) { return f[int] }", ""},
	{"type inference from untyped constants of several kinds", "1.21", "func f[T any](a, b T) {}; func g() { f(1, 2.5) }", "the compiler infers by today's rules whatever release it is set to"},
	{"range over integer", "1.22", "func f() { for range 3 {} }", ""},
	{"range over integer", "1.22", "func f(n int8) { for i := range n { _ = i } }", ""},
	{"range over integer", "1.22", "func f[T ~int](n T) { for range n {} }", ""},
	{"range over function", "1.23", "func f(s func(yield func(int) bool)) { for range s {} }", ""},
	{"range over function", "1.23", "type seq[V any] func(yield func(V) bool); func f(s seq[int]) { for v := range s { _ = v } }", ""},
	{"generic type alias", "1.24", "type s[T any] struct{}; type a[T any] = s[T]", "the compiler accepts it from 1.23 on, where the release needed an experiment"},
	{"new with an expression", "1.26", "var p = new(1)", ""},
	{"type parameter constraint that refers to its own type", "1.26", "type a[T a[T]] interface { add(T) T }", "the compiler's rule does not depend on the release it is set to"},
	{"build constraint //go:build", "1.17", "//go:build linux\n\npackage p", "a note: older releases overlook the line"},
	{"loop variable of each iteration", "1.22", "func f(s []int) (r []func() int) { for _, v := range s { r = append(r, func() int { return v }) }; return }", "a note: legal with another meaning"},
	{"loop variable of each iteration", "1.22", "func f() (r []*int) { for i := 0; i < 3; i++ { r = append(r, &i) }; return }", "a note: legal with another meaning"},
	{"loop variable of each iteration", "1.22", "func f() { for i := 0; i < 3; i++ { go func() { _ = i }() } }", "a note: legal with another meaning"},
}

func program(text string) string {
	if strings.Contains(text, "package p") {
		return text + "\n"
	}
	return "package p; " + text + "\n"
}

// check type-checks a program at a release; "" is the newest.
func check(t *testing.T, text, release string) (*token.FileSet, *ast.File, *types.Info, error) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Instances: map[*ast.Ident]types.Instance{}}
	config := types.Config{Importer: noImports{}, Error: func(error) {}}
	if release != "" {
		config.GoVersion = "go" + release
	}
	_, err = config.Check("p", fset, []*ast.File{file}, info)
	return fset, file, info, err
}

type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return nil, fmt.Errorf("no %q", path)
}

func before(release string) string {
	var minor int
	fmt.Sscanf(release, "1.%d", &minor)
	return fmt.Sprintf("1.%d", minor-1)
}

func TestFeatures(t *testing.T) {
	for _, c := range featureCases {
		text := program(c.text)
		fset, file, info, err := check(t, text, "")
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		found := Features(fset, []*ast.File{file}, info)
		i := slices.IndexFunc(found, func(f Feature) bool { return f.Name == c.name })
		if i < 0 {
			t.Errorf("%q: %q not found in %v", c.text, c.name, found)
			continue
		}
		f := found[i]
		if f.Since != c.since || !strings.Contains(f.From, "Go "+c.since+" release notes") || f.Note != strings.HasPrefix(c.ungated, "a note") || !f.Pos.IsValid() || f.End <= f.Pos {
			t.Errorf("%q: got %+v", c.text, f)
		}
		for _, g := range found { // nothing newer than the case is about
			if older(c.since, g.Since) {
				t.Errorf("%q: also found %+v", c.text, g)
			}
		}
		// The front end at the release before names the release, at the release itself it accepts.
		if c.ungated == "" {
			_, _, _, err = check(t, text, before(c.since))
			if err == nil || !strings.Contains(err.Error(), "requires go"+c.since+" or later") {
				t.Errorf("%q at %s: got %v, want requires go%s", c.text, before(c.since), err, c.since)
			}
		}
		if c.ungated == "duplicate method M" {
			if _, _, _, err = check(t, text, before(c.since)); err == nil || !strings.Contains(err.Error(), c.ungated) {
				t.Errorf("%q at %s: got %v, want %s", c.text, before(c.since), err, c.ungated)
			}
		}
		if _, _, _, err = check(t, text, c.since); err != nil {
			t.Errorf("%q at %s: %v", c.text, c.since, err)
		}
	}
}

// TestFeaturesAgreeWithTheCompiler builds the programs with the go command.
func TestFeaturesAgreeWithTheCompiler(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler for each release; run without -short")
	}
	g, err := toolchain.Find(context.Background(), os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	releases := map[string]bool{}
	for _, c := range featureCases {
		releases[c.since] = true
	}
	for since := range releases {
		dir := t.TempDir()
		for _, lang := range []string{before(since), since} {
			if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo "+lang+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			for i, c := range featureCases {
				if c.since != since || strings.HasPrefix(c.ungated, "a note") {
					continue
				}
				sub := filepath.Join(dir, fmt.Sprintf("p%02d", i))
				if err := os.MkdirAll(sub, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(sub, "p.go"), []byte(program(c.text)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			_, err := g.Run(context.Background(), dir, nil, "build", "./...")
			said := fmt.Sprint(err)
			for i, c := range featureCases {
				if c.since != since || strings.HasPrefix(c.ungated, "a note") {
					continue
				}
				name := fmt.Sprintf("p%02d/p.go", i)
				refused := strings.Contains(said, name)
				line := regexp.MustCompile("(?m)^" + name + ".*requires go" + regexp.QuoteMeta(since) + " or later")
				switch {
				case lang == since && refused:
					t.Errorf("%q at %s: %s", c.text, lang, said)
				case lang != since && c.ungated == "" && !line.MatchString(said):
					t.Errorf("%q at %s: the compiler does not ask for go%s: %s", c.text, lang, since, said)
				case lang != since && c.ungated != "" && c.ungated != "duplicate method M" && refused:
					t.Errorf("%q at %s: refused, want accepted since %s: %s", c.text, lang, c.ungated, said)
				}
			}
		}
	}
}

// What is not a feature is not reported.
func TestNoFeatures(t *testing.T) {
	for _, text := range []string{
		"func min(a int) int { return a }; func f() { _ = min(1) }",
		"type any interface{}; var v any",
		"const c = 0x10 + 017 + 1e3 + 'x'",
		"func f(n uint) int { return 1 << n }",
		"const s = 3; func f() int { return 1 << s }",
		"func f(m map[string]int, c chan int) { for range m {}; for range c {}; for range \"s\" {} }",
		"func f(s []int) { for _, v := range s { _ = v; func() { _ = v }() } }",
		"var p = new(int)",
		"type a interface{ M() }; type b interface{ N() }; type c interface { a; b }",
		"func f(s []byte) string { return string(s) }",
		"//go:build linux\n// +build linux\n\npackage p",
	} {
		fset, file, info, err := check(t, program(text), "1.8")
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if found := Features(fset, []*ast.File{file}, info); len(found) > 0 {
			t.Errorf("%q: found %+v", text, found)
		}
	}
}

// A program with errors, or without types, does not stop the search.
func TestFeaturesWithoutTypes(t *testing.T) {
	fset, file, _, _ := check(t, program("func f[T any]() { for range 3 { undefined(0b1) } }"), "")
	var names []string
	for _, f := range Features(fset, []*ast.File{file}, nil) {
		names = append(names, f.Name)
	}
	if want := []string{"type parameters", "range over integer", "binary literal"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}
