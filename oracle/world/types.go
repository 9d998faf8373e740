package world

import (
	"context"
	"go/ast"
	"go/parser"
	"go/types"
	"slices"
	"strings"

	"sooth/fact"
)

// Types returns the named types that the value of a symbol may have: those of a
// field or variable, of the first result of a function; a type is its own.
func (w *World) Types(ctx context.Context, s Symbol) ([]Symbol, error) {
	if s.IsType() {
		return []Symbol{s}, nil
	}
	e := valueType(s)
	if e == nil {
		return nil, nil
	}
	return w.typesOf(ctx, s.Package, e)
}

// valueType returns the type of a symbol's value as it is written, or of the
// first result of a function; nil: it cannot be told.
func valueType(s Symbol) ast.Expr {
	name := fact.LastName(&s.Fact)
	detail := strings.TrimSpace(s.Detail)
	var e ast.Expr
	var err error
	switch s.Symbol {
	case "func", "method", "interface method":
		f, ok := ParseFunc(detail)
		if !ok || f.Results == nil || len(f.Results.List) == 0 {
			return nil
		}
		e = f.Results.List[0].Type
	case "field":
		rest, named := strings.CutPrefix(detail, name+" ")
		if !named {
			rest = detail
		}
		e, err = parser.ParseExpr(rest)
	case "var", "const":
		rest := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(detail, "var "), "const "), name)
		typ, value, _ := strings.Cut(rest, "=")
		if strings.TrimSpace(typ) == "" { // var x = &T{}: the literal says it
			e, err = parser.ParseExpr(strings.TrimSpace(value))
			if u, ok := e.(*ast.UnaryExpr); ok {
				e = u.X
			}
			lit, ok := e.(*ast.CompositeLit)
			if err != nil || !ok || lit.Type == nil {
				return nil
			}
			e = lit.Type
			break
		}
		e, err = parser.ParseExpr(strings.TrimSpace(typ))
	}
	if err != nil {
		return nil
	}
	return e
}

// memberless reports whether the value of a symbol has a type without members:
// predeclared ones but for error, slices, maps, channels, functions.
func memberless(s Symbol) bool {
	e := valueType(s)
	for {
		switch t := ast.Unparen(e).(type) {
		case *ast.StarExpr:
			e = t.X
			continue
		case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.Ellipsis:
			return true
		case *ast.Ident:
			return t.Name != "error" && types.Universe.Lookup(t.Name) != nil
		}
		return false
	}
}

// typesOf returns the named types that an expression in a package denotes.
func (w *World) typesOf(ctx context.Context, path string, e ast.Expr) ([]Symbol, error) {
	switch t := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return w.typesOf(ctx, path, t.X)
	case *ast.IndexExpr:
		return w.typesOf(ctx, path, t.X)
	case *ast.IndexListExpr:
		return w.typesOf(ctx, path, t.X)
	case *ast.Ident:
		list, err := w.Lookup(ctx, path, strings.TrimSuffix(path, "_test")+"."+t.Name)
		return onlyTypes(list), err
	case *ast.SelectorExpr:
		q, ok := t.X.(*ast.Ident)
		if !ok {
			return nil, nil
		}
		paths, err := w.imported(ctx, path, q.Name)
		if err != nil {
			return nil, err
		}
		var found []Symbol
		for _, p := range paths {
			list, err := w.Lookup(ctx, p, p+"."+t.Sel.Name)
			if err != nil {
				return nil, err
			}
			found = append(found, onlyTypes(list)...)
		}
		return found, nil
	}
	return nil, nil
}

// under returns the named types that a type is declared by: Y of "type X Y".
func (w *World) under(ctx context.Context, t Symbol) ([]Symbol, error) {
	rest := strings.TrimPrefix(t.Detail, "type ")
	i := strings.IndexByte(rest, ' ')
	if i < 0 {
		return nil, nil
	}
	e, err := parser.ParseExpr(strings.TrimPrefix(strings.TrimSpace(rest[i:]), "= "))
	if err != nil {
		return nil, nil
	}
	return w.typesOf(ctx, t.Package, e)
}

// imported returns the packages that a qualifier may mean in a package: those
// that it imports, where the index knows.
func (w *World) imported(ctx context.Context, path, qualifier string) ([]string, error) {
	paths, err := w.Qualified(ctx, qualifier)
	if err != nil || len(paths) < 2 || !w.Own(ctx, path) {
		return paths, err
	}
	imports, err := w.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Import}, Subject: path})
	if err != nil {
		return nil, err
	}
	var list []string
	for _, p := range paths {
		if slices.ContainsFunc(imports, func(f fact.Fact) bool { return f.Object == p }) {
			list = append(list, p)
		}
	}
	if len(list) > 0 {
		return list, nil
	}
	return paths, nil
}

func onlyTypes(list []Symbol) []Symbol {
	return slices.DeleteFunc(slices.Clone(list), func(s Symbol) bool { return !s.IsType() })
}
