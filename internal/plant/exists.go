package plant

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"sooth/score"
)

// qualified returns near misses of the functions, variables and constants, or
// of the types, that the file takes from other packages.
func (p *program) qualified(kind score.Kind) []*mutant {
	var list []*mutant
	hinted := hints(p.task)
	ast.Inspect(p.file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		pkg := p.imported(sel)
		_, isType := p.info.Uses[sel.Sel].(*types.TypeName)
		if pkg == nil || isType != (kind == score.InventedType) {
			return true
		}
		names := variants(sel.Sel.Name, isType)
		for _, h := range hinted {
			if p.ours(pkg) && alike(h, sel.Sel.Name) {
				names = append(names, near{h, "other version"})
			}
		}
		tier := 1
		if p.ours(pkg) {
			tier = 0
		}
		for _, v := range names {
			if pkg.Scope().Lookup(v.name) == nil {
				list = append(list, p.rename(kind, sel.Sel, v, pkg.Path(), "", tier))
			}
		}
		return true
	})
	if kind == score.InventedType {
		list = append(list, p.declaredTypes()...)
	}
	return list
}

// rename is the mutant that writes a near name in place of an identifier.
func (p *program) rename(kind score.Kind, id *ast.Ident, v near, path, owner string, tier int) *mutant {
	symbol := path + "." + v.name
	if owner != "" {
		symbol = path + "." + owner + "." + v.name
	}
	at := p.offset(id.Pos())
	return &mutant{
		kind: kind, style: v.style, symbol: symbol, path: path, owner: owner, name: v.name, tier: tier, at: at,
		edits: []edit{{at, p.offset(id.End()), v.name}},
	}
}

// declaredTypes gives parameters and variables of unnamed types an invented
// type of an imported package: for files that name no type of another one.
func (p *program) declaredTypes() []*mutant {
	var list []*mutant
	add := func(name *ast.Ident, typ ast.Expr) {
		for _, spec := range p.file.Imports {
			path := spec.Path.Value[1 : len(spec.Path.Value)-1]
			q, _ := p.qualifier(path)
			pkg := p.dependency(path)
			if pkg == nil || !p.ours(pkg) {
				continue
			}
			var names []near
			if _, slice := typ.(*ast.ArrayType); slice {
				names = []near{{"List", "invented collection"}, {"Set", "invented collection"}, {"StringSlice", "invented collection"}}
			}
			names = append(names, near{string(append([]byte{name.Name[0] &^ 0x20}, name.Name[1:]...)), "named after the variable"})
			for _, v := range names {
				if len(v.name) > 2 && pkg.Scope().Lookup(v.name) == nil {
					at := p.offset(typ.Pos())
					list = append(list, &mutant{
						kind: score.InventedType, style: v.style, symbol: path + "." + v.name, path: path, name: v.name, tier: 2, at: at,
						shift: len(q) + 1, edits: []edit{{at, p.offset(typ.End()), q + "." + v.name}},
					})
				}
			}
		}
	}
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			for _, f := range n.Type.Params.List {
				if _, variadic := f.Type.(*ast.Ellipsis); !variadic && len(f.Names) == 1 {
					add(f.Names[0], f.Type)
				}
			}
		case *ast.DeclStmt:
			if g := n.Decl.(*ast.GenDecl); g.Tok == token.VAR {
				for _, s := range g.Specs {
					if v := s.(*ast.ValueSpec); v.Type != nil && len(v.Names) == 1 {
						add(v.Names[0], v.Type)
					}
				}
			}
		}
		return true
	})
	return list
}

// dependency returns the imported package of path.
func (p *program) dependency(path string) *types.Package {
	for _, pkg := range p.pkg.Imports() {
		if pkg.Path() == path {
			return pkg
		}
	}
	return nil
}

// methods returns calls of methods that their type does not have: near names,
// and methods that other types of the package have.
func (p *program) methods() []*mutant {
	var list []*mutant
	hinted := hints(p.task)
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			s := p.info.Selections[n]
			if s == nil || s.Kind() != types.MethodVal || !p.outside(s.Obj()) {
				return true
			}
			owner := p.named(s.Recv())
			if owner == nil {
				return true
			}
			names := append(variants(n.Sel.Name, false), foreign(owner, n.Sel.Name)...)
			for _, h := range hinted {
				if alike(h, n.Sel.Name) {
					names = append(names, near{h, "other version"})
				}
			}
			tier := 1
			if p.ours(owner.Obj().Pkg()) {
				tier = 0
			}
			for _, v := range names {
				if !p.has(s.Recv(), v.name) {
					list = append(list, p.rename(score.InventedMethod, n.Sel, v, owner.Obj().Pkg().Path(), owner.Obj().Name(), tier))
				}
			}
		case *ast.CallExpr:
			list = append(list, p.chained(n, score.InventedMethod)...)
		}
		return true
	})
	return append(list, p.onParameters()...)
}

// foreign returns methods of the other types of owner's package.
func foreign(owner *types.Named, like string) []near {
	var names []string
	scope := owner.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !t.Exported() || t == owner.Obj() {
			continue
		}
		if n, ok := types.Unalias(t.Type()).(*types.Named); ok {
			for m := range n.Methods() {
				if m.Exported() && len(m.Name()) > 2 && alike(m.Name(), like) && !slices.Contains(names, m.Name()) {
					names = append(names, m.Name())
				}
			}
		}
	}
	var out []near
	for _, n := range names {
		out = append(out, near{n, "method of another type"})
	}
	return out
}
