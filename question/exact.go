package question

import (
	"strconv"
	"strings"
)

// exact reads a text that must be right to the letter: a version, a commit, a value.
func (v *passage) exact() (*Answer, []Span, string) {
	find := v.value
	switch v.q.Kind {
	case Since:
		find = v.version
	case LastChanged:
		find = v.commit
	}
	for _, u := range v.units {
		if u.kind == heading && len(v.units) > 1 {
			continue
		}
		if text, at, ok := find(u); ok {
			return &Answer{Shape: Text, Text: []string{text}}, []Span{at}, ""
		}
	}
	return nil, nil, ""
}

// version reads the first version of a unit.
func (v *passage) version(u unit) (string, Span, bool) {
	text := u.of(v.text)
	for i := 0; i < len(text); {
		if !startsWord(text[i:]) {
			i++
			continue
		}
		end := i
		for end < len(text) && (text[end] >= 0x80 || isWord(rune(text[end])) || strings.IndexByte(".-+", text[end]) >= 0) {
			end++
		}
		token := strings.TrimRight(text[i:end], ".-+")
		if isVersion(token) && !strings.HasSuffix(text[:i], "/") && !strings.HasPrefix(text[end:], "/") && !v.asked(token) {
			return token, Span{u.start + i, u.start + i + len(token)}, true
		}
		i = max(end, i+1)
	}
	return "", Span{}, false
}

// isVersion says whether a word is a version: v1.2.3, 1.2, go1.21, v2.
func isVersion(s string) bool {
	rest := strings.TrimPrefix(strings.TrimPrefix(lower(s), "go"), "v")
	numbers, _, _ := strings.Cut(rest, "-")
	numbers, _, _ = strings.Cut(numbers, "+")
	if numbers == "" || strings.Trim(numbers, "0123456789.") != "" || strings.HasPrefix(numbers, ".") || strings.HasSuffix(numbers, ".") || strings.Contains(numbers, "..") {
		return false
	}
	return strings.Contains(numbers, ".") || rest != lower(s)
}

// commit reads the first commit of a unit: 7 to 64 hexadecimal digits, of a short one digits and letters.
func (v *passage) commit(u unit) (string, Span, bool) {
	text := u.of(v.text)
	for i := 0; i < len(text); {
		if !startsWord(text[i:]) {
			i++
			continue
		}
		end := i
		for end < len(text) && (text[end] >= 0x80 || isWord(rune(text[end]))) {
			end++
		}
		token := lower(text[i:end])
		hex := len(token) >= 7 && len(token) <= 64 && strings.Trim(token, "0123456789abcdef") == ""
		// "defaced" is a word, 12345678 a number.
		if hex && (len(token) >= 40 || strings.Trim(token, "0123456789") != "" && strings.Trim(token, "abcdef") != "") {
			return token, Span{u.start + i, u.start + end}, true
		}
		i = max(end, i+1)
	}
	return "", Span{}, false
}

// value reads a value: in backquotes or quotation marks, behind "returns", "is" or "=", or the whole of a short text.
func (v *passage) value(u unit) (string, Span, bool) {
	text := u.of(v.text)
	if u.kind == code {
		return strings.TrimSpace(text), Span{u.start, u.end}, strings.TrimSpace(text) != ""
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '`' {
			continue
		}
		n := codeSpan(text[i:])
		if n == 0 {
			continue
		}
		inner := codeText(text[i : i+n])
		at := Span{u.start + i, u.start + i + n}
		i += n - 1
		if _, result, ok := strings.Cut(inner, " == "); ok {
			return strings.TrimSpace(result), at, true
		}
		if inner == "" || v.isCall(inner) || v.askedValue(inner) {
			continue
		}
		return inner, at, true
	}
	plain := withoutCode(text)
	if i := strings.IndexByte(plain, '"'); i >= 0 {
		if q, err := strconv.QuotedPrefix(plain[i:]); err == nil {
			return q, Span{u.start + i, u.start + i + len(q)}, true
		}
	}
	words := lower(plain)
	for _, lead := range []string{"returns ", "returned ", "yields ", "gives ", "result is ", "value is ", "output is ", "is ", "= ", ": "} {
		i := strings.Index(words, lead)
		if i < 0 {
			continue
		}
		start := i + len(lead)
		rest := strings.TrimLeft(text[start:], " *_")
		start = len(text) - len(rest)
		end := len(rest)
		if k := strings.Index(rest, ". "); k >= 0 {
			end = k
		}
		token := strings.TrimRight(rest[:end], " *_.!")
		if token != "" && len(strings.Fields(token)) <= 3 {
			return token, Span{u.start + start, u.start + start + len(token)}, true
		}
	}
	token := strings.Trim(plain, " *_!")
	token = strings.TrimSuffix(token, ".")
	if len(v.units) == 1 && token != "" && !listed(strings.ToLower(strings.Trim(token, ".,")), "yes", "no") && len(strings.Fields(token)) <= 3 && len(token) < 200 {
		return token, Span{u.start, u.end}, true
	}
	return "", Span{}, false
}

// codeText is what stands in a code span: one blank at each end is none of it if there is one at both.
func codeText(span string) string {
	inner := strings.Trim(span, "`")
	if len(inner) > 2 && inner[0] == ' ' && inner[len(inner)-1] == ' ' {
		inner = inner[1 : len(inner)-1]
	}
	return inner
}

// isCall says whether a piece of code is the call that is asked about.
func (v *passage) isCall(piece string) bool {
	dense := func(s string) string { return strings.Join(strings.Fields(s), "") }
	return v.q.Object != "" && (strings.HasSuffix(dense(v.q.Object), dense(piece)) || strings.HasSuffix(dense(piece), dense(v.q.Object))) && strings.Contains(piece, "(")
}

// askedValue says whether a piece of code is the name that is asked about.
func (v *passage) askedValue(piece string) bool {
	return same(piece, v.q.Subject) && strings.IndexByte("\"'`-+0123456789", piece[0]) < 0 && !listed(piece, v.q.Truth.Text...)
}
