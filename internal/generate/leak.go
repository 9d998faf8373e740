package generate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sooth/question"
)

// leaks returns what a question gives away of its answer by what is filled in;
// empty: nothing. The subject and the object must be named, whatever they say.
func leaks(texts []string, d draft) string {
	var told []string
	switch d.truth.Shape {
	case question.Location:
		for _, p := range d.truth.Places {
			told = append(told, p.File, p.File[strings.LastIndexByte(p.File, '/')+1:])
		}
	case question.Names:
		for _, n := range d.truth.Names {
			told = append(told, n...)
		}
	case question.Text:
		told = append(told, d.truth.Text...)
	case question.Signature:
		if len(d.truth.Signature) > 12 {
			told = append(told, d.truth.Signature)
		}
	}
	for name, t := range d.placeholders() {
		if name == "subject" || name == "object" || !used(texts, t) {
			continue
		}
		for _, one := range told {
			if word(t, one) {
				return one
			}
		}
	}
	return ""
}

// used says whether what was filled in stands in some wording.
func used(texts []string, value string) bool {
	for _, t := range texts {
		if strings.Contains(t, value) {
			return true
		}
	}
	return false
}

// word says whether a text has something as a whole word.
func word(text, part string) bool {
	if part == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(part)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if !letter(before) && !letter(after) {
			return true
		}
		from = start + 1
	}
}

func letter(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
