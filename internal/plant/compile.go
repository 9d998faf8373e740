package plant

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"sooth/score"
)

// signatures returns calls with an argument too few, too many or exchanged,
// and assignments of another number of results.
func (p *program) signatures() []*mutant {
	var list []*mutant
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			list = append(list, p.arguments(n)...)
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 && p.oneLine(n) {
				if call, ok := n.Rhs[0].(*ast.CallExpr); ok {
					list = append(list, p.results(n, call)...)
				}
			}
		}
		return true
	})
	return list
}

// callee returns what a call calls: its qualified name, whether another
// package declares it, and its signature; nil for conversions and builtins.
func (p *program) callee(call *ast.CallExpr) (symbol string, tier int, signature *types.Signature) {
	var id *ast.Ident
	switch f := call.Fun.(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return "", 0, nil
	}
	f, ok := p.info.Uses[id].(*types.Func)
	if !ok || f.Pkg() == nil {
		return "", 0, nil
	}
	tier = 1
	if p.outside(f) && p.ours(f.Pkg()) {
		tier = 0
	}
	symbol = f.Pkg().Path() + "." + f.Name()
	if recv := f.Signature().Recv(); recv != nil {
		if owner := ownType(recv.Type()); owner != "" {
			symbol = f.Pkg().Path() + "." + owner + "." + f.Name()
		}
	}
	signature, _ = p.info.Types[call.Fun].Type.(*types.Signature)
	return symbol, tier, signature
}

func (p *program) arguments(call *ast.CallExpr) []*mutant {
	symbol, tier, signature := p.callee(call)
	if signature == nil || !p.oneLine(call) || call.Ellipsis.IsValid() {
		return nil
	}
	var list []*mutant
	add := func(style string, start, end int, text string) {
		list = append(list, &mutant{
			kind: score.WrongSignature, style: style, symbol: symbol, tier: tier, at: p.offset(call.Pos()),
			edits: []edit{{start, end, text}},
		})
	}
	args, needed := call.Args, signature.Params().Len()
	if signature.Variadic() {
		needed--
	}
	if len(args) > 0 && len(args) <= needed {
		if len(args) == 1 {
			add("dropped argument", p.offset(args[0].Pos()), p.offset(args[0].End()), "")
		} else {
			add("dropped argument", p.offset(args[len(args)-2].End()), p.offset(args[len(args)-1].End()), "")
			add("dropped argument", p.offset(args[0].Pos()), p.offset(args[1].Pos()), "")
		}
	}
	if !signature.Variadic() {
		end := p.offset(call.Rparen)
		sep := ", "
		if len(args) == 0 {
			sep = ""
		}
		add("added argument", end, end, sep+"nil")
		add("added argument", end, end, sep+"true")
		if ctx := p.contextAt(call.Pos()); ctx != "" {
			lparen := p.offset(call.Lparen) + 1
			after := ""
			if len(args) > 0 {
				after = ", "
			}
			add("added context", lparen, lparen, ctx+after)
		}
	}
	for i := range len(args) - 1 {
		a, b := p.info.Types[args[i]].Type, p.info.Types[args[i+1]].Type
		if a != nil && b != nil && i+1 < needed && !types.Identical(a, b) {
			add("exchanged arguments", p.offset(args[i].Pos()), p.offset(args[i+1].End()), p.text(args[i+1])+", "+p.text(args[i]))
		}
	}
	return list
}

// contextAt returns the name ctx where it is in scope.
func (p *program) contextAt(pos token.Pos) string {
	if !p.free("ctx", pos) {
		return "ctx"
	}
	return ""
}

// results takes a result away from an assignment or adds one.
func (p *program) results(assign *ast.AssignStmt, call *ast.CallExpr) []*mutant {
	symbol, tier, signature := p.callee(call)
	if signature == nil || assign.Tok != token.DEFINE && assign.Tok != token.ASSIGN {
		return nil
	}
	var list []*mutant
	add := func(style string, start, end int, text string) {
		list = append(list, &mutant{
			kind: score.WrongSignature, style: style, symbol: symbol, tier: tier, at: p.offset(assign.Pos()),
			edits: []edit{{start, end, text}},
		})
	}
	lhs := assign.Lhs
	if len(lhs) == 1 {
		end := p.offset(lhs[0].End())
		add("added result", end, end, ", err")
		add("added result", end, end, ", _")
	} else {
		add("dropped result", p.offset(lhs[len(lhs)-2].End()), p.offset(lhs[len(lhs)-1].End()), "")
		add("dropped result", p.offset(lhs[0].Pos()), p.offset(lhs[1].Pos()), "")
	}
	return list
}

// undefined returns uses of the file's own unexported names, misspelt.
func (p *program) undefined() []*mutant {
	var list []*mutant
	ast.Inspect(p.file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || len(id.Name) < 2 || id.Name == strings.ToUpper(id.Name[:1])+id.Name[1:] || id.Name == "_" {
			return true
		}
		obj := p.info.Uses[id]
		if obj == nil || obj.Pkg() != p.pkg {
			return true
		}
		if v, ok := obj.(*types.Var); ok && v.IsField() {
			return true
		}
		if f, ok := obj.(*types.Func); ok && f.Signature().Recv() != nil {
			return true
		}
		if _, ok := obj.(*types.PkgName); ok {
			return true
		}
		for _, v := range lower(id.Name) {
			if p.free(v.name, id.Pos()) && token.Lookup(v.name) == token.IDENT && (len(v.name) > 2 || v.style == "shortened") {
				m := p.rename(score.Undefined, id, v, "solution", "", 0)
				m.symbol = v.name
				list = append(list, m)
			}
		}
		return true
	})
	return list
}
