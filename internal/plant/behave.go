package plant

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"sooth/score"
)

// misbehaving returns changes that may well compile and do something else:
// what the hidden tests are there to see.
func (p *program) misbehaving() []*mutant {
	var list []*mutant
	add := func(style string, n ast.Node, start, end token.Pos, text string) {
		list = append(list, &mutant{
			kind: score.DoesNotBehave, style: style, at: p.offset(n.Pos()), tidy: true,
			edits: []edit{{p.offset(start), p.offset(end), text}},
		})
	}
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.IMPORT && n.Tok != token.TYPE
		case *ast.BinaryExpr:
			if op, ok := flipped(n.Op); ok {
				add("flipped comparison", n, n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op)
			}
		case *ast.BasicLit:
			switch {
			case n.Kind == token.INT:
				if v, err := strconv.ParseInt(n.Value, 0, 32); err == nil {
					add("off by one", n, n.Pos(), n.End(), strconv.FormatInt(v+1, 10))
				}
			case n.Kind == token.STRING && len(n.Value) > 3 && n.Value[0] == '"':
				if s, err := strconv.Unquote(n.Value); err == nil && s != strings.ToUpper(s) {
					add("changed constant", n, n.Pos(), n.End(), strconv.Quote(strings.ToUpper(s[:1])+s[1:]))
				}
			}
		case *ast.Ident:
			if n.Name == "true" || n.Name == "false" {
				if _, ok := p.info.Uses[n].(*types.Const); ok {
					add("changed constant", n, n.Pos(), n.End(), strconv.FormatBool(n.Name == "false"))
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				add("dropped negation", n, n.Pos(), n.X.Pos(), "")
			}
		case *ast.IfStmt:
			if n.Init == nil && n.Else == nil {
				list = append(list, p.without("dropped condition", n)...)
			}
		case *ast.ExprStmt, *ast.IncDecStmt:
			list = append(list, p.without("dropped statement", n)...)
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				list = append(list, p.without("dropped statement", n)...)
			}
		case *ast.KeyValueExpr:
			if s, e := p.lines(p.offset(n.Pos()), p.offset(n.End())); strings.TrimSpace(p.source[s:e]) == p.text(n)+"," {
				list = append(list, p.without("dropped field", n)...)
			}
		case *ast.CallExpr:
			for i := range max(len(n.Args)-1, 0) {
				a, b := n.Args[i], n.Args[i+1]
				ta, tb := p.info.Types[a].Type, p.info.Types[b].Type
				if ta != nil && tb != nil && types.Identical(types.Default(ta), types.Default(tb)) && p.text(a) != p.text(b) {
					add("exchanged arguments", n, a.Pos(), b.End(), p.text(b)+", "+p.text(a))
				}
			}
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				if id, ok := r.(*ast.Ident); ok && id.Name == "err" {
					add("swallowed error", r, r.Pos(), r.End(), "nil")
				}
			}
		}
		return true
	})
	return byStyle(list)
}

// byStyle gives every style its turn: the n-th mutant of a style has tier n,
// whatever the number of places where it applies.
func byStyle(list []*mutant) []*mutant {
	turn := map[string]int{}
	for _, m := range list {
		turn[m.style]++
	}
	for _, m := range list { // many alike are no reason to take them first
		m.tier = min(turn[m.style]/8, 2)
	}
	return list
}

// without removes the lines of a node that stands alone on them.
func (p *program) without(style string, n ast.Node) []*mutant {
	start, end := p.lines(p.offset(n.Pos()), p.offset(n.End()))
	if rest := strings.TrimSpace(p.source[start:p.offset(n.Pos())]) + strings.Trim(p.source[p.offset(n.End()):end], ", \n"); rest != "" {
		return nil
	}
	return []*mutant{{kind: score.DoesNotBehave, style: style, at: p.offset(n.Pos()), tidy: true, edits: []edit{{start, end, ""}}}}
}

// flipped returns the operator that a tired author writes instead.
func flipped(op token.Token) (string, bool) {
	switch op {
	case token.EQL:
		return "!=", true
	case token.NEQ:
		return "==", true
	case token.LSS:
		return "<=", true
	case token.LEQ:
		return "<", true
	case token.GTR:
		return ">=", true
	case token.GEQ:
		return ">", true
	case token.LAND:
		return "||", true
	case token.LOR:
		return "&&", true
	case token.ADD:
		return "-", true
	case token.SUB:
		return "+", true
	}
	return "", false
}
