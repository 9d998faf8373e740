package main

import (
	"go/ast"
	"go/token"
	"strings"
)

// spec reads one specification of a const, var or type declaration.
func (t *tree) spec(f *sourceFile, g *ast.GenDecl, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		kind := "var"
		if g.Tok == token.CONST {
			kind = "const"
		}
		for _, n := range s.Names {
			if n.Name == "_" {
				continue
			}
			d := declaration{kind: kind}
			if s.Type != nil {
				d.typ = t.print(s.Type)
			}
			doc := s.Doc
			var node ast.Node = s
			if !g.Lparen.IsValid() {
				node = g
				if doc == nil {
					doc = g.Doc
				}
			}
			t.add(f, d, n, node, doc)
		}
	case *ast.TypeSpec:
		t.typeSpec(f, g, s)
	}
}

func (t *tree) typeSpec(f *sourceFile, g *ast.GenDecl, s *ast.TypeSpec) {
	d := declaration{kind: "type", generic: s.TypeParams != nil}
	switch x := s.Type.(type) {
	case *ast.StructType:
		d.kind = "struct"
		d.embeds = t.embedded(x.Fields)
	case *ast.InterfaceType:
		d.kind = "interface"
		d.embeds = t.embedded(x.Methods)
	}
	if s.Assign.IsValid() {
		d.kind = "alias"
	}
	if d.kind == "type" || d.kind == "alias" {
		d.typ = t.print(s.Type)
	}
	doc := s.Doc
	var node ast.Node = s
	if !g.Lparen.IsValid() {
		node = g
		if doc == nil {
			doc = g.Doc
		}
	}
	t.add(f, d, s.Name, node, doc)
	switch x := s.Type.(type) {
	case *ast.StructType:
		for _, fl := range x.Fields.List {
			for _, n := range fl.Names {
				if n.Name != "_" {
					t.add(f, declaration{kind: "field", receiver: s.Name.Name, generic: d.generic, typ: t.print(fl.Type)}, n, fl, fl.Doc)
				}
			}
		}
	case *ast.InterfaceType:
		for _, fl := range x.Methods.List {
			ft, ok := fl.Type.(*ast.FuncType)
			if !ok || len(fl.Names) != 1 {
				continue
			}
			m := declaration{kind: "interface method", receiver: s.Name.Name, generic: d.generic}
			t.signature(&m, ft)
			t.add(f, m, fl.Names[0], fl, fl.Doc)
		}
	}
}

// embedded returns the embedded types of a struct or interface as written,
// without "*" and type arguments.
func (t *tree) embedded(l *ast.FieldList) []string {
	var out []string
	for _, f := range l.List {
		if len(f.Names) > 0 {
			continue
		}
		text := strings.TrimPrefix(t.print(f.Type), "*")
		text, _, _ = strings.Cut(text, "[")
		if !strings.ContainsAny(text, "|~ ") {
			out = append(out, text)
		}
	}
	return out
}
