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

// typeMethods are the methods of a type, interfaces included. Those of a generic type
// have the placeholders of its parameters (see pattern.go).
type typeMethods struct {
	Name       string
	Place      source.Span
	Methods    []string // of the type, each with its signature
	Pointer    []string // of a pointer to it, those that the type does not have
	Parameters []typeParameter
	Interface  bool
	Comparable bool   // of any value, so not of an interface
	Local      string // the package of a type that is declared in a function
}

// interfaceMethods are the methods of an interface that is no constraint; those of
// a generic one are patterns.
type interfaceMethods struct {
	Name       string
	Methods    []string
	Parameters []typeParameter
	Local      string // as of typeMethods
}

// collect adds the types of a package that was read from source.
func (x *methodIndex) collect(pkg *types.Package, place func(types.Object) source.Span) {
	if pkg == nil {
		return
	}
	for _, name := range pkg.Scope().Names() {
		if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && !tn.IsAlias() && name != "_" {
			x.add(tn, pkg.Path()+"."+name, "", place)
		}
	}
}

// collectLocal adds types that are declared in functions, by their names in facts.
// Those of generic functions are left out, as what they are made of has no name
// outside, and those whose name is not the only one.
func (x *methodIndex) collectLocal(pkg *types.Package, local map[*types.TypeName]string, place func(types.Object) source.Span) {
	times := map[string]int{}
	var list []*types.TypeName
	for tn, name := range local {
		times[name]++
		list = append(list, tn)
	}
	slices.SortFunc(list, func(a, b *types.TypeName) int { return int(a.Pos() - b.Pos()) })
	for _, tn := range list {
		name := local[tn]
		if times[name] > 1 || tn.IsAlias() {
			continue
		}
		one := &methodIndex{}
		one.add(tn, name, pkg.Path(), place)
		for _, t := range one.Types {
			if !hasPlaceholder(slices.Concat(t.Methods, t.Pointer)) {
				x.Types = append(x.Types, t)
			}
		}
		for _, i := range one.Interfaces {
			if !hasPlaceholder(i.Methods) {
				x.Interfaces = append(x.Interfaces, i)
			}
		}
	}
}

// add adds one declared type.
func (x *methodIndex) add(tn *types.TypeName, name, local string, place func(types.Object) source.Span) {
	named, ok := tn.Type().(*types.Named)
	if !ok {
		return
	}
	m := typeMethods{Name: name, Place: place(tn), Parameters: parameters(named), Local: local}
	if i, ok := named.Underlying().(*types.Interface); ok {
		x.addInterface(name, local, named, i)
		if i.IsMethodSet() && i.NumMethods() > 0 {
			m.Methods, m.Interface = interfaceSignatures(i), true
			x.Types = append(x.Types, m)
		}
		return
	}
	m.Comparable = types.Comparable(named)
	var t types.Type = named
	if list := named.TypeParams(); list.Len() > 0 {
		var arguments []types.Type
		for p := range list.TypeParams() {
			arguments = append(arguments, p)
		}
		instance, err := types.Instantiate(nil, named, arguments, false)
		if err != nil {
			return
		}
		t = instance
	}
	value, pointer := types.NewMethodSet(t), types.NewMethodSet(types.NewPointer(t))
	if pointer.Len() == 0 {
		return
	}
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

// exported adds the interfaces that a package exports.
func (x *methodIndex) exported(pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() || tn.IsAlias() {
			continue
		}
		if named, ok := tn.Type().(*types.Named); ok {
			if i, ok := named.Underlying().(*types.Interface); ok {
				x.addInterface(pkg.Path()+"."+name, "", named, i)
			}
		}
	}
}

func (x *methodIndex) addInterface(name, local string, named *types.Named, i *types.Interface) {
	if i.IsMethodSet() && i.NumMethods() > 0 {
		x.Interfaces = append(x.Interfaces, interfaceMethods{Name: name, Methods: interfaceSignatures(i), Parameters: parameters(named), Local: local})
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
