package universe

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/types"
	"strings"
)

// function returns the declaration of a function or method on one line.
func (r *reader) function(f *types.Func, owner string) string {
	if d := r.declared[f.Pos()].code; d != nil {
		bare := *d
		bare.Doc, bare.Body = nil, nil
		return r.print(&bare)
	}
	parameters := strings.TrimPrefix(types.TypeString(f.Signature(), r.qualifier), "func")
	if owner != "" {
		return fmt.Sprintf("func (%s) %s%s", owner, f.Name(), parameters)
	}
	return fmt.Sprintf("func %s%s", f.Name(), parameters)
}

func (r *reader) constant(c *types.Const) string {
	if basic, ok := c.Type().(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
		return fmt.Sprintf("const %s = %s", c.Name(), c.Val())
	}
	return fmt.Sprintf("const %s %s = %s", c.Name(), r.typeText(c.Type()), c.Val())
}

// typeSignature returns the declaration of a type without the members of a
// struct or interface: those are documents of their own.
func (r *reader) typeSignature(object *types.TypeName) string {
	spec, ok := r.declared[object.Pos()].node.(*ast.TypeSpec)
	if !ok {
		return "type " + object.Name()
	}
	bare := *spec
	bare.Doc, bare.Comment = nil, nil
	switch spec.Type.(type) {
	case *ast.StructType:
		bare.Type = ast.NewIdent("struct")
	case *ast.InterfaceType:
		bare.Type = ast.NewIdent("interface")
	}
	return "type " + r.print(&bare)
}

// print formats a node on one line.
func (r *reader) print(node any) string {
	var b strings.Builder
	switch node := node.(type) {
	case *ast.TypeSpec: // go/format takes declarations, not specs of another position
		b.WriteString(node.Name.Name)
		if node.TypeParams != nil {
			b.WriteString("[")
			for i, field := range node.TypeParams.List {
				if i > 0 {
					b.WriteString(", ")
				}
				for j, name := range field.Names {
					if j > 0 {
						b.WriteString(", ")
					}
					b.WriteString(name.Name)
				}
				b.WriteString(" " + r.print(field.Type))
			}
			b.WriteString("]")
		}
		if node.Assign.IsValid() {
			b.WriteString(" =")
		}
		b.WriteString(" " + r.print(node.Type))
	default:
		if err := format.Node(&b, r.library.Fset, node); err != nil {
			return ""
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// qualifier writes foreign types as Go source does: "http.Header".
func (r *reader) qualifier(p *types.Package) string {
	if p == r.pkg.Types {
		return ""
	}
	return p.Name()
}

func (r *reader) typeText(t types.Type) string {
	return types.TypeString(t, r.qualifier)
}
