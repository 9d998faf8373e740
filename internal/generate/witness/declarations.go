package witness

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// declaring makes declarations of one file.
type declaring struct {
	tree *Tree
	file *File
	fset *token.FileSet
	list []*Decl
}

// declarations reads what a file declares.
func (t *Tree) declarations(name string) ([]*Decl, error) {
	f := t.Files[name]
	if f == nil {
		return nil, nil
	}
	fset, syntax, _, broken := t.parse(name, parser.ParseComments|parser.SkipObjectResolution)
	if syntax == nil {
		return nil, nil
	}
	f.Broken = f.Broken || broken
	d := &declaring{tree: t, file: f, fset: fset}
	for _, decl := range syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			d.function(decl)
		case *ast.GenDecl:
			d.group(decl)
		}
	}
	return d.list, nil
}

func (d *declaring) line(p token.Pos) int { return d.fset.PositionFor(p, false).Line }

func (d *declaring) add(name, sort string, at *ast.Ident, from, to token.Pos, docs ...*ast.CommentGroup) *Decl {
	one := &Decl{Package: d.file.Package, Name: name, Sort: sort, File: d.file.Name, Line: d.line(at.Pos()), First: d.line(from), End: d.line(to - 1), Test: d.file.Test}
	for _, doc := range docs {
		if doc != nil {
			one.Doc += doc.Text() + "\n"
		}
	}
	d.list = append(d.list, one)
	return one
}

func (d *declaring) function(f *ast.FuncDecl) {
	if f.Name.Name == "_" {
		return
	}
	name, sort := f.Name.Name, Func
	var params []string
	pointer := false
	if f.Recv != nil && len(f.Recv.List) > 0 {
		var base string
		base, pointer, params = receiver(f.Recv.List[0].Type)
		name, sort = base+"."+name, Method
	}
	params = append(params, typeParams(f.Type.TypeParams)...)
	one := d.add(name, sort, f.Name, f.Pos(), f.End(), f.Doc)
	w := &writer{file: d.file, params: params}
	one.Pointer, one.TypeParams = pointer, typeParams(f.Type.TypeParams)
	one.Params, one.Results = w.fields(f.Type.Params), w.fields(f.Type.Results)
}

// receiver takes the type of a receiver apart.
func receiver(e ast.Expr) (base string, pointer bool, params []string) {
	for {
		switch t := e.(type) {
		case *ast.ParenExpr:
			e = t.X
		case *ast.StarExpr:
			pointer, e = true, t.X
		case *ast.IndexExpr:
			params, e = identsOf(t.Index), t.X
		case *ast.IndexListExpr:
			params, e = identsOf(t.Indices...), t.X
		case *ast.Ident:
			return t.Name, pointer, params
		default:
			return "_", pointer, params
		}
	}
}

func identsOf(list ...ast.Expr) (names []string) {
	for _, e := range list {
		if id, ok := e.(*ast.Ident); ok {
			names = append(names, id.Name)
		}
	}
	return names
}

func typeParams(list *ast.FieldList) (names []string) {
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

func (d *declaring) group(g *ast.GenDecl) {
	for _, spec := range g.Specs {
		from, to := spec.Pos(), spec.End()
		if !g.Lparen.IsValid() {
			from, to = g.Pos(), g.End()
		}
		switch s := spec.(type) {
		case *ast.TypeSpec:
			d.typ(s, from, to, g.Doc)
		case *ast.ValueSpec:
			d.values(g.Tok, s, from, to, g.Doc)
		}
	}
}

func (d *declaring) values(tok token.Token, s *ast.ValueSpec, from, to token.Pos, group *ast.CommentGroup) {
	w := &writer{file: d.file}
	for i, n := range s.Names {
		if n.Name == "_" {
			continue
		}
		sort := Var
		if tok == token.CONST {
			sort = Const
		}
		one := d.add(n.Name, sort, n, from, to, s.Doc, s.Comment, group)
		switch {
		case s.Type != nil:
			one.Type = w.text(s.Type)
		case i < len(s.Values) && len(s.Values) == len(s.Names):
			one.Type = w.made(s.Values[i])
		default:
			one.Type = "?"
		}
		if i < len(s.Values) && sort == Const {
			if lit, ok := s.Values[i].(*ast.BasicLit); ok {
				one.Value = lit.Value
			}
		}
	}
}

func (d *declaring) typ(s *ast.TypeSpec, from, to token.Pos, group *ast.CommentGroup) {
	if s.Name.Name == "_" {
		return
	}
	w := &writer{file: d.file, params: typeParams(s.TypeParams)}
	sort := Type
	switch s.Type.(type) {
	case *ast.StructType:
		sort = Struct
	case *ast.InterfaceType:
		sort = Interface
	}
	if s.Assign.IsValid() {
		sort = Alias
	}
	one := d.add(s.Name.Name, sort, s.Name, from, to, s.Doc, s.Comment, group)
	one.Generic = s.TypeParams != nil
	switch x := s.Type.(type) {
	case *ast.StructType:
		one.Type = "struct"
		d.fields(s.Name.Name, x, w)
	case *ast.InterfaceType:
		one.Type = "interface"
		d.methods(one, x, w)
	default:
		one.Type = w.text(s.Type)
		if x := structIn(s.Type); x != nil && sort != Alias {
			d.fields(s.Name.Name, x, w)
		}
	}
}

// structIn returns the struct without a name that a list, map, channel or
// pointer is of; nil: it is of something else.
func structIn(e ast.Expr) *ast.StructType {
	for {
		switch t := e.(type) {
		case *ast.ParenExpr:
			e = t.X
		case *ast.StarExpr:
			e = t.X
		case *ast.ArrayType:
			e = t.Elt
		case *ast.MapType:
			e = t.Value
		case *ast.ChanType:
			e = t.Value
		case *ast.StructType:
			return t
		default:
			return nil
		}
	}
}

func (d *declaring) fields(owner string, s *ast.StructType, w *writer) {
	for _, f := range s.Fields.List {
		if len(f.Names) == 0 {
			if id := lastIdent(f.Type); id != nil {
				one := d.add(owner+"."+id.Name, Field, id, f.Pos(), f.End(), f.Doc, f.Comment)
				one.Type, one.Embedded = w.text(f.Type), true
			}
			continue
		}
		for _, n := range f.Names {
			if n.Name == "_" {
				continue
			}
			one := d.add(owner+"."+n.Name, Field, n, f.Pos(), f.End(), f.Doc, f.Comment)
			one.Type, one.Source = w.text(f.Type), source(f.Type)
		}
	}
}

func (d *declaring) methods(owner *Decl, i *ast.InterfaceType, w *writer) {
	for _, f := range i.Methods.List {
		m, ok := f.Type.(*ast.FuncType)
		if !ok || len(f.Names) == 0 {
			switch f.Type.(type) {
			case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
				owner.Embeds = append(owner.Embeds, w.text(f.Type))
			default:
				owner.Union = true
			}
			continue
		}
		for _, n := range f.Names {
			if n.Name == "_" {
				continue
			}
			one := d.add(owner.Name+"."+n.Name, InterfaceMethod, n, f.Pos(), f.End(), f.Doc, f.Comment)
			one.Params, one.Results = w.fields(m.Params), w.fields(m.Results)
		}
	}
}

// lastIdent returns the name that an embedded field goes by.
func lastIdent(e ast.Expr) *ast.Ident {
	for {
		switch t := e.(type) {
		case *ast.ParenExpr:
			e = t.X
		case *ast.StarExpr:
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
