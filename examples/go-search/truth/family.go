package truth

import (
	"fmt"
	"slices"
	"strings"

	"sooth/examples/go-search/universe"
)

// family is a set of declarations that share words of their names and the
// place of their declaration.
type family struct {
	key      string // of the draw
	place    string // "strconv", "bufio.Reader", "" (the whole library)
	fragment []string
	members  []string // IDs, in order
}

// fragments makes class D: a piece of a camel-case name, and every member of
// the family that shares it. A family is listed by its declarations: everything
// in one package, in one type, or in the standard library whose own name (not
// that of its type) has the piece. That the piece is made of whole words is part
// of it: "Read" is no piece of "Ready".
func fragments(x *index) []Query {
	var queries []Query
	taken := map[string]bool{}
	declared := x.importable()
	members := slices.DeleteFunc(slices.Clone(declared), func(d universe.Document) bool { return d.Kind != "method" && d.Kind != "field" })
	for _, part := range []struct {
		purpose  string
		families []family
		n        int
	}{
		{"package", families(declared, 1, 2, 4, 12, func(d universe.Document) string { return d.Package }), 11},
		{"type", families(members, 1, 2, 4, 12, func(d universe.Document) string {
			owner, _, _ := strings.Cut(d.Name, ".")
			return d.Package + "." + owner
		}), 11},
		{"library", families(declared, 2, 3, 5, 15, func(universe.Document) string { return "" }), 10},
	} {
		n := 0
		for _, f := range drawn("D "+part.purpose, part.families, func(f family) string { return f.key }) {
			if n == part.n {
				break
			}
			members := strings.Join(f.members, " ")
			if taken[members] || f.place == "" && !several(x, f.members) {
				continue
			}
			taken[members] = true
			text := strings.Join(f.fragment, "")
			if n%2 == 1 {
				text = strings.ToLower(strings.Join(f.fragment, " "))
			}
			name := "declared in the standard library, of several packages"
			if f.place != "" {
				text = placeText(f.place) + " " + text
				name = "declared in " + f.place
			}
			queries = append(queries, Query{Text: text, IDs: f.members, Family: fmt.Sprintf("names with %s %s", strings.Join(f.fragment, ""), name)})
			n++
		}
	}
	return queries
}

// placeText is a package or type as words, the package by its last element,
// with the version where that is one: "bufio Reader", "rand v2".
func placeText(place string) string {
	elements := strings.Split(place, "/")
	text := elements[len(elements)-1]
	if leaf(place) != text && len(elements) > 1 && strings.HasPrefix(text, "v") && !strings.Contains(text, ".") {
		text = elements[len(elements)-2] + " " + text
	}
	return strings.ReplaceAll(text, ".", " ")
}

// several reports whether documents are of more than one package.
func several(x *index, list []string) bool {
	return slices.ContainsFunc(list, func(id string) bool { return x.byID[id].Package != x.byID[list[0]].Package })
}

// families groups documents by place and shared run of low to high words, and
// keeps groups of least to most members. Of runs that select the same members
// the longest is kept.
func families(documents []universe.Document, low, high, least, most int, place func(universe.Document) string) []family {
	groups := map[string]*family{}
	for _, d := range documents {
		parts := words(last(d.Name))
		seen := map[string]bool{}
		for length := low; length <= high; length++ {
			for i := 0; i+length <= len(parts); i++ {
				run := parts[i : i+length]
				key := place(d) + " " + strings.Join(run, " ")
				if length == 1 && len(run[0]) < 4 || seen[key] {
					continue
				}
				seen[key] = true
				if groups[key] == nil {
					groups[key] = &family{key: key, place: place(d), fragment: run}
				}
				groups[key].members = append(groups[key].members, d.ID)
			}
		}
	}
	longest := map[string]*family{}
	for _, f := range groups {
		if len(f.members) < least || len(f.members) > most {
			continue
		}
		slices.Sort(f.members)
		same := f.place + " " + strings.Join(f.members, " ")
		if other := longest[same]; other == nil || len(f.key) > len(other.key) || len(f.key) == len(other.key) && f.key < other.key {
			longest[same] = f
		}
	}
	list := make([]family, 0, len(longest))
	for _, f := range longest {
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b family) int { return strings.Compare(a.key, b.key) })
	return list
}
