package gofact

import (
	"go/ast"
	"go/token"

	"sooth/fact"
)

// declarer makes definitions of the declarations of a file.
type declarer struct {
	file     *sourceFile
	strength fact.Strength
	aliases  map[string]string // local aliases of types, for receivers
	add      func(fact.Fact)
}

// declare emits the definitions of a file in the order of its source.
func (d *declarer) declare() {
	for _, decl := range d.file.syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			d.function(decl)
		case *ast.GenDecl:
			d.group(d.file.path, decl)
		}
	}
}

// function emits a function or method and the types declared in it.
func (d *declarer) function(f *ast.FuncDecl) {
	symbol, subject := symbolFunc, d.subject(f)
	if f.Recv != nil {
		symbol = symbolMethod
	}
	if f.Name.Name != "_" {
		d.emit(subject, symbol, funcSignature(f), f.Name, f.Pos(), f.End(), f.Doc)
	}
	if f.Body != nil {
		d.local(subject, f.Body)
	}
}

// subject returns the name of a function or method.
func (d *declarer) subject(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return d.file.path + "." + f.Name.Name
	}
	return d.file.path + "." + d.receiver(f) + "." + f.Name.Name
}

// receiver returns the name of the type that a method belongs to.
func (d *declarer) receiver(f *ast.FuncDecl) string {
	name := "_"
	if len(f.Recv.List) > 0 {
		name = baseName(f.Recv.List[0].Type)
	}
	for range len(d.aliases) {
		target, ok := d.aliases[name]
		if !ok {
			break
		}
		name = target
	}
	return name
}

// baseName returns the name of a type without star, package and type
// arguments; "_" where it has none.
func baseName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return baseName(e.X)
	case *ast.IndexExpr:
		return baseName(e.X)
	case *ast.IndexListExpr:
		return baseName(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return "_"
}

// baseIdent returns the identifier that baseName names, or nil.
func baseIdent(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return baseIdent(e.X)
	case *ast.IndexExpr:
		return baseIdent(e.X)
	case *ast.IndexListExpr:
		return baseIdent(e.X)
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.Ident:
		return e
	}
	return nil
}

// local emits the types that a function declares for itself, by the name of
// the function.
func (d *declarer) local(subject string, body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if g, ok := n.(*ast.GenDecl); ok && g.Tok == token.TYPE {
			d.group(subject, g)
			return false
		}
		return true
	})
}

// group emits the constants, variables or types of a declaration.
func (d *declarer) group(prefix string, g *ast.GenDecl) {
	var typ ast.Expr // of the constant before, which one without a value repeats
	var values []ast.Expr
	for _, spec := range g.Specs {
		pos, end := spec.Pos(), spec.End()
		if !g.Lparen.IsValid() {
			pos, end = g.Pos(), g.End()
		}
		switch s := spec.(type) {
		case *ast.TypeSpec:
			d.typ(prefix, s, pos, end, docOf(s.Doc, g))
		case *ast.ValueSpec:
			if g.Tok != token.CONST || s.Type != nil || len(s.Values) > 0 {
				typ, values = s.Type, s.Values
			}
			d.values(prefix, g.Tok, s, typ, values, pos, end, docOf(s.Doc, g))
		}
	}
}

// docOf returns the doc comment of a spec: its own, or that of a declaration
// without parentheses.
func docOf(own *ast.CommentGroup, g *ast.GenDecl) *ast.CommentGroup {
	if own == nil && !g.Lparen.IsValid() {
		return g.Doc
	}
	return own
}

func (d *declarer) values(prefix string, tok token.Token, s *ast.ValueSpec, typ ast.Expr, values []ast.Expr, pos, end token.Pos, doc *ast.CommentGroup) {
	symbol := symbolVar
	if tok == token.CONST {
		symbol = symbolConst
	}
	for i, n := range s.Names {
		if n.Name == "_" {
			continue
		}
		var value ast.Expr
		if i < len(values) {
			value = values[i]
		}
		subject := prefix + "." + n.Name
		d.emit(subject, symbol, valueSignature(tok, n.Name, typ, value), n, pos, end, doc)
		if i > 0 {
			continue
		}
		if s.Type != nil {
			d.members(subject, s.Type)
		} else if lit, ok := value.(*ast.CompositeLit); ok && lit.Type != nil && len(s.Values) > 0 {
			d.members(subject, lit.Type)
		}
	}
}

func (d *declarer) typ(prefix string, s *ast.TypeSpec, pos, end token.Pos, doc *ast.CommentGroup) {
	if s.Name.Name == "_" {
		return
	}
	subject := prefix + "." + s.Name.Name
	d.emit(subject, typeSymbol(s), typeSignature(s), s.Name, pos, end, doc)
	if s.Assign.IsValid() {
		if _, ok := s.Type.(*ast.StructType); !ok {
			return
		}
	}
	d.members(subject, s.Type)
}

// members emits the fields and interface methods of a type without a name, and
// those of such types inside it.
func (d *declarer) members(owner string, typ ast.Expr) {
	eachMember(owner, typ, func(m member) {
		name := ""
		if !m.embedded {
			name = m.name.Name
		}
		symbol, detail := symbolField, ""
		switch f, isMethod := m.field.Type.(*ast.FuncType); {
		case m.method && isMethod:
			symbol, detail = symbolInterfaceMethod, name+methodSignature(f)
		default:
			detail = fieldSignature(name, m.field.Type)
		}
		if m.name.Name != "_" {
			d.emit(m.subject, symbol, detail, m.name, m.field.Pos(), m.field.End(), m.field.Doc)
		}
	})
}

// emit makes one definition. doc may be nil.
func (d *declarer) emit(subject, symbol, detail string, name *ast.Ident, pos, end token.Pos, doc *ast.CommentGroup) {
	f := fact.Fact{
		Kind: fact.Definition, Language: language, Subject: subject, Symbol: symbol, Detail: detail,
		Doc: summary(doc), Excluded: d.file.excluded, Strength: d.strength,
		Span: d.file.span(pos, end), Name: d.file.word(name.Pos(), len(name.Name)),
	}
	if doc != nil {
		f.DocLine = d.file.lines.PositionFor(d.file.clamp(doc.Pos()), false).Line
	}
	d.add(f)
}
