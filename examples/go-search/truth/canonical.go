package truth

import (
	"cmp"
	"slices"
	"strings"

	"sooth/examples/go-search/universe"
)

// canonical makes class A: a name as a developer types it, and the one
// document that is it. What the standard library itself uses most is asked for.
func canonical(x *index) []Query {
	var chosen []universe.Document
	perPackage := map[string]int{}
	for _, stratum := range []struct {
		kind string
		top  int // most used ones that are drawn from
		n    int
	}{{"func", 250, 20}, {"type", 200, 18}, {"method", 400, 16}, {"const", 60, 5}, {"var", 40, 5}} {
		candidates := x.mostUsed(stratum.kind, stratum.top)
		n := 0
		for _, d := range drawn("A "+stratum.kind, candidates, func(d universe.Document) string { return d.ID }) {
			if n < stratum.n && perPackage[d.Package] < 5 {
				perPackage[d.Package]++
				chosen = append(chosen, d)
				n++
			}
		}
	}
	var queries []Query
	taken := map[string]bool{}
	for _, d := range chosen {
		for _, form := range []int{int(number("A form", d.ID) % 5), 1, 0, 4} {
			text, ok := x.typed(d, form)
			if ok && !taken[strings.ToLower(text)] {
				taken[strings.ToLower(text)] = true
				queries = append(queries, Query{Text: text, Answer: d.ID})
				break
			}
		}
	}
	return queries
}

// mostUsed returns the names of a kind that the library uses most; methods
// count as often as the type that declares them. Names that another source
// declares under the same package name are class F and left out.
func (x *index) mostUsed(kind string, n int) []universe.Document {
	list := slices.DeleteFunc(x.standard(kind), func(d universe.Document) bool {
		return slices.ContainsFunc(x.byShort[x.short(d)], func(other universe.Document) bool { return other.Source != universe.Standard })
	})
	uses := func(d universe.Document) int {
		owner, _, _ := strings.Cut(d.Name, ".")
		return x.uses[d.Package+"."+owner]
	}
	slices.SortFunc(list, func(a, b universe.Document) int {
		return cmp.Or(cmp.Compare(uses(b), uses(a)), cmp.Compare(a.ID, b.ID))
	})
	return list[:min(n, len(list))]
}

// typed writes a name in one of five forms: as in a program, as words, as
// words without capitals, alone, with the import path. It reports false where
// the form would name two documents.
func (x *index) typed(d universe.Document, form int) (string, bool) {
	short := x.short(d)
	alone := len(x.byShort[short]) == 1
	switch form {
	case 0:
		return short, alone
	case 1:
		return strings.ReplaceAll(short, ".", " "), alone
	case 2:
		return strings.ToLower(strings.Join(words(short), " ")), alone && len(words(short)) <= 5
	case 3:
		return last(d.Name), len(x.byLast[last(d.Name)]) == 1 && len(words(last(d.Name))) > 1
	}
	return d.ID, true
}

// roots makes class B: a package as a developer types it, and the document of
// the package itself, not one of its members.
func roots(x *index) []Query {
	packages := drawn("B", x.standard("package"), func(d universe.Document) string { return d.ID })
	var queries []Query
	for i, d := range packages {
		if len(queries) == 34 {
			break
		}
		path := strings.ReplaceAll(d.Package, "/", " ")
		name := leaf(d.Package)
		unique := 0
		for _, p := range x.documents {
			if p.Kind == "package" && leaf(p.Package) == name {
				unique++
			}
		}
		var text string
		switch {
		case len(x.byLast[name]) > 0 || len(name) < 4 || unique > 1: // says too little alone
			text = path
		case i%3 == 0:
			text = name
		case i%3 == 1:
			text = "package " + name
		default:
			text = path
		}
		queries = append(queries, Query{Text: text, Answer: d.ID})
	}
	return queries
}
