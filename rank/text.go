package rank

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// isSpace is C's isspace in the "C" locale: blank, \t, \n, \v, \f, \r.
func isSpace(b byte) bool { return b == ' ' || b-'\t' < 5 }

// token returns the end of the word that starts at p.
func token(s []byte, p int) int {
	for p < len(s) && (s[p] > ' ' || !isSpace(s[p])) {
		p++
	}
	return p
}

// blanks returns the first place from p that is no blank, or is a line end.
func blanks(s []byte, p int) int {
	for p < len(s) && s[p] != '\n' && isSpace(s[p]) {
		p++
	}
	return p
}

// word is blanks, quicker where one blank separates two words.
func word(s []byte, p int) int {
	if p+1 < len(s) && s[p] == ' ' && s[p+1] > ' ' {
		return p + 1
	}
	return blanks(s, p)
}

// start returns where content starts: behind a byte order mark.
func start(data []byte) int {
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		return 3
	}
	return 0
}

// checkText refuses what is no text at all.
func checkText(t Text, what string) error {
	head := t.Data[:min(len(t.Data), 8192)]
	if i := bytes.IndexByte(head, 0); i >= 0 {
		hint := "give " + what + " as plain text, or compressed with gzip"
		if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
			hint = "the file is UTF-16; convert it to UTF-8"
		}
		return t.fault(i, "a zero byte: this is no text file", hint)
	}
	return nil
}

// fault is an InputError at a byte offset.
func (t Text) fault(offset int, reason, hint string) *InputError {
	before := t.Data[:min(offset, len(t.Data))]
	line := bytes.Count(before, []byte{'\n'}) + 1
	column := len(before) - (bytes.LastIndexByte(before, '\n') + 1) + 1
	return &InputError{Name: t.Name, Line: line, Column: column, Reason: reason, Hint: hint}
}

// quote shows a word of a file in a message: short, and without control characters.
func quote(word []byte) string {
	const most = 60
	if len(word) <= most {
		return fmt.Sprintf("%q", word)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(word[cut]) {
		cut--
	}
	return fmt.Sprintf("%q… (%d bytes)", word[:cut], len(word))
}

// words returns the words of the line that holds offset, at most most of them,
// with the offsets of their first bytes.
func (t Text) words(offset, most int) (list [][]byte, places []int) {
	from := bytes.LastIndexByte(t.Data[:offset], '\n') + 1
	if from == 0 {
		from = start(t.Data)
	}
	for p := blanks(t.Data, from); p < len(t.Data) && t.Data[p] != '\n' && len(list) < most; p = blanks(t.Data, p) {
		end := token(t.Data, p)
		list, places = append(list, t.Data[p:end]), append(places, p)
		p = end
	}
	return list, places
}
