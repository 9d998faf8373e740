package perturb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// parser is what is built in for a language.
func (l language) parser() Parser {
	switch l.name {
	case "go":
		return Parser{Name: "go/parser", Canon: canonGo}
	case "yaml":
		return Parser{Name: "yaml", Canon: canonYAML}
	}
	return Parser{Name: "tokens", Canon: l.canonTokens}
}

// canonGo is every token of a Go file that parses, comments left out, with the
// semicolons that the scanner puts at line ends.
func canonGo(_ context.Context, text string) (string, error) {
	if _, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution); err != nil {
		return "", err
	}
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", files.Base(), len(text)), []byte(text), nil, 0)
	var b strings.Builder
	for {
		_, t, value := s.Scan()
		if t == token.EOF {
			return b.String(), nil
		}
		if t == token.SEMICOLON {
			value = ""
		}
		fmt.Fprintf(&b, "%d %q\n", t, value)
	}
}

// canonYAML is every node of every document: kind, tag, anchor and value.
func canonYAML(_ context.Context, text string) (string, error) {
	d := yaml.NewDecoder(strings.NewReader(text))
	var b strings.Builder
	for {
		var n yaml.Node
		err := d.Decode(&n)
		if errors.Is(err, io.EOF) {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
		writeNode(&b, &n)
	}
}

func writeNode(b *strings.Builder, n *yaml.Node) {
	fmt.Fprintf(b, "(%d %q %q %q", n.Kind, n.Tag, n.Anchor, n.Value)
	for _, child := range n.Content {
		writeNode(b, child)
	}
	b.WriteString(")")
}

// canonTokens is every token but comments; between two of them nothing, a
// blank or a line end counts, as the language may tell them apart, and for
// languages with a layout also how deep the next line is indented, in steps.
func (l language) canonTokens(_ context.Context, text string) (string, error) {
	parts, err := l.parts(text)
	if err != nil {
		return "", err
	}
	if l.marked(text, parts) {
		return "", errors.New("it may hold JSX, in which text looks like comments; hint: TypeScript's compiler tells them apart, where node finds it")
	}
	var b bytes.Buffer
	between := ""
	depths := []int{0}
	first := true
	for _, p := range parts {
		said := text[p.start:p.end]
		switch p.class {
		case comment:
			if !l.tooled(said) {
				if between == "" {
					between = " "
				}
				continue
			}
		case space:
			if strings.Contains(said, "\n") {
				between = "\n" + said[strings.LastIndexByte(said, '\n')+1:]
			} else if strings.HasPrefix(between, "\n") {
				between += said
			} else {
				between = " "
			}
			continue
		}
		switch {
		case first:
		case strings.HasPrefix(between, "\n"):
			b.WriteString("\n")
			if l.layout {
				fmt.Fprintf(&b, "<%d>", step(&depths, width(between[1:])))
			}
		case between != "":
			b.WriteString(" ")
		}
		if p.class == code { // a lexer may take blanks and code for one token
			said = strings.Join(strings.Fields(said), " ")
		}
		fmt.Fprintf(&b, "%q", said)
		between, first = "", false
	}
	return b.String(), nil
}

// marked reports whether JSX may be in a text.
func (l language) marked(text string, parts []part) bool {
	switch l.name {
	case "tsx", "jsx":
		return true
	case "javascript":
		for _, p := range parts {
			said := text[p.start:p.end]
			if p.class != literal && (strings.Contains(said, "</") || strings.Contains(said, "/>")) {
				return true
			}
		}
	}
	return false
}

// width is how far a line is indented, a tab counting as four.
func width(blanks string) int {
	n := 0
	for _, r := range blanks {
		if n++; r == '\t' {
			n += 3
		}
	}
	return n
}

// step is the level of a line that is so far indented, below those above it.
func step(depths *[]int, w int) int {
	for len(*depths) > 1 && (*depths)[len(*depths)-1] > w {
		*depths = (*depths)[:len(*depths)-1]
	}
	if (*depths)[len(*depths)-1] < w {
		*depths = append(*depths, w)
	}
	return len(*depths) - 1
}
