package golang

import (
	"context"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"sooth/lang"
	"sooth/score"
)

// missingInPackage judges pkg.Name where the package has no such name.
func (c *check) missingInPackage(ctx context.Context, p *part, t *tree, s *ast.SelectorExpr, q *lang.Problem) {
	id, _ := ast.Unparen(s.X).(*ast.Ident)
	name, _ := p.info.Uses[id].(*types.PkgName)
	if id == nil || name == nil {
		return
	}
	pkg := name.Imported()
	q.Kind = score.InventedFunction
	if t.isType(p, s) {
		q.Kind = score.InventedType
	}
	q.Symbol = pkg.Path() + "." + s.Sel.Name
	if own := c.own(pkg.Path()); own != nil {
		c.missingInOwn(p, pkg, s, q)
		return
	}
	w := c.witnessPackage(ctx, pkg.Path(), s.Sel.Name)
	c.judge(w, q)
	if q.Accuses {
		if q.Suggestion = c.suggestInPackage(pkg, s.Sel.Name, q.Kind); q.Suggestion == "" {
			q.Suggestion = c.elsewhere(pkg.Path(), s.Sel.Name)
		}
	}
}

// missingInOwn judges pkg.Name where pkg belongs to the program: it is here in
// full.
func (c *check) missingInOwn(p *part, pkg *types.Package, s *ast.SelectorExpr, q *lang.Problem) {
	if pkg.Scope().Lookup(s.Sel.Name) != nil {
		q.Kind = score.OtherError
		q.Evidence = "the package declares it, but does not export it"
		return
	}
	own := c.own(pkg.Path())
	if len(own.left) > 0 || len(own.errors) > 0 {
		q.Unsure = "the package has errors, or files that the build leaves out"
		return
	}
	q.Accuses = s.Sel.IsExported()
	q.Evidence = "the package belongs to the program and is given in full; no file declares it"
	q.Suggestion = c.suggestInPackage(pkg, s.Sel.Name, q.Kind)
}

// missingInType judges x.Name where the type of x has neither field nor method
// of that name.
func (c *check) missingInType(ctx context.Context, p *part, t *tree, s *ast.SelectorExpr, q *lang.Problem) {
	tv, ok := p.info.Types[s.X]
	if !ok || tv.Type == nil || tv.Type == types.Typ[types.Invalid] {
		q.Unsure = "the type of what stands before it is not known"
		return
	}
	q.Kind = score.InventedField
	if t.isCalled(s) || tv.IsType() {
		q.Kind = score.InventedMethod
	}
	c.missingMember(ctx, p, tv.Type, s.Sel.Name, q)
}

// missingInLiteral judges a key of a composite literal.
func (c *check) missingInLiteral(ctx context.Context, p *part, kv *ast.KeyValueExpr, lit *ast.CompositeLit, q *lang.Problem) {
	key, ok := kv.Key.(*ast.Ident)
	typ := p.info.TypeOf(lit)
	if !ok || typ == nil {
		return
	}
	q.Kind = score.InventedField
	c.missingMember(ctx, p, typ, key.Name, q)
}

// missingMember judges a name that is no field or method of a type.
func (c *check) missingMember(ctx context.Context, p *part, typ types.Type, name string, q *lang.Problem) {
	base := dereference(typ)
	q.Symbol = c.typeName(p, base) + "." + name
	if _, ok := types.Unalias(base).(*types.TypeParam); ok {
		q.Unsure = "the operand is of a type parameter"
		q.Symbol = name
		return
	}
	if why := c.hasMember(p, base, name); why != "" {
		q.Kind = score.OtherError
		q.Evidence = why
		return
	}
	if !ast.IsExported(name) && c.ownType(p, base) {
		q.Kind = score.Undefined // a local matter: no interface of others was invented
		q.Suggestion = c.suggestMember(p, base, name)
		return
	}
	c.judge(c.witnessMember(ctx, p, base, name), q)
	if q.Accuses {
		q.Suggestion = c.suggestMember(p, base, name)
	}
}

// dereference strips pointers.
func dereference(t types.Type) types.Type {
	for {
		p, ok := types.Unalias(t).(*types.Pointer)
		if !ok {
			return t
		}
		t = p.Elem()
	}
}

// hasMember says in which way a type does have a member of exactly this name,
// although it cannot be used as the program does; empty: it has none. It is the
// first witness.
func (c *check) hasMember(p *part, base types.Type, name string) string {
	pkgs := []*types.Package{p.types}
	if n := namedOf(base); n != nil && n.Obj().Pkg() != nil {
		pkgs = append(pkgs, n.Obj().Pkg()) // finds what is not exported, too
	}
	for _, pkg := range pkgs {
		for _, t := range []types.Type{base, types.NewPointer(base)} {
			o, index, indirect := types.LookupFieldOrMethod(t, true, pkg, name)
			switch {
			case o != nil && !o.Exported() && o.Pkg() != p.types:
				return "the type has it, but it is not exported"
			case o != nil && len(index) > 1:
				return "the type has it by embedding"
			case o != nil:
				return "the type has it, but not in this use"
			case index != nil:
				return "the type has it more than once at one depth"
			case indirect:
				return "a pointer to the type has it"
			}
		}
	}
	return ""
}

// namedOf returns the named type of t, that of a generic type's instance
// included, or nil.
func namedOf(t types.Type) *types.Named {
	n, _ := types.Unalias(t).(*types.Named)
	if n == nil {
		return nil
	}
	return n.Origin()
}

// ownType reports whether the program itself declares a type.
func (c *check) ownType(p *part, t types.Type) bool {
	n := namedOf(t)
	return n != nil && n.Obj().Pkg() != nil && (n.Obj().Pkg() == p.types || c.own(n.Obj().Pkg().Path()) != nil)
}

// typeName returns a type as symbols name it: "net/http.Client", "string".
func (c *check) typeName(p *part, t types.Type) string {
	if n := namedOf(t); n != nil {
		if n.Obj().Pkg() == nil {
			return n.Obj().Name()
		}
		return n.Obj().Pkg().Path() + "." + n.Obj().Name()
	}
	return types.TypeString(t, nil)
}

// isType reports whether a selector stands where a type stands.
func (t *tree) isType(p *part, s *ast.SelectorExpr) bool {
	var n ast.Node = s
	parent := t.parents[n]
	for {
		switch parent.(type) {
		case *ast.ParenExpr, *ast.StarExpr:
			n, parent = parent, t.parents[parent]
			continue
		case *ast.IndexExpr, *ast.IndexListExpr:
			if x, ok := parent.(*ast.IndexExpr); ok && x.X != n {
				return generic(p, x.X)
			}
			if x, ok := parent.(*ast.IndexListExpr); ok && x.X != n {
				return true
			}
			n, parent = parent, t.parents[parent]
			continue
		}
		break
	}
	return t.typePlace(n)
}

// generic reports whether an expression denotes a generic function or type, so
// that what stands in brackets behind it is a type.
func generic(p *part, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if s, isSelector := ast.Unparen(e).(*ast.SelectorExpr); isSelector {
		id, ok = s.Sel, true
	}
	if !ok {
		return false
	}
	switch o := p.info.Uses[id].(type) {
	case *types.Func:
		return o.Signature().TypeParams() != nil
	case *types.TypeName:
		return true
	}
	return false
}

// typePlace reports whether only a type can stand at the place of n.
func (t *tree) typePlace(n ast.Node) bool {
	switch p := t.parents[n].(type) {
	case *ast.Field:
		return p.Type == n
	case *ast.CompositeLit:
		return p.Type == n
	case *ast.TypeSpec:
		return p.Type == n
	case *ast.ValueSpec:
		return p.Type == n
	case *ast.TypeAssertExpr:
		return p.Type == n
	case *ast.ArrayType:
		return p.Elt == n
	case *ast.MapType, *ast.ChanType, *ast.Ellipsis:
		return true
	case *ast.StarExpr, *ast.ParenExpr, *ast.IndexExpr, *ast.IndexListExpr:
		return t.typePlace(p)
	case *ast.CaseClause:
		if body, ok := t.parents[p].(*ast.BlockStmt); ok {
			_, ok = t.parents[body].(*ast.TypeSwitchStmt)
			return ok
		}
	case *ast.CallExpr:
		f, ok := p.Fun.(*ast.Ident) // new(pkg.T), make(pkg.T)
		return ok && (f.Name == "new" || f.Name == "make") && len(p.Args) > 0 && p.Args[0] == n
	}
	return false
}

// isCalled reports whether a selector is what a call calls.
func (t *tree) isCalled(s *ast.SelectorExpr) bool {
	var n ast.Node = s
	for {
		switch p := t.parents[n].(type) {
		case *ast.ParenExpr:
			n = p
		case *ast.IndexExpr:
			if p.X != n {
				return false
			}
			n = p
		case *ast.CallExpr:
			return p.Fun == n
		default:
			return false
		}
	}
}

// judge takes the verdict of the second witness into a problem.
func (c *check) judge(w testimony, q *lang.Problem) {
	q.Evidence = strings.Join(w.said, "; ")
	switch {
	case w.open != "":
		q.Kind = score.CouldNotDetermine
		q.Unsure = w.open
	case w.hidden != "":
		q.Kind = score.OtherError
		q.Evidence = w.hidden
	case w.doubt != "":
		q.Unsure = w.doubt
	default:
		q.Accuses = true
	}
}

// testimony is what the second witness says of a name.
type testimony struct {
	open   string   // why the package is not known completely: even that the name is missing is not known
	doubt  string   // why the name is not accused although the package does not offer it
	hidden string   // the name exists, but is not exported
	said   []string // evidence
}

func (w *testimony) say(format string, args ...any) {
	w.said = append(w.said, fmt.Sprintf(format, args...))
}
