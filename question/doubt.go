package question

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// abstentions are the words of somebody who does not know. Every apostrophe may be a curly one.
func abstentions() []string {
	return []string{
		"i don't know", "i do not know", "don't know", "do not know", "i can't tell", "cannot tell", "can't tell", "i can't say", "cannot say",
		"cannot determine", "can't determine", "could not determine", "couldn't determine", "cannot be determined", "can't be determined",
		"cannot answer", "can't answer", "unable to", "i'm not able to", "i am not able to", "not sure", "unsure", "uncertain", "no idea", "no way to know",
		"don't have access", "do not have access", "don't have enough", "do not have enough", "don't have the", "do not have the", "not enough information", "insufficient information",
		"not certain", "cannot verify", "can't verify", "could not verify", "cannot confirm", "can't confirm", "could not find out", "couldn't find out",
		"cannot know", "can't know", "i have no", "hard to say", "not familiar", "would need to see", "would need access", "n/a",
	}
}

// hedges are the words of somebody who is not certain of what he says.
func hedges() []string {
	return []string{
		"probably", "likely", "i think", "i believe", "i guess", "my guess", "presumably", "perhaps", "maybe", "possibly", "apparently", "appears to", "seems",
		"might", "i assume", "i suspect", "as far as i know", "if i had to", "not certain", "most likely", "should be", "i would say", "i'd say", "around", "roughly", "about line",
	}
}

// withoutDoubt blanks out the sentences that say that the answer is not known, up to a "but", and says whether there
// are any. What is left may hold a value all the same.
func (v *passage) withoutDoubt() bool {
	found := false
	var b []byte
	for _, u := range v.units {
		if u.kind == code {
			continue
		}
		words := lower(u.of(v.text))
		at := first(words, abstentions())
		if at < 0 && !listed(strings.Trim(words, " .!*_`"), "unknown", "unclear", "unknown to me", "pass", "?", "idk", "no answer", "undetermined") {
			continue
		}
		// What stands before the doubt is no part of it: "Yes, though I am not sure why".
		if at > 0 && strings.ContainsAny(words[:at], ",;:—") && !strings.HasPrefix(strings.TrimLeft(words, " *_`"), "sorry") && v.committed(u, words[:at]) {
			continue
		}
		found = true
		if b == nil {
			b = []byte(v.text)
		}
		end := u.end
		for _, but := range []string{" but ", " however", " though ", "; ", " if i had to guess", " my best guess", " my guess", " — "} {
			if i := strings.Index(words[max(at, 0):], but); i >= 0 {
				end = min(end, u.start+max(at, 0)+i+len(but))
			}
		}
		for i := u.start; i < end; i++ {
			b[i] = ' '
		}
	}
	if found {
		v.text = string(b)
		v.units = units(v.text)
	}
	return found
}

// committed says whether the words before a doubt give the value already.
func (v *passage) committed(u unit, before string) bool {
	inner := passage{reader: v.reader, text: v.text[u.start : u.start+len(before)]}
	inner.units = units(inner.text)
	value, _, _ := inner.read()
	return value != nil
}

// hedged says whether words in the sentence of the value say that it is not certain.
func (p *reader) hedged(spans []Span) bool {
	const near = 400 // bytes of a sentence before and after the value
	for _, s := range spans[:min(len(spans), 3)] {
		start, end := max(0, s.Start-near), min(len(p.text), s.End+near)
		if i := strings.LastIndexAny(p.text[start:s.Start], "\n.!?"); i >= 0 {
			start += i + 1
		}
		if i := strings.IndexAny(p.text[s.End:end], "\n!?"); i >= 0 {
			end = s.End + i
		}
		if i := strings.Index(p.text[s.End:end], ". "); i >= 0 {
			end = s.End + i
		}
		if first(lower(p.text[start:end]), hedges()) >= 0 {
			return true
		}
	}
	return false
}

// first returns the least offset at which one of the phrases stands in words as whole words; -1: none does.
func first(words string, phrases []string) int {
	least := -1
	for _, p := range phrases {
		for _, p := range []string{p, strings.ReplaceAll(p, "'", "’")} {
			if i := wordIndex(words, p); i >= 0 && (least < 0 || i < least) {
				least = i
			}
			if !strings.Contains(p, "'") {
				break
			}
		}
	}
	return least
}

// wordIndex returns the offset of a phrase that stands in words as whole words, outside of code; -1: it does not.
func wordIndex(words, phrase string) int {
	marks := 0 // backquotes before from
	for from := 0; ; {
		i := strings.Index(words[from:], phrase)
		if i < 0 {
			return -1
		}
		start, end := from+i, from+i+len(phrase)
		open := (marks+strings.Count(words[from:start], "`"))%2 == 1
		before, _ := utf8.DecodeLastRuneInString(words[:start])
		after, _ := utf8.DecodeRuneInString(words[end:])
		if (start == 0 || !isWord(before)) && (end == len(words) || !isWord(after)) && !open {
			return start
		}
		marks += strings.Count(words[from:end], "`")
		from = end
	}
}

// isWord says whether a character is one of a word.
func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// startsWord says whether a text begins with a character of a word.
func startsWord(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size > 0 && isWord(r)
}

// lower is a text with the letters of ASCII in lower case, byte for byte as long as the text.
func lower(text string) string {
	b := []byte(text)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// listed says whether a word is one of a list.
func listed(word string, list ...string) bool {
	return slices.Contains(list, word)
}
