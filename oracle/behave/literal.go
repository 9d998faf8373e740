package behave

import (
	"go/ast"
	"go/parser"
	"strconv"
	"strings"
)

// Equal says whether a literal of Go is what a call returned: the one result,
// the first one where the last is a nil error, or a list in brackets of all of
// them. ok: they can be compared.
func Equal(literal string, values []string) (same, ok bool) {
	literal = strings.TrimSpace(literal)
	if len(values) > 1 && strings.HasPrefix(literal, "(") && strings.HasSuffix(literal, ")") {
		e, err := parser.ParseExpr("f" + literal)
		call, isCall := e.(*ast.CallExpr)
		if err != nil || !isCall || len(call.Args) != len(values) {
			return false, false
		}
		for i, a := range call.Args {
			part := ("f" + literal)[a.Pos()-1 : a.End()-1]
			one, comparable := Equal(part, values[i:i+1])
			if !comparable {
				return false, false
			}
			if !one {
				return false, true
			}
		}
		return true, true
	}
	if len(values) == 2 && values[1] == "nil" {
		values = values[:1]
	}
	if len(values) != 1 {
		return false, false
	}
	a, knownA := canonical(literal)
	b, knownB := canonical(values[0])
	if a == b {
		return true, true
	}
	return false, knownA && knownB && a[0] == b[0]
}

// canonical is a literal in one form, which begins with a letter for its kind;
// known: it is of a kind that can be compared.
func canonical(s string) (form string, known bool) {
	s = strings.TrimSpace(s)
	if u, err := strconv.Unquote(s); err == nil {
		return "s" + u, true
	}
	if n, err := strconv.ParseInt(strings.ReplaceAll(s, "_", ""), 0, 64); err == nil {
		return "n" + strconv.FormatFloat(float64(n), 'g', -1, 64) + "|" + strconv.FormatInt(n, 10), true
	}
	if f, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64); err == nil {
		if f == float64(int64(f)) {
			return "n" + strconv.FormatFloat(f, 'g', -1, 64) + "|" + strconv.FormatInt(int64(f), 10), true
		}
		return "n" + strconv.FormatFloat(f, 'g', -1, 64), true
	}
	switch s {
	case "true", "false":
		return "b" + s, true
	case "nil":
		return "x", true
	}
	return "?" + strings.Join(strings.Fields(s), ""), false
}
