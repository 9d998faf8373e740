package question

import (
	"slices"
	"strings"
)

// given is a name that the text gives.
type given struct {
	name string
	span Span
}

// names reads a set of names.
func (v *passage) names() (*Answer, []Span, string) {
	var found []given
	chosen := -1 // the block of the list, table or code that was taken
	for i, u := range v.units {
		if chosen >= 0 && u.block != chosen {
			break
		}
		var here []given
		switch u.kind {
		case heading:
			continue
		case item:
			here = v.head(u)
		case row:
			here = v.cell(i)
		case code:
			here = v.codeLine(u)
		default:
			if v.introduces(i) {
				continue
			}
			if at, ok := v.none(u); ok && len(found) == 0 {
				return &Answer{Shape: Names, Names: []Name{}}, []Span{at}, ""
			}
			here = v.enumerated(u)
			if len(here) > 0 {
				return v.set(append(found, here...)), spansOf(here), ""
			}
			continue
		}
		if u.kind == item && len(here) == 0 && chosen < 0 {
			if at, ok := v.none(u); ok {
				return &Answer{Shape: Names, Names: []Name{}}, []Span{at}, ""
			}
		}
		if len(here) > 0 || u.kind == row {
			chosen = u.block
		}
		found = append(found, here...)
	}
	if len(found) > 0 {
		return v.set(found), spansOf(found), ""
	}
	return nil, nil, ""
}

// set is the answer of names, each once; one that spells several right ones as often as those are.
func (v *passage) set(list []given) *Answer {
	a := &Answer{Shape: Names, Names: []Name{}}
	seen := map[string]int{}
	for _, g := range list {
		if seen[g.name] < max(1, len(v.spelled().find(g.name))) {
			seen[g.name]++
			a.Names = append(a.Names, Name{g.name})
		}
	}
	return a
}

func spansOf(list []given) []Span {
	var spans []Span
	for _, g := range list {
		spans = append(spans, g.span)
	}
	return spans
}

// introduces says whether a sentence ends in a colon and a list, table or block of code follows, or a sentence that
// gives names.
func (v *passage) introduces(i int) bool {
	u := v.units[i]
	if i+1 >= len(v.units) || !strings.HasSuffix(strings.TrimRight(u.of(v.text), " *_"), ":") {
		return false
	}
	return v.units[i+1].kind != heading && v.units[i+1].kind != sentence
}

// head reads the names that a list item begins with, up to a remark.
func (v *passage) head(u unit) []given {
	text := u.of(v.text)
	end := len(text)
	for i := 0; i < len(text); i++ {
		if text[i] == '`' {
			if n := codeSpan(text[i:]); n > 0 {
				i += n - 1
			}
			continue
		}
		if remark(text, i) {
			end = i
			break
		}
	}
	for _, s := range sentences(text, 0, end) { // the first sentence
		end = s.End
		break
	}
	return v.list(text[:end], u.start)
}

// remark says whether a remark begins at an offset: a bracket after a blank, a dash between blanks, a colon before one.
func remark(text string, i int) bool {
	rest := text[i:]
	switch {
	case text[i] == '(':
		return i > 0 && isSpace(text[i-1])
	case strings.HasPrefix(rest, " - "), strings.HasPrefix(rest, " — "), strings.HasPrefix(rest, " – "), strings.HasPrefix(rest, "—"), strings.HasPrefix(rest, " // "), strings.HasPrefix(rest, " → "):
		return true
	case text[i] == ':':
		return i+1 == len(text) || isSpace(text[i+1]) || text[i+1] == '*'
	}
	return false
}

// cell reads the first cell of a table row that gives a name; the head of a table and its line give none.
func (v *passage) cell(i int) []given {
	u := v.units[i]
	text := u.of(v.text)
	isRule := func(s string) bool { return strings.Trim(s, "|-: \t") == "" }
	if isRule(text) || i+1 < len(v.units) && v.units[i+1].kind == row && isRule(v.units[i+1].of(v.text)) {
		return nil
	}
	at := 0
	for cell := range strings.SplitSeq(text, "|") {
		if strings.Trim(cell, " \t0123456789.") != "" {
			if list := v.list(cell, u.start+at); len(list) > 0 {
				return list
			}
		}
		at += len(cell) + 1
	}
	return nil
}

// codeLine reads a line of a block of code: a name, or a declaration, or names with commas between them.
func (v *passage) codeLine(u unit) []given {
	text := u.of(v.text)
	if i := strings.Index(text, "//"); i >= 0 {
		text = text[:i]
	}
	if strings.TrimSpace(text) == "" || strings.Trim(text, "{}()[] \t,") == "" {
		return nil
	}
	if words := strings.Fields(text); listed(words[0], "package", "import", "return", "if", "for", "}", ")") || strings.Contains(text, ":=") || strings.Contains(text, " = ") || len(words) > 3 && !strings.Contains(text, ",") && !strings.HasPrefix(text, "func ") {
		return nil // of a program
	}
	var list []given
	at := 0
	parts := strings.Split(text, ",")
	if strings.HasPrefix(text, "func ") || strings.Count(text, "(") > 0 && strings.Index(text, ",") > strings.Index(text, "(") {
		parts = []string{text}
	}
	for _, part := range parts {
		if name := plainName(part); name != "" && !v.asked(name) {
			fields := strings.Fields(name)
			list = append(list, given{fields[0], Span{u.start + at, u.start + at + len(part)}})
		}
		at += len(part) + 1
	}
	return list
}

// none says whether a sentence says that there are none.
func (v *passage) none(u unit) (Span, bool) {
	text := u.of(v.text)
	words := strings.TrimLeft(lower(withoutCode(text)), " *_>\"'([")
	words = strings.TrimPrefix(words, "no, ")
	whole := Span{u.start, u.end}
	for _, w := range []string{"none", "nothing", "nobody", "no one", "nowhere", "there are none", "there is none", "there are no", "there is no", "it has none", "the empty set", "empty set", "∅", "{}", "[]", "zero"} {
		if rest, ok := strings.CutPrefix(words, w); ok && !startsWord(rest) && !strings.HasPrefix(strings.TrimLeft(rest, " "), "other") && !strings.HasPrefix(strings.TrimLeft(rest, " "), "but") && !strings.HasPrefix(strings.TrimLeft(rest, " "), "besides") {
			return whole, true
		}
	}
	if rest, ok := strings.CutPrefix(words, "no "); ok && rest != "" && !listed(strings.Fields(rest + " x")[0], "doubt", "idea", "longer", "problem", "other", "matter") {
		return whole, true
	}
	for _, p := range []string{"does not", "doesn't", "doesn’t", "do not", "don't", "is not", "isn't", "has no", "have no", "calls no", "calls nothing", "imports nothing", "has none", "calls none", "by nothing", "by nobody", "by no", "by none", "uses nothing", "uses no", "uses none", "calls no other", "changed no", "changed nothing", "are none", "is none", "declares no", "are no", "is no", "implemented by no", "are not any", "aren't any"} {
		at := wordIndex(words, p)
		if at < 0 {
			continue
		}
		if strings.HasPrefix(p, "do") || strings.HasPrefix(p, "is n") {
			tail := words[at+len(p):]
			if first(tail, []string{"any", "anything", "anyone", "anybody"}) < 0 && !strings.HasPrefix(p, "is n") || strings.HasPrefix(p, "is n") && first(tail, []string{"any", "anything", "anyone", "anybody", "anywhere"}) < 0 {
				continue
			}
		}
		if len(v.enumerated(u)) == 0 {
			return whole, true
		}
	}
	return Span{}, false
}

// enumerated reads the names of a sentence: those in code if there are any, otherwise the words that can only be
// names. Brackets are remarks, and what the sentence denies is no answer.
func (v *passage) enumerated(u unit) []given {
	text := withoutBrackets(u.of(v.text))
	var list []given
	for i := 0; i < len(text); i++ {
		if text[i] != '`' {
			continue
		}
		n := codeSpan(text[i:])
		if n == 0 {
			continue
		}
		if !v.excluded(text, i, i+n) {
			list = append(list, v.span(text[i:i+n], u.start+i)...)
		}
		i += n - 1
	}
	if strings.Contains(text, "`") && len(list) > 0 {
		return list
	}
	if strings.Contains(text, "`") {
		text = withoutCode(text)
	}
	at := 0
	if i := strings.LastIndex(text, ": "); i >= 0 && i+2 < len(text) { // "The callers are: A, B"
		at = i + 2
	}
	return v.bare(text[at:], u.start+at)
}

// list reads names with commas or "and" between them, with or without backquotes.
func (v *passage) list(text string, base int) []given {
	text = withoutBrackets(text)
	var list []given
	if strings.Contains(text, "`") {
		for i := 0; i < len(text); i++ {
			if n := codeSpan(text[i:]); n > 0 {
				list = append(list, v.span(text[i:i+n], base+i)...)
				i += n - 1
			}
		}
		return list
	}
	at := 0
	for _, and := range []string{" and ", " or "} { // of the same length as what takes its place
		text = strings.ReplaceAll(text, and, ","+strings.Repeat(" ", len(and)-1))
	}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
		i := strings.Index(text[at:], part) + at
		at = i + len(part)
		for _, word := range strings.Fields(part) {
			k := strings.Index(text[i:], word) + i
			i = k + len(word)
			name := plainName(word)
			filler := listed(name, "and", "or", "the", "The", "a", "A", "an", "also", "method", "function", "type", "field", "none", "test") ||
				len(list) == 0 && listed(strings.ToLower(name), "yes", "no", "some", "several", "many", "all", "few", "various", "everything", "maybe", "it", "they", "these", "this", "there", "here")
			if name == "" || filler && v.spelled().find(name) == nil {
				continue
			}
			if !v.asked(name) {
				list = append(list, given{name, Span{base + k, base + k + len(word)}})
			}
			break // of a part the first word is the name
		}
	}
	return list
}

// span reads the names in one code span, which may hold several.
func (v *passage) span(text string, base int) []given {
	inner := strings.Trim(text, "`")
	offset := strings.Index(text, inner)
	var list []given
	parts := []string{inner}
	if !strings.ContainsAny(inner, "({[ ") || strings.Contains(inner, ", ") && !strings.ContainsAny(inner, "({[") {
		parts = strings.Split(inner, ",")
	}
	at := offset
	for _, part := range parts {
		if name := plainName(part); name != "" && !v.asked(name) && (!strings.Contains(name, " ") || len(parts) == 1 && strings.HasPrefix(inner, "type ")) {
			list = append(list, given{name, Span{base + at, base + at + len(part)}})
		} else if name != "" && strings.Contains(name, " ") && !v.asked(name) { // "Name string": a field with its type
			if head := strings.Fields(name)[0]; !v.asked(head) && strings.Count(name, " ") == 1 && v.q.Kind == Fields {
				list = append(list, given{head, Span{base + at, base + at + len(part)}})
			}
		}
		at += len(part) + 1
	}
	return list
}

// bare reads words of a sentence that can only be names: with a capital, a point, a slash or an underscore inside, or a
// bracket at the end; of an enumeration without any other word, all of them.
func (v *passage) bare(text string, base int) []given {
	if enumeration(text) {
		return v.list(text, base)
	}
	var list []given
	for i := 0; i < len(text); {
		if isSpace(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && !isSpace(text[end]) && text[end] != ',' && text[end] != ';' {
			end++
		}
		if end == i {
			i++
			continue
		}
		word := text[i:end]
		name := plainName(word)
		switch {
		case name == "" || v.asked(name) || v.excluded(text, i, end):
		case nameLike(word, name):
			list = append(list, given{name, Span{base + i, base + end}})
		}
		i = end
	}
	return list
}

// enumeration says whether a text is one word, or words with commas or "and" between them.
func enumeration(text string) bool {
	parts := strings.FieldsFunc(strings.ReplaceAll(strings.ReplaceAll(text, " and ", ","), " or ", ","), func(r rune) bool { return r == ',' || r == ';' })
	for _, p := range parts {
		if len(strings.Fields(p)) > 1 {
			return false
		}
	}
	return len(parts) > 0 && strings.Trim(text, " .*_") != ""
}

// nameLike says whether a word of prose can only be a name.
func nameLike(word, name string) bool {
	if strings.HasSuffix(strings.TrimRight(word, ",.;:!*_\"'"), "()") || strings.ContainsAny(name, "_/") && len(name) > 1 {
		return !strings.Contains(name, "://") && !listed(strings.ToLower(name), "and/or", "n/a", "he/she", "yes/no", "input/output")
	}
	if i := strings.IndexByte(name, '.'); i > 0 && i+1 < len(name) && !listed(strings.ToLower(name), "e.g", "i.e") && !allDigits(strings.ReplaceAll(name, ".", "")) {
		return true
	}
	for i := 1; i < len(name); i++ {
		if name[i] >= 'A' && name[i] <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' {
			return true
		}
	}
	return false
}

// withoutBrackets blanks out what stands in brackets in prose, byte for byte.
func withoutBrackets(text string) string {
	if !strings.Contains(text, "(") {
		return text
	}
	b := []byte(text)
	open := -1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '`':
			if n := codeSpan(text[i:]); n > 0 && open < 0 {
				i += n - 1
			}
		case '(':
			if open < 0 && (i == 0 || isSpace(text[i-1])) {
				open = i
			}
		case ')':
			if open >= 0 {
				if !strings.HasPrefix(text[i+1:], ".") || strings.HasPrefix(text[i+1:], ". ") || i+2 == len(text) { // no receiver
					for k := open; k <= i; k++ {
						b[k] = ' '
					}
				}
				open = -1
			}
		}
	}
	return string(b)
}

// excluded says whether the words around a name say that it is none of the answer: "but not `a`", "except `a`".
func (v *passage) excluded(text string, start, end int) bool {
	before := strings.TrimRight(lower(withoutCode(text[max(0, start-40):start])), " *_\"'")
	for _, p := range []string{"but not", "not", "except", "except for", "excluding", "unlike", "other than", "besides", "apart from", "nor", "rather than", "instead of", "without"} {
		if before == p || strings.HasSuffix(before, " "+p) || strings.HasSuffix(before, ","+p) {
			return true
		}
	}
	after := strings.TrimLeft(lower(text[end:min(len(text), end+40)]), " *_\"'`")
	for _, p := range []string{"does not", "doesn't", "doesn’t", "is not", "isn't", "do not", "don't"} {
		if strings.HasPrefix(after, p) {
			return true
		}
	}
	return false
}

// asked says whether a name is what the question is about, and so no answer to it, unless it is one.
func (v *passage) asked(name string) bool {
	if v.spelled().find(name) != nil {
		return false
	}
	for _, mine := range []string{v.q.Subject, v.q.Object, v.q.Package, v.q.Module, v.q.File} {
		if mine != "" && (same(name, mine) || v.q.Kind != FilesChanged && sameStart(mine, name)) {
			return true
		}
	}
	return false
}

// sameStart says whether a name is the package or the type in which the subject lives, written in full or in short.
func sameStart(subject, name string) bool {
	parts := strings.FieldsFunc(unversioned(plainName(subject)), func(r rune) bool { return r == '.' || r == '/' })
	short := strings.FieldsFunc(unversioned(plainName(name)), func(r rune) bool { return r == '.' || r == '/' })
	if len(short) == 0 || len(short) >= len(parts) {
		return false
	}
	for from := 0; from+len(short) < len(parts); from++ {
		if slices.Equal(parts[from:from+len(short)], short) {
			return true
		}
	}
	return false
}
