package gofact

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// methods writes the methods of an interface, and the types of a constraint.
func (w *typeWriter) methods(t *types.Interface) {
	var list []string
	for m := range t.Methods() {
		x := typeWriter{depth: w.depth, visit: w.visit}
		x.method(m, m.Type())
		list = append(list, x.String())
	}
	slices.Sort(list)
	w.WriteString(strings.Join(list, ";"))
	if t.IsMethodSet() {
		return
	}
	if t.IsComparable() {
		w.WriteString(" comparable")
	}
	for e := range t.EmbeddedTypes() {
		w.WriteString("|")
		if u, ok := types.Unalias(e).(*types.Union); ok {
			for term := range u.Terms() {
				fmt.Fprintf(w, " %t ", term.Tilde())
				w.typ(term.Type())
			}
		} else {
			w.typ(e)
		}
	}
}

// typeWriter writes types so that identical types give equal texts: aliases
// resolved, names with their whole path, parameters without names.
type typeWriter struct {
	strings.Builder
	depth int
	visit func(*types.TypeName) // called for each named type; nil: not
}

func (w *typeWriter) method(f *types.Func, t types.Type) {
	if !f.Exported() && f.Pkg() != nil {
		w.WriteString(f.Pkg().Path())
		w.WriteByte('.')
	}
	w.WriteString(f.Name())
	if s, ok := t.(*types.Signature); ok {
		w.signature(s)
	}
}

func (w *typeWriter) signature(s *types.Signature) {
	w.tuple(s.Params(), s.Variadic())
	w.tuple(s.Results(), false)
}

func (w *typeWriter) tuple(t *types.Tuple, variadic bool) {
	w.WriteByte('(')
	for i := range t.Len() {
		if i > 0 {
			w.WriteByte(',')
		}
		if variadic && i == t.Len()-1 {
			w.WriteString("...")
		}
		w.typ(t.At(i).Type())
	}
	w.WriteByte(')')
}

func (w *typeWriter) typ(t types.Type) {
	if w.depth > maxNesting {
		w.WriteString("invalid type") // what is not written in full is like nothing
		return
	}
	w.depth++
	defer func() { w.depth-- }()
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		w.WriteString(types.Typ[t.Kind()].Name()) // byte is uint8
		if t.Kind() == types.UnsafePointer {
			w.WriteString("unsafe")
		}
	case *types.Named:
		o := t.Obj()
		if w.visit != nil {
			w.visit(t.Origin().Obj())
		}
		if o.Pkg() != nil {
			w.WriteString(o.Pkg().Path())
			w.WriteByte('.')
			if o.Parent() != nil && o.Parent() != o.Pkg().Scope() {
				fmt.Fprintf(w, "@%d.", o.Pos()) // of a function: no other package has it
			}
		}
		w.WriteString(o.Name())
		if list := t.TypeArgs(); list.Len() > 0 {
			w.WriteByte('[')
			for a := range list.Types() {
				w.typ(a)
				w.WriteByte(',')
			}
			w.WriteByte(']')
		}
	case *types.Pointer:
		w.WriteByte('*')
		w.typ(t.Elem())
	case *types.Slice:
		w.WriteString("[]")
		w.typ(t.Elem())
	case *types.Array:
		fmt.Fprintf(w, "[%d]", t.Len())
		w.typ(t.Elem())
	case *types.Map:
		w.WriteString("map[")
		w.typ(t.Key())
		w.WriteByte(']')
		w.typ(t.Elem())
	case *types.Chan:
		fmt.Fprintf(w, "chan%d ", t.Dir())
		w.typ(t.Elem())
	case *types.Signature:
		w.WriteString("func")
		w.signature(t)
	case *types.Struct:
		w.WriteString("struct{")
		for i := range t.NumFields() {
			f := t.Field(i)
			if !f.Exported() && f.Pkg() != nil {
				w.WriteString(f.Pkg().Path())
				w.WriteByte('.')
			}
			fmt.Fprintf(w, "%s %t ", f.Name(), f.Embedded())
			w.typ(f.Type())
			fmt.Fprintf(w, " %q;", t.Tag(i))
		}
		w.WriteByte('}')
	case *types.Interface:
		w.WriteString("interface{")
		w.methods(t)
		w.WriteByte('}')
	case *types.TypeParam:
		w.WriteString(placeholder(t.Index()))
	default:
		w.WriteString(t.String())
	}
}
