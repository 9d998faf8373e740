package golang

import (
	"go/ast"
	"go/token"
	"go/types"
)

// tree finds nodes of a package's syntax by their place.
type tree struct {
	parents     map[ast.Node]ast.Node
	selectors   map[token.Pos]*ast.SelectorExpr // by the place of Sel
	identifiers map[token.Pos]*ast.Ident
	ranges      map[[2]token.Pos]ast.Node // outermost expression first
	order       []*ast.SelectorExpr
	keys        []*ast.Ident // of composite literals that are not array, slice or map
	files       []*ast.File
}

func newTree(p *part) *tree {
	t := &tree{
		parents: map[ast.Node]ast.Node{}, selectors: map[token.Pos]*ast.SelectorExpr{}, identifiers: map[token.Pos]*ast.Ident{},
		ranges: map[[2]token.Pos]ast.Node{}, files: p.syntax(),
	}
	for _, f := range t.files {
		var stack []ast.Node
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			if len(stack) > 0 {
				t.parents[n] = stack[len(stack)-1]
			}
			stack = append(stack, n)
			switch n := n.(type) {
			case *ast.SelectorExpr:
				t.selectors[n.Sel.Pos()] = n
				t.order = append(t.order, n)
			case *ast.Ident:
				t.identifiers[n.Pos()] = n
			case *ast.CompositeLit:
				t.addKeys(p, n)
			}
			if e, ok := n.(ast.Expr); ok {
				at := [2]token.Pos{e.Pos(), e.End()}
				if t.ranges[at] == nil {
					t.ranges[at] = e
				}
			}
			return true
		})
	}
	return t
}

// addKeys collects the keys of a literal that may be field names: those of a
// struct, and of a type that could not be resolved.
func (t *tree) addKeys(p *part, lit *ast.CompositeLit) {
	switch lit.Type.(type) {
	case *ast.ArrayType, *ast.MapType:
		return
	}
	if typ := p.info.TypeOf(lit); typ != nil && typ != types.Typ[types.Invalid] && structOf(typ) == nil {
		return
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				t.keys = append(t.keys, key)
			}
		}
	}
}

// at returns the outermost expression with exactly this range, or nil.
func (t *tree) at(start, end token.Pos) ast.Node {
	if n := t.ranges[[2]token.Pos{start, end}]; n != nil {
		return n
	}
	return nil
}

// around returns the innermost call around a place, or nil.
func (t *tree) around(pos token.Pos) ast.Node {
	var best *ast.CallExpr
	for _, f := range t.files {
		if pos < f.FileStart || pos > f.FileEnd {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || pos < n.Pos() || pos > n.End() {
				return false
			}
			if call, ok := n.(*ast.CallExpr); ok {
				best = call
			}
			return true
		})
	}
	if best == nil {
		return nil
	}
	return best
}

// call returns the call that a node is, or whose function or argument it is.
func (t *tree) call(n ast.Node) (call *ast.CallExpr, isArgument bool) {
	if n == nil {
		return nil, false
	}
	if call, ok := n.(*ast.CallExpr); ok {
		if outer, ok := t.parents[n].(*ast.CallExpr); ok && outer.Fun != ast.Expr(call) {
			return outer, true
		}
		return call, false
	}
	for parent := t.parents[n]; parent != nil; n, parent = parent, t.parents[parent] {
		switch parent := parent.(type) {
		case *ast.ParenExpr:
		case *ast.CallExpr:
			return parent, parent.Fun != n
		default:
			return nil, false
		}
	}
	return nil, false
}

// wanted returns the type that an expression is to have by where it stands:
// parameter, variable, result, or nil where that is not simple to say.
func (t *tree) wanted(p *part, e ast.Expr) types.Type {
	var n ast.Node = e
	parent := t.parents[n]
	for {
		paren, ok := parent.(*ast.ParenExpr)
		if !ok {
			break
		}
		n, parent = paren, t.parents[paren]
	}
	switch parent := parent.(type) {
	case *ast.CallExpr:
		s, ok := p.info.Types[parent.Fun].Type.(*types.Signature)
		if !ok {
			if tv := p.info.Types[parent.Fun]; tv.IsType() {
				return tv.Type
			}
			return nil
		}
		for i, a := range parent.Args {
			if ast.Node(a) != n {
				continue
			}
			if last := s.Params().Len() - 1; s.Variadic() && i >= last && !parent.Ellipsis.IsValid() {
				if slice, ok := s.Params().At(last).Type().(*types.Slice); ok {
					return slice.Elem()
				}
			} else if i <= last {
				return s.Params().At(i).Type()
			}
		}
	case *ast.AssignStmt:
		for i, r := range parent.Rhs {
			if ast.Node(r) == n && i < len(parent.Lhs) {
				return p.info.TypeOf(parent.Lhs[i])
			}
		}
	case *ast.ValueSpec:
		if parent.Type != nil {
			return p.info.TypeOf(parent.Type)
		}
	case *ast.KeyValueExpr:
		if lit, ok := t.parents[parent].(*ast.CompositeLit); ok {
			if s := structOf(p.info.TypeOf(lit)); s != nil {
				if key, ok := parent.Key.(*ast.Ident); ok {
					if v, ok := p.info.Uses[key].(*types.Var); ok {
						return v.Type()
					}
				}
			}
		}
	case *ast.ReturnStmt:
		return t.result(p, parent, n)
	}
	return nil
}

// result returns the type of the function's result that n is returned as.
func (t *tree) result(p *part, r *ast.ReturnStmt, n ast.Node) types.Type {
	for f := t.parents[r]; f != nil; f = t.parents[f] {
		var s *types.Signature
		switch f := f.(type) {
		case *ast.FuncLit:
			s, _ = p.info.TypeOf(f).(*types.Signature)
		case *ast.FuncDecl:
			if o := p.info.Defs[f.Name]; o != nil {
				s, _ = o.Type().(*types.Signature)
			}
		default:
			continue
		}
		for i, e := range r.Results {
			if ast.Node(e) == n && s != nil && i < s.Results().Len() {
				return s.Results().At(i).Type()
			}
		}
		return nil
	}
	return nil
}

// keyAt returns the key of a composite literal at a place, with its literal.
func (t *tree) keyAt(pos token.Pos) (*ast.KeyValueExpr, *ast.CompositeLit) {
	id := t.identifiers[pos]
	if id == nil {
		return nil, nil
	}
	kv, _ := t.parents[id].(*ast.KeyValueExpr)
	if kv == nil {
		return nil, nil
	}
	lit, _ := t.parents[kv].(*ast.CompositeLit)
	if lit == nil {
		return nil, nil
	}
	return kv, lit
}

// structOf returns the struct under a type or what it points to, or nil.
func structOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}
