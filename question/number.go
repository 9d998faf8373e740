package question

import (
	"strconv"
	"strings"
)

// numberWords are the words for 0 to 20.
func numberWords() []string {
	return []string{
		"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
		"fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
	}
}

// number reads a count.
func (v *passage) number() (*Answer, []Span, string) {
	for _, u := range v.units {
		if u.kind == item && len(v.units) > 1 || u.kind == heading {
			continue
		}
		text := u.of(v.text)
		if inner, ok := onlyCode(text); ok {
			text = inner
		} else if u.kind != code {
			text = withoutCode(text)
		}
		list := counts(text)
		if len(list) == 0 {
			continue
		}
		chosen := list[0]
		words := lower(text)
		for _, total := range []string{"in total", "total of", "altogether", "in all", "total is", "total:", "total"} {
			at := wordIndex(words, total)
			if at < 0 {
				continue
			}
			for _, c := range list { // the nearest
				if abs(c.at-at) < abs(chosen.at-at) {
					chosen = c
				}
			}
			break
		}
		n := chosen.n
		return &Answer{Shape: Number, Number: &n}, []Span{{u.start + chosen.at, u.start + chosen.at + chosen.length}}, ""
	}
	return nil, nil, ""
}

func abs(n int) int { return max(n, -n) }

// onlyCode returns what stands in the one code span that a text consists of, byte for byte as long as the text.
func onlyCode(text string) (string, bool) {
	body := strings.TrimRight(strings.TrimLeft(text, " *_"), " *_.!")
	if !strings.HasPrefix(body, "`") || codeSpan(body) != len(body) {
		return "", false
	}
	return strings.ReplaceAll(text, "`", " "), true
}

// count is a number in a text.
type count struct {
	n          int64
	at, length int
}

// counts finds the numbers of a sentence that can be counts: no parts of names, versions, lines and the like.
func counts(text string) []count {
	var list []count
	words := lower(text)
	for i := 0; i < len(words) && len(list) < 100; {
		if !startsWord(words[i:]) {
			i++
			continue
		}
		end := i
		for end < len(words) && (words[end] >= 0x80 || isWord(rune(words[end])) || words[end] == '\'') {
			end++
		}
		for end+3 < len(words) && words[end] == ',' && allDigits(words[i:end]) && len(words[end:]) >= 4 && allDigits(words[end+1:end+4]) && !(end+4 < len(words) && allDigits(words[end+4:end+5])) {
			end += 4 // 1,234
		}
		token := words[i:end]
		if n, ok := countOf(token, words[:i], words[end:]); ok {
			list = append(list, count{n, i, end - i})
		}
		i = end
	}
	return list
}

// countOf reads one token with what stands around it.
func countOf(token, before, after string) (int64, bool) {
	digits := strings.ReplaceAll(token, ",", "")
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil && allDigits(digits) {
		if before != "" && strings.IndexByte(".:/#-@", before[len(before)-1]) >= 0 && !strings.HasSuffix(before, "- ") {
			return 0, false
		}
		if len(after) > 1 && (after[0] == '.' || after[0] == ':' || after[0] == '/') && startsWord(after[1:]) {
			return 0, false
		}
		if listed(lastField(before), "line", "lines", "go", "version", "column", "rfc", "step", "issue") {
			return 0, false
		}
		return n, true
	}
	for n, w := range numberWords() {
		if token == w {
			if w == "one" && (strings.HasPrefix(after, " of") && !listed(lastField(before), "has", "have", "exactly", "only", "just", "is", "are", "contains", "takes", "returns") || strings.HasPrefix(after, " another") || listed(lastField(before), "this", "that", "the", "each", "any", "no")) {
				return 0, false
			}
			return int64(n), true
		}
	}
	next := strings.TrimLeft(after, " *_.")
	switch token {
	case "none", "nothing", "nobody":
		return 0, true
	case "no":
		return 0, next != "" && startsWord(next) && !listed(strings.Fields(next)[0], "doubt", "idea", "more", "less", "fewer", "longer", "matter", "other")
	case "single":
		return 1, true
	}
	return 0, false
}

func lastField(text string) string {
	if f := strings.Fields(text[max(0, len(text)-40):]); len(f) > 0 {
		return strings.Trim(f[len(f)-1], "(*_,")
	}
	return ""
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
