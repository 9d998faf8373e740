package question

import (
	"strings"
)

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
