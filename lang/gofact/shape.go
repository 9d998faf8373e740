package gofact

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// shaper writes what others can see of a package: its exported names with their
// types, and all that these types are made of in packages that may change too.
// Places are no part of it, nor is how types share memory: two readings of the
// same source have one shape.
type shaper struct {
	universe *universe
	pending  []*types.TypeName
	seen     map[*types.TypeName]bool
	lines    []string
}

// shapeOf returns the hash of what others can see of a package; open is why it is
// not complete, on which the packages that import it depend.
func (u *universe) shapeOf(pkg *types.Package, open string) string {
	s := &shaper{universe: u, seen: map[*types.TypeName]bool{}}
	for _, name := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(name); o.Exported() {
			s.object(o)
		}
	}
	for len(s.pending) > 0 {
		last := s.pending[len(s.pending)-1]
		s.pending = s.pending[:len(s.pending)-1]
		s.named(last)
	}
	slices.Sort(s.lines)
	return digest(pkg.Path(), pkg.Name(), open, strings.Join(s.lines, "\n"))
}

func (s *shaper) object(o types.Object) {
	var w typeWriter
	w.visit = s.visit
	switch o := o.(type) {
	case *types.Const:
		fmt.Fprintf(&w, "const %s %s ", o.Name(), o.Val().ExactString())
		w.typ(o.Type())
	case *types.Var:
		fmt.Fprintf(&w, "var %s ", o.Name())
		w.typ(o.Type())
	case *types.Func:
		fmt.Fprintf(&w, "func %s", o.Name())
		w.parameters(o.Signature().TypeParams())
		w.signature(o.Signature())
	case *types.TypeName:
		if !o.IsAlias() {
			s.visit(o)
			return
		}
		fmt.Fprintf(&w, "alias %s ", o.Name())
		if a, ok := o.Type().(*types.Alias); ok {
			w.parameters(a.TypeParams())
		}
		w.typ(o.Type())
	}
	s.lines = append(s.lines, w.String())
}

// visit takes a type over if it is one of a package that may change.
func (s *shaper) visit(o *types.TypeName) {
	if o.Pkg() == nil || s.seen[o] {
		return
	}
	s.seen[o] = true
	if k := s.universe.packs[o.Pkg().Path()]; k == nil || !k.fixed {
		s.pending = append(s.pending, o)
	}
}

// named writes a type with its methods.
func (s *shaper) named(o *types.TypeName) {
	n, ok := o.Type().(*types.Named)
	if !ok {
		return
	}
	var w typeWriter
	w.visit = s.visit
	fmt.Fprintf(&w, "type %s.%s", o.Pkg().Path(), o.Name())
	w.parameters(n.TypeParams())
	w.WriteByte(' ')
	w.typ(n.Underlying())
	var methods []string
	for m := range n.Methods() {
		x := typeWriter{visit: s.visit}
		if _, pointer := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer); pointer {
			x.WriteByte('*')
		}
		x.WriteString(m.Name())
		x.signature(m.Signature())
		methods = append(methods, x.String())
	}
	slices.Sort(methods)
	s.lines = append(s.lines, w.String()+" "+strings.Join(methods, ";"))
}

// parameters writes the constraints of type parameters.
func (w *typeWriter) parameters(list *types.TypeParamList) {
	for p := range list.TypeParams() {
		w.WriteByte('[')
		w.typ(p.Constraint())
		w.WriteByte(']')
	}
}
