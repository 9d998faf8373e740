package universe_test

import (
	"go/ast"
	"go/build"
	"go/doc"
	"go/token"
	"slices"
	"strings"
	"testing"

	"sooth/examples/go-search/universe"
)

// TestDocumentsAgainstGoDoc holds the documents against go/doc, which finds
// packages, functions, types and methods by another way: from syntax alone.
func TestDocumentsAgainstGoDoc(t *testing.T) {
	library, err := universe.Load(t.Context(), build.Default.GOROOT)
	if err != nil {
		t.Fatal(err)
	}
	ours := map[string]string{}
	for _, d := range library.Documents() {
		if ours[d.ID] != "" {
			t.Errorf("document %q comes twice", d.ID)
		}
		ours[d.ID] = d.Kind
	}
	theirs := map[string]string{}
	for _, p := range library.Packages {
		if p.Types.Name() == "main" {
			continue
		}
		before := len(theirs)
		goDoc(t, library.Fset, p, theirs)
		if len(theirs) > before {
			theirs[p.Path] = "package"
		}
	}
	if len(theirs) < 10000 {
		t.Fatalf("go/doc finds %d names", len(theirs))
	}
	report(t, "go/doc has it, we do not", theirs, ours)
	for id, kind := range ours {
		// go/doc lists no fields, and not the method String that types of this
		// one package have through two embedded types.
		if kind == "field" || strings.HasPrefix(id, "internal/runtime/gc/internal/gen.") && strings.HasSuffix(id, ".String") && theirs[id] == "" {
			delete(ours, id)
		}
	}
	report(t, "we have it, go/doc does not", ours, theirs)
}

func report(t *testing.T, what string, a, b map[string]string) {
	t.Helper()
	var missing []string
	for id, kind := range a {
		if b[id] != kind {
			missing = append(missing, id+" ("+kind+")")
		}
	}
	slices.Sort(missing)
	if len(missing) > 0 {
		t.Errorf("%s: %d\n%s", what, len(missing), strings.Join(missing[:min(40, len(missing))], "\n"))
	}
}

// goDoc collects what go/doc shows of a package.
func goDoc(t *testing.T, fset *token.FileSet, p *universe.Package, found map[string]string) {
	t.Helper()
	d, err := doc.NewFromFiles(fset, p.Files, p.Path, doc.PreserveAST)
	if err != nil {
		t.Fatal(err)
	}
	add := func(kind string, names ...string) {
		for _, name := range names {
			if last := name[strings.LastIndex(name, ".")+1:]; token.IsExported(last) {
				found[p.Path+"."+name] = kind
			}
		}
	}
	values := func(list []*doc.Value, kind string) {
		for _, v := range list {
			add(kind, v.Names...)
		}
	}
	functions := func(list []*doc.Func) {
		for _, f := range list {
			add("func", f.Name)
		}
	}
	values(d.Consts, "const")
	values(d.Vars, "var")
	functions(d.Funcs)
	for _, typ := range d.Types {
		add("type", typ.Name)
		values(typ.Consts, "const")
		values(typ.Vars, "var")
		functions(typ.Funcs)
		for _, m := range typ.Methods {
			add("method", typ.Name+"."+m.Name)
		}
		for _, spec := range typ.Decl.Specs { // methods of interfaces are in the declaration only
			if i, ok := spec.(*ast.TypeSpec).Type.(*ast.InterfaceType); ok {
				for _, m := range i.Methods.List {
					for _, name := range m.Names {
						add("method", typ.Name+"."+name.Name)
					}
				}
			}
		}
	}
}
