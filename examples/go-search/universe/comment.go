package universe

import (
	"go/ast"
	"go/token"
)

// declaration is what the syntax tree knows of a name.
type declaration struct {
	doc  string        // see Document.Doc
	node ast.Node      // *ast.FuncDecl, *ast.TypeSpec, *ast.ValueSpec or *ast.Field
	code *ast.FuncDecl // of functions and methods
}

// declarations maps the position of each declared name to its declaration.
func declarations(files []*ast.File) map[token.Pos]declaration {
	found := map[token.Pos]declaration{}
	for _, file := range files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				found[d.Name.Pos()] = declaration{doc: text(d.Doc), node: d, code: d}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					declareSpec(found, d, spec)
				}
			}
		}
	}
	return found
}

func declareSpec(found map[token.Pos]declaration, d *ast.GenDecl, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			found[name.Pos()] = declaration{doc: joined(text(spec.Doc, spec.Comment), d.Doc.Text()), node: spec}
		}
	case *ast.TypeSpec:
		found[spec.Name.Pos()] = declaration{doc: text(spec.Doc, d.Doc, spec.Comment), node: spec}
		ast.Inspect(spec.Type, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok {
				declareField(found, field)
			}
			return true
		})
	}
}

// declareField records a field or interface method; an embedded one by the
// position of its type's name, which is where go/types puts it.
func declareField(found map[token.Pos]declaration, field *ast.Field) {
	record := declaration{doc: text(field.Doc, field.Comment), node: field}
	for _, name := range field.Names {
		found[name.Pos()] = record
	}
	if len(field.Names) == 0 {
		if name := embeddedName(field.Type); name != nil {
			found[name.Pos()] = record
		}
	}
}

// embeddedName returns the name of an embedded type. The readers of sooth have such
// a function too and this has none of theirs: what they are measured by must not go
// wrong where they do.
func embeddedName(e ast.Expr) *ast.Ident {
	for {
		switch t := e.(type) {
		case *ast.StarExpr:
			e = t.X
		case *ast.ParenExpr:
			e = t.X
		case *ast.IndexExpr:
			e = t.X
		case *ast.IndexListExpr:
			e = t.X
		case *ast.SelectorExpr:
			return t.Sel
		case *ast.Ident:
			return t
		default:
			return nil
		}
	}
}

// text returns the first comment that says something.
func text(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if s := g.Text(); s != "" {
			return s
		}
	}
	return ""
}

// joined puts a comment and the one on its group below each other: the latter
// is about each name of the group, and "Deprecated:" often stands there alone.
func joined(first, second string) string {
	if first == "" || second == "" {
		return first + second
	}
	return first + "\n" + second
}

// packageDoc joins the package comments in order of file name, as go doc does.
func packageDoc(files []*ast.File) string {
	var doc string
	for _, file := range files {
		if s := file.Doc.Text(); s != "" {
			if doc != "" {
				doc += "\n"
			}
			doc += s
		}
	}
	return doc
}
