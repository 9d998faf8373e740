package symbol

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"sooth/claim"
	"sooth/oracle/world"
)

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
		if f := world.Foreign(said[i].typ, declared[i].typ, q.symbol.Package); f != "" {
			q.unsure = fmt.Sprintf("%s %d is %s, which may not be of %s", what, i+1, declared[i].typ, f)
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
