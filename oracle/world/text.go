package world

import (
	"path"
	"strings"

	"sooth/claim"
)

// Text is what of a text matters to the judging of its claims: where it
// stands, and which names its own blocks of code bring along.
type Text struct {
	Folder string // relative to the tree; "." or empty: its root
	own    map[string]bool
	words  string
}

// NewText reads a text. name is the name of its file, relative to the tree, if
// it has one.
func NewText(name, text string) *Text {
	t := &Text{own: map[string]bool{}, words: text}
	if name != "" && !strings.HasPrefix(name, "/") {
		t.Folder = path.Dir(strings.ReplaceAll(name, `\`, "/"))
	}
	for _, b := range claim.Blocks(text) {
		t.block(b.Content)
	}
	return t
}

// block remembers the words of a block that do not follow a dot, and those that
// it declares: they are the example's own.
func (t *Text) block(code string) {
	start := -1
	for i := 0; i <= len(code); i++ {
		if i < len(code) && inWord(code[i]) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 && (start == 0 || code[start-1] != '.' || declaresMethod(code, start)) {
			t.own[code[start:i]] = true
		}
		start = -1
	}
}

// declaresMethod is for the shapes in which a dot before a word does not select.
func declaresMethod(code string, start int) bool {
	return strings.HasSuffix(code[:start], "...")
}

// Beside returns the code in backquotes of the paragraph, list or table that an
// offset lies in, and of the one before it if that ends in a colon.
func (t *Text) Beside(offset int) []string {
	if t == nil || offset < 0 || offset > len(t.words) {
		return nil
	}
	start, end := 0, len(t.words)
	if i := strings.LastIndex(t.words[:offset], "\n\n"); i >= 0 {
		start = i + 2
	}
	if i := strings.Index(t.words[offset:], "\n\n"); i >= 0 {
		end = offset + i
	}
	if before := strings.TrimRight(t.words[:start], " \t\r\n"); strings.HasSuffix(before, ":") {
		start = max(0, strings.LastIndex(before, "\n\n"))
	}
	if start = max(start, offset-maxBeside); end > offset+maxBeside {
		end = offset + maxBeside
	}
	var spans []string
	parts := strings.Split(t.words[start:end], "`")
	for i := 1; i < len(parts); i += 2 {
		s := strings.TrimSpace(parts[i])
		if strings.HasSuffix(strings.ToLower(strings.TrimSpace(parts[i-1])), "package") && !strings.ContainsAny(s, " ().") {
			s = OfPackage + s
		}
		if s != "" {
			spans = append(spans, s)
		}
	}
	return spans
}

// Quoted reports whether the words at an offset are in backquotes: an odd number
// of them stands before it on its line.
func (t *Text) Quoted(offset int) bool {
	if t == nil || offset < 0 || offset > len(t.words) {
		return false
	}
	line := t.words[strings.LastIndexByte(t.words[:offset], '\n')+1 : offset]
	return strings.Count(line, "`")%2 == 1
}

// OfPackage stands before what Beside returns of code that the words call a
// package.
const OfPackage = "package "

// maxBeside bounds, in bytes, how far words are beside each other.
const maxBeside = 4000

// Own reports whether a word stands in a block of code of the text by itself:
// as a declaration, a variable, a plain call.
func (t *Text) Own(word string) bool { return t != nil && t.own[word] }
