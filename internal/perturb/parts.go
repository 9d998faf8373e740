package perturb

import (
	"embed"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// lexers are the definitions of chroma's lexers for the languages that have no
// reader here, under the licence beside them.
//
//go:embed lexers
var lexers embed.FS

// parts takes a text apart into code, white space, comments and literals.
func (l language) parts(text string) ([]part, error) {
	switch l.name {
	case "go":
		return goParts(text)
	case "dockerfile":
		return dockerParts(text), nil
	}
	list, err := l.tokens(text)
	if err != nil {
		return nil, err
	}
	var parts []part
	at := 0
	for _, t := range list {
		c := code
		switch {
		case t.Type.InCategory(chroma.Comment) && !t.Type.InSubCategory(chroma.CommentPreproc):
			c = comment
		case t.Type == chroma.LiteralStringDoc && strings.HasPrefix(t.Value, l.comment):
			c = comment // Rust's, which is an attribute; such comments are never removed
		case t.Type.InSubCategory(chroma.LiteralString):
			c = literal
		case strings.TrimSpace(t.Value) == "":
			c = space
		case t.Type == chroma.Error:
			return nil, fmt.Errorf("line %d is not understood", 1+strings.Count(text[:at], "\n"))
		}
		parts = join(parts, part{at, at + len(t.Value), c})
		at += len(t.Value)
	}
	if at != len(text) {
		return nil, fmt.Errorf("%d bytes were read of %d", at, len(text))
	}
	if l.name == "yaml" {
		parts = blocks(text, parts)
	}
	return parts, nil
}

// join appends a part, and makes one of two literals or blanks side by side.
// The end of a comment's line belongs to no comment.
func join(parts []part, p part) []part {
	if n := len(parts); n > 0 && parts[n-1].class == p.class && p.class != comment && p.class != code {
		parts[n-1].end = p.end
		return parts
	}
	if p.start == p.end {
		return parts
	}
	return append(parts, p)
}

// open reads the definition of the language's lexer.
func (l *language) open() (err error) {
	if l.lexer != "" {
		l.reader, err = chroma.NewXMLLexer(lexers, "lexers/"+l.lexer+".xml")
	}
	return err
}

// tokens are chroma's; a comment to the end of the line is without that end.
func (l language) tokens(text string) (list []chroma.Token, err error) {
	defer func() {
		if v := recover(); v != nil { // a lexer's rules may ask for a lexer that is not here
			list, err = nil, fmt.Errorf("the text is not understood: %v", v)
		}
	}()
	iterator, err := l.reader.Tokenise(&chroma.TokeniseOptions{State: "root"}, text)
	if err != nil {
		return nil, err
	}
	for t := iterator(); t != chroma.EOF; t = iterator() {
		bare := strings.TrimRight(t.Value, "\n")
		documents := t.Type == chroma.LiteralStringDoc && strings.HasPrefix(t.Value, l.comment)
		if (t.Type.InCategory(chroma.Comment) || documents) && bare != t.Value {
			list = append(list, chroma.Token{Type: t.Type, Value: bare})
			t = chroma.Token{Type: chroma.TextWhitespace, Value: t.Value[len(bare):]}
		}
		list = append(list, t)
	}
	return list, nil
}

// dockerParts takes a Dockerfile apart: a line that begins with "#" is a
// comment, all else is code
// (https://docs.docker.com/reference/dockerfile/#format).
func dockerParts(text string) []part {
	var parts []part
	at := 0
	for _, l := range strings.SplitAfter(text, "\n") {
		bare := strings.TrimRight(l, "\n")
		lead := len(bare) - len(strings.TrimLeft(bare, " \t"))
		tail := max(lead, len(strings.TrimRight(bare, " \t")))
		c := code
		if strings.HasPrefix(bare[lead:], "#") {
			c = comment
		}
		parts = join(parts, part{at, at + lead, space})
		parts = join(parts, part{at + lead, at + tail, c})
		parts = join(parts, part{at + tail, at + len(l), space})
		at += len(l)
	}
	return parts
}

// goParts takes Go apart by its own scanner.
func goParts(text string) ([]part, error) {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	var first error
	s.Init(file, []byte(text), func(at token.Position, message string) {
		if first == nil {
			first = fmt.Errorf("line %d: %s", at.Line, message)
		}
	}, scanner.ScanComments)
	var parts []part
	at := 0
	for {
		pos, t, value := s.Scan()
		if t == token.EOF {
			break
		}
		if t == token.SEMICOLON && value == "\n" {
			continue
		}
		if value == "" {
			value = t.String()
		}
		start := file.Offset(pos)
		if start < at || start+len(value) > len(text) {
			return nil, errors.Join(first, errors.New("tokens overlap"))
		}
		parts = join(parts, part{at, start, space})
		c := code
		switch t {
		case token.COMMENT:
			c = comment
		case token.STRING, token.CHAR:
			c = literal
		}
		parts = append(parts, part{start, start + len(value), c})
		at = start + len(value)
	}
	return join(parts, part{at, len(text), space}), first
}
