package ckg

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"sooth/fact"
	"sooth/internal/lookup"
)

// names are the declarations of a code base by their last segments.
type names map[string][]string

// namesOf reads them.
func namesOf(ctx context.Context, facts fact.Reader) (names, error) {
	list := names{}
	for f, err := range facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}}) {
		if err != nil {
			return nil, err
		}
		last := fact.LastName(&f)
		if !slices.Contains(list[last], f.Subject) {
			list[last] = append(list[last], f.Subject)
		}
	}
	return list, nil
}

// meant returns the declarations that a name may mean.
func (n names) meant(name string) []string {
	var list []string
	for _, s := range n[name[strings.LastIndexAny(name, "./")+1:]] {
		if fact.HasSuffix(s, name) {
			list = append(list, s)
		}
	}
	slices.Sort(list)
	return list
}

// belongs reports whether the owner that a name begins with is one of the code
// base, so that a name which is not there is wrong and not somebody else's.
func (n names) belongs(name string) bool {
	owner, _, ok := strings.Cut(name[strings.LastIndexByte(name, '/')+1:], ".")
	if !ok {
		return false
	}
	for _, list := range n {
		for _, s := range list {
			if fact.HasSuffix(s[:max(strings.LastIndexByte(s, '.'), 0)], owner) {
				return true
			}
		}
	}
	return false
}

// mentions are the names that a text has, each once, in its order: dotted names
// anywhere, and names alone in backquotes or before parentheses.
func mentions(text string) []string {
	var list []string
	put := func(token string, code bool) {
		called := strings.HasSuffix(token, "()")
		name := lookup.Clean(strings.Trim(token, ".,;:!?'\"-<>{}="))
		dotted := strings.Contains(name, ".")
		if !(dotted || code || called) || !isName(name) || slices.Contains(list, name) {
			return
		}
		list = append(list, name)
	}
	for i, part := range strings.Split(text, "`") {
		for _, token := range strings.FieldsFunc(part, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;|→\"", r) }) {
			if open := strings.IndexByte(token, '('); open > 0 && !strings.HasPrefix(token, "(*") {
				token = token[:open] + "()"
			}
			put(token, i%2 == 1)
		}
	}
	return list
}

// isName reports whether a text is segments of identifiers with dots, after a
// path at most, and no name of a file.
func isName(text string) bool {
	tail := text[strings.LastIndexByte(text, '/')+1:]
	segments := strings.Split(tail, ".")
	for _, s := range segments {
		for i, r := range s {
			if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
				return false
			}
		}
		if s == "" {
			return false
		}
	}
	last := segments[len(segments)-1]
	return len(segments) == 1 || !slices.Contains([]string{"go", "mod", "sum", "md", "txt", "yaml", "yml", "json", "toml", "sh", "py", "js", "ts", "com", "org", "dev", "io", "e", "g"}, last)
}
