package witness

import (
	"go/ast"
	"go/token"
	"strings"
)

// maxInference bounds how far a type is followed.
const maxInference = 12

// typeOf says what type an expression has, as far as declarations tell it;
// empty or with "?": not known.
func (in *inside) typeOf(e ast.Expr) string {
	if in.depth > maxInference {
		return ""
	}
	in.depth++
	defer func() { in.depth-- }()
	w := &writer{file: in.file, params: in.params}
	switch v := e.(type) {
	case *ast.ParenExpr:
		return in.typeOf(v.X)
	case *ast.Ident:
		return in.variable(v)
	case *ast.CompositeLit, *ast.FuncLit:
		return known(w.made(v))
	case *ast.UnaryExpr:
		switch v.Op {
		case token.AND:
			if t := in.typeOf(v.X); t != "" {
				return "*" + t
			}
		case token.ARROW:
			return element(in.typeOf(v.X))
		case token.NOT:
			return "bool"
		}
	case *ast.StarExpr:
		if rest, ok := strings.CutPrefix(in.typeOf(v.X), "*"); ok {
			return rest
		}
	case *ast.BasicLit:
		switch v.Kind {
		case token.STRING:
			return "string"
		case token.INT:
			return "int"
		}
	case *ast.IndexExpr:
		return element(in.typeOf(v.X))
	case *ast.SliceExpr:
		return in.typeOf(v.X)
	case *ast.TypeAssertExpr:
		if v.Type != nil {
			return known(w.text(v.Type))
		}
	case *ast.SelectorExpr:
		return in.selectedType(v)
	case *ast.CallExpr:
		if list := in.results(v); len(list) == 1 {
			return list[0]
		}
	}
	return ""
}

// known is a type without anything unknown in it, else nothing.
func known(t string) string {
	if strings.Contains(t, "?") {
		return ""
	}
	return t
}

// element returns what indexing or ranging over a type gives.
func element(t string) string {
	for _, prefix := range []string{"[]", "*[]", "chan ", "<-chan "} {
		if rest, ok := strings.CutPrefix(t, prefix); ok {
			return rest
		}
	}
	if rest, ok := strings.CutPrefix(t, "map["); ok {
		depth := 1
		for i, r := range rest {
			switch r {
			case '[':
				depth++
			case ']':
				if depth--; depth == 0 {
					return rest[i+1:]
				}
			}
		}
	}
	if strings.HasPrefix(t, "[") {
		if i := strings.IndexByte(t, ']'); i > 1 && strings.Trim(t[1:i], "0123456789") == "" {
			return t[i+1:]
		}
	}
	return ""
}

// variable says what type an identifier was declared with.
func (in *inside) variable(id *ast.Ident) string {
	w := &writer{file: in.file, params: in.params}
	if id.Obj == nil {
		for _, d := range in.tree.named[in.file.Package+"."+id.Name] {
			if d.Sort == Var {
				return known(d.Type)
			}
		}
		return ""
	}
	switch decl := id.Obj.Decl.(type) {
	case *ast.Field:
		t := w.text(decl.Type)
		if rest, ok := strings.CutPrefix(t, "..."); ok {
			t = "[]" + rest
		}
		return known(t)
	case *ast.ValueSpec:
		if decl.Type != nil {
			return known(w.text(decl.Type))
		}
		for i, n := range decl.Names {
			if n.Name == id.Name {
				return in.assigned(i, len(decl.Names), decl.Values)
			}
		}
	case *ast.AssignStmt:
		if decl.Tok != token.DEFINE {
			return ""
		}
		for i, l := range decl.Lhs {
			if n, ok := l.(*ast.Ident); ok && n.Name == id.Name {
				return in.assigned(i, len(decl.Lhs), decl.Rhs)
			}
		}
	}
	return ""
}

// assigned returns the type that the i-th of n names gets from values.
func (in *inside) assigned(i, n int, values []ast.Expr) string {
	if len(values) == n {
		if u, ok := values[i].(*ast.UnaryExpr); ok && u.Op == token.RANGE {
			return in.ranged(i, u.X)
		}
		return in.typeOf(values[i])
	}
	if len(values) != 1 {
		return ""
	}
	switch v := values[0].(type) {
	case *ast.UnaryExpr:
		if v.Op == token.RANGE {
			return in.ranged(i, v.X)
		}
		if i == 0 {
			return in.typeOf(v)
		}
	case *ast.CallExpr:
		if list := in.results(v); i < len(list) {
			return list[i]
		}
	case *ast.TypeAssertExpr, *ast.IndexExpr:
		if i == 0 {
			return in.typeOf(values[0])
		}
	}
	return ""
}

// ranged returns the type of the key (0) or value (1) of a range.
func (in *inside) ranged(i int, x ast.Expr) string {
	t := in.typeOf(x)
	if strings.HasPrefix(t, "chan ") || strings.HasPrefix(t, "<-chan ") {
		if i == 0 {
			return element(t)
		}
		return ""
	}
	if i == 1 {
		return element(t)
	}
	return "" // keys are seldom asked for methods
}

// selectedType says what type a selector has: a variable of a package, or a
// field.
func (in *inside) selectedType(s *ast.SelectorExpr) string {
	if x, ok := s.X.(*ast.Ident); ok && x.Obj == nil {
		if p, ok := in.file.names[x.Name]; ok {
			for _, d := range in.tree.named[p+"."+s.Sel.Name] {
				if d.Sort == Var {
					return known(d.Type)
				}
			}
			return ""
		}
	}
	if m := in.tree.member(in.typeOf(s.X), s.Sel.Name, 0); m.decl != nil && m.decl.Sort == Field {
		return known(m.decl.Type)
	}
	return ""
}

// results returns the types of what a call gives. A type parameter is a name
// without a package, which nothing is found in; the arguments of a generic type
// do not change which methods and fields it has.
func (in *inside) results(call *ast.CallExpr) []string {
	w := &writer{file: in.file, params: in.params}
	if t := known(w.made(call)); t != "" {
		return []string{t}
	}
	c := in.callee(call.Fun)
	if c.Way == Other && len(call.Args) == 1 { // a conversion says its type
		if id, ok := ast.Unparen(call.Fun).(*ast.Ident); !ok || !builtin(id.Name) {
			if t := known(w.text(ast.Unparen(call.Fun))); t != "" {
				return []string{t}
			}
		}
		return nil
	}
	if c.Way != Resolved {
		return nil
	}
	list := in.tree.named[c.Target]
	if len(list) != 1 {
		return nil
	}
	var types []string
	for _, r := range list[0].Results {
		types = append(types, known(r.Type))
	}
	return types
}
