package gofact

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"unicode/utf8"

	"sooth/fact"
)

// Bounds of literals, so that a table of data does not become an index of it.
const (
	maxLiteral  = 200  // bytes of one
	maxLiterals = 1000 // different ones of one file
)

// literals emits the strings and struct tags of a file that hold a word, each
// text once a file, blank space between words made one blank.
func literals(f *sourceFile, strength fact.Strength, add func(fact.Fact)) {
	seen := map[string]bool{}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if n.Kind != token.STRING || len(n.Value) < 5 || len(seen) >= maxLiterals {
				return false
			}
			text, ok := words(n.Value)
			if !ok || seen[text] {
				return false
			}
			seen[text] = true
			add(fact.Fact{Kind: fact.Literal, Language: language, Detail: text, Span: f.span(n.Pos(), n.End()), Excluded: f.excluded, Strength: strength})
		}
		return true
	})
}

// words returns the text of a literal and whether there is a word in it: three
// letters in a row.
func words(literal string) (string, bool) {
	if len(literal) > 8*maxLiteral {
		quote := literal[:1]
		literal = strings.TrimRight(literal[:8*maxLiteral], "\\") + quote
	}
	text, err := strconv.Unquote(literal)
	if err != nil {
		text = strings.Trim(literal, "`\"")
	}
	text = strings.ToValidUTF8(text, "�")
	letters, found := 0, false
	for _, r := range text {
		if r >= utf8.RuneSelf || 'a' <= r|0x20 && r|0x20 <= 'z' {
			letters++
			found = found || letters >= 3
		} else {
			letters = 0
		}
	}
	if !found {
		return "", false
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxLiteral {
		cut := maxLiteral
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
	}
	return text, true
}
