package gofact

import (
	"go/types"
	"slices"

	"sooth/source"
)

// methodIndex is what is known of one package beside its facts. Of its methods it
// is enough to say which types implement which interfaces without the types
// themselves.
type methodIndex struct {
	Types      []typeMethods
	Interfaces []interfaceMethods
	Standard   []string // what the package refers to of the standard library, sorted
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

// methodKey writes a method so that two are equal if and only if one can stand
// for the other: the name, with its package if it is not exported, and the
// types of parameters and results.
func methodKey(f *types.Func, t types.Type) string {
	var w typeWriter
	w.method(f, t)
	return w.String()
}
