package goapi

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// rangeOver finds ranges over integers and functions.
func (f *finder) rangeOver(n *ast.RangeStmt) {
	switch t := core(f.typeOf(n.X)).(type) {
	case *types.Basic:
		if t.Info()&types.IsInteger != 0 {
			f.add(n.X, "range over integer", "1.22")
		}
	case *types.Signature:
		f.add(n.X, "range over function", "1.23")
	case nil:
		if lit, ok := ast.Unparen(n.X).(*ast.BasicLit); ok && lit.Kind == token.INT {
			f.add(n.X, "range over integer", "1.22")
		}
	}
}

// loopVariables finds loop variables that outlive an iteration, in a function
// literal or behind a pointer: before Go 1.22 all iterations share one.
func (f *finder) loopVariables(loop ast.Node, body *ast.BlockStmt, post ast.Stmt, names ...ast.Expr) {
	variables := map[types.Object]bool{}
	for _, name := range names {
		if id, ok := name.(*ast.Ident); ok && f.info.Defs[id] != nil {
			variables[f.info.Defs[id]] = true
		}
	}
	if len(variables) == 0 {
		return
	}
	note := func(id *ast.Ident) {
		if obj := f.info.Uses[id]; variables[obj] {
			delete(variables, obj) // once for each variable
			f.found = append(f.found, Feature{Pos: id.Pos(), End: id.End(), Name: "loop variable of each iteration", Since: "1.22", From: languageNotes("1.22"), Note: true})
		}
	}
	later := map[*ast.CallExpr]bool{}    // of a go or defer statement
	immediate := map[*ast.FuncLit]bool{} // called on the spot, gone before the next iteration
	inside := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			later[n.Call] = true
		case *ast.DeferStmt:
			later[n.Call] = true
		case *ast.CallExpr:
			if lit := literalOf(n); lit != nil && !later[n] {
				immediate[lit] = true
			}
		case *ast.UnaryExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && n.Op == token.AND {
				note(id)
			}
		case *ast.FuncLit:
			if !immediate[n] {
				ast.Inspect(n.Body, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						note(id)
					}
					return true
				})
			}
		}
		return true
	}
	ast.Inspect(body, inside)
	if post != nil {
		ast.Inspect(post, inside)
	}
}

func literalOf(call *ast.CallExpr) *ast.FuncLit {
	lit, _ := ast.Unparen(call.Fun).(*ast.FuncLit)
	return lit
}

// directives finds build constraints and embedded files.
func (f *finder) directives(file *ast.File) {
	var constraint *ast.Comment
	old := false
	for _, group := range file.Comments {
		for _, c := range group.List {
			switch {
			case strings.HasPrefix(c.Text, "//go:embed ") && c.Pos() > file.Package:
				f.found = append(f.found, Feature{Pos: c.Pos(), End: c.End(), Name: "embedded files", Since: "1.16", From: "Go 1.16 release notes, Embedded Files"})
			case strings.HasPrefix(c.Text, "//go:build ") && c.Pos() < file.Package:
				constraint = c
			case strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(c.Text, "//")), "+build ") && c.Pos() < file.Package:
				old = true
			}
		}
	}
	if constraint != nil && !old { // older releases do not see the line and always build the file
		f.found = append(f.found, Feature{Pos: constraint.Pos(), End: constraint.End(), Name: "build constraint //go:build", Since: "1.17", From: "Go 1.17 release notes, //go:build lines", Note: true})
	}
}
