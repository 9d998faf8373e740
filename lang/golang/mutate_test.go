package golang

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"sooth/lang"
)

// mutate changes one token of one file of a package.
func mutate(random *rand.Rand, p lang.Program) (lang.Program, string) {
	p.Files = slices.Clone(p.Files)
	i := random.IntN(len(p.Files))
	f := p.Files[i]
	type tok struct {
		from, to int
		tok      token.Token
		text     string
	}
	var tokens []tok
	fset := token.NewFileSet()
	file := fset.AddFile(f.Name, -1, len(f.Text))
	var s scanner.Scanner
	s.Init(file, []byte(f.Text), nil, 0)
	for {
		pos, t, lit := s.Scan()
		if t == token.EOF {
			break
		}
		if t == token.SEMICOLON && lit == "\n" {
			continue
		}
		if lit == "" {
			lit = t.String()
		}
		at := file.Offset(pos)
		tokens = append(tokens, tok{at, at + len(lit), t, lit})
	}
	change := func(from, to int, text, what string) (lang.Program, string) {
		line := 1 + strings.Count(f.Text[:from], "\n")
		what = fmt.Sprintf("%s:%d: %s: %q becomes %q", f.Name, line, what, f.Text[from:to], text)
		f.Text = f.Text[:from] + text + f.Text[to:]
		p.Files[i] = f
		return p, what
	}
	pick := func(keep func(tok) bool) (tok, bool) {
		var list []tok
		for _, t := range tokens {
			if keep(t) {
				list = append(list, t)
			}
		}
		if len(list) == 0 {
			return tok{}, false
		}
		return list[random.IntN(len(list))], true
	}
	isName := func(t tok) bool { return t.tok == token.IDENT }
	for {
		switch random.IntN(11) {
		case 0:
			if t, ok := pick(isName); ok {
				return change(t.from, t.to, t.text+"x", "name changed")
			}
		case 1:
			if t, ok := pick(func(t tok) bool { return t.tok.IsOperator() && t.tok != token.PERIOD }); ok {
				others := []string{"+", "-", "*", "&&", "==", "=", ":=", "<", "<<", "!", "<-", "&^=", ",", ";", "(", ")", "]"}
				return change(t.from, t.to, others[random.IntN(len(others))], "operator changed")
			}
		case 2:
			if from, to, ok := argument(random, f); ok {
				return change(from, to, "", "argument dropped")
			}
		case 3:
			if from, to, ok := importLine(random, f); ok {
				return change(from, to, "", "import removed")
			}
		case 4:
			t, _ := pick(func(tok) bool { return true })
			return change(t.from, t.to, "", "token removed")
		case 5:
			t, _ := pick(func(tok) bool { return true })
			other, _ := pick(func(tok) bool { return true })
			return change(t.from, t.to, other.text, "token replaced")
		case 6:
			t, _ := pick(isName)
			other, _ := pick(isName)
			return change(t.from, t.to, other.text, "name replaced")
		case 7:
			if t, ok := pick(func(t tok) bool { return t.tok.IsLiteral() && t.tok != token.IDENT }); ok {
				others := []string{"1", `"s"`, "'c'", "1.5", "2i", "0x1p400", "1<<70", "nil", "-1"}
				return change(t.from, t.to, others[random.IntN(len(others))], "literal changed")
			}
		case 9, 10: // often compiles still
			if t, ok := pick(func(t tok) bool { return t.tok == token.INT || t.tok == token.STRING && len(t.text) > 2 }); ok {
				if t.tok == token.INT {
					return change(t.from, t.to, strconv.Itoa(random.IntN(300)), "number changed")
				}
				return change(t.to-1, t.to-1, "x", "string changed")
			}
		case 8:
			if t, ok := pick(func(t tok) bool { return t.tok.IsKeyword() }); ok {
				others := []string{"break", "continue", "goto", "fallthrough", "return", "defer", "go", "var", "const", "type", "range", "if", "for", "switch", "select", "func", "struct"}
				return change(t.from, t.to, others[random.IntN(len(others))], "keyword changed")
			}
		}
	}
}

// argument returns the range of the last argument of a call, with its comma.
func argument(random *rand.Rand, f lang.File) (from, to int, ok bool) {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, f.Name, f.Text, parser.SkipObjectResolution)
	if err != nil {
		return 0, 0, false
	}
	var calls []*ast.CallExpr
	ast.Inspect(syntax, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && len(c.Args) > 0 {
			calls = append(calls, c)
		}
		return true
	})
	if len(calls) == 0 {
		return 0, 0, false
	}
	c := calls[random.IntN(len(calls))]
	start := c.Lparen + 1
	if n := len(c.Args); n > 1 {
		start = c.Args[n-2].End()
	}
	return fset.Position(start).Offset, fset.Position(c.Rparen).Offset, true
}

// importLine returns the range of an import.
func importLine(random *rand.Rand, f lang.File) (from, to int, ok bool) {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, f.Name, f.Text, parser.ImportsOnly)
	if err != nil || len(syntax.Imports) == 0 {
		return 0, 0, false
	}
	s := syntax.Imports[random.IntN(len(syntax.Imports))]
	for _, d := range syntax.Decls {
		if g, ok := d.(*ast.GenDecl); ok && !g.Lparen.IsValid() && g.Specs[0] == ast.Spec(s) {
			return fset.Position(g.Pos()).Offset, fset.Position(g.End()).Offset, true
		}
	}
	return fset.Position(s.Pos()).Offset, fset.Position(s.End()).Offset, true
}
