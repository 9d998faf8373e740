package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is what a token is.
type tokenKind int

const (
	word tokenKind = iota // a word of prose, or of code without backquotes
	mark                  // a punctuation mark
	span                  // code in backquotes
)

// token is a word, a mark or a code span. Its offsets count in its unit.
type token struct {
	kind       tokenKind
	text       string // a word without emphasis, a mark, or what is inside the backquotes
	lower      string // of a word: in lower case
	start, end int    // with the backquotes
	inner      int    // where text begins
	spaced     bool   // blanks before it
	link       string // the destination of the link that it stands in
	ref        referent
}

// tokenizer cuts the text of a unit into tokens.
type tokenizer struct {
	text      string
	tokens    []token
	closing   map[int]int // from the start of a run of backquotes to the next run of its length
	open      []int       // number of tokens before each open bracket
	links     []destination
	spaced    bool
	noComment bool // no "-->" follows
}

// destination is where a link leads.
type destination struct{ start, end int }

// tokens cuts a text into tokens and finds the destinations of its links.
func tokens(text string, inCell bool) ([]token, []destination) {
	t := tokenizer{text: text, closing: runs(text), tokens: make([]token, 0, len(text)/5+1)}
	for i := 0; i < len(text); {
		i = t.next(i, inCell)
	}
	return t.tokens, t.links
}

// runs returns for each run of backquotes where the next run of the same
// length begins.
func runs(text string) map[int]int {
	next, last := map[int]int{}, map[int]int{}
	for i := 0; i < len(text); {
		at := strings.IndexByte(text[i:], '`')
		if at < 0 {
			break
		}
		start := i + at
		i = start
		for i < len(text) && text[i] == '`' {
			i++
		}
		if previous, ok := last[i-start]; ok {
			next[previous] = start
		}
		last[i-start] = start
	}
	return next
}

// next reads what begins at i and returns where it ends.
func (t *tokenizer) next(i int, inCell bool) int {
	rest := t.text[i:]
	switch c := rest[0]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		t.spaced = true
		return i + 1
	case c == '`':
		n := len(rest) - len(strings.TrimLeft(rest, "`"))
		end, ok := t.closing[i]
		if !ok {
			return i + n
		}
		content, inner := t.text[i+n:end], i+n
		if len(content) > 2 && content[0] == ' ' && content[len(content)-1] == ' ' && strings.TrimSpace(content) != "" {
			content, inner = content[1:len(content)-1], inner+1
		}
		if inCell {
			content = strings.ReplaceAll(content, `\|`, "|")
		}
		if strings.Contains(content, "\n") {
			content = strings.ReplaceAll(strings.ReplaceAll(content, "\r\n", " "), "\n", " ")
		}
		t.push(token{kind: span, text: content, start: i, end: end + n, inner: inner})
		return end + n
	case c == '<':
		return t.angle(i)
	case c == '[':
		t.open = append(t.open, len(t.tokens))
		return i + 1
	case c == ']':
		return t.closeLink(i)
	case c == '!' && strings.HasPrefix(rest, "!["):
		return i + 1
	}
	end := i
	for end < len(t.text) && !strings.ContainsRune(" \t\r\n`[]<", rune(t.text[end])) {
		if end > i && breaks(t.text, end) {
			break
		}
		_, size := utf8.DecodeRuneInString(t.text[end:])
		end += size
		if end-size == i && breaks(t.text, i) {
			break
		}
	}
	t.chunk(i, end)
	return end
}

// breaks reports whether a dash or an arrow that is a token by itself begins at i.
func breaks(text string, i int) bool {
	rest := text[i:]
	if strings.HasPrefix(rest, "–") { // a range of numbers is one word
		after := rest[len("–"):]
		return i == 0 || text[i-1] < '0' || text[i-1] > '9' || after == "" || after[0] < '0' || after[0] > '9'
	}
	return strings.HasPrefix(rest, "—") || strings.HasPrefix(rest, "→") || strings.HasPrefix(rest, "…")
}

// angle reads an address or a tag in angle brackets.
func (t *tokenizer) angle(i int) int {
	rest := t.text[i:]
	if strings.HasPrefix(rest, "<!--") && !t.noComment {
		if end := strings.Index(rest, "-->"); end >= 0 {
			return i + end + len("-->")
		}
		t.noComment = true
	}
	end := strings.IndexAny(rest[1:], "<>\n") + 1
	if end > 1 && rest[end] == '>' && (unicode.IsLetter(rune(rest[1])) || rest[1] == '/' || rest[1] == '!') {
		if inside := rest[1:end]; strings.Contains(inside, "://") && !strings.Contains(inside, " ") {
			t.links = append(t.links, destination{i + 1, i + end})
		} else if rest[1] != '/' && !strings.ContainsAny(inside, " =") && !listed(" a b i u s p em strong code br br/ sub sup kbd tt span div small ", strings.ToLower(inside)) { // a placeholder rather than a tag: no name begins or ends here
			t.push(token{kind: mark, text: "<>", start: i, end: i + end + 1, inner: i})
		}
		return i + end + 1
	}
	t.push(token{kind: mark, text: "<", start: i, end: i + 1, inner: i})
	return i + 1
}

// maxDestination and maxLinked bound what is looked at for one link.
const (
	maxDestination = 2000
	maxLinked      = 64
)

// closeLink reads a closing bracket and the destination after it.
func (t *tokenizer) closeLink(i int) int {
	if len(t.open) == 0 {
		return i + 1
	}
	first := t.open[len(t.open)-1]
	t.open = t.open[:len(t.open)-1]
	rest := t.text[i+1:]
	if !strings.HasPrefix(rest, "(") {
		return i + 1
	}
	rest = rest[:min(len(rest), maxDestination)]
	depth, end := 0, -1
	for at := 0; at < len(rest) && end < 0; at++ {
		switch rest[at] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				end = at
			}
		case '\n', '[', '`':
			return i + 1
		}
	}
	if end < 0 {
		return i + 1
	}
	start, stop, ends := 1, end, " \t>"
	for start < stop && rest[start] == ' ' {
		start++
	}
	if start < stop && rest[start] == '<' { // may hold blanks
		start, ends = start+1, ">"
	}
	if blank := strings.IndexAny(rest[start:stop], ends); blank >= 0 {
		stop = start + blank
	}
	if start < stop {
		t.links = append(t.links, destination{i + 1 + start, i + 1 + stop})
		for k := first; k < len(t.tokens) && k < first+maxLinked; k++ {
			t.tokens[k].link = rest[start:stop]
		}
	}
	t.open = t.open[:0] // links do not nest
	return i + 1 + end + 1
}

func (t *tokenizer) push(k token) {
	k.spaced = t.spaced
	t.spaced = false
	if k.kind == word {
		k.lower = strings.ToLower(k.text)
	}
	t.tokens = append(t.tokens, k)
}

const (
	opening  = "([{\"'“‘«*_~>|"
	trailing = ".,;:!?)]}\"'”’»*_~|"
	emphasis = "*_~>|"
)

// chunk cuts what stands between blanks into marks and a word.
func (t *tokenizer) chunk(start, end int) {
	s := t.text[start:end]
	switch s {
	case "->", "=>", "→":
		t.push(token{kind: mark, text: "→", start: start, end: end, inner: start})
		return
	case "-", "--", "---", "—", "–":
		t.push(token{kind: mark, text: "—", start: start, end: end, inner: start})
		return
	}
	for start < end {
		r, size := utf8.DecodeRuneInString(t.text[start:end])
		if !strings.ContainsRune(opening, r) || receiver(t.text[start:end]) {
			break
		}
		if !strings.ContainsRune(emphasis, r) {
			t.push(token{kind: mark, text: string(r), start: start, end: start + size, inner: start})
		}
		start += size
	}
	stop := end
	parentheses := strings.Count(t.text[start:stop], "(") - strings.Count(t.text[start:stop], ")")
	for stop > start {
		r, size := utf8.DecodeLastRuneInString(t.text[start:stop])
		if !strings.ContainsRune(trailing, r) || r == ')' && parentheses >= 0 {
			break
		}
		if r == ')' {
			parentheses++
		}
		stop -= size
	}
	if start < stop {
		text := t.text[start:stop]
		if strings.Contains(text, `\_`) {
			text = strings.ReplaceAll(text, `\_`, "_")
		}
		t.push(token{kind: word, text: text, start: start, end: stop, inner: start})
	}
	for stop < end {
		r, size := utf8.DecodeRuneInString(t.text[stop:end])
		if !strings.ContainsRune(emphasis, r) {
			t.push(token{kind: mark, text: string(r), start: stop, end: stop + size, inner: stop})
		}
		stop += size
	}
}

// receiver reports whether a method of a pointer begins here: "(*T).m".
func receiver(s string) bool {
	return len(s) > 3 && s[0] == '(' && s[1] == '*' && (s[2] == '_' || unicode.IsLetter(rune(s[2]))) && strings.Contains(s, ").")
}
