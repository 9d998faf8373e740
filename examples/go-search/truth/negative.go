package truth

import (
	"slices"
	"strings"

	"sooth/examples/go-search/universe"
)

// negatives makes queries for names that do not exist: a type of the standard
// library with a method that no type of any source has. Every invented name is
// made of two usual words of real method names, as models invent them.
func negatives(x *index) []Query {
	firsts, seconds := map[string]int{}, map[string]int{}
	for _, d := range x.standard("method") {
		if parts := words(last(d.Name)); len(parts) == 2 {
			firsts[parts[0]]++
			seconds[parts[1]]++
		}
	}
	mentioned := x.mentioned()
	var invented []string
	for _, a := range usual(firsts) {
		for _, b := range usual(seconds) {
			if name := a + b; a != b && len(x.byLast[name]) == 0 && !mentioned[strings.ToLower(name)] {
				invented = append(invented, name)
			}
		}
	}
	names := drawn("N name", invented, func(s string) string { return s })
	var queries []Query
	for i, d := range drawn("N type", x.mostUsed("type", 60), func(d universe.Document) string { return d.ID }) {
		if i == min(16, len(names)) {
			break
		}
		queries = append(queries, Query{Text: x.short(d) + "." + names[i], Family: "no declaration of the standard library has the name " + names[i]})
	}
	return queries
}

// usual returns the words that begin or end many names, in order.
func usual(counts map[string]int) []string {
	var found []string
	for w, n := range counts {
		if n >= 6 {
			found = append(found, w)
		}
	}
	slices.Sort(found)
	return found
}

// mentioned returns every word of every document, in lower case.
func (x *index) mentioned() map[string]bool {
	found := map[string]bool{}
	for _, d := range x.documents {
		for _, s := range []string{d.Name, d.Signature, d.Doc} {
			for w := range strings.FieldsFuncSeq(s, func(r rune) bool {
				return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
			}) {
				found[strings.ToLower(w)] = true
			}
		}
	}
	return found
}
