package claim

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"strings"
	"unicode"
)

// declaration is a signature as it was written.
type declaration struct {
	name    string // with the receiver: (*T).Method, T.Method
	object  string // what is declared of it: "(p string) error", "type string"
	untyped bool   // parameters are names without types: only the results are said
}

// parseSignature reads func …, type …, and NAME(PARAMETERS) RESULTS.
func parseSignature(s string) (declaration, bool) {
	s = strings.TrimSpace(s)
	if len(s) > maxName {
		return declaration{}, false
	}
	switch {
	case strings.HasPrefix(s, "func "):
		return parseFunc(s)
	case strings.HasPrefix(s, "type "):
		return parseType(s)
	}
	open := strings.IndexByte(s, '(')
	for open >= 0 && (open == 0 || s[open-1] == '.') { // a receiver
		next := strings.IndexByte(s[open+1:], '(')
		if next < 0 {
			return declaration{}, false
		}
		open += 1 + next
	}
	if open <= 0 || s[open-1] == ' ' {
		return declaration{}, false
	}
	n, ok := parseName(s[:open])
	if !ok || n.call || n.pointer || gotoken.IsKeyword(n.name) || strings.Contains(n.name, "()") {
		return declaration{}, false
	}
	inside, rest, ok := balanced(s[open:])
	results := strings.TrimSpace(rest)
	if !ok || results != "" && (rest[0] != ' ' || !typed("func() "+results)) {
		return declaration{}, false
	}
	d := declaration{name: n.name, object: strings.Join(strings.Fields("("+inside+") "+results), " ")}
	switch parameterForm(inside) {
	case withTypes:
		return d, true
	case maybeTypes: // Run(E) alone is no signature
		return d, results != ""
	case none:
		return d, results != ""
	case names:
		d.object, d.untyped = results, true
		return d, results != ""
	}
	return declaration{}, false
}

// form is how parameters are written.
type form int

const (
	other      form = iota
	none            // no parameters
	maybeTypes      // capitalised names, which may be types
	names           // names, or literals, without types
	withTypes       // names with types, or types
)

func parameterForm(inside string) form {
	if strings.TrimSpace(inside) == "" {
		return none
	}
	e, err := parser.ParseExpr("func(" + inside + ")")
	if err != nil {
		if _, err := parser.ParseExpr("f(" + inside + ")"); err == nil || strings.ContainsAny(inside, "….") {
			return names
		}
		return other
	}
	f, ok := e.(*ast.FuncType)
	if !ok {
		return other
	}
	form := names
	for _, p := range f.Params.List {
		for _, n := range p.Names {
			if t, ok := p.Type.(*ast.SelectorExpr); n.Name == "ctx" && len(p.Names) > 1 && !(ok && t.Sel.Name == "Context") {
				return names // the type of ctx was left out: "(ctx, name string)"
			}
		}
		if len(p.Names) > 0 {
			return withTypes
		}
		switch t := p.Type.(type) {
		case *ast.Ident:
			if predeclaredType(t.Name) {
				form = withTypes
			} else if unicode.IsUpper(firstRune(t.Name)) && form == names {
				form = maybeTypes
			}
		case *ast.StarExpr, *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.InterfaceType:
			form = withTypes
		case *ast.SelectorExpr:
			if unicode.IsUpper(firstRune(t.Sel.Name)) {
				form = withTypes
			}
		}
	}
	return form
}

// parseFunc reads a function without a body.
func parseFunc(s string) (declaration, bool) {
	const before = "package p\n"
	s = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(s, " {"), "{ … }"))
	set := gotoken.NewFileSet()
	file, err := parser.ParseFile(set, "", before+s, parser.SkipObjectResolution)
	if err != nil || len(file.Decls) != 1 {
		return declaration{}, false
	}
	f, ok := file.Decls[0].(*ast.FuncDecl)
	if !ok || f.Body != nil {
		return declaration{}, false
	}
	after := set.Position(f.Name.End()).Offset - len(before)
	d := declaration{name: f.Name.Name, object: strings.Join(strings.Fields(s[after:]), " ")}
	if f.Recv != nil && len(f.Recv.List) == 1 {
		d.name = receiverName(f.Recv.List[0].Type) + "." + d.name
	}
	return d, f.Name.Name != "_"
}

// receiverName returns T or (*T), without type parameters.
func receiverName(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.StarExpr:
		return "(*" + receiverName(t.X) + ")"
	case *ast.IndexExpr:
		return receiverName(t.X)
	case *ast.IndexListExpr:
		return receiverName(t.X)
	case *ast.ParenExpr:
		return receiverName(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "_"
}

// parseType reads a declaration of a type; a struct or an interface may lack its body.
func parseType(s string) (declaration, bool) {
	const before = "package p\n"
	set := gotoken.NewFileSet()
	file, err := parser.ParseFile(set, "", before+s, parser.SkipObjectResolution)
	if err != nil && (strings.HasSuffix(s, " struct") || strings.HasSuffix(s, " interface")) {
		set = gotoken.NewFileSet()
		file, err = parser.ParseFile(set, "", before+s+"{}", parser.SkipObjectResolution)
	}
	if err != nil || len(file.Decls) != 1 {
		return declaration{}, false
	}
	g, ok := file.Decls[0].(*ast.GenDecl)
	if !ok || len(g.Specs) != 1 {
		return declaration{}, false
	}
	t, ok := g.Specs[0].(*ast.TypeSpec)
	if !ok {
		return declaration{}, false
	}
	after := set.Position(t.Name.End()).Offset - len(before)
	return declaration{name: t.Name.Name, object: strings.Join(strings.Fields("type "+s[after:]), " ")}, true
}

// typed reports whether an expression of a type is well formed.
func typed(s string) bool {
	if len(s) > maxName {
		return false
	}
	e, err := parser.ParseExpr(s)
	if err != nil {
		return false
	}
	switch t := e.(type) {
	case *ast.FuncType, *ast.ArrayType, *ast.MapType, *ast.ChanType:
		return true
	case *ast.StarExpr:
		_, named := t.X.(*ast.Ident)
		_, qualified := t.X.(*ast.SelectorExpr)
		return named || qualified
	}
	return false
}
