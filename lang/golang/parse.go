package golang

import (
	"errors"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"sooth/lang"
	"sooth/score"
	"sooth/source"
)

// parse parses all files. Any syntax error makes the program unparsed: the
// compiler says no more of it either.
func (c *check) parse() {
	total := 0
	for _, p := range c.parts {
		for _, f := range p.files {
			total += len(f.Text)
			switch {
			case len(f.Text) > maxFileSize:
				c.tooMuch(f, fmt.Sprintf("the file has more than %d bytes", maxFileSize))
			case total > maxProgram:
				c.tooMuch(f, fmt.Sprintf("the program has more than %d bytes", maxProgram))
			case tooDeep(f.Text):
				c.tooMuch(f, fmt.Sprintf("brackets or operators are nested more than %d deep", maxBrackets))
			default:
				c.parseFile(f)
			}
		}
		if c.unparsed {
			continue
		}
		if why := tooHeavy(p.syntax()); why != "" {
			c.tooMuch(p.files[0], why)
		}
	}
}

// tooMuch reports a file that is not looked into.
func (c *check) tooMuch(f *file, why string) {
	c.unparsed = true
	c.report(lang.Problem{
		Diagnostic: score.Diagnostic{Kind: score.CouldNotDetermine, Span: source.Span{File: f.Name}, Message: why},
		Unsure:     why,
	})
}

// parseFile parses one file and reports its syntax errors.
func (c *check) parseFile(f *file) {
	syntax, err := parser.ParseFile(c.fset, f.Name, f.Text, parser.ParseComments|parser.AllErrors|parser.SkipObjectResolution)
	f.syntax = syntax
	var list scanner.ErrorList
	if errors.As(err, &list) {
		list.Sort()
		for i, e := range list {
			if i == maxProblems {
				break
			}
			pos := c.offset(f, e.Pos)
			c.syntaxError(pos, token.NoPos, e.Msg)
		}
	} else if err != nil {
		c.syntaxError(token.NoPos, token.NoPos, err.Error())
	}
	if err == nil && depthOf(syntax) > maxDepth {
		c.tooMuch(f, fmt.Sprintf("the syntax is nested more than %d deep", maxDepth))
	}
	if err == nil {
		c.compilerSyntax(f)
	}
}

// offset returns the place of a parser's error, whose position //line
// directives may have changed but whose offset they have not.
func (c *check) offset(f *file, at token.Position) token.Pos {
	pos := token.NoPos
	c.fset.Iterate(func(t *token.File) bool {
		if t.Name() == f.Name && at.Offset <= t.Size() {
			pos = t.Pos(at.Offset)
			return false
		}
		return true
	})
	return pos
}

func (c *check) syntaxError(pos, end token.Pos, message string) {
	c.unparsed = true
	c.report(lang.Problem{Diagnostic: score.Diagnostic{Kind: score.Syntax, Span: c.span(pos, end), Message: "syntax error: " + message}})
}

// compilerSyntax reports what the compiler's parser refuses and go/parser does
// not.
func (c *check) compilerSyntax(f *file) {
	if i := strings.IndexByte(f.Text, 0); i >= 0 {
		c.syntaxError(c.offset(f, token.Position{Offset: i}), token.NoPos, "invalid NUL character")
	}
}
