package gofact

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"sooth/fact"
)

// relations emits what types embed and have by promotion, and what functions
// return, of a file whose types were checked.
func (d *reading) relations(f *sourceFile, info *types.Info) {
	for _, decl := range f.syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if fn, ok := info.Defs[decl.Name].(*types.Func); ok {
				d.returns(f, fn, decl.Type)
			}
		case *ast.GenDecl:
			if decl.Tok != token.TYPE {
				continue
			}
			for _, spec := range decl.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok && s.Name.Name != "_" {
					d.embeds(f, info, s)
					d.promotes(f, info, s)
				}
			}
		}
	}
}

// returns emits the types of the results of a function or method.
func (d *reading) returns(f *sourceFile, fn *types.Func, typ *ast.FuncType) {
	results := fn.Signature().Results()
	subject := d.naming.name(fn)
	if typ.Results == nil || subject == "" {
		return
	}
	i := 0
	for _, field := range typ.Results.List {
		for range max(1, len(field.Names)) {
			if i < results.Len() {
				d.add(fact.Fact{
					Kind: fact.Returns, Language: language, Subject: subject, Object: types.TypeString(results.At(i).Type(), (*types.Package).Path),
					Detail: types.ExprString(field.Type), Index: i, Span: f.span(field.Type.Pos(), field.Type.End()), Strength: fact.Compiler,
				})
			}
			i++
		}
	}
}

// embeds emits the types that a struct or interface embeds, and the results of
// the methods of an interface.
func (d *reading) embeds(f *sourceFile, info *types.Info, s *ast.TypeSpec) {
	var list *ast.FieldList
	switch t := ast.Unparen(s.Type).(type) {
	case *ast.StructType:
		list = t.Fields
	case *ast.InterfaceType:
		list = t.Methods
	default:
		return
	}
	for _, field := range list.List {
		if len(field.Names) > 0 {
			if m, ok := field.Type.(*ast.FuncType); ok {
				if fn, ok := info.Defs[field.Names[0]].(*types.Func); ok {
					d.returns(f, fn, m)
				}
			}
			continue
		}
		id := baseIdent(field.Type)
		if id == nil {
			continue
		}
		if o, ok := info.Uses[id].(*types.TypeName); ok {
			name := d.naming.name(o)
			if name == "" {
				name = o.Name() // predeclared
			}
			d.add(fact.Fact{Kind: fact.Embeds, Language: language, Subject: f.path + "." + s.Name.Name, Object: name, Detail: types.ExprString(field.Type), Span: f.span(field.Pos(), field.Type.End()), Strength: fact.Compiler})
		}
	}
}

// promotes emits the fields and methods that a type has and does not declare.
func (d *reading) promotes(f *sourceFile, info *types.Info, s *ast.TypeSpec) {
	tn, ok := info.Defs[s.Name].(*types.TypeName)
	if !ok {
		return
	}
	subject := f.path + "." + s.Name.Name
	typ := tn.Type()
	if !types.IsInterface(typ) {
		typ = types.NewPointer(typ)
	}
	for _, name := range selectable(tn.Type()) {
		o, _, _ := types.LookupFieldOrMethod(typ, true, tn.Pkg(), name)
		if o == nil || name == "_" {
			continue
		}
		if object := d.naming.name(o); object != "" && object != subject+"."+name {
			d.add(fact.Fact{Kind: fact.Promotes, Language: language, Subject: subject, Object: object, Span: f.word(s.Name.Pos(), len(s.Name.Name)), Strength: fact.Compiler})
		}
	}
}

// selectable returns the names that a selector may find in a type by way of
// what it embeds or is made of, sorted; nil where it can have none but its own.
func selectable(t types.Type) []string {
	names := map[string]bool{}
	seen := map[types.Type]bool{}
	var visit func(t types.Type, methods bool)
	visit = func(t types.Type, methods bool) {
		t = types.Unalias(t)
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if seen[t] {
			return
		}
		seen[t] = true
		if n, ok := t.(*types.Named); ok && methods {
			for m := range n.Methods() {
				names[m.Name()] = true
			}
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				names[f.Name()] = true
				if f.Embedded() {
					visit(f.Type(), true)
				}
			}
		case *types.Interface:
			for m := range u.Methods() {
				names[m.Name()] = true
			}
		}
	}
	visit(t, true)
	var list []string
	for name := range names {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
