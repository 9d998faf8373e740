package golang

import (
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"
)

// nearest returns the name among candidates that a writer most likely meant:
// one that differs in case only, else the one with the fewest edits, if they
// are few for its length. Ties go to the first in order.
func nearest(name string, candidates iter.Seq[string]) string {
	list := slices.Sorted(candidates)
	low := strings.ToLower(name)
	for _, c := range list {
		if strings.ToLower(c) == low && c != name {
			return c
		}
	}
	best, fewest := "", max(1, len([]rune(name))/3)+1
	for _, c := range list {
		if d := distance(low, strings.ToLower(c), fewest); d < fewest && c != name {
			best, fewest = c, d
		}
	}
	return best
}

// distance returns the number of insertions, deletions, replacements and swaps
// of neighbours that turn a into b; limit or more when it reaches limit.
func distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) >= limit || len(y)-len(x) >= limit {
		return limit
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}

// suggestInPackage returns the exported name of a package that is nearest to
// one it does not have: a package-level name, else a method of that very name
// on one of its types.
func (c *check) suggestInPackage(pkg *types.Package, name string) string {
	scope := pkg.Scope()
	if s := nearest(name, exportedNames(scope)); s != "" {
		return pkg.Name() + "." + s
	}
	return methodNamed(pkg, name)
}

func exportedNames(scope *types.Scope) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, n := range scope.Names() {
			if token.IsExported(n) && !yield(n) {
				return
			}
		}
	}
}

// methodNamed returns the first exported type of a package, in order of name,
// that has a field or method called name, as "pkg.Type.Name"; empty: none.
func methodNamed(pkg *types.Package, name string) string {
	scope := pkg.Scope()
	for n := range exportedNames(scope) {
		t, ok := scope.Lookup(n).(*types.TypeName)
		if !ok {
			continue
		}
		if o, _, _ := types.LookupFieldOrMethod(types.NewPointer(t.Type()), true, pkg, name); o != nil && o.Exported() {
			return pkg.Name() + "." + n + "." + name
		}
	}
	return ""
}

// suggestMember returns the field or method of a type that is nearest to one
// that it does not have; else the same name on another type of its package, or
// as a function of it.
func (c *check) suggestMember(p *part, base types.Type, name string) string {
	members := memberNames(p.types, base)
	if s := nearest(name, slices.Values(members)); s != "" {
		return s
	}
	n := namedOf(base)
	if n == nil || n.Obj().Pkg() == nil {
		return ""
	}
	pkg := n.Obj().Pkg()
	if o := pkg.Scope().Lookup(name); o != nil && o.Exported() {
		return pkg.Name() + "." + name
	}
	return methodNamed(pkg, name)
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
