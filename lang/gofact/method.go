package gofact

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"sooth/source"
)

// methodIndex is what is known of the methods of one package: enough to say
// which types implement which interfaces without the types themselves.
type methodIndex struct {
	Types      []typeMethods
	Interfaces []interfaceMethods
}

// typeMethods are the methods of a type, interfaces included.
type typeMethods struct {
	Name    string
	Place   source.Span
	Methods []string // of the type, each with its signature
	Pointer []string // of a pointer to it, those that the type does not have
}

// interfaceMethods are the methods of an interface that is no constraint.
type interfaceMethods struct {
	Name    string
	Methods []string
}

// collect adds the types of a package that was read from source.
func (x *methodIndex) collect(pkg *types.Package, place func(types.Object) source.Span) {
	if pkg == nil {
		return
	}
	for _, name := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || name == "_" {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok {
			continue
		}
		if i, ok := named.Underlying().(*types.Interface); ok && named.TypeParams().Len() == 0 {
			x.addInterface(pkg, tn, i)
			if i.IsMethodSet() && i.NumMethods() > 0 {
				x.Types = append(x.Types, typeMethods{Name: pkg.Path() + "." + name, Place: place(tn), Methods: interfaceSignatures(i)})
			}
			continue
		}
		if types.IsInterface(named) {
			continue
		}
		var t types.Type = named
		if list := named.TypeParams(); list.Len() > 0 {
			var arguments []types.Type
			for p := range list.TypeParams() {
				arguments = append(arguments, p)
			}
			instance, err := types.Instantiate(nil, named, arguments, false)
			if err != nil {
				continue
			}
			t = instance
		}
		value, pointer := types.NewMethodSet(t), types.NewMethodSet(types.NewPointer(t))
		if pointer.Len() == 0 {
			continue
		}
		m := typeMethods{Name: pkg.Path() + "." + name, Place: place(tn)}
		for s := range pointer.Methods() {
			signature := methodKey(s.Obj().(*types.Func), s.Type())
			if value.Lookup(s.Obj().Pkg(), s.Obj().Name()) != nil {
				m.Methods = append(m.Methods, signature)
			} else {
				m.Pointer = append(m.Pointer, signature)
			}
		}
		x.Types = append(x.Types, m)
	}
}

// exported adds the interfaces that a package exports.
func (x *methodIndex) exported(pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() || tn.IsAlias() {
			continue
		}
		if named, ok := tn.Type().(*types.Named); ok && named.TypeParams().Len() == 0 {
			if i, ok := named.Underlying().(*types.Interface); ok {
				x.addInterface(pkg, tn, i)
			}
		}
	}
}

func (x *methodIndex) addInterface(pkg *types.Package, tn *types.TypeName, i *types.Interface) {
	if i.IsMethodSet() && i.NumMethods() > 0 {
		x.Interfaces = append(x.Interfaces, interfaceMethods{Name: pkg.Path() + "." + tn.Name(), Methods: interfaceSignatures(i)})
	}
}

func interfaceSignatures(i *types.Interface) []string {
	var list []string
	for m := range i.Methods() {
		list = append(list, methodKey(m, m.Type()))
	}
	slices.Sort(list)
	return list
}

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

// methodKey writes a method so that two are equal if and only if one can stand
// for the other: the name, with its package if it is not exported, and the
// types of parameters and results.
func methodKey(f *types.Func, t types.Type) string {
	var w typeWriter
	w.method(f, t)
	return w.String()
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
		w.WriteByte('?')
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
		fmt.Fprintf(w, "$%d", t.Index())
	default:
		w.WriteString(t.String())
	}
}
