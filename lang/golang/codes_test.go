package golang

import (
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The error codes are those of the toolchain's own source.
func TestCodesAreThoseOfTheToolchain(t *testing.T) {
	name := filepath.Join(goTool(t).Root, "src", "internal", "types", "errors", "codes.go")
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Skipf("the toolchain came without its source: %v", err)
	}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("errors", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	own, err := parser.ParseFile(fset, "codes.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, d := range own.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			code := strings.TrimPrefix(v.Names[0].Name, "code")
			if code == "InvalidUntyped" {
				code = "InvalidUntypedConversion"
			}
			o, ok := pkg.Scope().Lookup(code).(*types.Const)
			if !ok {
				t.Errorf("the toolchain has no code %s", code)
				continue
			}
			n++
			if want, got := constant.ToInt(o.Val()).String(), v.Values[0].(*ast.BasicLit).Value; got != want {
				t.Errorf("code %s is %s, not %s", code, want, got)
			}
		}
	}
	if n < 50 {
		t.Fatalf("only %d codes", n)
	}
}

// A type error gives its code and range away.
func TestDetail(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", "package a\n\nvar x = strings.Y\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	var got types.Error
	conf := types.Config{Error: func(err error) { got = err.(types.Error) }}
	conf.Check("a", fset, []*ast.File{f}, nil)
	if d := detailOf(got); d.code != codeUndeclaredName || fset.Position(d.start).Column != 9 || fset.Position(d.end).Column != 16 {
		t.Errorf("got %+v of %v", d, got)
	}
}
