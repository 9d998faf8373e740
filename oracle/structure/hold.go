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
	"sooth/fact"
	"sooth/oracle"
	"sooth/oracle/world"
)

// notAmong refutes that a type is among the parameters or results, where all of
// them are types of their own: an interface may hold anything.
func (o *Oracle) notAmong(ctx context.Context, c claim.Claim, subject world.Meaning, list []world.Symbol, what string, of func(*ast.FuncType) []value) (oracle.Verdict, error) {
	var said []ast.Expr
	if f, ok := world.ParseFunc("() " + c.Object); ok && strings.HasPrefix(c.Object, "(") {
		for _, v := range values(f.Results) {
			said = append(said, v.expr)
		}
	} else if e, err := parser.ParseExpr(variadic(c.Object)); err == nil {
		said = []ast.Expr{e}
	}
	if len(said) == 0 {
		return oracle.Undecide(c, oracle.NotUnderstood, c.Object+" is no type"), nil
	}
	for _, e := range said {
		if why, err := o.isType(ctx, list[0], e); err != nil || why != "" {
			return oracle.Undecide(c, oracle.OpenWorld, why), err
		}
	}
	if subject.Guessed || len(list) > 3 {
		return oracle.Undecide(c, oracle.Ambiguous, "several functions may be meant"), nil
	}
	var witnesses []string
	for _, s := range list {
		f, _ := signatureOf(s)
		if f.TypeParams != nil {
			return oracle.Undecide(c, oracle.OpenWorld, s.Called()+" has type parameters"), nil
		}
		for _, v := range of(f) {
			if why, err := o.mayHold(ctx, s, v.expr, said); err != nil || why != "" {
				return oracle.Undecide(c, oracle.OpenWorld, why), err
			}
		}
		if what == "parameter" && s.Symbol == "method" {
			if d, ok := world.ParseFuncDecl(s.Detail); ok && d.Recv != nil && len(d.Recv.List) == 1 && base(d.Recv.List[0].Type) == base(said[0]) {
				return oracle.Undecide(c, oracle.Ambiguous, "it is the receiver"), nil
			}
		}
		if why, err := o.closed(ctx, []world.Symbol{s}); err != nil || why != "" {
			return oracle.Undecide(c, oracle.OpenWorld, why), err
		}
		again, ok, err := o.again(ctx, s)
		if err != nil {
			return oracle.Verdict{}, err
		}
		if !ok || again.Detail != s.Detail {
			return oracle.Undecide(c, oracle.Ambiguous, "the index and a fresh look differ; hint: index again"), nil
		}
		witnesses = append(witnesses, "the index has "+s.Detail, fmt.Sprintf("%s, read anew, has the same", again.Span))
	}
	var have []string
	f, _ := signatureOf(list[0])
	for _, v := range of(f) {
		have = append(have, v.typ())
	}
	reason := fmt.Sprintf("%s has no %s", list[0].Called(), what)
	if len(have) > 0 {
		reason = fmt.Sprintf("the %ss of %s are %s", what, list[0].Called(), strings.Join(have, ", "))
	}
	return oracle.Refute(c, list[0].Strength, reason, witnesses, list[0].Detail, list[0].Span), nil
}

// base returns the name of a type without star and package.
func base(e ast.Expr) string {
	switch t := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return base(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.Ident:
		return t.Name
	case *ast.IndexExpr:
		return base(t.X)
	case *ast.IndexListExpr:
		return base(t.X)
	}
	return ""
}

// arguments returns the type arguments of a type.
func arguments(e ast.Expr) []ast.Expr {
	switch t := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return arguments(t.X)
	case *ast.IndexExpr:
		return []ast.Expr{t.Index}
	case *ast.IndexListExpr:
		return t.Indices
	}
	return nil
}

// isType says why an expression cannot be taken for a type that is known here.
func (o *Oracle) isType(ctx context.Context, near world.Symbol, e ast.Expr) (string, error) {
	name := base(e)
	switch ast.Unparen(e).(type) {
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType:
		return "", nil
	}
	if predeclared(name) {
		return "", nil
	}
	m, err := o.world.Resolve(ctx, types.ExprString(star(e)))
	if err != nil {
		return "", err
	}
	if list := keep(m.Symbols, world.Symbol.IsType); len(list) == 0 {
		return types.ExprString(e) + " is not known to be a type", nil
	}
	return "", nil
}

// star takes a star off.
func star(e ast.Expr) ast.Expr {
	if s, ok := e.(*ast.StarExpr); ok {
		return s.X
	}
	return e
}

func predeclared(name string) bool {
	return slices.Contains([]string{"bool", "byte", "complex64", "complex128", "error", "float32", "float64", "int", "int8", "int16", "int32", "int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr"}, name)
}

// holds reports whether an interface with these methods may hold a value of one
// of the types that were said near a symbol.
func (o *Oracle) holds(ctx context.Context, near world.Symbol, methods []string, said []ast.Expr) (bool, error) {
	if len(methods) == 0 {
		return true, nil
	}
	for _, e := range said {
		switch t := ast.Unparen(e).(type) {
		case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType:
			continue
		case *ast.Ident:
			if predeclared(t.Name) && t.Name != "error" {
				continue
			}
		}
		m, err := o.world.Resolve(ctx, types.ExprString(star(e)))
		if err != nil {
			return false, err
		}
		candidates := keep(m.Symbols, world.Symbol.IsType)
		if len(candidates) == 0 {
			return true, nil
		}
		for _, t := range candidates {
			if why, err := o.closed(ctx, []world.Symbol{t}); err != nil || why != "" || t.Symbol == "interface" || t.Symbol == "alias" {
				return true, err
			}
			lacks := false
			for _, name := range methods {
				have, err := o.world.Members(ctx, t, name)
				if err != nil {
					return false, err
				}
				lacks = lacks || len(have) == 0
			}
			if !lacks {
				return true, nil
			}
		}
	}
	return false, nil
}

// mayHold says why a declared type may be, or hold, one of those that were said.
func (o *Oracle) mayHold(ctx context.Context, s world.Symbol, declared ast.Expr, said []ast.Expr) (string, error) {
	for _, e := range said {
		if base(e) != "" && base(e) == base(declared) {
			return "it is " + types.ExprString(declared), nil // but for a pointer or a package
		}
	}
	for _, a := range arguments(declared) {
		if slices.ContainsFunc(said, func(e ast.Expr) bool { return base(e) != "" && base(e) == base(a) }) {
			return "it is an argument of " + types.ExprString(declared), nil
		}
	}
	if v, ok := declared.(*ast.Ellipsis); ok {
		declared = v.Elt
	}
	element := declared
	switch t := declared.(type) {
	case *ast.ArrayType:
		element = t.Elt
	case *ast.MapType:
		element = t.Value
	case *ast.ChanType:
		element = t.Value
	case *ast.FuncType:
		return types.ExprString(declared) + " may have to do with it", nil
	case *ast.InterfaceType:
		return "an interface may hold it", nil
	}
	if element != declared {
		for _, e := range said {
			if base(e) != "" && base(e) == base(element) {
				return "it is " + types.ExprString(declared), nil
			}
		}
	}
	name := base(element)
	switch {
	case name == "any":
		return "any may hold it", nil
	case name == "error":
		holds, err := o.holds(ctx, s, []string{"Error"}, said)
		if err != nil || !holds {
			return "", err
		}
		return "an error may hold it", nil
	case predeclared(name) || name == "":
		return "", nil
	}
	list, err := o.world.Types(ctx, world.Symbol{Package: s.Package, Fact: fact.Fact{Symbol: "field", Detail: types.ExprString(star(element)), Subject: s.Package + "."}})
	if err != nil {
		return "", err
	}
	if len(list) == 0 {
		return name + " is not known", nil
	}
	for _, t := range list {
		if t.Symbol == "interface" {
			methods, err := o.methods(ctx, t)
			if err != nil {
				return "", err
			}
			if holds, err := o.holds(ctx, s, methods, said); err != nil {
				return "", err
			} else if !holds {
				continue
			}
		}
		if t.Symbol != "struct" && (t.Symbol != "type" || len(said) != 1 || strings.HasSuffix(t.Detail, " "+base(said[0]))) {
			return t.Called() + " may hold it", nil
		}
	}
	return "", nil
}
