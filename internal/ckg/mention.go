package ckg

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"sooth/claim"
	"sooth/fact"
	"sooth/internal/lookup"
	"sooth/lang/golang"
)

// names are the declarations of a code base by their last segments.
type names map[string][]declared

// declared is one of them.
type declared struct {
	subject string
	member  bool // a field or method
	field   bool
}

// namesOf reads them.
func namesOf(ctx context.Context, facts fact.Reader) (names, error) {
	list := names{}
	for f, err := range facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}}) {
		if err != nil {
			return nil, err
		}
		last := fact.LastName(&f)
		d := declared{f.Subject, f.Symbol == "field" || f.Symbol == "method" || f.Symbol == "interface method", f.Symbol == "field"}
		if !slices.Contains(list[last], d) {
			list[last] = append(list[last], d)
		}
	}
	return list, nil
}

// meant returns the declarations that a name may mean. A small name alone means
// no field: it is more often a variable. Where nothing else is meant, what
// stands after a short small name means a member: c.Find, cmd.Find.
func (n names) meant(name string) []string {
	bare := !strings.ContainsAny(name, "./")
	small := bare && name != "" && unicode.IsLower([]rune(name)[0])
	var list []string
	for _, d := range n[name[strings.LastIndexAny(name, "./")+1:]] {
		if fact.HasSuffix(d.subject, name) && !(small && d.field) {
			list = append(list, d.subject)
		}
	}
	if variable, member, ok := strings.Cut(name, "."); ok && len(list) == 0 && len(variable) <= 3 && !strings.Contains(member, ".") &&
		unicode.IsLower([]rune(variable)[0]) && golang.StandardImport(variable) == "" {
		for _, d := range n[member] {
			if d.member {
				list = append(list, d.subject)
			}
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
		for _, d := range list {
			if fact.HasSuffix(d.subject[:max(strings.LastIndexByte(d.subject, '.'), 0)], owner) {
				return true
			}
		}
	}
	return false
}

// mentions are the names that a text has, each once: dotted names anywhere, and
// names alone in backquotes or before parentheses. In blocks of code nothing is
// in backquotes.
func mentions(text string) []string {
	prose, code := text, ""
	blocks := claim.Blocks(text)
	for i := len(blocks) - 1; i >= 0; i-- {
		b := blocks[i]
		if b.Fence == "" || b.Start.Offset < 0 || b.End > len(prose) || b.Start.Offset > b.End {
			continue
		}
		prose = prose[:b.Start.Offset] + "\n" + prose[b.End:]
		code = b.Content + "\n" + code
	}
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
	for i, part := range append(strings.Split(prose, "`"), code) {
		quoted := i%2 == 1 && i <= strings.Count(prose, "`")
		for _, token := range strings.FieldsFunc(part, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;|→\"", r) }) {
			if open := strings.IndexByte(token, '('); open > 0 && !strings.HasPrefix(token, "(*") {
				token = token[:open] + "()"
			}
			put(token, quoted)
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
