package gofact

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sooth/fact"
	"sooth/lang"
)

// availability returns what facts say of the availability of subjects, sorted.
func availability(facts []fact.Fact) []string {
	var list []string
	for _, f := range facts {
		if f.Kind == fact.Available {
			list = append(list, f.Subject+" "+f.Object)
		}
	}
	slices.Sort(list)
	return list
}

// The releases are those of the release notes of Go.
func TestAvailable(t *testing.T) {
	dir := extract(t, "available.txtar")
	r := newReader(t, nil)
	units, _ := read(t, r, tree(t, dir))
	same(t, "of the tree", availability(units["example.org/m"].Facts), []string{
		"example.org/m go1.21", "example.org/m.Handle windows", "example.org/m.Handle.Close windows", "example.org/m.Old !go1.22 && (linux || darwin)",
	})
	for _, f := range units["example.org/m"].Facts {
		if f.Kind == fact.Available && f.Subject == "example.org/m" && f.Span.String() != "go.mod:3" {
			t.Errorf("the line of go.mod: %s", f.Span)
		}
	}
	outside := units["available:outside"]
	same(t, "of others", availability(outside.Facts), []string{
		"github.com/spf13/pflag go1.12", "net/http go1", "net/http.Client go1", "net/http.Client.Do go1", "slices go1.21", "slices.Contains go1.21",
		"strings go1", "strings.Cut go1.18", "sync/atomic go1", "sync/atomic.Int64 go1.19", "testing go1", "testing.T go1", "testing.T.Setenv go1.17",
	})
	if outside.Open != "" {
		t.Errorf("open: %s", outside.Open)
	}
	// A new use is a new unit, a use more of the same is none.
	for text, want := range map[string]string{
		"package m\n\nimport \"strings\"\n\nvar _, _, _ = strings.Cut(\"\", \"\")\n":   "",
		"package m\n\nimport \"strings\"\n\nvar _ = strings.ContainsFunc(\"\", nil)\n": "strings.ContainsFunc go1.21",
	} {
		write(t, dir, "more.go", text)
		x := tree(t, dir)
		x.Known, x.Changed = known(units), []string{"more.go"}
		again, names := read(t, r, x)
		if !slices.Contains(names, "available:outside") {
			t.Errorf("the unit is gone: %q", names)
		}
		if u, ok := again["available:outside"]; ok != (want != "") || ok && !slices.Contains(availability(u.Facts), want) {
			t.Errorf("%s: read again: %v: %q", text, ok, availability(u.Facts))
		}
	}
}

// What a go.mod or a constraint says that is no release, or too long, is not repeated.
func TestAvailableNot(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.org/m\n\ngo banana\n")
	write(t, dir, "m.go", "//go:build linux"+strings.Repeat(" || linux", 200)+"\n\npackage m\n\nfunc F() {}\n")
	write(t, dir, "n.go", "//go:build linux &&\n\npackage m\n\nfunc G() {}\n")
	units, _ := read(t, newReader(t, nil), tree(t, dir))
	u := units["example.org/m"]
	if got := availability(u.Facts); len(got) > 0 || len(find(u.Facts, fact.Definition, "example.org/m.G")) != 1 {
		t.Errorf("%q, open %q", got, u.Open)
	}
}

// When go/build takes a file, its condition holds, and only then.
func TestConditions(t *testing.T) {
	texts := []string{
		"package p\n", "//go:build linux\n\npackage p\n", "//go:build windows || (linux && arm64)\n\npackage p\n", "//go:build go1.18 && !cgo\n\npackage p\n",
		"// +build linux darwin\n// +build amd64\n\npackage p\n", "//go:build unix\n// +build windows\n\npackage p\n", "package p\n\nimport \"C\"\n",
		"// Package p.\n// +build windows\npackage p\n", "//go:build ignore\n\npackage p\n", "// A licence.\n\n//go:build !windows\n\n// Package p.\npackage p\n",
	}
	names := []string{"a.go", "a_linux.go", "linux.go", "a_windows_amd64.go", "a_arm64_test.go", "a_plan9_extra.go", "a_test.go", "x_linux_windows.go", "b_js.wasm.go", "_linux.go"}
	compared, out := 0, 0
	for _, base := range names {
		for _, text := range texts {
			f := &sourceFile{base: base, cgo: strings.Contains(text, `"C"`), text: []byte(text)}
			var err error
			if f.syntax, err = parser.ParseFile(token.NewFileSet(), base, text, parser.ParseComments); err != nil {
				t.Fatal(err)
			}
			expr, says := f.condition()
			if (expr == "") != (says == "") {
				t.Errorf("%s %q: %q because of %q", base, text, expr, says)
			}
			for _, system := range []string{"linux", "windows", "darwin", "android"} {
				for _, arch := range []string{"amd64", "arm64"} {
					for _, cgo := range []bool{false, true} {
						c := build.Context{GOOS: system, GOARCH: arch, CgoEnabled: cgo, Compiler: "gc", ReleaseTags: []string{"go1.17", "go1.18"},
							OpenFile: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
						want, err := c.MatchFile("", base)
						if err != nil {
							t.Fatal(err)
						}
						if strings.HasPrefix(base, "_") { // go/build takes no such file, whatever its tags are
							continue
						}
						want = want && (cgo || !f.cgo) // which Context.Import looks at
						if got := holds(t, expr, &c); got != want {
							t.Errorf("%s %q on %s/%s, cgo %v: %q gives %v, go/build %v", base, text, system, arch, cgo, expr, got, want)
						}
						compared++
						if !want {
							out++
						}
					}
				}
			}
		}
	}
	if compared < 1000 || out < 300 || compared-out < 300 {
		t.Errorf("%d compared, %d of them left out", compared, out)
	}
}

// holds evaluates a constraint by the rules of `go help buildconstraint`.
func holds(t *testing.T, expr string, c *build.Context) bool {
	t.Helper()
	if expr == "" {
		return true
	}
	x, err := constraint.Parse("//go:build " + expr)
	if err != nil {
		t.Fatalf("%q: %v", expr, err)
	}
	return x.Eval(func(tag string) bool {
		return tag == c.GOOS || tag == c.GOARCH || tag == c.Compiler || tag == "cgo" && c.CgoEnabled || slices.Contains(c.ReleaseTags, tag) ||
			tag == "linux" && c.GOOS == "android" || tag == "unix" && c.GOOS != "windows"
	})
}

// The tags that file names may end in are those of the toolchain.
func TestKnownSystems(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(findGo(t).Root, "src/internal/syslist/syslist.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, decl := range f.Decls {
		g, ok := decl.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		s := g.Specs[0].(*ast.ValueSpec)
		known := map[string]func(string) bool{"KnownOS": isSystem, "KnownArch": isArchitecture}[s.Names[0].Name]
		if known == nil {
			continue
		}
		for _, e := range s.Values[0].(*ast.CompositeLit).Elts {
			tag, err := strconv.Unquote(e.(*ast.KeyValueExpr).Key.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			found[s.Names[0].Name]++
			if !known(tag) {
				t.Errorf("%s is not known", tag)
			}
		}
	}
	if found["KnownOS"] < 15 || found["KnownArch"] < 20 {
		t.Error(fmt.Sprint(found))
	}
	if isSystem("unix") || isSystem("test") || isArchitecture("linux") {
		t.Error("too many are known")
	}
}

// A tree whose toolchain has no API files is read all the same, and says so.
func TestAvailableWithoutAPI(t *testing.T) {
	g := *findGo(t)
	g.Root = t.TempDir()
	r := newReader(t, nil)
	o := &run{Reader: &Reader{go_: &g, checker: r.checker, cache: r.cache}, stale: newStaleness(lang.Tree{}, ""), names: map[string]bool{}, emitted: map[string]bool{},
		methods: map[string]*methodIndex{"m": {Standard: []string{"fmt.Println"}}}}
	var sent []fact.Unit
	o.emit = func(u fact.Unit) error { sent = append(sent, u); return nil }
	if err := o.available(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(sent) != 1 || !strings.Contains(sent[0].Open, "no API files") {
		t.Errorf("sent %+v", sent)
	}
}
