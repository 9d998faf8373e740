package golang

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"sooth/lang"
	"sooth/score"
)

// classify turns the errors of the type checker into problems. Names that do
// not exist are found in the syntax tree; the error at the same place confirms
// that the type checker looked for them and found nothing.
func (c *check) classify(ctx context.Context, p *part) {
	if len(p.errors) == 0 {
		return
	}
	t := newTree(p)
	atPlace := map[token.Pos]bool{}
	for _, e := range p.errors {
		d := detailOf(e)
		if strings.HasPrefix(e.Msg, "\t") { // explains the error before
			if n := len(c.problems); n > 0 {
				c.problems[n-1].Message = bounded(c.problems[n-1].Message + "\n" + e.Msg)
			}
			continue
		}
		if d.code == codeMismatchedPkgName || d.code == codeBrokenImport {
			continue // reported as the go command does
		}
		atPlace[e.Pos] = true
		if c.ofAbsent(p, t, e.Pos, d.code) {
			continue
		}
		c.report(c.problem(ctx, p, t, e, d))
	}
	c.unexamined(p, t, atPlace)
}

// problem classifies one error.
func (c *check) problem(ctx context.Context, p *part, t *tree, e types.Error, d detail) lang.Problem {
	q := lang.Problem{
		Diagnostic: score.Diagnostic{Kind: kindOf(d.code), Message: e.Msg, Span: c.span(e.Pos, d.end)},
		Soft:       e.Soft,
	}
	if strings.Contains(e.Msg, "requires go1.") { // the code says what is too new, not that it is
		q.Kind = score.TooNew
	}
	switch d.code {
	case codeUndeclaredImportedName, codeUnexportedName:
		if s := t.selectors[e.Pos]; s != nil {
			c.missingInPackage(ctx, p, t, s, &q)
		}
	case codeMissingFieldOrMethod:
		if s := t.selectors[e.Pos]; s != nil {
			c.missingInType(ctx, p, t, s, &q)
		}
	case codeMissingLitField:
		if kv, lit := t.keyAt(e.Pos); kv != nil {
			c.missingInLiteral(ctx, p, kv, lit, &q)
		}
	case codeUndeclaredName:
		if id := t.identifiers[e.Pos]; id != nil {
			c.undefined(id, &q)
		}
	case codeWrongAssignCount:
		if _, ok := t.at(d.start, d.end).(*ast.CallExpr); ok {
			q.Kind = score.WrongSignature
		}
	}
	switch q.Kind {
	case score.WrongSignature, score.TypeMismatch:
		c.callProblem(p, t, d, &q)
	}
	return q
}

// ofAbsent reports whether an error is about a package that could not be
// imported: that was reported where it is imported.
func (c *check) ofAbsent(p *part, t *tree, pos token.Pos, code int) bool {
	switch code {
	case codeUndeclaredImportedName:
		if s := t.selectors[pos]; s != nil {
			if id, ok := ast.Unparen(s.X).(*ast.Ident); ok {
				name, ok := p.info.Uses[id].(*types.PkgName)
				return ok && c.absent[name.Imported().Path()] != nil
			}
		}
	case codeUnusedImport:
		s := p.specAt(pos)
		return s != nil && c.absent[importPath(s)] != nil
	}
	return false
}

// undefined describes a plain name that nothing declares. It names something of
// the program's own package, or a package that was not imported, so it accuses
// nobody.
func (c *check) undefined(id *ast.Ident, q *lang.Problem) {
	q.Kind = score.Undefined
	q.Symbol = id.Name
	for _, path := range c.importableStd() {
		if path == id.Name || strings.HasSuffix(path, "/"+id.Name) {
			q.Suggestion = "import \"" + path + "\""
			return
		}
	}
}

// callProblem says which function is called wrongly. An argument of the wrong
// type is a wrong signature; so is a type that has the methods of an interface
// but for the signature of one.
func (c *check) callProblem(p *part, t *tree, d detail, q *lang.Problem) {
	n := t.at(d.start, d.end)
	if n == nil {
		n = t.around(d.start)
	}
	if e, ok := n.(ast.Expr); ok && q.Kind == score.TypeMismatch {
		if tv, ok := p.info.Types[e]; ok && wrongMethod(tv.Type, t.wanted(p, e)) {
			q.Kind = score.WrongSignature
		}
	}
	call, isArgument := t.call(n)
	if call == nil {
		return
	}
	code := d.code
	if q.Kind == score.TypeMismatch && isArgument && (code == codeIncompatibleAssign || code == codeInvalidIfaceAssign || code == codeInvalidTypeArg) && !conversion(p, call) {
		q.Kind = score.WrongSignature
	}
	if q.Kind == score.WrongSignature && q.Symbol == "" {
		if o := callee(p, call); o != nil {
			q.Symbol = c.qualified(p, o, call.Fun)
			if f, ok := o.(*types.Func); ok && o.Pkg() != nil && o.Pkg() != p.types {
				q.Evidence = types.ObjectString(f, types.RelativeTo(p.types))
			}
		}
	}
}

// conversion reports whether a call is a conversion to a type.
func conversion(p *part, call *ast.CallExpr) bool { return p.info.Types[call.Fun].IsType() }

// wrongMethod reports whether a type fails to be an interface by the signature
// of a method that it does have.
func wrongMethod(have, want types.Type) bool {
	if have == nil || want == nil {
		return false
	}
	i, ok := want.Underlying().(*types.Interface)
	if !ok || i.NumMethods() == 0 {
		return false
	}
	method, wrong := types.MissingMethod(have, i, true)
	return method != nil && wrong
}

// callee returns the function, method or variable that a call calls, or nil.
func callee(p *part, call *ast.CallExpr) types.Object {
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(f.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(f.X)
	}
	switch f := fun.(type) {
	case *ast.Ident:
		return p.info.Uses[f]
	case *ast.SelectorExpr:
		return p.info.Uses[f.Sel]
	}
	return nil
}

// qualified returns the name of an object with its package: "net/http.Client.Do".
func (c *check) qualified(p *part, o types.Object, use ast.Expr) string {
	if o.Pkg() == nil {
		return o.Name()
	}
	name := o.Name()
	if s, ok := ast.Unparen(use).(*ast.SelectorExpr); ok {
		if owner := ownerOf(o, p.info.Selections[s]); owner != "" {
			name = owner + "." + name
		}
	}
	return o.Pkg().Path() + "." + name
}

// unexamined reports the exported selectors that the type checker did not
// resolve and did not complain of: what stands before them is itself wrong.
// They count against nothing, but nobody can say that they exist.
func (c *check) unexamined(p *part, t *tree, atPlace map[token.Pos]bool) {
	if len(p.errors) >= maxProblems {
		return // the others are not known
	}
	for _, s := range t.order {
		if !s.Sel.IsExported() || atPlace[s.Sel.Pos()] || p.info.Uses[s.Sel] != nil {
			continue
		}
		why := "what stands before it could not be resolved"
		if id, ok := ast.Unparen(s.X).(*ast.Ident); ok {
			if _, isPackage := p.info.Uses[id].(*types.PkgName); isPackage {
				continue // of a package whose import was reported
			}
			if p.info.Uses[id] == nil && atPlace[id.Pos()] {
				why = id.Name + " is not defined"
			}
		}
		c.notLookedUp(s.Sel, types.ExprString(s), why)
	}
	for _, id := range t.keys {
		if id.IsExported() && !atPlace[id.Pos()] && p.info.Uses[id] == nil {
			c.notLookedUp(id, "field "+id.Name, "the type of the literal could not be resolved")
		}
	}
}

// notLookedUp notes a name that the type checker did not come to.
func (c *check) notLookedUp(id *ast.Ident, what, why string) {
	c.report(lang.Problem{
		Diagnostic: score.Diagnostic{
			Kind: score.CouldNotDetermine, Span: c.span(id.Pos(), id.End()), Symbol: id.Name, Note: true,
			Message: what + " could not be looked up: " + why,
		},
		Unsure: why,
	})
}
