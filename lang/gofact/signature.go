package gofact

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDetail bounds a signature, in bytes; what is longer ends in "…".
const maxDetail = 2000

// maxValue bounds the value in the signature of a constant or variable, in
// bytes; a longer one is written "…".
const maxValue = 120

// funcSignature returns "func (c *Client) Do(req *Request) (*Response, error)".
func funcSignature(d *ast.FuncDecl) string {
	var b strings.Builder
	b.WriteString("func ")
	if d.Recv != nil && len(d.Recv.List) > 0 {
		b.WriteByte('(')
		r := d.Recv.List[0]
		for _, n := range r.Names {
			b.WriteString(n.Name)
			b.WriteByte(' ')
		}
		b.WriteString(types.ExprString(r.Type))
		b.WriteString(") ")
	}
	b.WriteString(d.Name.Name)
	b.WriteString(typeParameters(d.Type.TypeParams))
	b.WriteString(strings.TrimPrefix(types.ExprString(d.Type), "func"))
	return bounded(b.String())
}

// typeParameters returns "[K comparable, V any]"; empty: there are none.
func typeParameters(list *ast.FieldList) string {
	if list == nil {
		return ""
	}
	var parts []string
	for _, f := range list.List {
		var names []string
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
		parts = append(parts, strings.Join(names, ", ")+" "+types.ExprString(f.Type))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// typeSignature returns "type Client struct", "type Duration int64",
// "type Alias = other.Type".
func typeSignature(s *ast.TypeSpec) string {
	text := "type " + s.Name.Name + typeParameters(s.TypeParams) + " "
	if s.Assign.IsValid() {
		text += "= "
	}
	switch s.Type.(type) {
	case *ast.StructType:
		return text + "struct"
	case *ast.InterfaceType:
		return text + "interface"
	}
	return bounded(text + types.ExprString(s.Type))
}

// typeSymbol returns the word for a declared type.
func typeSymbol(s *ast.TypeSpec) string {
	if s.Assign.IsValid() {
		return symbolAlias
	}
	switch ast.Unparen(s.Type).(type) {
	case *ast.StructType:
		return symbolStruct
	case *ast.InterfaceType:
		return symbolInterface
	}
	return symbolType
}

// valueSignature returns "const X Kind = iota", "var ErrX = errors.New(\"x\")".
func valueSignature(tok token.Token, name string, typ, value ast.Expr) string {
	text := tok.String() + " " + name
	if typ != nil {
		text += " " + types.ExprString(typ)
	}
	if value != nil {
		v := "…"
		if value.End()-value.Pos() <= maxValue {
			v = types.ExprString(value)
		}
		if len(v) > maxValue {
			v = "…"
		}
		text += " = " + v
	}
	return bounded(text)
}

// fieldSignature returns "Timeout time.Duration", or "sync.Mutex" for a field
// that is embedded.
func fieldSignature(name string, typ ast.Expr) string {
	text := ""
	if name != "" {
		text = name + " "
	}
	if s, ok := ast.Unparen(typ).(*ast.StructType); ok && s.Fields.NumFields() > 0 {
		return text + "struct"
	}
	return bounded(text + types.ExprString(typ))
}

func bounded(s string) string {
	if len(s) <= maxDetail {
		return s
	}
	cut := maxDetail
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// maxSummary bounds the summary of a doc comment, in bytes.
const maxSummary = 400

// summary returns the first sentence of a doc comment on one line, by the rule
// of go/doc: up to a period that blank space follows, unless exactly one
// capital letter stands before it.
func summary(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	text := strings.TrimLeft(doc.Text(), "\n \t")
	if paragraph, _, ok := strings.Cut(text, "\n\n"); ok {
		text = paragraph
	}
	text = strings.Join(strings.Fields(text), " ")
	var last rune
	for i, r := range text {
		if r == ' ' && last == '.' && !loneCapital(text[:i-1]) || last == '。' || last == '．' {
			text = text[:i]
			break
		}
		last = r
	}
	if len(text) > maxSummary {
		cut := maxSummary
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + "…"
	}
	return text
}

// loneCapital reports whether a text ends in one capital letter, as before the
// period of "J. Doe".
func loneCapital(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	if size == 0 || !unicode.IsUpper(r) {
		return false
	}
	r, size = utf8.DecodeLastRuneInString(text[:len(text)-size])
	return size == 0 || !unicode.IsUpper(r)
}
