package goapi

import (
	"go/ast"
	"path"
	"strconv"
	"strings"
)

// reader reads replacements out of the deprecation notices of a file. It
// understands few forms on purpose: a replacement that was never meant would
// accuse wrongly.
type reader struct {
	file     *ast.File
	declared map[string]bool // the symbols of the package
}

// read makes a Paragraph of a notice about symbol.
func (r *reader) read(symbol, text string) Paragraph {
	p := Paragraph{Text: text}
	words := strings.Fields(text)
	for i := range words {
		for _, start := range announced(words, i) {
			if r.name(&p, symbol, words, start) {
				return p
			}
		}
	}
	return p
}

// announced returns where in words a replacement may stand, if words[i]
// announces one.
func announced(words []string, i int) []int {
	word := strings.ToLower(strings.TrimRight(words[i], ",:"))
	previous := ""
	if i > 0 {
		previous = strings.ToLower(words[i-1])
	}
	following := func(n int) string {
		if i+n < len(words) {
			return strings.ToLower(strings.TrimRight(words[i+n], ".,;:"))
		}
		return ""
	}
	switch word {
	case "implement": // "drivers should implement X instead"
		if previous == "should" || previous == "must" {
			return []int{i + 1}
		}
	case "use", "prefer", "call": // "Use X instead"; not "do not use X", "programs that call X"
		switch previous {
		case "please", "should", "must", "can", "may", "instead":
			return []int{i + 1}
		}
		if i > 0 && endsClause(words[i-1]) && !conditional(words, i) {
			return []int{i + 1}
		}
	case "using", "calling": // "prefer using X"
		if previous == "prefer" || previous == "consider" {
			return []int{i + 1}
		}
	case "calls": // "this function simply calls X"
		if previous == "simply" || previous == "just" {
			return []int{i + 1}
		}
	case "simply": // "this value is simply X"
		if previous == "is" {
			return []int{i + 1}
		}
	case "by": // "replaced by X"
		if previous == "replaced" || previous == "superseded" || previous == "obsoleted" {
			return []int{i + 1}
		}
	case "of": // "in favor of X"
		if previous == "favor" || previous == "favour" {
			return []int{i + 1}
		}
	case "alias": // "this is an alias for X"
		if following(1) == "for" || following(1) == "of" {
			return []int{i + 2}
		}
	case "with": // "set the context with X instead"
		if following(2) == "instead" {
			return []int{i + 1}
		}
	default:
		switch { // "X should be used instead", "X is more appropriate"
		case following(1) == "should" && following(2) == "be" && following(3) == "used" && following(4) == "instead",
			following(1) == "is" && (following(2) == "preferred" || following(2) == "more" && following(3) == "appropriate"),
			following(1) == "is" && following(2) == "a" && (following(3) == "more" || following(3) == "better"): // "a more efficient choice"
			return []int{i}
		}
	}
	return nil
}

// conditional reports whether the sentence of words[i] is about some uses only:
// "For ECDH, use …", "If a deterministic source is required, use …", unless it
// says "instead".
func conditional(words []string, i int) bool {
	start, end := i, i
	for start > 1 && !strings.HasSuffix(words[start-1], ".") && !strings.HasSuffix(words[start-1], ";") && words[start-1] != "Deprecated:" {
		start--
	}
	for end < len(words)-1 && !strings.HasSuffix(words[end], ".") && !strings.HasSuffix(words[end], ";") {
		end++
	}
	for _, word := range words[i : end+1] {
		if trimmed(word) == "instead" {
			return false
		}
	}
	first := strings.ToLower(words[start])
	return start < i && (first == "for" || first == "if" || first == "when")
}

// fillers may stand between the announcement and the name.
const fillers = " the a an function func method type field variable constant literal struct interface new newer package instead "

// name reads the replacement that stands at words[at]; it reports false if
// what stands there is not clearly one.
func (r *reader) name(p *Paragraph, symbol string, words []string, at int) bool {
	for at < len(words) && strings.Contains(fillers, " "+strings.ToLower(strings.TrimRight(words[at], ","))+" ") {
		at++
	}
	if at >= len(words) {
		return false
	}
	word, _ := unwrap(words[at])
	rest := words[at+1:]
	if owner, ok := strings.CutSuffix(words[at], "'s"); ok && len(rest) > 1 { // "Table's PCToLine method"
		member, kind := rest[0], trimmed(rest[1])
		if (kind == "method" || kind == "field") && r.declared[owner+"."+member] {
			p.Replacement, p.Symbol = owner+"."+member, owner+"."+member
			return true
		}
	}
	if strings.HasSuffix(trimmed(words[at]), "'s") || word == "" {
		return false
	}
	next := ""
	if len(rest) > 0 && !endsClause(words[at]) {
		next = trimmed(rest[0])
	}
	if isPath(word) && strings.Contains(word, "/") {
		if strings.HasPrefix(word, "x/") { // short for golang.org/x
			return false
		}
		p.Replacement, p.Package = word, word
		return true
	}
	qualifier, name, ok := splitSymbol(word)
	if !ok {
		return false
	}
	if next == "method" || next == "methods" || next == "function" || next == "functions" || next == "field" || next == "type" || next == "fields" {
		if len(rest) > 1 && !endsClause(rest[0]) && isPreposition(trimmed(rest[1])) {
			return r.inPackage(p, name, qualifier, rest[1:])
		}
	}
	if next == "or" && len(rest) > 2 && isPreposition(trimmed(rest[2])) && !endsClause(rest[1]) { // "Client or Transport in package net/http"
		return r.inPackage(p, name, qualifier, rest[2:])
	}
	if next == "from" || next == "in" || next == "of" {
		return r.inPackage(p, name, qualifier, rest)
	}
	if qualifier != "" {
		return r.qualified(p, qualifier, name)
	}
	return r.local(p, symbol, name)
}

func isPreposition(word string) bool {
	return word == "in" || word == "from" || word == "of" || word == "on"
}

// inPackage reads "X in package net/http", "X from golang.org/x/sys/windows".
func (r *reader) inPackage(p *Paragraph, name, qualifier string, rest []string) bool {
	for i, word := range rest {
		if i == 0 || word == "the" || word == "package" {
			continue
		}
		pkg, linked := unwrap(word)
		said := rest[i-1] == "package" || i+1 < len(rest) && trimmed(rest[i+1]) == "package"
		if qualifier != "" || !isPath(pkg) || !(strings.Contains(pkg, "/") || linked && said) || rest[0] == "of" || rest[0] == "on" {
			return false // "the X methods of the package" is not the package's X
		}
		p.Replacement, p.Package, p.Symbol = pkg+"."+name, pkg, name
		return true
	}
	return false
}

// qualified finishes a replacement with a qualifier: a package, or a type of
// this package.
func (r *reader) qualified(p *Paragraph, qualifier, name string) bool {
	if strings.Contains(qualifier, "/") {
		if strings.HasPrefix(qualifier, "x/") {
			return false
		}
		p.Replacement, p.Package, p.Symbol = qualifier+"."+name, qualifier, name
		return true
	}
	if r.declared[qualifier+"."+name] {
		p.Replacement, p.Symbol = qualifier+"."+name, qualifier+"."+name
		return true
	}
	if qualifier[0] < 'a' || qualifier[0] > 'z' {
		return false // a type that is not declared here
	}
	if r.file.Name != nil && qualifier == r.file.Name.Name && r.declared[name] {
		p.Replacement, p.Symbol = qualifier+"."+name, name
		return true
	}
	p.Replacement, p.Symbol = qualifier+"."+name, name
	for _, spec := range r.file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err == nil && (spec.Name == nil && path.Base(imported) == qualifier || spec.Name != nil && spec.Name.Name == qualifier) {
			p.Package = imported
		}
	}
	return true
}

// local finishes a replacement without a qualifier: a member of the same type,
// or another symbol of the same package.
func (r *reader) local(p *Paragraph, symbol, name string) bool {
	typ, member, isMember := strings.Cut(symbol, ".")
	switch {
	case isMember && member != name && r.declared[typ+"."+name]:
		p.Replacement, p.Symbol = name, typ+"."+name
	case symbol != name && r.declared[name]:
		p.Replacement, p.Symbol = name, name
	default:
		return false
	}
	return true
}

// trimmed cuts the punctuation off the end of a word.
func trimmed(word string) string { return strings.TrimRight(word, ".,;:!") }

// endsClause reports whether punctuation follows a word.
func endsClause(word string) bool { return trimmed(word) != word }

// unwrap takes a name out of the brackets of a doc link, quotes, a call's
// parentheses and a star.
func unwrap(word string) (name string, linked bool) {
	word = trimmed(word)
	linked = strings.ContainsAny(word, "[`\"")
	word = strings.Trim(word, "`\"'")
	if inside, ok := strings.CutPrefix(word, "["); ok {
		end := strings.IndexByte(inside, ']')
		if end < 0 || strings.Trim(inside[end+1:], "()") != "" {
			return "", false
		}
		word = inside[:end]
	}
	word = strings.Trim(word, "`\"'")
	if receiver, method, ok := strings.Cut(word, ")."); ok && strings.HasPrefix(receiver, "(") {
		word = strings.TrimLeft(receiver, "(*") + "." + method
	}
	if i := strings.IndexByte(word, '('); i > 0 && strings.HasSuffix(word, ")") {
		word = word[:i]
	}
	return strings.TrimPrefix(word, "*"), linked
}

// isPath reports whether a word can be an import path.
func isPath(word string) bool {
	if word == "" || strings.HasPrefix(word, "/") || strings.HasSuffix(word, "/") || strings.Contains(word, "//") {
		return false
	}
	last := path.Base(word)
	if i := strings.IndexByte(last, '.'); i > 0 && strings.Contains(word, "/") && last[i+1:] != "" && last[i+1] >= 'A' && last[i+1] <= 'Z' {
		return false // a symbol: "crypto/rand.Read"
	}
	return strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/") == ""
}

// splitSymbol splits "os.ReadFile", "crypto/rand.Read", "http.Client.Do",
// "Client.Do" and "Get" into what stands before the symbol and the symbol; the
// last part is exported in all of them.
func splitSymbol(word string) (qualifier, name string, ok bool) {
	dir := ""
	if i := strings.LastIndexByte(word, '/'); i >= 0 {
		dir, word = word[:i+1], word[i+1:]
	}
	parts := strings.Split(word, ".")
	for i, part := range parts {
		if before, rest := cutName(part); rest != "" || before == "" || before[0] >= '0' && before[0] <= '9' {
			return "", "", false
		}
		if i > 0 && !ast.IsExported(part) {
			return "", "", false
		}
	}
	switch {
	case len(parts) == 1 && dir == "" && ast.IsExported(word):
		return "", word, true
	case len(parts) == 2:
		return dir + parts[0], parts[1], true
	case len(parts) == 3 && !ast.IsExported(parts[0]):
		return dir + parts[0], parts[1] + "." + parts[2], true
	}
	return "", "", false
}
