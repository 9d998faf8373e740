package golang

import (
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"
	"unicode"

	"sooth/score"
)

// nearest returns the name among candidates that a writer most likely meant:
// one that differs in case only, else the most alike, if it is more alike than
// least. Ties go to the first in order.
func nearest(name string, least float64, candidates iter.Seq[string]) string {
	best, most := "", least
	for _, c := range slices.Sorted(candidates) {
		if c == name {
			continue
		}
		if s := likeness(name, c); s > most {
			best, most = c, s
		}
	}
	return best
}

// How alike names have to be: close ones come before the same name elsewhere,
// distant ones after it.
const (
	closely = 0.59
	distant = 0.49
)

// likeness says how alike two names are, from 0 (not at all) to 1 (but for
// case): by their letters when few must be changed, by the words that they are
// made of when they share half, or as a long and a short form.
func likeness(a, b string) float64 {
	x, y := strings.ToLower(a), strings.ToLower(b)
	if x == y {
		return 1
	}
	longest := float64(max(len([]rune(x)), len([]rune(y))))
	best := 0.0
	limit := max(1, int(longest)/3) + 1
	if d := distance(x, y, limit); d < limit && d < int(longest) {
		best = 1 - float64(d)/longest
	}
	if short := min(len(x), len(y)); short >= 3 && 2*short >= max(len(x), len(y)) && (strings.HasPrefix(x, y) || strings.HasPrefix(y, x)) {
		best = max(best, 0.55)
	}
	if shared := sharedWords(words(a), words(b)); shared >= 0.5 {
		best = max(best, shared)
	}
	return best
}

// words splits a name in camel case or with underscores into lower-case words.
func words(name string) []string {
	var list []string
	runes := []rune(name)
	start := 0
	cut := func(end int) {
		if end > start {
			list = append(list, strings.ToLower(string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case r == '_' || r == '/' || r == '.' || r == '-':
			cut(i)
			start = i + 1
		case i == 0 || !unicode.IsUpper(r):
		case !unicode.IsUpper(runes[i-1]), i+1 < len(runes) && unicode.IsLower(runes[i+1]):
			cut(i)
		}
	}
	cut(len(runes))
	return list
}

// sharedWords returns the share of words that two names have in common.
func sharedWords(a, b []string) float64 {
	common := 0
	for _, w := range slices.Compact(slices.Sorted(slices.Values(a))) {
		if slices.Contains(b, w) {
			common++
		}
	}
	return float64(common) / float64(max(1, len(a)+len(b)-common))
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
// one it does not have: a type for a type, anything else for anything else; else
// a method of that very name on one of its types.
func (c *check) suggestInPackage(pkg *types.Package, name string, kind score.Kind) string {
	scope := pkg.Scope()
	for _, try := range []struct {
		least float64
		same  bool
	}{{closely, true}, {distant, true}, {closely, false}} {
		s := nearest(name, try.least, func(yield func(string) bool) {
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
	if s := nearest(name, closely, members); s != "" {
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
	return nearest(name, distant, members)
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
