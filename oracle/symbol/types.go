package symbol

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"sooth/claim"
	"sooth/oracle/world"
)

// sameType reports whether two types may be the same: qualifiers that only one
// of them has do not count, as one of them may stand in the package itself.
func sameType(a, b string) bool {
	return a == b || plainType(a) == plainType(b) || bareType(a) == bareType(b) && (!strings.Contains(a, ".") || !strings.Contains(b, ".") || strings.Count(a, ".") != strings.Count(b, "."))
}

// plainType writes equal types of the language in one way.
func plainType(t string) string {
	t = strings.ReplaceAll(t, "interface{}", "any")
	var b strings.Builder
	start := -1
	for i := 0; i <= len(t); i++ {
		if i < len(t) && (t[i] == '_' || t[i] >= '0' && t[i] <= '9' || t[i] >= 'a' && t[i] <= 'z' || t[i] >= 'A' && t[i] <= 'Z') {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			switch word := t[start:i]; word {
			case "uint8":
				b.WriteString("byte")
			case "int32":
				b.WriteString("rune")
			default:
				b.WriteString(word)
			}
			start = -1
		}
		if i < len(t) {
			b.WriteByte(t[i])
		}
	}
	return b.String()
}

// bareType leaves out the packages of a type.
func bareType(t string) string {
	e, err := parser.ParseExpr(strings.Replace(t, "...", "[]", 1))
	if err != nil {
		return t
	}
	var b strings.Builder
	if strings.HasPrefix(t, "...") {
		b.WriteString("...")
	}
	ast.Inspect(e, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			s.X = &ast.Ident{Name: ""}
		}
		return true
	})
	b.WriteString(strings.ReplaceAll(plainType(types.ExprString(e)), "(.", "("))
	return strings.ReplaceAll(strings.ReplaceAll(b.String(), "_.", ""), ".", "")
}

// compareType compares "type string", "type struct{…}" with a declaration.
func compareType(c claim.Claim, s world.Symbol, q *quoted) {
	if !s.IsType() {
		q.skip = true
		return
	}
	said := strings.TrimSpace(strings.TrimPrefix(c.Object, "type "))
	kind, _, _ := strings.Cut(said, " ")
	kind, _, _ = strings.Cut(kind, "{")
	switch {
	case strings.HasPrefix(said, "["), strings.HasPrefix(said, "="):
		if !strings.HasPrefix(said, "[]") {
			q.unsure = "its type parameters or its alias are not compared"
			return
		}
	case kind == "struct" || kind == "interface":
		if s.Symbol == "alias" || s.Symbol == "type" {
			q.unsure = "what it is declared by is not followed"
		} else if s.Symbol != kind {
			q.wrong = fmt.Sprintf("it is declared as %s", s.Detail)
		} else if body := said[len(kind):]; strings.Trim(body, " {}") != "" {
			q.unsure = "its members are not compared"
		}
		return
	}
	rest := strings.TrimPrefix(s.Detail, "type ")
	i := strings.IndexByte(rest, ' ')
	if i < 0 || strings.Contains(rest[:i], "[") {
		q.unsure = "its declaration is not compared"
		return
	}
	have := strings.TrimSpace(rest[i:])
	if s.Symbol == "struct" || s.Symbol == "interface" {
		q.wrong = "it is declared as " + s.Detail
		return
	}
	if same(said, strings.TrimPrefix(have, "= ")) {
		return
	}
	q.wrong = "it is declared as " + s.Detail
}

// same compares two types by their syntax.
func same(a, b string) bool {
	x, err := parser.ParseExpr(a)
	y, err2 := parser.ParseExpr(b)
	if err != nil || err2 != nil {
		return strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
	}
	f, g := types.ExprString(x), types.ExprString(y)
	if f == g || sameType(f, g) {
		return true
	}
	return withoutNames(x) == withoutNames(y)
}

// withoutNames writes a function type without the names of its parameters.
func withoutNames(e ast.Expr) string {
	f, ok := e.(*ast.FuncType)
	if !ok {
		return bareType(types.ExprString(e))
	}
	var b strings.Builder
	for _, list := range []*ast.FieldList{f.Params, f.Results} {
		b.WriteString("(")
		for _, p := range fields(list) {
			b.WriteString(bareType(p.typ) + ",")
		}
		b.WriteString(")")
	}
	return token.FUNC.String() + b.String()
}
