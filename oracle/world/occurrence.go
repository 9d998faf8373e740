package world

import (
	"bytes"
	"go/scanner"
	"go/token"
	"path"
	"strings"

	"sooth/claim"
)

// occurrences returns the places of a word in a file and what it stands in
// there.
func occurrences(name string, data []byte, word string) []Occurrence {
	switch {
	case path.Ext(name) == ".go":
		return inGo(data, word)
	case isMarkdown(name):
		return inBlocks(string(data), word)
	case retold(data):
		return nil
	}
	where := InText
	if isProse(name) {
		where = InProse
	}
	var found []Occurrence
	line := 1
	for text := range strings.Lines(string(data)) {
		if hasWord([]byte(text), word) {
			found = append(found, Occurrence{Line: line, Where: where})
			if len(found) > 20 {
				break
			}
		}
		line++
	}
	return found
}

// retold says that a file tells what is wrong in texts: a baseline, a log in
// SARIF, our own JSON or JUnit. Its words are those of the texts, and a name that
// was accused once must not be there because of the accusation.
func retold(data []byte) bool {
	head := data[:min(len(data), 400)]
	for _, mark := range []string{`"sooth.baseline/`, `"sooth.check/`, `/sarif-schema-2.`, `<testsuites name="sooth check"`} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return false
}

// maxInFile bounds how many places of a word in one file are kept; one more says
// that there are others.
const maxInFile = 200

// inGo reads a file of Go into tokens.
func inGo(data []byte, word string) []Occurrence {
	var found []Occurrence
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(data))
	var s scanner.Scanner
	s.Init(file, data, func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return found
		}
		o := Occurrence{Where: InCode}
		switch tok {
		case token.IDENT:
			if text != word {
				continue
			}
		case token.STRING, token.COMMENT:
			at := strings.Index(text, word)
			if at < 0 || !hasWord([]byte(text), word) {
				continue
			}
			o.Where = InLiteral
			if tok == token.COMMENT {
				o.Where = InComment
			}
			o.Line = strings.Count(text[:at], "\n")
		default:
			continue
		}
		o.Line += file.Line(pos)
		if found = append(found, o); len(found) > maxInFile {
			return found
		}
	}
}

// inBlocks returns the places of a word in the blocks of code of a Markdown
// text.
func inBlocks(text, word string) []Occurrence {
	var found []Occurrence
	for _, b := range claim.Blocks(text) {
		for _, l := range b.Lines {
			if hasWord([]byte(text[l.Offset:l.End]), word) {
				found = append(found, Occurrence{Line: l.Line, Where: InBlock})
			}
		}
	}
	return found
}

// Literal reports whether a text has a string of characters as whole words, and
// on which line first.
func Literal(data []byte, what string) (int, bool) {
	line := 1
	for text := range strings.Lines(string(data)) {
		if hasWord([]byte(text), what) {
			return line, true
		}
		line++
	}
	return 0, false
}
