package structure

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle"
	"sooth/oracle/world"
	"sooth/source"
)

// returns judges what a function returns: a type among its results, or a value
// that its body returns.
func (o *Oracle) returns(ctx context.Context, c claim.Claim, subject world.Meaning) (oracle.Verdict, error) {
	list, v := functions(c, subject)
	if v.Outcome != "" {
		return v, nil
	}
	if strings.HasPrefix(c.Object, "(") && !strings.HasPrefix(c.Object, "(*") || strings.Contains(c.Object, ", ") && strings.HasPrefix(c.Object, "(") {
		return o.returnsAll(ctx, c, subject, list)
	}
	for _, s := range list {
		f, _ := signatureOf(s)
		if r, ok := find(values(f.Results), c.Object); ok {
			if q := world.Foreign(c.Object, r.typ(), s.Package); q != "" {
				return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("it returns %s, which may not be of %s", r.typ(), q)), nil
			}
			return oracle.Verify(c, s.Strength, fmt.Sprintf("%s returns %s", s.Called(), r.typ()), s.Span), nil
		}
	}
	isValue := !strings.ContainsAny(c.Object, "[]*() ") && !predeclared(c.Object)
	if isValue {
		object, err := o.world.Resolve(ctx, c.Object)
		if err != nil {
			return oracle.Verdict{}, err
		}
		isValue = len(keep(object.Symbols, world.Symbol.IsType)) == 0
	}
	for _, s := range list {
		if !isValue {
			break
		}
		if line := o.returned(s, c.Object); line > 0 {
			return oracle.Verify(c, fact.Syntax, fmt.Sprintf("%s returns it at line %d", s.Called(), line), source.Span{File: s.Span.File, Line: line}), nil
		}
	}
	return o.notAmong(ctx, c, subject, list, "result", func(f *ast.FuncType) []value { return values(f.Results) })
}

// returned returns a line of a function's body that returns a value, or an error
// made of it; 0: none. What closures in it return does not count.
func (o *Oracle) returned(s world.Symbol, said string) int {
	body := strings.Join(o.world.Lines(source.Span{File: s.Span.File, Line: s.Span.Line, EndLine: s.Span.EndLine}), "\n")
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", "package p;"+body, parser.SkipObjectResolution)
	if err != nil {
		return 0
	}
	last, line := world.ParseName(said).Last(), 0
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if line == 0 && slices.ContainsFunc(n.Results, func(e ast.Expr) bool { return gives(e, last) }) {
				line = s.Span.Line + set.Position(n.Pos()).Line - 1
			}
		}
		return true
	})
	return line
}

// gives reports whether the value of an expression is what has a name, or an
// error made of it: fmt.Errorf("…: %w", ErrX).
func gives(e ast.Expr, name string) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name == name
	case *ast.SelectorExpr:
		return e.Sel.Name == name
	case *ast.UnaryExpr:
		return e.Op == token.AND && gives(e.X, name)
	case *ast.CompositeLit:
		return gives(e.Type, name)
	case *ast.CallExpr:
		if gives(e.Fun, name) { // a conversion
			return true
		}
		if !gives(e.Fun, "Errorf") && !gives(e.Fun, "Join") && !gives(e.Fun, "Wrap") && !gives(e.Fun, "Wrapf") {
			return false
		}
		return slices.ContainsFunc(e.Args, func(a ast.Expr) bool { return gives(a, name) })
	}
	return false
}

// returnsAll judges "(T, error)".
func (o *Oracle) returnsAll(ctx context.Context, c claim.Claim, subject world.Meaning, list []world.Symbol) (oracle.Verdict, error) {
	said, ok := world.ParseFunc("() " + c.Object)
	if !ok {
		return oracle.Undecide(c, oracle.NotUnderstood, "the results cannot be read"), nil
	}
	for _, s := range list {
		f, _ := signatureOf(s)
		if slices.EqualFunc(values(f.Results), values(said.Results), func(a, b value) bool { return equal(a.expr, b.expr) }) {
			return oracle.Verify(c, s.Strength, "declared as "+s.Detail, s.Span), nil
		}
	}
	if v, err := o.otherNumber(ctx, c, subject, list, len(values(said.Results))); err != nil || v.Outcome != "" {
		return v, err
	}
	return o.notAmong(ctx, c, subject, list, "result", func(f *ast.FuncType) []value { return values(f.Results) })
}

// otherNumber refutes a list of results, "(T, error)", where there are more or
// fewer of them.
func (o *Oracle) otherNumber(ctx context.Context, c claim.Claim, subject world.Meaning, list []world.Symbol, said int) (oracle.Verdict, error) {
	if said < 2 || subject.Guessed || len(list) > 3 {
		return oracle.Verdict{}, nil
	}
	var witnesses []string
	for _, s := range list {
		f, _ := signatureOf(s)
		if !s.IsFunc() || len(values(f.Results)) == said {
			return oracle.Verdict{}, nil
		}
		if why, err := o.closed(ctx, []world.Symbol{s}); err != nil || why != "" {
			return oracle.Verdict{}, err
		}
		again, ok, err := o.again(ctx, s)
		if err != nil || !ok || again.Detail != s.Detail {
			return oracle.Verdict{}, err
		}
		witnesses = append(witnesses, "the index has "+s.Detail, fmt.Sprintf("%s, read anew, has the same", again.Span))
	}
	f, _ := signatureOf(list[0])
	reason := fmt.Sprintf("the results of %s are %d, not %d", list[0].Called(), len(values(f.Results)), said)
	return oracle.Refute(c, list[0].Strength, reason, witnesses, list[0].Detail, list[0].Span), nil
}
