package gofact

import (
	"context"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"sooth/fact"
	"sooth/internal/toolchain"
)

// goCommand finds the go command once for all tests.
var goCommand = sync.OnceValues(func() (*toolchain.Go, error) { return toolchain.Find(context.Background(), os.Environ()) })

func findGo(t testing.TB) *toolchain.Go {
	t.Helper()
	g, err := goCommand()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newPackages(t testing.TB, dir string) *Packages {
	t.Helper()
	p, err := NewPackages(PackagesOptions{Go: findGo(t), Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What the type checker says of packages of the standard library, Symbols says
// too, and nothing else: names, fields, methods and promotions. The type
// checker sees the files of this platform, so files that it does not see are
// left out.
func TestSymbolsAgainstTypes(t *testing.T) {
	p := newPackages(t, t.TempDir())
	build.Default.CgoEnabled = false // the importer reads it
	imp := importer.ForCompiler(token.NewFileSet(), "source", nil)
	members := 0
	for _, path := range []string{"net/http", "go/types", "crypto/tls", "encoding/json", "os", "time", "database/sql", "text/template", "reflect", "archive/zip", "bufio", "net/http/httptest", "testing", "image/draw", "sync/atomic", "iter", "log/slog", "go/ast", "math/rand/v2", "encoding/xml", "debug/elf"} {
		pkg, err := imp.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.Symbols(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if s.Open != "" {
			t.Errorf("%s: open: %s", path, s.Open)
		}
		if s.Module != "std" || s.Dir == "" {
			t.Errorf("%s: module %q, dir %q", path, s.Module, s.Dir)
		}
		got, tests := map[string]bool{}, map[string]bool{}
		for _, f := range s.Facts {
			if f.Kind == fact.Definition && strings.HasSuffix(f.Span.File, "_test.go") {
				tests[f.Subject] = true
			}
		}
		for _, f := range s.Facts {
			name, own := strings.CutPrefix(f.Subject, path+".")
			if !own || f.Excluded || strings.HasSuffix(f.Span.File, "_test.go") || strings.Contains(f.Span.File, "_test/") {
				continue
			}
			switch {
			case f.Kind == fact.Definition && strings.Count(name, ".") < 2:
				got[name] = true
			case f.Kind == fact.Promotes && !tests[f.Object]:
				got[name+"."+f.Object[strings.LastIndexByte(f.Object, '.')+1:]] = true
			}
		}
		want := expected(pkg)
		members += len(want)
		for name := range want {
			if !got[name] {
				t.Errorf("%s: %s is missing", path, name)
			}
		}
		for name := range got {
			if first, _, _ := strings.Cut(name, "."); !strings.HasPrefix(name, "groupptr.") && // a pointer type: its values select fields, its pointers do not
				!want[name] && pkg.Scope().Lookup(first) != nil && !isFunc(pkg.Scope().Lookup(first)) && !isValue(pkg.Scope().Lookup(first)) {
				t.Errorf("%s: %s is too much", path, name)
			}
		}
	}
	if members < 5000 {
		t.Errorf("only %d members were compared", members)
	}
}

func isFunc(o types.Object) bool  { _, ok := o.(*types.Func); return ok }
func isValue(o types.Object) bool { _, ok := o.(*types.Var); return ok }

// expected returns what go/types says of a package.
func expected(pkg *types.Package) map[string]bool {
	want := map[string]bool{}
	for _, name := range pkg.Scope().Names() {
		want[name] = true
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		typ := tn.Type()
		if _, ok := typ.Underlying().(*types.Interface); !ok {
			typ = types.NewPointer(typ)
		}
		for _, member := range candidates(tn.Type(), map[types.Type]bool{}) {
			o, _, _ := types.LookupFieldOrMethod(typ, true, pkg, member)
			if o == nil {
				continue
			}
			want[name+"."+member] = true
		}
	}
	return want
}

// candidates returns all names of fields and methods below a type.
func candidates(t types.Type, seen map[types.Type]bool) []string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if seen[t] {
		return nil
	}
	seen[t] = true
	var names []string
	if n, ok := t.(*types.Named); ok {
		for m := range n.Methods() {
			names = append(names, m.Name())
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			names = append(names, f.Name())
			if f.Embedded() {
				names = append(names, candidates(f.Type(), seen)...)
			}
		}
	case *types.Interface:
		for m := range u.Methods() {
			names = append(names, m.Name())
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
