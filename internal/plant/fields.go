package plant

import (
	"go/ast"
	"go/types"
	"strings"

	"sooth/score"
)

// fields returns uses of fields that their type does not have: in composite
// literals, in selectors, as a field where there is a method, and in literals
// written in place of a constructor.
func (p *program) fields() []*mutant {
	var list []*mutant
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			list = append(list, p.literalFields(n)...)
		case *ast.SelectorExpr:
			if s := p.info.Selections[n]; s != nil && s.Kind() == types.FieldVal {
				list = append(list, p.otherFields(n.Sel, s.Recv(), s.Obj())...)
			}
		case *ast.CallExpr:
			list = append(list, p.constructed(n)...)
			list = append(list, p.chained(n, score.InventedField)...)
			list = append(list, p.methodAsField(n)...)
		}
		return true
	})
	return list
}

// otherFields renames one use of a field of type t.
func (p *program) otherFields(id *ast.Ident, t types.Type, field types.Object) []*mutant {
	tier, path, owner := 0, p.pkg.Path(), ""
	if n := p.named(t); n != nil {
		path, owner = n.Obj().Pkg().Path(), n.Obj().Name()
		if !p.ours(n.Obj().Pkg()) {
			tier = 1
		}
	} else if p.outside(field) || !field.Exported() {
		return nil // promoted from an embedded type, or a name of the answer's own
	} else {
		tier = 4 // a field of the answer's own types: nobody's documentation is wrong
		owner = ownType(t)
	}
	var list []*mutant
	for _, v := range variants(id.Name, true) {
		if !p.has(t, v.name) {
			list = append(list, p.rename(score.InventedField, id, v, path, owner, tier))
		}
	}
	return list
}

func ownType(t types.Type) string {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return "struct"
}

func (p *program) literalFields(lit *ast.CompositeLit) []*mutant {
	t := p.info.Types[lit].Type
	if t == nil {
		return nil
	}
	if _, ok := t.Underlying().(*types.Struct); !ok {
		return nil
	}
	var list []*mutant
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && p.info.Uses[id] != nil {
				list = append(list, p.otherFields(id, t, p.info.Uses[id])...)
			}
		}
	}
	return list
}

// constructed writes &pkg.T{Name: arg} with a field that T does not have in
// place of pkg.NewT(arg).
func (p *program) constructed(call *ast.CallExpr) []*mutant {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 || !p.oneLine(call) || call.Ellipsis.IsValid() {
		return nil
	}
	pkg, owner := p.imported(sel), p.named(p.info.Types[call].Type)
	name, made := strings.CutPrefix(sel.Sel.Name, "New")
	if pkg == nil || owner == nil || !made || name != owner.Obj().Name() || owner.Obj().Pkg() != pkg || owner.TypeParams().Len() > 0 {
		return nil
	}
	if _, ok := owner.Underlying().(*types.Struct); !ok {
		return nil
	}
	amp := ""
	if _, ptr := p.info.Types[call].Type.(*types.Pointer); ptr {
		amp = "&"
	}
	signature, ok := p.info.Types[call.Fun].Type.(*types.Signature)
	if !ok {
		return nil
	}
	var list []*mutant
	at := p.offset(call.Pos())
	param := signature.Params().At(0).Name()
	for _, field := range []string{strings.ToUpper(param[:min(1, len(param))]) + param[min(1, len(param)):], "Options", "Delay", "Value"} {
		if len(field) < 3 || p.has(p.info.Types[call].Type, field) {
			continue
		}
		text := amp + p.text(sel.X) + "." + name + "{" + field + ": " + p.text(call.Args[0]) + "}"
		list = append(list, &mutant{
			kind: score.InventedField, style: "literal for a constructor", symbol: pkg.Path() + "." + name + "." + field, path: pkg.Path(),
			owner: name, name: field, tier: 1, at: at, shift: strings.Index(text, "{") + 1,
			edits: []edit{{at, p.offset(call.End()), text}},
		})
	}
	return list
}

// methodAsField writes x.Name in place of x.Method(), Name a near miss.
func (p *program) methodAsField(call *ast.CallExpr) []*mutant {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) > 0 || !p.oneLine(call) {
		return nil
	}
	s := p.info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal || !p.outside(s.Obj()) || p.statement(call) {
		return nil
	}
	owner := p.named(s.Recv())
	if owner == nil {
		return nil
	}
	var list []*mutant
	for _, v := range variants(sel.Sel.Name, true) {
		if p.has(s.Recv(), v.name) || v.style == "added word" {
			continue
		}
		m := p.rename(score.InventedField, sel.Sel, near{v.name, "field for a method"}, owner.Obj().Pkg().Path(), owner.Obj().Name(), 1)
		m.edits[0].end = p.offset(call.End())
		list = append(list, m)
	}
	return list
}

// statement reports that an expression is a statement of its own.
func (p *program) statement(e ast.Expr) bool {
	found := false
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			found = found || n.X == e
		case *ast.DeferStmt:
			found = found || n.Call == e
		case *ast.GoStmt:
			found = found || n.Call == e
		}
		return !found
	})
	return found
}
