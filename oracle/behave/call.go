package behave

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"path"
	"slices"
	"strings"
)

// call is a call that is to be observed.
type call struct {
	Statement
	expr  string // with the package's name replaced by that of its import
	plain bool   // it has no results
}

// maxCall bounds a call, in bytes.
const maxCall = 4096

// packageAlias stands for the package of a call until its import has a name.
const packageAlias = "soothpkg"

// newCall reads a call. It may name what its package exports, literals and the
// basic types of Go, and nothing else.
func newCall(st Statement) (*call, error) {
	if len(st.Call) > maxCall || strings.ContainsAny(st.Call, "\x00\r\n") {
		return nil, errors.New("not a call in one line")
	}
	e, err := parser.ParseExpr(st.Call)
	if err != nil {
		return nil, fmt.Errorf("not an expression of Go: %q", st.Call)
	}
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, fmt.Errorf("not a call: %q", st.Call)
	}
	name := path.Base(st.Package)
	if base := path.Base(path.Dir(st.Package)); len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		name = base
	}
	w := &callWriter{names: []string{name, strings.TrimPrefix(name, "go-"), strings.TrimSuffix(name, "-go"), path.Base(st.Package)}}
	if err := w.callee(c); err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), e); err != nil || strings.Contains(b.String(), "\n") {
		return nil, fmt.Errorf("not a call in one line: %q", st.Call)
	}
	return &call{Statement: st, expr: b.String()}, nil
}

// callWriter checks the parts of a call and names its package.
type callWriter struct{ names []string }

// callee checks a call: of a function, a method of a value, or a conversion.
func (w *callWriter) callee(c *ast.CallExpr) error {
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		if !w.basic(f.Name) {
			if !ast.IsExported(f.Name) {
				return fmt.Errorf("%s is not exported", f.Name)
			}
			c.Fun = w.qualified(f)
		}
	case *ast.SelectorExpr:
		if err := w.selector(f); err != nil {
			return err
		}
	case *ast.IndexExpr: // type arguments
		if err := w.operand(f.X); err != nil {
			return err
		}
		if err := w.value(f.Index); err != nil {
			return err
		}
	case *ast.ArrayType:
		if err := w.value(f); err != nil {
			return err
		}
	default:
		return fmt.Errorf("a call of %T is not executed", c.Fun)
	}
	for _, a := range c.Args {
		if err := w.value(a); err != nil {
			return err
		}
	}
	return nil
}

// selector checks pkg.F, value.Method.
func (w *callWriter) selector(f *ast.SelectorExpr) error {
	if !ast.IsExported(f.Sel.Name) {
		return fmt.Errorf("%s is not exported", f.Sel.Name)
	}
	if id, ok := f.X.(*ast.Ident); ok {
		if !slices.Contains(w.names, id.Name) {
			return fmt.Errorf("%s is not the package", id.Name)
		}
		id.Name = packageAlias
		return nil
	}
	return w.operand(f.X)
}

// operand checks what a method is called on.
func (w *callWriter) operand(e ast.Expr) error {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return w.callee(e)
	case *ast.Ident:
		if !ast.IsExported(e.Name) {
			return fmt.Errorf("%s is not exported", e.Name)
		}
		e.Name = packageAlias + "." + e.Name
		return nil
	case *ast.SelectorExpr:
		return w.selector(e)
	}
	return w.value(e)
}

// value checks an argument: literals, and types of the package and of Go.
func (w *callWriter) value(e ast.Expr) error {
	switch e := e.(type) {
	case nil:
		return nil
	case *ast.BasicLit:
		return nil
	case *ast.Ident:
		if w.basic(e.Name) {
			return nil
		}
		if !ast.IsExported(e.Name) {
			return fmt.Errorf("%s is no literal", e.Name)
		}
		e.Name = packageAlias + "." + e.Name
		return nil
	case *ast.SelectorExpr:
		return w.selector(e)
	case *ast.ParenExpr:
		return w.value(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			return errors.New("a receive is no literal")
		}
		return w.value(e.X)
	case *ast.BinaryExpr:
		return errors.Join(w.value(e.X), w.value(e.Y))
	case *ast.StarExpr:
		return w.value(e.X)
	case *ast.ArrayType:
		return errors.Join(w.value(e.Len), w.value(e.Elt))
	case *ast.MapType:
		return errors.Join(w.value(e.Key), w.value(e.Value))
	case *ast.CompositeLit:
		if e.Type != nil {
			if err := w.value(e.Type); err != nil {
				return err
			}
		}
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				if id, field := kv.Key.(*ast.Ident); !field || !ast.IsExported(id.Name) {
					if err := w.value(kv.Key); err != nil {
						return err
					}
				}
				x = kv.Value
			}
			if err := w.value(x); err != nil {
				return err
			}
		}
		return nil
	case *ast.CallExpr: // a conversion, or a call of the package
		return w.callee(e)
	case *ast.InterfaceType:
		if e.Methods == nil || len(e.Methods.List) == 0 {
			return nil
		}
	}
	return fmt.Errorf("an argument is no literal: %T", e)
}

// basic says whether a name is one that Go itself declares and that does
// nothing: a basic type, a constant.
func (w *callWriter) basic(name string) bool {
	switch name {
	case "bool", "byte", "rune", "string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
		"float32", "float64", "complex64", "complex128", "error", "any", "true", "false", "nil":
		return true
	}
	return false
}

func (w *callWriter) qualified(id *ast.Ident) ast.Expr {
	return &ast.SelectorExpr{X: ast.NewIdent(packageAlias), Sel: ast.NewIdent(id.Name)}
}
