package symbol

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle"
	"sooth/oracle/world"
)

// signature judges a signature that is quoted.
func (o *Oracle) signature(ctx context.Context, c claim.Claim) (oracle.Verdict, error) {
	m, err := o.resolve(ctx, c)
	if err != nil {
		return oracle.Verdict{}, err
	}
	switch {
	case len(m.Symbols) == 0 && m.Missing != nil:
		return oracle.Undecide(c, oracle.NoAnchor, "there is no "+c.Subject+" to compare it with"), nil
	case len(m.Symbols) == 0:
		return oracle.Undecide(c, m.Why(), m.What), nil
	}
	var best quoted
	n := 0
	for _, s := range m.Symbols {
		q := compare(c, s)
		if q.skip {
			continue
		}
		if n++; n == 1 || q.rank() > best.rank() || q.rank() == best.rank() && q.wrong != "" && !resembles(c, best.symbol) && resembles(c, s) {
			best = q
		}
	}
	if n == 0 {
		return oracle.Undecide(c, oracle.Ambiguous, "the signature cannot be compared"), nil
	}
	v, err := o.conclude(ctx, c, m, best, n)
	if err != nil || !c.Negated {
		return v, err
	}
	switch v.Outcome {
	case oracle.Refuted:
		return oracle.Verify(c, v.Strength, "it is another one: "+v.Reason, v.Evidence...), nil
	case oracle.Verified:
		return oracle.Undecide(c, oracle.Ambiguous, "it is the signature"), nil
	}
	return v, nil
}

// conclude makes a verdict of the best match.
func (o *Oracle) conclude(ctx context.Context, c claim.Claim, m world.Meaning, q quoted, n int) (oracle.Verdict, error) {
	at := q.symbol.Span
	switch {
	case q.unsure != "":
		return oracle.Undecide(c, oracle.Ambiguous, q.unsure), nil
	case q.wrong == "":
		return oracle.Verify(c, q.symbol.Strength, "declared as "+q.symbol.Detail, at), nil
	case m.Guessed, n > 1 && !o.qualified(c) && (n > 4 || !resembles(c, q.symbol)):
		return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("%d things are called %s, none with this signature", n, c.Subject)), nil
	case o.text.Own(world.ParseName(c.Subject).Last()) && len(world.ParseName(c.Subject).Parts) == 1 && !strings.HasPrefix(c.Text, "func"):
		return oracle.Undecide(c, oracle.Ambiguous, "the text's own code has that name too"), nil
	}
	for _, s := range m.Symbols { // none of those that have the name has the signature
		if why, err := o.world.Open(ctx, strings.TrimSuffix(s.Package, "_test")); err != nil || why != "" {
			return oracle.Undecide(c, oracle.OpenWorld, why), err
		}
	}
	if why, err := o.world.Open(ctx, strings.TrimSuffix(q.symbol.Package, "_test")); err != nil || why != "" {
		return oracle.Undecide(c, oracle.OpenWorld, why), err
	}
	s, err := o.world.Fresh(ctx, strings.TrimSuffix(q.symbol.Package, "_test"))
	if err != nil {
		return oracle.Verdict{}, err
	}
	witnesses := []string{"the index has " + q.symbol.Detail}
	for _, f := range s.Facts {
		if f.Kind == fact.Definition && f.Subject == q.symbol.Subject {
			again := compare(c, world.Symbol{Package: q.symbol.Package, Fact: f})
			if again.skip || again.wrong == "" {
				return oracle.Undecide(c, oracle.Ambiguous, "the index and a fresh look differ; hint: index again"), nil
			}
			witnesses = append(witnesses, fmt.Sprintf("%s, read anew: %s", f.Span, f.Detail))
			break
		}
	}
	return oracle.Refute(c, q.symbol.Strength, q.wrong, witnesses, q.symbol.Detail, at), nil
}

// resembles reports whether a signature is so much like a declared one that it
// is a slip of it: half of its parameters and results, or more, are the same.
func resembles(c claim.Claim, s world.Symbol) bool {
	have, ok := world.ParseFuncDecl(s.Detail)
	want, ok2 := world.ParseFuncDecl("func f" + c.Object)
	if !ok || !ok2 {
		return false
	}
	said, declared := append(fields(want.Type.Params), fields(want.Type.Results)...), append(fields(have.Type.Params), fields(have.Type.Results)...)
	same := 0
	for _, f := range said {
		for i, d := range declared {
			if sameType(f.typ, d.typ) && (f.name == d.name || f.name == "" || d.name == "") {
				same++
				declared = append(declared[:i:i], declared[i+1:]...)
				break
			}
		}
	}
	return 2*same >= max(len(said), 2)
}

// qualified reports whether a claim's subject has a qualifier.
func (o *Oracle) qualified(c claim.Claim) bool { return strings.Contains(c.Subject, ".") }

// quoted is the comparison of a quoted signature with a declared one.
type quoted struct {
	symbol world.Symbol
	skip   bool   // they are of different nature
	wrong  string // what differs, one clause; empty: nothing
	unsure string // what cannot be compared
	names  bool   // only names of parameters differ
}

// rank orders comparisons: equal ones first, then those that cannot be told.
func (q quoted) rank() int {
	switch {
	case q.wrong == "" && q.unsure == "":
		return 3
	case q.unsure != "":
		return 2
	case q.names:
		return 1
	}
	return 0
}

// compare compares what a claim says with one declaration.
func compare(c claim.Claim, s world.Symbol) quoted {
	q := quoted{symbol: s}
	if strings.HasPrefix(c.Object, "type ") {
		compareType(c, s, &q)
		return q
	}
	detail := s.Detail
	if s.Symbol == "field" || s.Symbol == "var" { // a value of a function type is called the same way
		if i := strings.Index(detail, "func("); i < 0 || strings.Contains(detail[:i], "=") {
			q.skip = true
			return q
		} else {
			detail = detail[i:]
		}
	} else if !s.IsFunc() {
		q.skip = true
		return q
	}
	have, ok := world.ParseFuncDecl(detail)
	if !ok {
		q.skip = true
		return q
	}
	results := !strings.HasPrefix(c.Object, "(") && !strings.HasPrefix(c.Object, "[") // only results were said
	said := c.Object
	if results {
		said = "() " + said
	}
	said = strings.ReplaceAll(said, "interface{}", "any")
	if strings.Contains(said, "…") || elided(said) {
		q.unsure = "parts of it are left out"
		return q
	}
	want, ok := world.ParseFuncDecl("func f" + said)
	if !ok {
		q.skip = true
		return q
	}
	if wrong := receiverDiffers(c, have); wrong != "" {
		q.wrong = wrong
		return q
	}
	if (want.Type.TypeParams == nil) != (have.Type.TypeParams == nil) && !results {
		q.unsure = "its type parameters are left out"
	}
	if !results {
		compareFields(want.Type.Params, have.Type.Params, "parameter", c, &q)
	}
	before := q
	compareFields(want.Type.Results, have.Type.Results, "result", c, &q)
	if strings.TrimSpace(resultText(c.Object)) == "" && q.wrong != before.wrong && !strings.HasPrefix(c.Text, "func") {
		q = before
	}
	return q
}

// elided reports whether dots stand for something that was left out.
func elided(s string) bool {
	for at := 0; ; {
		i := strings.Index(s[at:], "...")
		if i < 0 {
			return false
		}
		at += i + 3
		rest := strings.TrimLeft(s[at:], " ")
		if rest == "" || rest[0] == ')' || rest[0] == ',' || rest[0] == '}' {
			return true
		}
	}
}

// resultText returns what stands after the parameters.
func resultText(object string) string {
	depth := 0
	for i, r := range object {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 && r == ')' {
				return object[i+1:]
			}
		}
	}
	return ""
}

// receiverDiffers says whether a receiver that was quoted is a pointer where the
// declared one is none, or the other way round.
func receiverDiffers(c claim.Claim, have *ast.FuncDecl) string {
	if !strings.HasPrefix(strings.TrimLeft(c.Text, "`"), "func (") || have.Recv == nil || len(have.Recv.List) != 1 {
		return ""
	}
	_, pointer := have.Recv.List[0].Type.(*ast.StarExpr)
	said := strings.HasPrefix(c.Subject, "(*")
	switch {
	case said && !pointer:
		return "its receiver is no pointer"
	case !said && pointer:
		return "its receiver is a pointer"
	}
	return ""
}

// field is a parameter or result.
type field struct{ name, typ string }

func fields(list *ast.FieldList) []field {
	var all []field
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		t := types.ExprString(f.Type)
		if len(f.Names) == 0 {
			all = append(all, field{"", t})
		}
		for _, n := range f.Names {
			all = append(all, field{n.Name, t})
		}
	}
	return all
}

// compareFields compares parameters or results.
func compareFields(want, have *ast.FieldList, what string, c claim.Claim, q *quoted) {
	if q.wrong != "" {
		return
	}
	said, declared := fields(want), fields(have)
	if len(said) != len(declared) {
		q.wrong, q.names = fmt.Sprintf("it has %s, not %d", count(len(declared), what), len(said)), false
		return
	}
	for i := range said {
		if !sameType(said[i].typ, declared[i].typ) {
			if onlyNames(want) && what == "parameter" { // "Handle(pattern, handler)": names that look like types
				q.unsure = "its parameters have no types"
				return
			}
			q.wrong = fmt.Sprintf("%s %d is %s, not %s", what, i+1, declared[i].typ, said[i].typ)
			return
		}
	}
	for i := range said {
		if n, d := said[i].name, declared[i].name; n != "" && d != "" && n != "_" && d != "_" && n != d {
			q.wrong, q.names = fmt.Sprintf("%s %d is called %s, not %s", what, i+1, d, n), true
			return
		}
	}
}

func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// onlyNames reports whether none of the fields has a name: each may then be a
// name without its type.
func onlyNames(list *ast.FieldList) bool {
	if list == nil {
		return false
	}
	for _, f := range list.List {
		if _, ok := f.Type.(*ast.Ident); !ok || len(f.Names) > 0 {
			return false
		}
	}
	return true
}

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
