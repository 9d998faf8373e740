package claim

import (
	"strconv"
	"strings"
	"unicode"

	"sooth/source"
)

// class is what a word or a span of code refers to.
type class int

const (
	nothing   class = iota
	symbol          // a name
	signature       // a name with its signature
	file            // a path, perhaps with lines
	directory       // a folder, or a package by its path
	literal         // a value, or a word of the language
	typeForm        // a type that is no name: []T, (A, error)
	choices         // names with slashes between them
)

// referent is what a word or a span of code refers to.
type referent struct {
	class   class
	name    goName        // of a symbol or signature
	object  string        // of a signature: what is declared
	untyped bool          // of a signature: only its results are said
	places  []source.Span // of a file
	pattern string        // of a file: the pattern of citations that read it
	names   []string      // of choices
	weak    bool          // a word without backquotes that merely looks like a name
}

// operand is how a referent is named in a statement of structure.
func (k token) operand() string {
	switch k.ref.class {
	case symbol:
		if k.ref.name.pointer {
			return "*" + k.ref.name.name
		}
		return k.ref.name.name
	case signature:
		return k.ref.name.name
	case file:
		return k.ref.places[0].File
	}
	return strings.TrimSuffix(k.text, "/")
}

// refer finds out what a token refers to.
func refer(k token) referent {
	if k.kind == mark {
		return referent{}
	}
	s := strings.TrimSpace(k.text)
	if s == "" || len(s) > maxName || strings.Contains(s, "://") || !sound(s) {
		return referent{}
	}
	inSpan := k.kind == span
	if !inSpan && strings.Trim(k.lower, "abcdefghijklmnopqrstuvwxyz'’-") == "" && !mixedCaps(s) && !listed(wellKnown, s) {
		return referent{} // a plain word
	}
	if place, ok := parsePath(s, inSpan); ok {
		return referent{class: file, places: []source.Span{place}, pattern: "suffix"}
	}
	if files := alternatives(s); files != nil {
		return referent{class: file, places: files, pattern: "suffix"}
	}
	if hash(s) {
		return referent{}
	}
	if inSpan {
		return referSpan(s)
	}
	n, ok := parseName(s)
	switch {
	case !ok || reserved(n.name):
	case n.call && strings.HasSuffix(s, ")") && len(n.name) > 1, strings.HasPrefix(n.name, "(*"):
		return referent{class: symbol, name: n}
	case n.qualified && exportedMember(n.name):
		return referent{class: symbol, name: n}
	case mixedCaps(s):
		return referent{class: symbol, name: n, weak: true}
	}
	return referent{}
}

// referSpan finds out what code in backquotes refers to.
func referSpan(s string) referent {
	if reserved(s) || isLiteral(s) {
		return referent{class: literal}
	}
	if d, ok := parseSignature(s); ok {
		return referent{class: signature, name: goName{name: d.name, qualified: strings.Contains(d.name, ".")}, object: d.object, untyped: d.untyped}
	}
	if n, ok := parseName(s); ok && !reserved(n.name) {
		return referent{class: symbol, name: n}
	}
	if n, ok := parseName(s); ok && n.call { // make(…), len(x)
		return referent{class: literal}
	}
	if listed(imagePackages, s) { // what is said of it tells which of the two it is
		return referent{class: directory}
	}
	if name, ok := folder(s); ok {
		return referent{class: directory, names: []string{name}}
	}
	if strings.Contains(s, "/") && !strings.ContainsAny(s, " :") {
		var names []string
		for _, part := range strings.Split(s, "/") {
			n, ok := parseName(part)
			if !ok || part != n.name {
				names = nil
				break
			}
			names = append(names, n.name)
		}
		if len(names) > 1 && exported(names[len(names)-1]) {
			return referent{class: choices, names: names}
		}
		if importPath(s) && len(names) == 0 {
			return referent{class: directory}
		}
	}
	if module := strings.Split(s, "/"); len(module) > 1 && host(module[0]) && importPath(s) {
		return referent{class: directory}
	}
	if strings.ContainsAny(s[:1], "[*(m.cf") && typed(typeExpression(s)) {
		return referent{class: typeForm}
	}
	return referent{}
}

// typeExpression makes an expression of a type that can be parsed of results
// in parentheses and of variadic parameters.
func typeExpression(s string) string {
	if strings.HasPrefix(s, "(") {
		return "func() " + s
	}
	return strings.Replace(s, "...", "[]", 1)
}

// isLiteral reports whether s is a quoted string or a number.
func isLiteral(s string) bool {
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return true
	}
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && !unicode.IsLetter(rune(s[0])) || s == "true" || s == "false" || s == "nil"
}

// alternatives reads x.go/y.go.
func alternatives(s string) []source.Span {
	parts := strings.Split(s, "/")
	if len(parts) < 2 || len(parts) > 8 {
		return nil
	}
	var files []source.Span
	for _, p := range parts {
		place, ok := parsePath(p, true)
		if !ok || !strings.Contains(p, ".") {
			return nil
		}
		files = append(files, place)
	}
	return files
}

func exported(name string) bool {
	return unicode.IsUpper(firstRune(name))
}

// exportedMember reports whether a name without backquotes is so much like
// pkg.Name that it cannot be a host, an abbreviation or two sentences.
func exportedMember(name string) bool {
	parts := strings.Split(name, ".")
	for _, p := range parts {
		if len(p) < 2 {
			return false
		}
	}
	last := parts[len(parts)-1]
	return exported(last) && strings.ToUpper(last) != last && !strings.Contains(name, "/") && !strings.Contains(name, "()")
}
