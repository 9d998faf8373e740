package behave

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"sooth/internal/toolchain"
	"sooth/lang"
)

// whyAlone says why a program cannot share a binary with others, or "". A
// program shares only what cannot be told from being alone: nothing of it runs
// before its own tests do, and its package is what `go test` would make of it.
func (p *program) whyAlone() string {
	set := token.NewFileSet()
	read := func(files []lang.File) (out []*ast.File) {
		for _, f := range files {
			file, err := parser.ParseFile(set, f.Name, f.Text, parser.ParseComments)
			if err != nil {
				return nil
			}
			out = append(out, file)
		}
		return out
	}
	own, tests := read(p.files), read(p.tests)
	switch {
	case own == nil || tests == nil:
		return "it does not parse"
	case p.pkg == "main":
		return "it is a program of its own"
	case p.main:
		return "its tests have a TestMain"
	case len(p.data) > 0:
		return "its tests read files"
	}
	for _, name := range p.names {
		if !strings.HasPrefix(name, "Test") {
			return "its tests have examples or fuzz tests"
		}
	}
	neutral := p.context
	neutral.GOOS, neutral.GOARCH = "none", "none"
	elsewhere := &program{context: neutral}
	for _, f := range slices.Concat(p.files, p.tests) {
		if !elsewhere.built(lang.File{Name: strings.TrimSuffix(f.Name, "_test.go") + ".go", Text: "package p"}) {
			return "a file is meant for one system"
		}
	}
	for _, f := range slices.Concat(own, tests) {
		if f.Name.Name != p.pkg {
			return "it has several packages"
		}
		if reason := special(f); reason != "" {
			return reason
		}
	}
	for _, f := range own {
		for _, name := range []string{"make", "new", "len"} {
			if f.Scope.Lookup(name) != nil {
				return "it declares " + name
			}
		}
		if name := runsEarly(f); name != "" {
			return fmt.Sprintf("%s runs when the program starts", name)
		}
	}
	if name := completes(own, tests); name != "" {
		return fmt.Sprintf("the tests declare %s", name)
	}
	return ""
}

// special finds what reaches beyond a package: directives, unsafe, cgo,
// imports for their effect.
func special(f *ast.File) string {
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if path == "C" || path == "unsafe" || path == "embed" {
			return "it imports " + path
		}
		if spec.Name != nil && spec.Name.Name == "_" {
			return "it imports " + path + " for its effect"
		}
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "// +build") {
				return "it has a compiler directive"
			}
		}
	}
	return ""
}

// runsEarly finds what a file runs when the program starts: init, or a
// variable whose value is computed by anything but a few functions of the
// standard library that change nothing. A value that panics is no matter: it
// fails all programs of the binary, and each is then run alone.
func runsEarly(f *ast.File) string {
	pure := map[string]map[string]bool{
		"errors":          {"New": true},
		"regexp":          {"MustCompile": true},
		"strings":         {"NewReplacer": true},
		"encoding/base64": {"Strict": true},
	}
	imported := map[string]string{}
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		name := path[strings.LastIndex(path, "/")+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imported[name] = path
	}
	found := ""
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" {
				return "init"
			}
		case *ast.GenDecl:
			if d.Tok != token.VAR {
				continue
			}
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncLit:
					return false // called below, or not at all
				case *ast.UnaryExpr:
					if n.Op == token.ARROW {
						found = "a receive"
					}
				case *ast.CallExpr:
					if !calm(n, imported, pure) {
						found = "a variable's value"
					}
				}
				return found == ""
			})
		}
	}
	return found
}

// calm says whether a call at package level changes nothing: a builtin that
// makes a value, a conversion of nil or a literal to a pointer type, or one of
// pure.
func calm(call *ast.CallExpr, imported map[string]string, pure map[string]map[string]bool) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Obj == nil && (f.Name == "make" || f.Name == "new" || f.Name == "len")
	case *ast.ParenExpr:
		_, star := f.X.(*ast.StarExpr) // (*T)(nil)
		return star
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok && x.Obj == nil {
			return pure[imported[x.Name]][f.Sel.Name]
		}
		if x, ok := f.X.(*ast.SelectorExpr); ok { // base64.RawURLEncoding.Strict()
			if y, ok := x.X.(*ast.Ident); ok && y.Obj == nil {
				return pure[imported[y.Name]][f.Sel.Name] && imported[y.Name] == "encoding/base64"
			}
		}
	}
	return false
}

// completes finds a name that the answer uses and only the tests declare: with
// them it would compile, alone it does not.
func completes(own, tests []*ast.File) string {
	declared, types := map[string]bool{}, map[string]bool{}
	for _, f := range own {
		for name, object := range f.Scope.Objects {
			declared[name] = true
			types[name] = object.Kind == ast.Typ
		}
	}
	added := map[string]bool{}
	for _, f := range tests {
		for name := range f.Scope.Objects {
			added[name] = true
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || len(fn.Recv.List) == 0 {
				continue
			}
			receiver := fn.Recv.List[0].Type
			if star, ok := receiver.(*ast.StarExpr); ok {
				receiver = star.X
			}
			if ident, ok := receiver.(*ast.Ident); !ok || types[ident.Name] {
				return "the method " + fn.Name.Name
			}
		}
	}
	for _, f := range own {
		for _, ident := range f.Unresolved {
			if added[ident.Name] && !declared[ident.Name] {
				return ident.Name
			}
		}
	}
	return ""
}

// buildContext is what the go command g builds for, without cgo.
func buildContext(g *toolchain.Go) build.Context {
	c := build.Default
	c.GOOS, c.GOARCH, c.CgoEnabled = g.OS, g.Arch, false
	c.BuildTags, c.ToolTags = nil, nil
	version := strings.TrimPrefix(g.Version, "go1.")
	if i := strings.IndexFunc(version, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
		version = version[:i]
	}
	if minor, err := strconv.Atoi(version); err == nil && minor > 0 && minor < 1000 {
		c.ReleaseTags = nil
		for i := 1; i <= minor; i++ {
			c.ReleaseTags = append(c.ReleaseTags, fmt.Sprintf("go1.%d", i))
		}
	}
	return c
}
