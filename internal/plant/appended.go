package plant

import (
	"go/ast"
	"go/types"

	"sooth/score"
)

// chained appends a method or field that does not exist to a call of a
// function of another package: builders that this one has not got.
func (p *program) chained(call *ast.CallExpr, kind score.Kind) []*mutant {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	owner := p.named(p.info.Types[call].Type)
	if !ok || owner == nil || !p.oneLine(call) || p.imported(sel) == nil || !p.ours(owner.Obj().Pkg()) {
		return nil
	}
	names, after := []string{"WithContext", "WithTimeout", "Build", "MustBuild"}, []string{"(ctx)", "(time.Second)", "()", "()"}
	if kind == score.InventedField {
		names, after = []string{"Value", "Result", "Inner"}, []string{"", "", ""}
	}
	var list []*mutant
	for i, name := range names {
		if p.has(p.info.Types[call].Type, name) {
			continue
		}
		if name == "WithContext" && p.free("ctx", call.Pos()) || name == "WithTimeout" && p.free("time", call.Pos()) {
			continue
		}
		at := p.offset(call.End())
		list = append(list, &mutant{
			kind: kind, style: "chained to a call", symbol: owner.Obj().Pkg().Path() + "." + owner.Obj().Name() + "." + name,
			path: owner.Obj().Pkg().Path(), owner: owner.Obj().Name(), name: name, tier: 2, at: at, shift: 1,
			edits: []edit{{at, at, "." + name + after[i]}},
		})
	}
	return list
}

// onParameters adds a use of a method or field that a parameter's type does
// not have, as the first statement: for files that call no method of others.
func (p *program) onParameters() []*mutant {
	var list []*mutant
	ast.Inspect(p.file, func(n ast.Node) bool {
		f, ok := n.(*ast.FuncDecl)
		if !ok || f.Body == nil || len(f.Body.List) == 0 {
			return true
		}
		for _, field := range f.Type.Params.List {
			for _, id := range field.Names {
				obj := p.info.Defs[id]
				if obj == nil || id.Name == "_" {
					continue
				}
				owner := p.named(obj.Type())
				if owner == nil {
					continue
				}
				set := types.NewMethodSet(obj.Type())
				for i := range set.Len() {
					m := set.At(i).Obj().(*types.Func)
					sig := m.Signature()
					if !m.Exported() || sig.Params().Len() != 0 || sig.Results().Len() != 1 {
						continue
					}
					for _, v := range variants(m.Name(), false) {
						if p.has(obj.Type(), v.name) {
							continue
						}
						at := p.offset(f.Body.List[0].Pos())
						text := "_ = " + id.Name + "."
						list = append(list, &mutant{
							kind: score.InventedMethod, style: v.style, symbol: owner.Obj().Pkg().Path() + "." + owner.Obj().Name() + "." + v.name,
							path: owner.Obj().Pkg().Path(), owner: owner.Obj().Name(), name: v.name, tier: 3, at: at, shift: len(text),
							edits: []edit{{at, at, text + v.name + "()\n\t"}},
						})
					}
				}
			}
		}
		return true
	})
	return list
}
