package world

import (
	"go/ast"
	"go/parser"
	"slices"
	"strings"
)

// Foreign returns a package that a type names as it was said, that the declared type
// does not name, and that is not the package, of an import path, in which that is
// declared: the "reflect" of "reflect.Value" where protoreflect declares "Value".
// Empty: there is none, or they cannot be read.
func Foreign(said, declared, path string) string {
	there := qualifiers(declared)
	for _, q := range qualifiers(said) {
		if !slices.Contains(there, q) && !calledSo(strings.TrimSuffix(path, "_test"), q) {
			return q
		}
	}
	return ""
}

// qualifiers returns the packages that a type names.
func qualifiers(typ string) []string {
	e, err := parser.ParseExpr(strings.Replace(typ, "...", "[]", 1))
	if err != nil {
		return nil
	}
	var list []string
	ast.Inspect(e, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				list = append(list, x.Name)
			}
		}
		return true
	})
	return list
}

// calledSo reports whether a package may have a name, by its import path:
// "gopkg.in/yaml.v3" and "github.com/x/go-yaml" are called yaml.
func calledSo(path, name string) bool {
	element := lastElement(path)
	return element == name || slices.Contains(strings.FieldsFunc(element, func(r rune) bool { return r == '.' || r == '-' }), name)
}
