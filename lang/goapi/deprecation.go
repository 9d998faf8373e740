package goapi

import (
	"go/ast"
	"go/token"
	"strings"
)

// Paragraph is the deprecation notice of a symbol.
type Paragraph struct {
	Text string // the paragraph from "Deprecated:" on, lines joined by blanks
	// Replacement is the first replacement that the paragraph names, as
	// written but without brackets, star and parentheses: "os.ReadFile",
	// "Reader.Open", "Extensions", or the import path of a package,
	// "runtime/pprof". Empty: none is named in a form that we understand.
	Replacement string
	// Package is the import path of the package that Replacement is in, or
	// that it is; empty: the package that declares the deprecated symbol, or,
	// if Replacement has a qualifier that no import explains, not known.
	Package string
	// Symbol is the name of Replacement in its package, as Since takes it:
	// "ReadFile", "CertificateRequest.Extensions". Empty: a package as a whole.
	Symbol string
}

// Deprecations returns the deprecated symbols that the files of one package
// declare: "Get", "Client.Do", "Header.Xattrs" (methods, fields and interface
// methods by their type without a star), "" for the package itself. A symbol
// is deprecated when a paragraph of its doc comment begins with "Deprecated:",
// or a paragraph of the comment on the group of declarations that it is in.
func Deprecations(files []*ast.File) map[string]Paragraph {
	declared := map[string]bool{}
	for _, file := range files {
		eachSymbol(file, func(symbol string, _ ...*ast.CommentGroup) { declared[symbol] = true })
	}
	found := map[string]Paragraph{}
	for _, file := range files {
		r := reader{file: file, declared: declared}
		eachSymbol(file, func(symbol string, docs ...*ast.CommentGroup) {
			if _, known := found[symbol]; known {
				return
			}
			for _, doc := range docs {
				if text, ok := notice(doc); ok {
					found[symbol] = r.read(symbol, text)
					return
				}
			}
		})
	}
	return found
}

// notice returns the paragraph of a doc comment that begins with "Deprecated:",
// its lines joined by blanks.
func notice(doc *ast.CommentGroup) (string, bool) {
	if doc == nil {
		return "", false
	}
	text := doc.Text()
	if !strings.Contains(text, "Deprecated:") {
		return "", false
	}
	var paragraph []string
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" && inside:
			return strings.Join(paragraph, " "), true
		case line == "":
			paragraph = paragraph[:0]
		default:
			paragraph = append(paragraph, line)
			after, ok := strings.CutPrefix(line, "Deprecated:")
			inside = inside || len(paragraph) == 1 && ok && (after == "" || after[0] == ' ' || after[0] == '\t')
		}
	}
	return strings.Join(paragraph, " "), inside
}

// eachSymbol calls yield for each symbol that a file declares, with the doc
// comments that are about it, the nearest first; "" is the package.
func eachSymbol(file *ast.File, yield func(symbol string, docs ...*ast.CommentGroup)) {
	yield("", file.Doc)
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				yield(decl.Name.Name, decl.Doc)
			} else if len(decl.Recv.List) == 1 {
				yield(typeName(decl.Recv.List[0].Type)+"."+decl.Name.Name, decl.Doc)
			}
		case *ast.GenDecl:
			if decl.Tok == token.IMPORT {
				continue
			}
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						yield(name.Name, spec.Doc, spec.Comment, decl.Doc)
					}
				case *ast.TypeSpec:
					yield(spec.Name.Name, spec.Doc, spec.Comment, decl.Doc)
					eachMember(spec, yield)
				}
			}
		}
	}
}

// eachMember calls yield for each field or method that a type declaration lists.
func eachMember(spec *ast.TypeSpec, yield func(symbol string, docs ...*ast.CommentGroup)) {
	var list *ast.FieldList
	switch t := spec.Type.(type) {
	case *ast.StructType:
		list = t.Fields
	case *ast.InterfaceType:
		list = t.Methods
	default:
		return
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			yield(spec.Name.Name+"."+name.Name, field.Doc, field.Comment)
		}
		if name := typeName(field.Type); len(field.Names) == 0 && name != "" {
			yield(spec.Name.Name+"."+name, field.Doc, field.Comment)
		}
	}
}

// typeName returns the name of a receiver's or embedded field's type without
// package, star and type arguments.
func typeName(e ast.Expr) string {
	for {
		switch t := e.(type) {
		case *ast.StarExpr:
			e = t.X
		case *ast.ParenExpr:
			e = t.X
		case *ast.IndexExpr:
			e = t.X
		case *ast.IndexListExpr:
			e = t.X
		case *ast.SelectorExpr:
			return t.Sel.Name
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}
