package gofact

import (
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/fact"
)

// definedPackage returns the definition of a package among facts; nil: none.
func definedPackage(t *testing.T, facts []fact.Fact) *fact.Fact {
	t.Helper()
	var found *fact.Fact
	for i, f := range facts {
		if f.IsPackage() {
			if found != nil {
				t.Errorf("%s and %s are both packages", found.Subject, f.Subject)
			}
			found = &facts[i]
		}
	}
	return found
}

// What go/doc says of packages of the standard library their definitions say:
// name and first sentence. The place is that of a package clause.
func TestPackageDefinitions(t *testing.T) {
	g := findGo(t)
	p := newPackages(t, t.TempDir())
	host := build.Default
	host.CgoEnabled, host.GOROOT = false, g.Root
	compared := 0
	for _, path := range []string{"net/http", "fmt", "os", "math/rand/v2", "go/types", "encoding/json", "sync/atomic", "time", "text/template", "syscall", "io", "cmp"} {
		dir := filepath.Join(g.Root, "src", filepath.FromSlash(path))
		built, err := host.ImportDir(dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		var files []*ast.File
		for _, name := range built.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		d, err := doc.NewFromFiles(fset, files, path)
		if err != nil {
			t.Fatal(err)
		}
		want := d.Synopsis(d.Doc)
		s, err := p.Symbols(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		got := definedPackage(t, s.Facts)
		if got == nil {
			t.Errorf("%s: no definition", path)
			continue
		}
		if got.Subject != path || got.Doc != want || got.Detail != "package "+d.Name || got.PackageName() != d.Name {
			t.Errorf("%s: got %+v, want %q of package %s", path, got, want, d.Name)
		}
		text, err := os.ReadFile(filepath.Join(g.Root, "src", got.Span.File))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		if line := lines[got.Span.Line-1]; line[got.Span.Column-1:got.Span.EndColumn-1] != "package "+d.Name || line[got.Name.Column-1:got.Name.EndColumn-1] != d.Name {
			t.Errorf("%s: the clause is not at %s", path, got.Span)
		}
		if first := lines[got.DocLine-1]; !strings.HasPrefix(first, "/") {
			t.Errorf("%s: the comment does not begin at line %d: %q", path, got.DocLine, first)
		}
		compared++
	}
	if compared < 12 {
		t.Errorf("only %d packages compared", compared)
	}
}

func TestPackageDefinitionsOfATree(t *testing.T) {
	units, _ := read(t, newReader(t, nil), tree(t, extract(t, "tree.txtar")))
	for path, want := range map[string]struct{ doc, detail, place string }{
		"example.org/shop":                {"Package shop sells.", "package shop", "shop.go:2"},
		"example.org/shop/use":            {"", "package use", "use/use.go:1"}, // not the test before it
		"example.org/shop/strange-dir/v2": {"", "package odd", "strange-dir/v2/x.go:1"},
		"example.org/shop/native":         {"", "package native", "native/native.go:1"},
		"example.org/shop/broken":         {"", "package broken", "broken/broken.go:1"},
		"example.org/nested":              {"", "package nested", "nested/nested.go:1"},
	} {
		got := definedPackage(t, units[path].Facts)
		if got == nil {
			t.Errorf("%s: no definition", path)
		} else if place := got.Span.File + ":" + string(rune('0'+got.Span.Line)); got.Subject != path || got.Doc != want.doc || got.Detail != want.detail || place != want.place {
			t.Errorf("%s: got %+v at %s, want %+v", path, got, place, want)
		} else if strong := got.Strength == fact.Compiler; strong != (units[path].Open == "") {
			t.Errorf("%s: strength %s, open %q", path, got.Strength, units[path].Open)
		}
	}
	if got := definedPackage(t, units["example.org/shop/scripts"].Facts); got != nil {
		t.Errorf("a file that is no part of any build defines %+v", got)
	}
}
