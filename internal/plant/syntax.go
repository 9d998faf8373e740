package plant

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"sooth/score"
)

// syntax returns files that do not parse: what is lost in typing, and words of
// other languages.
func (p *program) syntax() []*mutant {
	var list []*mutant
	add := func(style string, at, end int, text string, shift int) {
		list = append(list, &mutant{kind: score.Syntax, style: style, at: at, shift: shift, edits: []edit{{at, end, text}}})
	}
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if p.oneLine(n) && p.endsLine(n.Rparen+1) {
				add("lost parenthesis", p.offset(n.Rparen), p.offset(n.Rparen)+1, "", 0)
			}
		case *ast.CompositeLit:
			if k := len(n.Elts); k > 0 && p.line(n.Elts[k-1].End()) < p.line(n.Rbrace) {
				at := p.offset(n.Elts[k-1].End())
				add("lost comma", at, at+1, "", 0)
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && strings.HasPrefix(n.Value, `"`) && n.Pos() > p.imports() {
				add("lost quote", p.offset(n.End())-1, p.offset(n.End()), "", 0)
			}
		case *ast.IfStmt:
			if p.line(n.Pos()) == p.line(n.Body.Lbrace) {
				add("lost brace", p.offset(n.Body.Lbrace), p.offset(n.Body.Lbrace)+1, "", 0)
			}
			if n.Else != nil {
				start, end := p.offset(n.Body.Rbrace)+1, p.offset(n.Else.Pos())
				add("else on a line of its own", start, end, "\n\telse ", 2)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add("words of another language", p.offset(n.TokPos), p.offset(n.X.Pos()), "in ", 0)
			}
		case *ast.FuncDecl:
			add("words of another language", p.offset(n.Pos()), p.offset(n.Pos())+len("func"), "function", 0)
			if n.Body != nil && p.oneLine(n.Type) {
				add("lost brace", p.offset(n.Body.Lbrace), p.offset(n.Body.Lbrace)+1, "", 0)
			}
		}
		return true
	})
	return list
}

// imports returns the end of the import declarations.
func (p *program) imports() token.Pos {
	end := p.file.Name.End()
	for _, d := range p.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			end = g.End()
		}
	}
	return end
}

// endsLine reports that nothing but the end of the line is at pos.
func (p *program) endsLine(pos token.Pos) bool {
	return strings.HasPrefix(p.source[p.offset(pos):], "\n")
}

// unused returns imports that nothing uses, results that are named and then
// forgotten, and variables that are set for nothing.
func (p *program) unused() []*mutant {
	var list []*mutant
	for _, path := range []string{"fmt", "errors", "os", "strings", "time", "log", "sort", "strconv"} {
		if _, ok := p.qualifier(path); ok || !p.free(path, p.file.End()) {
			continue
		}
		if e, ok := p.addImport(path); ok {
			list = append(list, &mutant{
				kind: score.Unused, style: "import", symbol: path, name: `"` + path + `"`, at: e.start, edits: []edit{e},
				shift: strings.Index(e.text, `"`),
			})
		}
	}
	name := func(id ast.Expr, names ...string) {
		x, ok := id.(*ast.Ident)
		if !ok || x.Name != "_" {
			return
		}
		for _, n := range names {
			if p.free(n, x.Pos()) {
				list = append(list, p.rename(score.Unused, x, near{n, "named result"}, "solution", "", 0))
				return
			}
		}
	}
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if n.Key != nil && n.Tok == token.DEFINE {
				name(n.Key, "i", "key", "index")
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, e := range n.Lhs {
					name(e, "ok", "rest", "n", "other")
				}
			}
		case *ast.BlockStmt:
			list = append(list, p.counts(n)...)
		}
		return true
	})
	for _, m := range list {
		if m.style == "named result" {
			m.symbol = m.name
		}
	}
	return list
}

// counts sets a variable to a length after the definition of what has one.
func (p *program) counts(block *ast.BlockStmt) []*mutant {
	var list []*mutant
	for _, s := range block.List {
		assign, ok := s.(*ast.AssignStmt)
		if !ok || assign.Tok != token.DEFINE {
			continue
		}
		id, ok := assign.Lhs[0].(*ast.Ident)
		if !ok || id.Name == "_" || p.info.Defs[id] == nil || !p.free("count", s.Pos()) || !p.endsLine(s.End()) {
			continue
		}
		switch t := p.info.Defs[id].Type().Underlying().(type) {
		case *types.Slice, *types.Map:
		case *types.Basic:
			if t.Kind() != types.String {
				continue
			}
		default:
			continue
		}
		start, end := p.lines(p.offset(s.Pos()), p.offset(s.End()))
		line := p.source[start:end]
		indent := line[:len(line)-len(strings.TrimLeft(line, "\t"))]
		list = append(list, &mutant{
			kind: score.Unused, style: "variable", symbol: "count", name: "count", at: end, shift: len(indent),
			edits: []edit{{end, end, indent + "count := len(" + id.Name + ")\n"}},
		})
	}
	return list
}
