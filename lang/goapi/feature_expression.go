package goapi

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// call finds conversions and calls that older releases refuse.
func (f *finder) call(call *ast.CallExpr) {
	if len(call.Args) == 1 && f.isType(call.Fun) {
		f.conversion(call)
		return
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if b, isBuiltin := f.info.Uses[id].(*types.Builtin); ok && isBuiltin && b.Name() == "new" && len(call.Args) == 1 && f.info.Types[call.Args[0]].IsValue() {
		f.add(call, "new with an expression", "1.26")
	}
	f.mixedConstants(call)
}

func (f *finder) conversion(call *ast.CallExpr) {
	from, to := f.typeOf(call.Args[0]), f.typeOf(call.Fun)
	if from == nil || to == nil {
		return
	}
	if _, ok := from.Underlying().(*types.Slice); !ok {
		return
	}
	switch to := to.Underlying().(type) {
	case *types.Array:
		f.add(call, "conversion from slice to array", "1.20")
	case *types.Pointer:
		if _, ok := to.Elem().Underlying().(*types.Array); ok {
			f.add(call, "conversion from slice to array pointer", "1.17")
		}
	}
}

// mixedConstants finds calls that infer one type argument from untyped
// constants of several kinds alone: "Max(1, 2.5)".
func (f *finder) mixedConstants(call *ast.CallExpr) {
	id := calleeName(call.Fun)
	if id == nil {
		return
	}
	fn, ok := f.info.Uses[id].(*types.Func)
	if _, inferred := f.info.Instances[id]; !ok || !inferred {
		return
	}
	sig := fn.Signature()
	kinds := map[*types.TypeParam]map[types.BasicKind]bool{}
	typed := map[*types.TypeParam]bool{}
	for i, arg := range call.Args {
		if sig.Params().Len() == 0 {
			return
		}
		last := sig.Params().Len() - 1
		t := sig.Params().At(min(i, last)).Type()
		if s, ok := t.(*types.Slice); ok && sig.Variadic() && i >= last && !call.Ellipsis.IsValid() {
			t = s.Elem()
		}
		p, ok := t.(*types.TypeParam)
		if !ok {
			continue
		}
		kind, ok := f.untyped(arg)
		if !ok {
			typed[p] = true
			continue
		}
		if kinds[p] == nil {
			kinds[p] = map[types.BasicKind]bool{}
		}
		kinds[p][kind] = true
	}
	for p := range sig.TypeParams().TypeParams() {
		if len(kinds[p]) > 1 && !typed[p] {
			f.add(call, "type inference from untyped constants of several kinds", "1.21")
			return
		}
	}
}

// calleeName returns the name of a called function that has no explicit type
// arguments.
func calleeName(fun ast.Expr) *ast.Ident {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	}
	return nil
}

// untyped returns the kind of an untyped numeric constant expression.
func (f *finder) untyped(e ast.Expr) (types.BasicKind, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		switch e.Kind {
		case token.INT:
			return types.UntypedInt, true
		case token.CHAR:
			return types.UntypedRune, true
		case token.FLOAT:
			return types.UntypedFloat, true
		case token.IMAG:
			return types.UntypedComplex, true
		}
	case *ast.UnaryExpr:
		return f.untyped(e.X)
	case *ast.BinaryExpr:
		x, ok := f.untyped(e.X)
		if e.Op == token.SHL || e.Op == token.SHR {
			return x, ok
		}
		y, also := f.untyped(e.Y)
		return max(x, y), ok && also // ordered as the language orders them
	case *ast.Ident:
		return untypedConstant(f.info.Uses[e])
	case *ast.SelectorExpr:
		return untypedConstant(f.info.Uses[e.Sel])
	}
	return 0, false
}

func untypedConstant(obj types.Object) (types.BasicKind, bool) {
	c, ok := obj.(*types.Const)
	if !ok {
		return 0, false
	}
	b, ok := c.Type().(*types.Basic)
	if !ok || b.Info()&types.IsUntyped == 0 || b.Info()&types.IsNumeric == 0 {
		return 0, false
	}
	return b.Kind(), true
}

// literal finds the forms of number literals that Go 1.13 brought.
func (f *finder) literal(lit *ast.BasicLit) {
	if lit.Kind != token.INT && lit.Kind != token.FLOAT && lit.Kind != token.IMAG {
		return
	}
	text := strings.ToLower(lit.Value)
	switch {
	case strings.Contains(text, "_"):
		f.add(lit, "underscore in a number literal", "1.13")
	case strings.HasPrefix(text, "0b"):
		f.add(lit, "binary literal", "1.13")
	case strings.HasPrefix(text, "0o"):
		f.add(lit, "octal literal with 0o", "1.13")
	case lit.Kind != token.INT && strings.HasPrefix(text, "0x"):
		f.add(lit, "hexadecimal floating-point literal", "1.13")
	}
}

// shift finds shift counts of signed type; constants never needed a conversion.
func (f *finder) shift(count ast.Expr) {
	v, ok := f.info.Types[count]
	if !ok || v.Value != nil || v.Type == nil {
		return
	}
	if b, ok := v.Type.Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 && b.Info()&types.IsUnsigned == 0 {
		f.add(count, "signed shift count", "1.13")
	}
}
