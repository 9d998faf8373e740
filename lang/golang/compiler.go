package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"sooth/lang"
	"sooth/score"
)

// compilerRules reports what the compiler or the go command refuses and
// go/types does not.
func (c *check) compilerRules(p *part) {
	linked, objects := linknames(p), map[types.Object]bool{}
	for _, f := range p.files {
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				c.missingBody(p, fn, linked)
			}
		}
		c.directives(p, f, objects)
		c.embeds(p, f)
		c.largeTypes(p, f)
		if len(p.errors) == 0 {
			c.anonymousCycles(p, f)
		}
	}
}

// maxType is the size of the largest type that the compiler makes, in bytes.
const maxType = 1<<50 - 1

// largeTypes reports array and struct types that no memory can hold.
func (c *check) largeTypes(p *part, f *file) {
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		var t types.Type
		switch e := n.(type) {
		case *ast.ArrayType:
			if e.Len != nil {
				t = p.info.TypeOf(e)
			}
		case *ast.StructType:
			t = p.info.TypeOf(e)
		}
		if t == nil || holdsTypeParameter(t) {
			return true
		}
		if a, ok := t.(*types.Array); ok && a.Len() > 0 {
			if size := c.checker.sizes.Sizeof(a.Elem()); size >= 0 && size <= maxType/a.Len() {
				return true
			}
		} else if size := c.checker.sizes.Sizeof(t); size >= 0 && size <= maxType {
			return true
		}
		c.refuse(n, "type "+types.TypeString(t, types.RelativeTo(p.types))+" larger than address space")
		return false
	})
}

// holdsTypeParameter reports whether the size of a type depends on a type
// argument.
func holdsTypeParameter(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Array:
		return holdsTypeParameter(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if holdsTypeParameter(f.Type()) {
				return true
			}
		}
	case *types.Named:
		return t.TypeArgs() != nil
	}
	return false
}

// refuse reports an error of the compiler that has no kind of its own.
func (c *check) refuse(n ast.Node, message string) {
	c.report(lang.Problem{Diagnostic: score.Diagnostic{Kind: score.OtherError, Span: c.span(n.Pos(), n.End()), Message: message}})
}

// directive returns what follows a directive such as "go:embed" in a comment.
func directive(c *ast.Comment, name string) (string, bool) {
	rest, ok := strings.CutPrefix(c.Text, "//"+name)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", false
	}
	return strings.TrimSpace(rest), true
}

// imported reports whether a file imports a package.
func imported(f *file, path string) bool {
	for _, s := range f.syntax.Imports {
		if importPath(s) == path {
			return true
		}
	}
	return false
}

// linknames returns the local names that //go:linkname directives give to
// symbols of other packages.
func linknames(p *part) map[string]bool {
	names := map[string]bool{}
	for _, f := range p.files {
		for _, group := range f.syntax.Comments {
			for _, comment := range group.List {
				if rest, ok := directive(comment, "go:linkname"); ok {
					if fields := strings.Fields(rest); len(fields) > 0 {
						names[fields[0]] = true
					}
				}
			}
		}
	}
	return names
}

// missingBody reports a function without a body in a package without assembly.
func (c *check) missingBody(p *part, fn *ast.FuncDecl, linked map[string]bool) {
	if fn.Body != nil || linked[fn.Name.Name] || fn.Name.Name == "init" && fn.Recv == nil {
		return
	}
	if fn.Name.Name == "main" && fn.Recv == nil && p.types != nil && p.types.Name() == "main" {
		return // the type checker says so
	}
	for _, o := range p.others {
		if strings.HasSuffix(o.Name, ".s") {
			return // assembly may give it one
		}
	}
	if fn.Type.TypeParams != nil {
		return // the type checker says so
	}
	c.refuse(fn.Name, "missing function body")
}

// after returns the first declaration or specification that begins after pos,
// and whether pos is inside the body of a function.
func after(f *ast.File, pos token.Pos) (next ast.Node, inside bool) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Pos() < pos && pos < fn.End() {
			return nil, true
		}
		if g, ok := d.(*ast.GenDecl); ok && g.Pos() < pos && pos < g.End() {
			for _, s := range g.Specs {
				if s.Pos() > pos {
					return s, false
				}
			}
			return nil, false
		}
		if d.Pos() > pos {
			if g, ok := d.(*ast.GenDecl); ok && !g.Lparen.IsValid() && len(g.Specs) == 1 {
				return g.Specs[0], false
			}
			return d, false
		}
	}
	return nil, false
}

// embeddable reports whether a variable of a type can hold embedded files.
func embeddable(t types.Type) bool {
	if t == nil {
		return true // an error was reported
	}
	if n := namedOf(t); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "embed" && n.Obj().Name() == "FS" {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.String || u.Kind() == types.Invalid
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return false
}
