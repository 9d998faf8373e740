package gofact

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"sooth/fact"
)

// user emits the references and calls of a file whose types were checked.
type user struct {
	*reading
	file    *sourceFile
	info    *types.Info
	subject string // the declaration
}

func (u *user) uses() {
	r := &declarer{file: u.file, aliases: localAliases([]*sourceFile{u.file})[u.file.path]}
	for _, decl := range u.file.syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			subject := r.subject(decl)
			if name := u.naming.own[u.info.Defs[decl.Name]]; name != "" {
				subject = name
			}
			u.declaration(subject, decl.Recv, decl.Type, decl.Body)
		case *ast.GenDecl:
			if decl.Tok == token.IMPORT {
				continue
			}
			for _, spec := range decl.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					u.declaration(u.file.path+"."+s.Name.Name, s.TypeParams, s.Type)
				case *ast.ValueSpec:
					u.values(s)
				}
			}
		}
	}
}

// values emits the uses of a declaration of values: each value by its name.
func (u *user) values(s *ast.ValueSpec) {
	first := u.file.path + "." + s.Names[0].Name
	u.declaration(first, s.Type)
	for i, v := range s.Values {
		subject := first
		if len(s.Values) == len(s.Names) {
			subject = u.file.path + "." + s.Names[i].Name
		}
		u.declaration(subject, v)
	}
}

// declaration emits the uses in the parts of one declaration; parts may be nil.
func (u *user) declaration(subject string, parts ...ast.Node) {
	u.subject = subject
	functions := 0
	for _, n := range parts {
		u.walk(n, []string{subject}, &functions)
	}
}

// walk emits the uses below n. callers are the functions that are open there,
// the outermost first, functions counts those without a name in the innermost.
func (u *user) walk(n ast.Node, callers []string, functions *int) {
	switch n := n.(type) {
	case nil:
		return
	case *ast.FieldList:
		if n == nil {
			return
		}
	case *ast.BlockStmt:
		if n == nil {
			return
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			*functions++
			name := callers[len(callers)-1] + ".func" + strconv.Itoa(*functions)
			open := append(callers[:len(callers):len(callers)], name)
			inner := 0
			u.walk(n.Type, open, &inner)
			u.walk(n.Body, open, &inner)
			return false
		case *ast.CallExpr:
			u.call(n, callers)
		case *ast.Ident:
			u.reference(n)
		}
		return true
	})
}

func (u *user) reference(id *ast.Ident) {
	o := u.info.Uses[id]
	if o == nil {
		return
	}
	if v, ok := o.(*types.Var); ok && !v.IsField() && v.Parent() != nil && (v.Pkg() == nil || v.Parent() != v.Pkg().Scope()) {
		return // a local variable
	}
	name := u.naming.name(o)
	if name == "" {
		return
	}
	u.add(fact.Fact{Kind: fact.Reference, Language: language, Subject: u.subject, Object: name, Span: u.file.word(id.Pos(), len(id.Name)), Strength: fact.Compiler})
}

// call emits a call of a function that is known by name, once for each of the
// functions that it stands in. Its span begins with the name.
func (u *user) call(call *ast.CallExpr, callers []string) {
	id := callee(call.Fun)
	if id == nil {
		return
	}
	f, ok := u.info.Uses[id].(*types.Func)
	if !ok {
		return
	}
	object := u.naming.name(f)
	if object == "" {
		return
	}
	recv := f.Signature().Recv()
	c := fact.Fact{
		Kind: fact.Call, Language: language, Object: object, Span: u.file.span(id.Pos(), call.End()),
		Interface: recv != nil && types.IsInterface(recv.Type()), Strength: fact.Compiler,
	}
	for _, subject := range callers {
		c.Subject = subject
		u.add(c)
	}
}

// callee returns the identifier that names what is called, or nil.
func callee(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return callee(e.X)
	case *ast.IndexListExpr:
		return callee(e.X)
	}
	return nil
}
