package goapi

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Feature is a use of a language feature or builtin function that not every
// release of Go has.
type Feature struct {
	Pos, End token.Pos
	Name     string // "range over integer", "builtin clear"
	Since    string // "1.22"
	From     string // "Go 1.22 release notes, Changes to the language"
	// Note says that a compiler set to an older release accepts the program,
	// but it means something else there.
	Note bool
}

// Features returns the uses of language features and builtin functions in
// files, in source order; features that Go 1.8 had are left out. Where info
// lacks an entry, as in a program with errors or with info nil, only what the
// syntax alone decides is reported. Of the fields of info Types, Defs, Uses
// and Instances are read.
//
// Changes of type inference are reported where the program shows them: generic
// functions used as values and untyped constants of several kinds for one type
// parameter. The finer rules of Go 1.21 for interfaces are not.
func Features(fset *token.FileSet, files []*ast.File, info *types.Info) []Feature {
	if info == nil {
		info = &types.Info{}
	}
	f := &finder{fset: fset, info: info}
	for _, file := range files {
		f.directives(file)
		f.stack = f.stack[:0]
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				f.stack = f.stack[:len(f.stack)-1]
				return true
			}
			f.visit(n)
			f.stack = append(f.stack, n)
			return true
		})
	}
	slices.SortStableFunc(f.found, func(x, y Feature) int {
		return cmp.Or(cmp.Compare(x.Pos, y.Pos), cmp.Compare(x.End, y.End), cmp.Compare(x.Name, y.Name))
	})
	return slices.Compact(f.found)
}

// finder collects features during a walk over the syntax tree.
type finder struct {
	fset  *token.FileSet
	info  *types.Info
	stack []ast.Node // the ancestors of the node being visited, outermost first
	found []Feature
}

// add notes a feature that release notes describe under Changes to the language.
func (f *finder) add(n ast.Node, name, since string) {
	f.found = append(f.found, Feature{Pos: n.Pos(), End: n.End(), Name: name, Since: since, From: languageNotes(since)})
}

func (f *finder) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.Ident:
		f.identifier(n)
	case *ast.TypeSpec:
		f.typeDeclaration(n)
	case *ast.FuncDecl:
		if n.Type.TypeParams.NumFields() > 0 {
			f.add(n.Type.TypeParams, "type parameters", "1.18")
		}
	case *ast.InterfaceType:
		f.interfaceType(n)
	case *ast.CallExpr:
		f.call(n)
	case *ast.BasicLit:
		f.literal(n)
	case *ast.BinaryExpr:
		if n.Op == token.SHL || n.Op == token.SHR {
			f.shift(n.Y)
		}
	case *ast.AssignStmt:
		if (n.Tok == token.SHL_ASSIGN || n.Tok == token.SHR_ASSIGN) && len(n.Rhs) == 1 {
			f.shift(n.Rhs[0])
		}
	case *ast.RangeStmt:
		f.rangeOver(n)
		if n.Tok == token.DEFINE {
			f.loopVariables(n, n.Body, nil, n.Key, n.Value)
		}
	case *ast.ForStmt:
		if init, ok := n.Init.(*ast.AssignStmt); ok && init.Tok == token.DEFINE {
			f.loopVariables(n, n.Body, n.Post, init.Lhs...)
		}
	}
}

// typeOf returns the type of an expression, nil where it is not known.
func (f *finder) typeOf(e ast.Expr) types.Type {
	t := f.info.TypeOf(e)
	if basic, ok := t.(*types.Basic); ok && basic.Kind() == types.Invalid {
		return nil
	}
	return t
}

// isType reports whether an expression is known to denote a type.
func (f *finder) isType(e ast.Expr) bool { return f.info.Types[e].IsType() }

// core returns the underlying type of t, for a type parameter that of the
// first type of its constraint: all types of a constraint that can be ranged
// over have the same.
func core(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	p, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	return firstTerm(p.Constraint(), 0)
}

func firstTerm(constraint types.Type, depth int) types.Type {
	i, ok := constraint.Underlying().(*types.Interface)
	if !ok || depth > maxEmbedding {
		return nil
	}
	for e := range i.EmbeddedTypes() {
		switch e := e.(type) {
		case *types.Union:
			if e.Len() > 0 {
				return core(e.Term(0).Type())
			}
		default:
			if _, ok := e.Underlying().(*types.Interface); !ok {
				return core(e)
			}
			if t := firstTerm(e, depth+1); t != nil {
				return t
			}
		}
	}
	return nil
}
