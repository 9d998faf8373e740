package question

import (
	"strings"
)

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
