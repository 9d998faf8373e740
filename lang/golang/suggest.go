package golang

import (
	"go/token"
	"go/types"
	"slices"

	"sooth/internal/nearest"
	"sooth/score"
)

// suggestInPackage returns the exported name of a package that is nearest to
// one it does not have: a type for a type, anything else for anything else; else
// a method of that very name on one of its types.
func (c *check) suggestInPackage(pkg *types.Package, name string, kind score.Kind) string {
	scope := pkg.Scope()
	for _, try := range []struct {
		least float64
		same  bool
	}{{nearest.Close, true}, {nearest.Distant, true}, {nearest.Close, false}} {
		s := nearest.Symbol(name, try.least, func(yield func(string) bool) {
			for _, n := range scope.Names() {
				_, isType := scope.Lookup(n).(*types.TypeName)
				if token.IsExported(n) && (isType == (kind == score.InventedType)) == try.same && !yield(n) {
					return
				}
			}
		})
		if s != "" {
			return pkg.Name() + "." + s
		}
	}
	return methodNamed(pkg, name)
}

// methodNamed returns the first exported type of a package, in order of name,
// that has a field or method called name, as "pkg.Type.Name"; empty: none.
func methodNamed(pkg *types.Package, name string) string {
	scope := pkg.Scope()
	for _, n := range scope.Names() {
		if !token.IsExported(n) {
			continue
		}
		if _, ok := scope.Lookup(n).(*types.TypeName); !ok {
			continue
		}
		if declares(pkg, n+"."+name) {
			return pkg.Name() + "." + n + "." + name
		}
	}
	return ""
}

// suggestMember returns the field or method of a type that is nearest to one
// that it does not have; else the same name on a field of it, in its package or
// on another type there; else one that is less near.
func (c *check) suggestMember(p *part, base types.Type, name string) string {
	members := slices.Values(memberNames(p.types, base))
	if s := nearest.Symbol(name, nearest.Close, members); s != "" {
		return s
	}
	if s := throughField(p.types, base, name); s != "" {
		return s
	}
	if n := namedOf(base); n != nil && n.Obj().Pkg() != nil {
		pkg := n.Obj().Pkg()
		if o := pkg.Scope().Lookup(name); o != nil && o.Exported() {
			return pkg.Name() + "." + name
		}
		if s := methodNamed(pkg, name); s != "" {
			return s
		}
	}
	return nearest.Symbol(name, nearest.Distant, members)
}

// throughField returns "Field.Name" for the first field of a struct whose type
// has a field or method called name; empty: none.
func throughField(from *types.Package, base types.Type, name string) string {
	s := structOf(base)
	if s == nil || !token.IsExported(name) {
		return ""
	}
	for f := range s.Fields() {
		if !f.Exported() && f.Pkg() != from {
			continue
		}
		if o, _, _ := types.LookupFieldOrMethod(f.Type(), true, from, name); o != nil {
			return f.Name() + "." + name
		}
	}
	return ""
}

// memberNames returns the fields and methods of a type that a package may use,
// promoted ones included.
func memberNames(from *types.Package, t types.Type) []string {
	var names []string
	add := func(o types.Object) {
		if o.Exported() || o.Pkg() == from {
			names = append(names, o.Name())
		}
	}
	if types.IsInterface(t) {
		i := t.Underlying().(*types.Interface)
		for m := range i.Methods() {
			add(m)
		}
		return names
	}
	set := types.NewMethodSet(types.NewPointer(t))
	for s := range set.Methods() {
		add(s.Obj())
	}
	seen := map[*types.Struct]bool{}
	var fields func(t types.Type)
	fields = func(t types.Type) {
		s := structOf(t)
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		for f := range s.Fields() {
			add(f)
			if f.Embedded() {
				fields(f.Type())
			}
		}
	}
	fields(t)
	return names
}
