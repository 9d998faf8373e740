package truth

import (
	"slices"
	"strings"

	"sooth/examples/go-search/universe"
	"sooth/lang/goapi"
)

// deprecations makes class E: the words that a deprecated name and its
// replacement have in common, and the two documents. The pairs are those that
// paragraphs beginning with "Deprecated:" name; both ends must be documents.
func deprecations(x *index) []Query {
	var pairs []Query
	for _, p := range x.library.Packages {
		if p.Source != universe.Standard || p.Path == "syscall" {
			continue
		}
		for symbol, paragraph := range goapi.Deprecations(p.Files) {
			legacy, modern := p.Path, replacement(p.Path, paragraph)
			if symbol != "" {
				legacy += "." + symbol
			}
			old, known := x.byID[legacy]
			next, found := x.byID[modern]
			if !known || !found || legacy == modern || next.Source != universe.Standard || x.deprecated(next) {
				continue
			}
			if text := shared(old, next); text != "" {
				pairs = append(pairs, Query{Text: text, Modern: modern, Legacy: legacy, Family: paragraph.Text})
			}
		}
	}
	// A paragraph on a group of names lists replacements for all of them: which
	// is whose it does not say.
	sharing := map[string]int{}
	for _, q := range pairs {
		sharing[q.Family]++
	}
	pairs = slices.DeleteFunc(pairs, func(q Query) bool { return sharing[q.Family] > 1 })
	slices.SortFunc(pairs, func(a, b Query) int { return strings.Compare(a.Legacy, b.Legacy) })
	// Two pairs with the same words are one query too many: the first stays.
	seen := map[string]bool{}
	return slices.DeleteFunc(pairs, func(q Query) bool {
		twice := seen[strings.ToLower(q.Text)]
		seen[strings.ToLower(q.Text)] = true
		return twice
	})
}

func replacement(importPath string, p goapi.Paragraph) string {
	switch {
	case p.Replacement == "":
		return ""
	case p.Symbol == "":
		return p.Package
	case p.Package == "":
		return importPath + "." + p.Symbol
	}
	return p.Package + "." + p.Symbol
}

// shared returns the words that the IDs of both have, as the newer one has
// them: what somebody looks for who knows neither. Empty: their own names, not
// only those of their package or type, have no word in common.
func shared(legacy, modern universe.Document) string {
	if len(common(last(legacy.Name), last(modern.Name))) == 0 {
		return ""
	}
	return strings.Join(common(legacy.ID, modern.ID), " ")
}

// common returns the words of b that a has too, each once, in lower case.
func common(a, b string) []string {
	old := words(a)
	var found []string
	for _, w := range words(b) {
		w = strings.ToLower(w)
		if !slices.Contains(found, w) && slices.ContainsFunc(old, func(o string) bool { return strings.EqualFold(o, w) }) {
			found = append(found, w)
		}
	}
	return found
}
