// Package factfilter selects the definitions that have a property: "methods
// that take a context.Context", "types that implement io.ReaderFrom". A filter is
// written as docs/format/search.md says, and is answered from facts alone.
package factfilter

import (
	"fmt"
	"slices"
	"strings"

	"sooth/internal/nearest"
)

// Filter is one or several alternatives, each of them terms that must all hold.
type Filter struct {
	text         string
	alternatives [][]term
}

// term is one property of a definition.
type term struct {
	key    string
	not    bool
	values []string // one of them
}

// String returns the filter as it was written, with single blanks.
func (f Filter) String() string { return f.text }

// Keys returns the words that a term can begin with.
func Keys() []string {
	return []string{"symbol", "name", "package", "file", "exported", "deprecated", "implements", "implementing", "embeds", "takes", "returns"}
}

// Symbols returns the kinds of symbols of Go, as the key "symbol" writes them.
// Other languages have words of their own.
func Symbols() []string {
	return []string{"func", "method", "interface-method", "struct", "interface", "type", "alias", "field", "const", "var", "package"}
}

// Parse reads a filter: terms KEY=VALUE or KEY!=VALUE between blanks, values
// separated by "|", alternatives by the word "or".
func Parse(text string) (Filter, error) {
	words := strings.Fields(text)
	f := Filter{text: strings.Join(words, " "), alternatives: [][]term{nil}}
	if len(words) == 0 {
		return f, fmt.Errorf("the filter is empty; hint: implements=io.Writer")
	}
	for i, word := range words {
		last := len(f.alternatives) - 1
		if word == "or" {
			if len(f.alternatives[last]) == 0 || i == len(words)-1 {
				return f, fmt.Errorf("an alternative beside %q is empty; hint: terms stand before and behind it", word)
			}
			f.alternatives = append(f.alternatives, nil)
			continue
		}
		t, err := parseTerm(word)
		if err != nil {
			return f, err
		}
		f.alternatives[last] = append(f.alternatives[last], t)
	}
	return f, nil
}

// And returns the filter of what passes both.
func (f Filter) And(g Filter) Filter {
	both := Filter{text: "(" + f.text + ") and (" + g.text + ")"}
	for _, a := range f.alternatives {
		for _, b := range g.alternatives {
			both.alternatives = append(both.alternatives, slices.Concat(a, b))
		}
	}
	return both
}

func parseTerm(word string) (term, error) {
	key, value, ok := strings.Cut(word, "=")
	if !ok || key == "" || value == "" {
		return term{}, fmt.Errorf("%q is no term; hint: KEY=VALUE, such as returns=error", word)
	}
	t := term{key: key, values: strings.Split(value, "|")}
	if t.key, t.not = strings.CutSuffix(key, "!"); !slices.Contains(Keys(), t.key) {
		return t, fmt.Errorf("unknown key %q; hint: %s", t.key, nearest.Hint(t.key, Keys()))
	}
	for _, v := range t.values {
		switch {
		case v == "":
			return t, fmt.Errorf("%q has an empty value; hint: one | stands between two values", word)
		case (t.key == "exported" || t.key == "deprecated") && v != "true" && v != "false":
			return t, fmt.Errorf("%s is %q; hint: true or false", t.key, v)
		}
	}
	return t, nil
}

// wanted returns the values of one key, each once, in the order of the filters.
func wanted(filters []Filter, key string) []string {
	var list []string
	for _, f := range filters {
		for _, terms := range f.alternatives {
			for _, t := range terms {
				for _, v := range t.values {
					if t.key == key && !slices.Contains(list, v) {
						list = append(list, v)
					}
				}
			}
		}
	}
	return list
}

// wild matches text against a pattern in which "..." stands for anything, as in
// patterns of the go command; "net/..." matches "net" too, and ".../internal/..."
// "a/internal".
func wild(pattern, text string) bool {
	parts := strings.Split(pattern, "...")
	if len(parts) == 1 {
		return pattern == text
	}
	if before, ok := strings.CutSuffix(pattern, "/..."); ok && wild(before, text) {
		return true
	}
	text, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return strings.HasSuffix(text, parts[len(parts)-1])
}
