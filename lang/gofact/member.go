package gofact

import (
	"go/ast"
	"go/types"
	"strings"
)

// member is a field or interface method of a type.
type member struct {
	subject  string // "net/http.Client.Timeout"
	name     *ast.Ident
	field    *ast.Field
	method   bool // of an interface
	embedded bool
}

// eachMember yields the members of a struct or interface, and those of structs
// and interfaces without a name inside it, by the names of the fields on the
// way: "pkg.T.Field.Inner". Embedded interfaces are no members; embedded fields
// are.
func eachMember(owner string, typ ast.Expr, yield func(member)) {
	switch t := ast.Unparen(typ).(type) {
	case *ast.StructType:
		for _, f := range t.Fields.List {
			if len(f.Names) == 0 {
				if id := baseIdent(f.Type); id != nil {
					yield(member{subject: owner + "." + id.Name, name: id, field: f, embedded: true})
				}
				continue
			}
			for _, n := range f.Names {
				yield(member{subject: owner + "." + n.Name, name: n, field: f})
			}
			eachMember(owner+"."+f.Names[0].Name, f.Type, yield)
		}
	case *ast.InterfaceType:
		for _, f := range t.Methods.List {
			for _, n := range f.Names {
				yield(member{subject: owner + "." + n.Name, name: n, field: f, method: true})
			}
		}
	case *ast.StarExpr:
		eachMember(owner, t.X, yield)
	case *ast.ArrayType:
		eachMember(owner, t.Elt, yield)
	case *ast.ChanType:
		eachMember(owner, t.Value, yield)
	case *ast.MapType:
		eachMember(owner, t.Value, yield)
	}
}

// methodSignature returns the parameters and results of a method as declared.
func methodSignature(f *ast.FuncType) string {
	return bounded(strings.TrimPrefix(types.ExprString(f), "func"))
}
