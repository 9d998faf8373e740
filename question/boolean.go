package question

import (
	"strings"
)

// boolean reads yes or no.
func (v *passage) boolean() (*Answer, []Span, string) {
	yes, span, ok := v.polarity()
	stated, at, said := v.stated()
	switch {
	case ok && said && yes != stated:
		return nil, nil, "it says " + word(yes) + " and contradicts itself: " + clip(v.text[at.Start:at.End])
	case ok:
		return &Answer{Shape: Boolean, Boolean: &yes}, []Span{span}, ""
	case said:
		return &Answer{Shape: Boolean, Boolean: &stated}, []Span{at}, ""
	}
	if yes, span, ok = v.related(); ok {
		return &Answer{Shape: Boolean, Boolean: &yes}, []Span{span}, ""
	}
	return nil, nil, ""
}

func word(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// clip shortens words of an answer for a reason.
func clip(text string) string {
	const longest = 80
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "�")), " ")
}

// polarity reads the word that the passage begins with, or one that stands alone in a clause of its first sentence, or
// the one with which its last sentence concludes.
func (v *passage) polarity() (yes bool, at Span, ok bool) {
	for i, u := range v.units {
		if u.kind == code && len(v.units) > 1 {
			continue
		}
		text := u.of(v.text)
		for n, c := range clauses(text) {
			yes, length, ok := leading(text[c.Start:c.End], n > 0)
			if ok && !(n == 0 && v.both(text)) {
				return yes, Span{u.start + c.Start, u.start + c.Start + length}, true
			}
		}
		if i == 0 && u.kind != heading || i > 0 {
			break
		}
	}
	if n := len(v.units); n > 1 {
		u := v.units[n-1]
		text := u.of(v.text)
		words := lower(text)
		for _, begin := range []string{"so ", "so, ", "therefore ", "therefore, ", "hence ", "hence, ", "thus ", "thus, ", "in short, ", "overall, ", "in conclusion, ", "conclusion: "} {
			if strings.HasPrefix(words, begin) {
				if yes, length, ok := leading(text[len(begin):], false); ok {
					return yes, Span{u.start + len(begin), u.start + len(begin) + length}, true
				}
			}
		}
	}
	return false, Span{}, false
}

// both says whether a sentence has both words: "yes and no".
func (v *passage) both(text string) bool {
	words := strings.TrimLeft(lower(text), " *_`\"'")
	for _, p := range []string{"yes and no", "yes/no", "yes or no", "no and yes", "true or false", "true/false"} {
		if strings.HasPrefix(words, p) {
			return true
		}
	}
	return false
}

// clauses divides a sentence at commas, colons, semicolons and dashes outside of code.
func clauses(text string) []Span {
	var list []Span
	start := 0
	add := func(end, next int) {
		list = append(list, Span{start, end})
		start = next
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '`':
			if n := codeSpan(text[i:]); n > 0 {
				i += n - 1
			}
		case text[i] == ',' || text[i] == ';' || text[i] == ':' && i+1 < len(text) && isSpace(text[i+1]):
			add(i, i+1)
		case strings.HasPrefix(text[i:], "—"), strings.HasPrefix(text[i:], "–"):
			add(i, i+len("—"))
			i += len("—") - 1
		case strings.HasPrefix(text[i:], " - "):
			add(i, i+3)
			i += 2
		}
		if len(list) > 20 {
			break
		}
	}
	add(len(text), len(text))
	return list
}
