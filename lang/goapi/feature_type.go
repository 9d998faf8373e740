package goapi

import (
	"go/ast"
	"go/token"
	"go/types"
)

// typeDeclaration finds generic types, aliases and self-referential
// constraints.
func (f *finder) typeDeclaration(spec *ast.TypeSpec) {
	generic, alias := spec.TypeParams.NumFields() > 0, spec.Assign.IsValid()
	switch {
	case generic && alias:
		// Compilers since Go 1.23 accept it when set to 1.23; the release itself
		// needed an experiment that is off by default.
		f.add(spec.TypeParams, "generic type alias", "1.24")
	case generic:
		f.add(spec.TypeParams, "type parameters", "1.18")
	case alias:
		f.found = append(f.found, Feature{Pos: spec.Pos(), End: spec.End(), Name: "type alias", Since: "1.9", From: languageNotes("1.9")})
	}
	if !generic {
		return
	}
	self := f.info.Defs[spec.Name]
	if self == nil {
		return
	}
	ast.Inspect(spec.TypeParams, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && f.info.Uses[id] == self {
			f.add(id, "type parameter constraint that refers to its own type", "1.26")
		}
		return true
	})
}

// interfaceType finds constraints and interfaces whose embedded ones overlap.
func (f *finder) interfaceType(n *ast.InterfaceType) {
	methods := map[string]bool{}
	for _, field := range n.Methods.List {
		for _, name := range field.Names {
			methods[name.Name] = true
		}
	}
	for _, field := range n.Methods.List {
		if len(field.Names) > 0 {
			continue
		}
		if isUnion(field.Type) {
			f.add(field.Type, "constraint with type terms", "1.18")
			continue
		}
		t := f.typeOf(field.Type)
		if t == nil {
			continue
		}
		embedded, ok := t.Underlying().(*types.Interface)
		if !ok {
			f.add(field.Type, "embedding of a non-interface type", "1.18")
			continue
		}
		if !embedded.IsMethodSet() && !isNamed(field.Type, "comparable") {
			f.add(field.Type, "embedding of a constraint", "1.18")
		}
		overlap := false
		for m := range embedded.Methods() {
			overlap = overlap || methods[m.Name()]
			methods[m.Name()] = true
		}
		if overlap {
			f.add(field.Type, "overlapping embedded interface", "1.14")
		}
	}
}

func isUnion(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.TILDE
	case *ast.BinaryExpr:
		return e.Op == token.OR
	}
	return false
}

func isNamed(e ast.Expr, name string) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == name
}

// identifier finds predeclared names, builtin functions and instantiations.
func (f *finder) identifier(id *ast.Ident) {
	switch obj := f.info.Uses[id].(type) {
	case *types.TypeName:
		if obj.Parent() == types.Universe && (obj.Name() == "any" || obj.Name() == "comparable") {
			f.add(id, "predeclared "+obj.Name(), "1.18")
		}
	case *types.Builtin:
		if obj.Pkg() == types.Unsafe {
			if since, _, ok := sinceUnsafe(obj.Name()); ok && since != "1.0" {
				f.add(id, "unsafe."+obj.Name(), since)
			}
		} else if name := obj.Name(); name == "min" || name == "max" || name == "clear" {
			f.add(id, "builtin "+name, "1.21")
		}
	}
	if instance, ok := f.info.Instances[id]; ok {
		f.instance(id, instance)
	}
}

// instance finds what an instantiation needs.
func (f *finder) instance(id *ast.Ident, instance types.Instance) {
	var params *types.TypeParamList
	switch t := f.info.Uses[id].(type) {
	case *types.Func:
		params = t.Signature().TypeParams()
		if f.needsReverseInference(id, params.Len()) {
			f.add(id, "generic function used as a value with inferred type arguments", "1.21")
		} else {
			f.add(id, "instantiation of a generic function", "1.18")
		}
	case *types.TypeName:
		if named, ok := types.Unalias(t.Type()).(*types.Named); ok {
			params = named.TypeParams()
		}
		f.add(id, "instantiation of a generic type", "1.18")
	}
	for i := range min(params.Len(), instance.TypeArgs.Len()) {
		constraint, ok := params.At(i).Constraint().Underlying().(*types.Interface)
		if ok && constraint.IsComparable() && !strictlyComparable(instance.TypeArgs.At(i), 0) {
			f.add(id, "comparable satisfied by an interface", "1.20")
		}
	}
}

// needsReverseInference reports whether a generic function with n type
// parameters stands for a value, not a call, without all its type arguments.
func (f *finder) needsReverseInference(id *ast.Ident, n int) bool {
	var e ast.Expr = id
	explicit := 0
	for i := len(f.stack) - 1; i >= 0; i-- {
		switch p := f.stack[i].(type) {
		case *ast.SelectorExpr:
			if p.Sel != e {
				return explicit < n
			}
			e = p
		case *ast.ParenExpr:
			e = p
		case *ast.IndexExpr:
			if p.X != e {
				return explicit < n
			}
			e, explicit = p, 1
		case *ast.IndexListExpr:
			if p.X != e {
				return explicit < n
			}
			e, explicit = p, len(p.Indices)
		case *ast.CallExpr:
			return p.Fun != e && explicit < n
		default:
			return explicit < n
		}
	}
	return false
}

// strictlyComparable reports whether comparing two values of type t can never
// panic. Types that cannot be compared at all do not occur as arguments.
func strictlyComparable(t types.Type, depth int) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok || depth > 100 {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return false
	case *types.Array:
		return strictlyComparable(u.Elem(), depth+1)
	case *types.Struct:
		for field := range u.Fields() {
			if !strictlyComparable(field.Type(), depth+1) {
				return false
			}
		}
	}
	return true
}
