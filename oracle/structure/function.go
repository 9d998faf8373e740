package structure

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/oracle"
	"sooth/oracle/world"
)

// value is a parameter or result of a function.
type value struct {
	name string
	expr ast.Expr
}

func (v value) typ() string { return types.ExprString(v.expr) }

// values returns the entries of a list of parameters or results.
func values(list *ast.FieldList) []value {
	var all []value
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		if len(f.Names) == 0 {
			all = append(all, value{"", f.Type})
		}
		for _, n := range f.Names {
			all = append(all, value{n.Name, f.Type})
		}
	}
	return all
}

// signatureOf returns the type of a function, or of a value that is one.
func signatureOf(s world.Symbol) (*ast.FuncType, bool) {
	if s.IsFunc() {
		return world.ParseFunc(s.Detail)
	}
	if s.Symbol == "field" || s.Symbol == "var" || s.Symbol == "type" {
		detail, _, _ := strings.Cut(s.Detail, " = ")
		if i := strings.Index(detail, "func("); i >= 0 && !strings.ContainsAny(detail[:i], "[]*") {
			return world.ParseFunc(detail[i:])
		}
	}
	return nil, false
}

func parameters(s world.Symbol) []value {
	if f, ok := signatureOf(s); ok {
		return values(f.Params)
	}
	return nil
}

// functions returns the symbols with a signature, or says that there is none.
func functions(c claim.Claim, m world.Meaning) ([]world.Symbol, oracle.Verdict) {
	list := keep(m.Symbols, func(s world.Symbol) bool { _, ok := signatureOf(s); return ok })
	if len(list) == 0 {
		return nil, oracle.Undecide(c, oracle.Ambiguous, c.Subject+" is no function")
	}
	return list, oracle.Verdict{}
}

// find returns the value whose type or name is what a text calls it.
func find(list []value, said string) (value, bool) {
	for _, v := range list {
		if alike(said, v.typ()) || v.name != "" && v.name == said {
			return v, true
		}
	}
	return value{}, false
}

// alike reports whether two types are the same but for a package that one of
// them does not say.
func alike(a, b string) bool {
	a, b = strings.ReplaceAll(a, "interface{}", "any"), strings.ReplaceAll(b, "interface{}", "any")
	if a == b {
		return true
	}
	x, err := parser.ParseExpr(variadic(a))
	y, err2 := parser.ParseExpr(variadic(b))
	if err != nil || err2 != nil || strings.HasPrefix(a, "...") != strings.HasPrefix(b, "...") {
		return false
	}
	return equal(x, y)
}

func variadic(s string) string { return strings.Replace(s, "...", "[]", 1) }

// equal compares two types; a selector equals the plain name that it selects, a
// generic type itself with any arguments.
func equal(x, y ast.Expr) bool {
	if g, h := generic(x), generic(y); g != nil && h == nil {
		x = g
	} else if h != nil && g == nil {
		y = h
	}
	if s, ok := x.(*ast.SelectorExpr); ok {
		if t, ok := y.(*ast.SelectorExpr); ok {
			return s.Sel.Name == t.Sel.Name && types.ExprString(s.X) == types.ExprString(t.X)
		}
		x = s.Sel
	} else if t, ok := y.(*ast.SelectorExpr); ok {
		y = t.Sel
	}
	switch x := x.(type) {
	case *ast.Ident:
		t, ok := y.(*ast.Ident)
		return ok && x.Name == t.Name
	case *ast.StarExpr:
		t, ok := y.(*ast.StarExpr)
		return ok && equal(x.X, t.X)
	case *ast.ArrayType:
		t, ok := y.(*ast.ArrayType)
		return ok && equal(x.Elt, t.Elt) && (x.Len == nil) == (t.Len == nil)
	case *ast.MapType:
		t, ok := y.(*ast.MapType)
		return ok && equal(x.Key, t.Key) && equal(x.Value, t.Value)
	case *ast.ChanType:
		t, ok := y.(*ast.ChanType)
		return ok && x.Dir == t.Dir && equal(x.Value, t.Value)
	case *ast.FuncType:
		t, ok := y.(*ast.FuncType)
		if !ok {
			return false
		}
		for _, pair := range [][2]*ast.FieldList{{x.Params, t.Params}, {x.Results, t.Results}} {
			a, b := values(pair[0]), values(pair[1])
			if !slices.EqualFunc(a, b, func(v, w value) bool { return equal(v.expr, w.expr) }) {
				return false
			}
		}
		return true
	}
	return types.ExprString(x) == types.ExprString(y)
}

// generic returns the type that has type arguments; nil: it has none.
func generic(e ast.Expr) ast.Expr {
	switch t := e.(type) {
	case *ast.IndexExpr:
		return t.X
	case *ast.IndexListExpr:
		return t.X
	}
	return nil
}

// takes judges what a function takes: the type or the name of a parameter.
func (o *Oracle) takes(ctx context.Context, c claim.Claim, subject world.Meaning) (oracle.Verdict, error) {
	list, v := functions(c, subject)
	if v.Outcome != "" {
		return v, nil
	}
	for _, s := range list {
		for _, p := range parameters(s) {
			if alike(c.Object, p.typ()) || p.name == c.Object || alike(c.Object, "..."+strings.TrimPrefix(p.typ(), "...")) && strings.HasPrefix(p.typ(), "...") ||
				strings.HasPrefix(p.typ(), "...") && alike(c.Object, p.typ()[3:]) {
				if q := world.Foreign(c.Object, p.typ(), s.Package); q != "" {
					return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("it takes %s, which may not be of %s", p.typ(), q)), nil
				}
				return oracle.Verify(c, s.Strength, fmt.Sprintf("%s takes %s", s.Called(), strings.TrimSpace(p.name+" "+p.typ())), s.Span), nil
			}
		}
	}
	return o.notAmong(ctx, c, subject, list, "parameter", func(f *ast.FuncType) []value { return values(f.Params) })
}
