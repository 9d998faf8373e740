package golang

import (
	"go/ast"
	"go/types"
	"strings"
)

// directives checks the compiler's directives in the comments of a file: those
// about functions stand before a function, //go:build before the package
// clause, each on a line of its own. Unknown ones mean nothing.
func (c *check) directives(p *part, f *file, linked map[types.Object]bool) {
	for _, group := range f.syntax.Comments {
		for _, comment := range group.List {
			text, ok := strings.CutPrefix(comment.Text, "//go:")
			if !ok {
				continue
			}
			verb, rest, _ := strings.Cut(text, " ")
			switch {
			case !c.ownLine(f, comment):
				c.refuse(comment, "misplaced compiler directive")
			case verb == "linkname":
				c.linkname(p, f, comment, strings.Fields(rest), linked)
			case strings.HasPrefix(verb, "cgo_") && !(verb == "cgo_import_dynamic" && len(strings.Fields(rest)) >= 3):
				c.refuse(comment, comment.Text+" only allowed in cgo-generated code")
			default:
				c.placed(f, comment, verb)
			}
		}
	}
}

// placed checks where a directive without arguments stands.
func (c *check) placed(f *file, comment *ast.Comment, verb string) {
	switch verb {
	case "systemstack", "nowritebarrier", "nowritebarrierrec", "yeswritebarrierrec":
		c.refuse(comment, "//go:"+verb+" only allowed in runtime")
		return
	case "uintptrkeepalive":
		c.refuse(comment, "//go:"+verb+" is only allowed in the standard library")
		return
	case "build":
		if comment.Pos() > f.syntax.Package {
			c.refuse(comment, "misplaced compiler directive")
		}
		return
	case "noescape", "norace", "nosplit", "noinline", "nocheckptr", "uintptrescapes", "registerparams":
	default:
		return
	}
	var fn *ast.FuncDecl
	if comment.Pos() > f.syntax.Package {
		next, _ := after(f.syntax, comment.Pos())
		fn, _ = next.(*ast.FuncDecl)
	}
	switch {
	case fn == nil:
		c.refuse(comment, "misplaced compiler directive")
	case verb == "noescape" && fn.Body != nil:
		c.refuse(comment, "can only use //go:noescape with external func implementations")
	}
}

// ownLine reports whether nothing but blanks stands before a comment on its line.
func (c *check) ownLine(f *file, comment *ast.Comment) bool {
	at := c.fset.PositionFor(comment.Pos(), false)
	return strings.TrimSpace(f.Text[at.Offset-at.Column+1:at.Offset]) == ""
}

// linkname checks a //go:linkname directive.
func (c *check) linkname(p *part, f *file, comment *ast.Comment, arguments []string, linked map[types.Object]bool) {
	if len(arguments) < 1 || len(arguments) > 2 {
		c.refuse(comment, "usage: //go:linkname localname [linkname]")
		return
	}
	if !imported(f, "unsafe") {
		c.refuse(comment, "//go:linkname only allowed in Go files that import \"unsafe\"")
		return
	}
	switch o := p.types.Scope().Lookup(arguments[0]).(type) {
	case *types.Func, *types.Var:
		if linked[o] {
			c.refuse(comment, "duplicate //go:linkname for "+arguments[0])
		}
		linked[o] = true
	default:
		c.refuse(comment, "//go:linkname must refer to declared function or variable")
	}
}

// anonymousCycles reports interfaces without a name that refer to themselves.
func (c *check) anonymousCycles(p *part, f *file) {
	under := map[*types.Interface]bool{} // true: on the way; false: no cycle
	var cyclic func(t types.Type) bool
	methods := func(i *types.Interface) bool {
		for m := range i.Methods() {
			if cyclic(m.Type()) {
				return true
			}
		}
		return false
	}
	cyclic = func(t types.Type) bool {
		switch t := types.Unalias(t).(type) {
		case *types.Pointer:
			return cyclic(t.Elem())
		case *types.Array:
			return cyclic(t.Elem())
		case *types.Slice:
			return cyclic(t.Elem())
		case *types.Chan:
			return cyclic(t.Elem())
		case *types.Map:
			return cyclic(t.Key()) || cyclic(t.Elem())
		case *types.Struct:
			for v := range t.Fields() {
				if cyclic(v.Type()) {
					return true
				}
			}
		case *types.Signature:
			return cyclic(t.Params()) || cyclic(t.Results())
		case *types.Tuple:
			for v := range t.Variables() {
				if cyclic(v.Type()) {
					return true
				}
			}
		case *types.Interface:
			if t.NumExplicitMethods() == 0 && t.NumEmbeddeds() == 0 {
				return false
			}
			if onTheWay, seen := under[t]; seen {
				return onTheWay
			}
			under[t] = true
			if methods(t) {
				return true
			}
			under[t] = false
		}
		return false
	}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		e, ok := n.(*ast.InterfaceType)
		if !ok {
			return true
		}
		if i, ok := types.Unalias(p.info.TypeOf(e)).(*types.Interface); ok && methods(i) {
			c.refuse(e, "invalid recursive type: anonymous interface refers to itself")
		}
		return false
	})
}
