package golang

import (
	"context"
	"go/ast"
	"go/types"

	"sooth/lang"
)

// references collects every use of an object from outside the program.
func (c *check) references(ctx context.Context, p *part) {
	for _, f := range p.files {
		for _, s := range f.syntax.Imports {
			path := importPath(s)
			if path != "C" && c.own(path) == nil && c.importable(path) {
				c.refer(ctx, s.Path, path, "")
			}
		}
		r := &referrer{check: c, part: p, owners: map[*ast.Ident]string{}}
		ast.Inspect(f.syntax, func(n ast.Node) bool { r.visit(ctx, n); return true })
	}
}

// referrer walks one file: it learns from selectors and literals whose members
// the identifiers below them are.
type referrer struct {
	check  *check
	part   *part
	owners map[*ast.Ident]string
}

func (r *referrer) visit(ctx context.Context, n ast.Node) {
	info := r.part.info
	switch n := n.(type) {
	case *ast.SelectorExpr:
		if s := info.Selections[n]; s != nil {
			r.owners[n.Sel] = ownerOf(s.Obj(), s)
		}
	case *ast.CompositeLit:
		t := info.TypeOf(n)
		if structOf(t) == nil {
			return
		}
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if key, ok := kv.Key.(*ast.Ident); ok {
					r.owners[key] = typeOwner(t)
				}
			}
		}
	case *ast.Ident:
		o := info.Uses[n]
		if o == nil || o.Pkg() == nil || o.Pkg() == r.part.types || r.check.own(o.Pkg().Path()) != nil {
			return
		}
		if _, ok := o.(*types.PkgName); ok {
			return
		}
		if symbol := r.symbol(n, o); symbol != "" {
			r.check.refer(ctx, n, o.Pkg().Path(), symbol)
		}
	}
}

// symbol names an object as "Get", "Client.Do"; empty: it has no such name, as
// a field of a struct type without one.
func (r *referrer) symbol(n *ast.Ident, o types.Object) string {
	switch o := o.(type) {
	case *types.Var:
		if o.IsField() {
			if owner := r.owners[n]; owner != "" {
				return owner + "." + o.Name()
			}
			return ""
		}
	case *types.Func:
		if owner := ownerOf(o, nil); owner != "" {
			return owner + "." + o.Name()
		}
		if o.Signature().Recv() != nil {
			return ""
		}
	}
	return o.Name()
}

// ownerOf returns the name of the type that declares a method or, with the
// selection that leads to it, a field; empty: it has no name.
func ownerOf(o types.Object, s *types.Selection) string {
	switch o := o.(type) {
	case *types.Func:
		if recv := o.Signature().Recv(); recv != nil {
			return typeOwner(recv.Type())
		}
	case *types.Var:
		if !o.IsField() || s == nil {
			return ""
		}
		t := s.Recv()
		for _, i := range s.Index()[:len(s.Index())-1] { // through what is embedded
			st := structOf(t)
			if st == nil || i >= st.NumFields() {
				return ""
			}
			t = st.Field(i).Type()
		}
		return typeOwner(t)
	}
	return ""
}

// typeOwner returns the name of a type or of what it points to.
func typeOwner(t types.Type) string {
	if t == nil {
		return ""
	}
	if n := namedOf(dereference(t)); n != nil {
		return n.Obj().Name()
	}
	return ""
}

// refer adds a use of a symbol; symbol "" is the package itself.
func (c *check) refer(ctx context.Context, n ast.Node, path, symbol string) {
	r := lang.Reference{Span: c.span(n.Pos(), n.End()), Package: path, Symbol: symbol}
	c.origin(&r)
	if r.Module == "std" {
		if api, err := c.checker.api(); err == nil {
			if since, from, ok := api.Since(path, symbol); ok {
				r.Since, r.SinceFrom = since, from
			}
		}
	}
	c.deprecation(ctx, &r)
	c.uses = append(c.uses, r)
}

// origin says which module a package is from.
func (c *check) origin(r *lang.Reference) {
	if l := c.local; l != nil && l.records[r.Package] != nil {
		r.Module = c.module.mod.Module.Path
	} else if m, ok := c.module.resolved[r.Package]; ok {
		r.Module, r.Version = m.Module, m.Version
	} else if c.checker.std.paths[r.Package] {
		r.Module, r.Version = "std", c.checker.go_.Version
	}
}
