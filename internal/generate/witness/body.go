package witness

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// Way says how a call site was understood.
type Way byte

// The ways.
const (
	Unknown  Way = iota // nothing is known but the last name
	Resolved            // Target is what is called
	Outside             // something that the tree does not declare
	Value               // a variable, parameter or field of function type
	Other               // a conversion, a builtin, a function without a name
)

// Call is one thing that a function calls, closures in it included.
type Call struct {
	Name      string // last name at the call site
	Target    string // qualified, where Way is Resolved; where it is Outside and a function of a package, too
	Way       Way
	Interface bool // Target is a method of an interface
	Line      int  // of the first site
}

type callOf struct {
	Call
	caller string
}

// bodies is what stands in the bodies of a file.
type bodies struct {
	calls []callOf
	uses  map[string][]string
}

// inside reads the bodies of one file.
type inside struct {
	tree   *Tree
	file   *File
	fset   *token.FileSet
	params []string // type parameters of the function that is read
	depth  int      // of inference
	out    *bodies
	seen   map[callOf]bool
	caller string
}

// bodies reads who calls what in a file, and which names of other packages it
// selects.
func (t *Tree) bodies(name string) (*bodies, error) {
	f := t.Files[name]
	if f == nil {
		return nil, nil
	}
	fset, syntax, _, _ := t.parse(name, parser.Mode(0)) // identifiers are resolved within the file
	if syntax == nil {
		return nil, nil
	}
	in := &inside{tree: t, file: f, fset: fset, out: &bodies{uses: map[string][]string{}}, seen: map[callOf]bool{}}
	for _, decl := range syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			in.params = typeParams(decl.Type.TypeParams)
			name := decl.Name.Name
			if decl.Recv != nil && len(decl.Recv.List) > 0 {
				base, _, params := receiver(decl.Recv.List[0].Type)
				name = t.home(f.Package, base) + "." + name
				in.params = append(in.params, params...)
			}
			if decl.Body != nil {
				in.caller = f.Package + "." + name
				in.body(decl.Body)
			}
		case *ast.GenDecl:
			in.params = nil
			for _, spec := range decl.Specs {
				if s, ok := spec.(*ast.ValueSpec); ok {
					in.caller = f.Package + "." + s.Names[0].Name
					for _, v := range s.Values {
						in.body(v)
					}
				}
			}
		}
	}
	ast.Inspect(syntax, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Obj == nil {
				if p, ok := f.names[x.Name]; ok && !slices.Contains(in.out.uses[p], s.Sel.Name) {
					in.out.uses[p] = append(in.out.uses[p], s.Sel.Name)
				}
			}
		}
		return true
	})
	for _, list := range in.out.uses {
		slices.Sort(list)
	}
	return in.out, nil
}

func (in *inside) body(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		c := in.callee(call.Fun)
		if c.Way == Other {
			return true
		}
		one := callOf{Call: c, caller: in.caller}
		if !in.seen[one] {
			in.seen[one] = true
			one.Line = in.fset.PositionFor(call.Pos(), false).Line
			in.out.calls = append(in.out.calls, one)
		}
		return true
	})
}

// callee understands what is called.
func (in *inside) callee(e ast.Expr) Call {
	switch f := e.(type) {
	case *ast.ParenExpr:
		return in.callee(f.X)
	case *ast.IndexExpr:
		c := in.callee(f.X) // type arguments, or an element of a list of functions
		if c.Way == Value && c.Name == "" {
			return Call{Way: Other}
		}
		return c
	case *ast.IndexListExpr:
		return in.callee(f.X)
	case *ast.Ident:
		return in.plain(f)
	case *ast.SelectorExpr:
		return in.selected(f)
	}
	return Call{Way: Other} // a closure, a conversion, the result of a call
}

// plain understands a call of a name without a qualifier.
func (in *inside) plain(id *ast.Ident) Call {
	c := Call{Name: id.Name}
	if id.Obj != nil {
		switch id.Obj.Kind {
		case ast.Fun:
			if _, top := id.Obj.Decl.(*ast.FuncDecl); top {
				c.Way, c.Target = Resolved, in.file.Package+"."+id.Name
				return c
			}
		case ast.Typ:
			c.Way = Other
			return c
		}
		c.Way = Value
		return c
	}
	for _, pkg := range in.scopes() {
		if all := in.tree.named[pkg+"."+id.Name]; len(all) > 0 {
			d := all[0]
			switch d.Sort {
			case Func:
				c.Way, c.Target = Resolved, d.Symbol()
			case Var, Const:
				c.Way = Value
			default:
				c.Way = Other
			}
			return c
		}
	}
	if builtin(id.Name) || predeclared(id.Name) || slices.Contains(in.params, id.Name) {
		c.Way = Other
	} else if !in.file.DotUse {
		c.Way = Outside // not declared in what we read: cgo, generated elsewhere
	}
	return c
}

// scopes are the packages whose names need no qualifier here.
func (in *inside) scopes() []string { return []string{in.file.Package} }

func builtin(name string) bool {
	switch name {
	case "append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len", "make", "max", "min", "new", "panic", "print", "println", "real", "recover":
		return true
	}
	return false
}

// selected understands a call through a selector.
func (in *inside) selected(s *ast.SelectorExpr) Call {
	c := Call{Name: s.Sel.Name}
	if x, ok := s.X.(*ast.Ident); ok && x.Obj == nil {
		if p, ok := in.file.names[x.Name]; ok {
			if in.tree.packages[p] == nil {
				c.Way, c.Target = Outside, p+"."+s.Sel.Name
				return c
			}
			if all := in.tree.named[p+"."+s.Sel.Name]; len(all) > 0 {
				d := all[0]
				switch d.Sort {
				case Func:
					c.Way, c.Target = Resolved, d.Symbol()
				case Var:
					c.Way = Value
				default:
					c.Way = Other
				}
			}
			return c
		}
	}
	typ := in.typeOf(s.X)
	m := in.tree.member(typ, s.Sel.Name, 0)
	switch {
	case m.decl != nil && m.decl.Sort == Field:
		c.Way = Value
	case m.decl != nil:
		c.Way, c.Target, c.Interface = Resolved, m.decl.Symbol(), m.decl.Sort == InterfaceMethod
	case m.outside:
		c.Way = Outside
	}
	return c
}
