package witness

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"slices"
	"strings"
)

// writer writes types with whole import paths.
type writer struct {
	file   *File
	params []string // type parameters that are in scope
}

// predeclared are the types that every file knows.
func predeclared(name string) bool {
	switch name {
	case "any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64",
		"int", "int8", "int16", "int32", "int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr":
		return true
	}
	return false
}

// text writes a type; what cannot be told is "?".
func (w *writer) text(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.Ident:
		switch {
		case slices.Contains(w.params, t.Name):
			return t.Name
		case predeclared(t.Name):
			return t.Name // a package that declares one of these itself is told by agreement with the first route
		case w.file.DotUse:
			return "?"
		}
		return w.file.Package + "." + t.Name
	case *ast.SelectorExpr:
		if x, ok := t.X.(*ast.Ident); ok {
			if p, ok := w.file.names[x.Name]; ok {
				return p + "." + t.Sel.Name
			}
		}
		return "?"
	case *ast.ParenExpr:
		return w.text(t.X)
	case *ast.StarExpr:
		return "*" + w.text(t.X)
	case *ast.Ellipsis:
		return "..." + w.text(t.Elt)
	case *ast.ArrayType:
		if t.Len == nil {
			return "[]" + w.text(t.Elt)
		}
		if n, ok := t.Len.(*ast.BasicLit); ok {
			return "[" + n.Value + "]" + w.text(t.Elt)
		}
		return "?"
	case *ast.MapType:
		return "map[" + w.text(t.Key) + "]" + w.text(t.Value)
	case *ast.ChanType:
		switch t.Dir {
		case ast.SEND:
			return "chan<- " + w.text(t.Value)
		case ast.RECV:
			return "<-chan " + w.text(t.Value)
		}
		return "chan " + w.text(t.Value)
	case *ast.FuncType:
		return "func" + w.signature(w.fields(t.Params), w.fields(t.Results))
	case *ast.InterfaceType:
		if len(t.Methods.List) == 0 {
			return "interface{}"
		}
	case *ast.StructType:
		if len(t.Fields.List) == 0 {
			return "struct{}"
		}
	case *ast.IndexExpr:
		return w.text(t.X) + "[" + w.text(t.Index) + "]"
	case *ast.IndexListExpr:
		var args []string
		for _, a := range t.Indices {
			args = append(args, w.text(a))
		}
		return w.text(t.X) + "[" + strings.Join(args, ", ") + "]"
	}
	return "?"
}

// made writes the type of a value that says it itself: a composite literal, its
// address, new, make.
func (w *writer) made(e ast.Expr) string {
	switch v := e.(type) {
	case *ast.ParenExpr:
		return w.made(v.X)
	case *ast.CompositeLit:
		if v.Type != nil {
			return w.text(v.Type)
		}
	case *ast.UnaryExpr:
		if v.Op == token.AND {
			return "*" + w.made(v.X)
		}
	case *ast.CallExpr:
		if id, ok := v.Fun.(*ast.Ident); ok && len(v.Args) > 0 {
			switch id.Name {
			case "new":
				return "*" + w.text(v.Args[0])
			case "make":
				return w.text(v.Args[0])
			}
		}
	case *ast.FuncLit:
		return w.text(v.Type)
	}
	return "?"
}

// fields writes parameters or results, one for each name.
func (w *writer) fields(list *ast.FieldList) []Param {
	if list == nil {
		return nil
	}
	var out []Param
	for _, f := range list.List {
		p := Param{Type: w.text(f.Type), Source: source(f.Type)}
		if len(f.Names) == 0 {
			out = append(out, p)
		}
		for _, n := range f.Names {
			p.Name = n.Name
			out = append(out, p)
		}
	}
	return out
}

// signature writes parameters and results as the language prints them.
func (w *writer) signature(params, results []Param) string {
	s := "(" + joined(params) + ")"
	switch {
	case len(results) == 0:
		return s
	case len(results) == 1 && results[0].Name == "":
		return s + " " + results[0].Type
	}
	return s + " (" + joined(results) + ")"
}

func joined(list []Param) string {
	var parts []string
	for _, p := range list {
		if p.Name != "" {
			parts = append(parts, p.Name+" "+p.Type)
		} else {
			parts = append(parts, p.Type)
		}
	}
	return strings.Join(parts, ", ")
}

// source prints an expression as it is written, in one line.
func source(e ast.Expr) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), e); err != nil {
		return "?"
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
