package question

import (
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
