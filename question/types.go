package question

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"strings"
)

// normalType returns types in one form: a list in brackets, without names of parameters, any for interface{}, packages
// by name. Of a declaration it takes the parameters or the results; whole: all of it.
func normalType(text string, takes, whole bool) (string, bool) {
	text = shortPaths(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "{")))
	if text == "" || len(text) > 4096 {
		return "", false
	}
	if f, ok := asFunction(text); ok {
		if whole {
			return "func" + fieldTypes(f.Params) + results(f.Results), true
		}
		if takes {
			return fieldTypes(f.Params), true
		}
		return fieldTypes(f.Results), true
	}
	for _, list := range []string{text, "(" + text + ")"} {
		if !strings.HasPrefix(list, "(") {
			continue
		}
		if f, ok := functionType("func" + list); ok {
			if whole {
				return "func" + fieldTypes(f.Params), true
			}
			return fieldTypes(f.Params), true
		}
	}
	return "", false
}

// asFunction reads a declaration with a name: "func F(x int) error", "func (t *T) M()", "F(x int) error". A function
// type alone is a type like any other, unless nothing else can be meant.
func asFunction(text string) (*ast.FuncType, bool) {
	body := text
	if strings.HasPrefix(text, "func ") {
		body = text
	} else if i := strings.IndexByte(text, '('); i > 0 && strings.TrimSpace(text[:i]) != "func" && isName(strings.SplitN(text[:i], "[", 2)[0]) {
		name, _, _ := strings.Cut(text[:i], "[")
		body = "func " + name[strings.LastIndexByte(name, '.')+1:] + text[len(name):]
	} else {
		return nil, false
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+body, parser.SkipObjectResolution)
	if err != nil || len(file.Decls) != 1 {
		return nil, false
	}
	d, ok := file.Decls[0].(*ast.FuncDecl)
	if !ok || len(d.Name.Name) == 0 {
		return nil, false
	}
	if !strings.HasPrefix(text, "func ") { // "chan(int)", "f(1, 2)": no declaration
		for _, f := range d.Type.Params.List {
			if _, literal := f.Type.(*ast.BasicLit); literal {
				return nil, false
			}
		}
		if listed(d.Name.Name, "chan", "map", "struct", "interface", "returns", "takes") {
			return nil, false
		}
	}
	return d.Type, true
}

func isName(s string) bool {
	for i, r := range s {
		if !isWord(r) && r != '.' || i == 0 && r >= '0' && r <= '9' {
			return false
		}
	}
	return s != ""
}

// functionType parses "func(…) …".
func functionType(text string) (*ast.FuncType, bool) {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return nil, false
	}
	f, ok := e.(*ast.FuncType)
	if !ok {
		return nil, false
	}
	for _, list := range []*ast.FieldList{f.Params, f.Results} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			if !isType(field.Type) {
				return nil, false
			}
		}
	}
	return f, true
}

// isType says whether an expression can be a type.
func isType(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.StructType:
		return true
	case *ast.SelectorExpr:
		_, ok := e.X.(*ast.Ident)
		return ok
	case *ast.StarExpr:
		return isType(e.X)
	case *ast.ParenExpr:
		return isType(e.X)
	case *ast.Ellipsis:
		return isType(e.Elt)
	case *ast.IndexExpr:
		return isType(e.X)
	case *ast.IndexListExpr:
		return isType(e.X)
	}
	return false
}

// fieldTypes prints the types of parameters or results in brackets.
func fieldTypes(list *ast.FieldList) string {
	if list == nil {
		return "()"
	}
	var types []string
	for _, f := range list.List {
		for range max(len(f.Names), 1) {
			types = append(types, printType(f.Type))
		}
	}
	return "(" + strings.Join(types, ", ") + ")"
}

func results(list *ast.FieldList) string {
	if s := fieldTypes(list); s != "()" {
		return " " + s
	}
	return ""
}

// printType prints a type in one form.
func printType(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.InterfaceType:
		if e.Methods == nil || len(e.Methods.List) == 0 {
			return "any"
		}
	case *ast.FuncType:
		return "func" + fieldTypes(e.Params) + results(e.Results)
	case *ast.StarExpr:
		return "*" + printType(e.X)
	case *ast.ParenExpr:
		return printType(e.X)
	case *ast.Ellipsis:
		return "..." + printType(e.Elt)
	case *ast.MapType:
		return "map[" + printType(e.Key) + "]" + printType(e.Value)
	case *ast.ArrayType:
		if e.Len == nil {
			return "[]" + printType(e.Elt)
		}
		return "[" + printExpr(e.Len) + "]" + printType(e.Elt)
	case *ast.ChanType:
		word := map[ast.ChanDir]string{ast.SEND: "chan<- ", ast.RECV: "<-chan ", ast.SEND | ast.RECV: "chan "}[e.Dir]
		return word + printType(e.Value)
	case *ast.IndexExpr:
		return printType(e.X) + "[" + printType(e.Index) + "]"
	case *ast.IndexListExpr:
		var list []string
		for _, i := range e.Indices {
			list = append(list, printType(i))
		}
		return printType(e.X) + "[" + strings.Join(list, ", ") + "]"
	}
	return printExpr(e)
}

func printExpr(e ast.Expr) string {
	var b bytes.Buffer
	if printer.Fprint(&b, token.NewFileSet(), e) != nil {
		return ""
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// shortPaths cuts the paths of packages to their names: "net/http.Handler" is "http.Handler".
func shortPaths(text string) string {
	if !strings.Contains(text, "/") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && (text[end] >= 0x80 || isWord(rune(text[end])) || strings.IndexByte("./-~", text[end]) >= 0) {
			end++
		}
		if end == i {
			b.WriteByte(text[i])
			i++
			continue
		}
		word, dots := text[i:end], ""
		if rest, ok := strings.CutPrefix(word, "..."); ok {
			word, dots = rest, "..."
		}
		if slash := strings.LastIndexByte(word, '/'); slash >= 0 {
			last := word[slash+1:]
			name, _, _ := strings.Cut(last, ".")
			if len(name) > 1 && name[0] == 'v' && allDigits(name[1:]) { // ".../chi/v5.Mux"
				head := word[:slash]
				last = head[strings.LastIndexByte(head, '/')+1:] + last[len(name):]
			}
			word = last
		}
		b.WriteString(dots + word)
		i = end
	}
	return b.String()
}
