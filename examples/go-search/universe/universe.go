package universe

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Documents returns the documents of a library in order of ID. Only what a
// reader of the documentation sees has one: exported names, members of
// exported types, and the methods that an exported type has from embedded
// unexported ones ("testing.T.Errorf"). A name is documented once, however
// many platforms declare it. Packages without an exported name and "package
// main" have none.
func (l *Library) Documents() []Document {
	var all []Document
	for _, p := range l.Packages {
		if p.Types.Name() == "main" {
			continue
		}
		r := &reader{library: l, pkg: p, declared: declarations(p.Files), docs: map[string]Document{}}
		r.read()
		if len(r.docs) == 0 {
			continue
		}
		all = append(all, Document{
			ID: p.Path, Kind: "package", Source: p.Source, Package: p.Path, Name: p.Types.Name(),
			Signature: "package " + p.Types.Name(), Doc: packageDoc(p.Files),
		})
		for _, d := range r.docs {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b Document) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// reader makes the documents of one package.
type reader struct {
	library  *Library
	pkg      *Package
	declared map[token.Pos]declaration
	docs     map[string]Document // by name
}

func (r *reader) read() {
	scope := r.pkg.Types.Scope()
	for _, name := range scope.Names() {
		object := scope.Lookup(name)
		if !object.Exported() {
			continue
		}
		switch object := object.(type) {
		case *types.Func:
			r.add(name, "func", object, r.function(object, ""))
		case *types.Const:
			r.add(name, "const", object, r.constant(object))
		case *types.Var:
			r.add(name, "var", object, fmt.Sprintf("var %s %s", name, r.typeText(object.Type())))
		case *types.TypeName:
			r.add(name, "type", object, r.typeSignature(object))
			r.members(object)
		}
	}
}

func (r *reader) add(name, kind string, object types.Object, signature string) {
	place := r.library.Fset.Position(object.Pos())
	r.docs[name] = Document{
		File: path.Join(r.pkg.Path, filepath.Base(place.Filename)), Line: place.Line,
		ID: r.pkg.Path + "." + name, Kind: kind, Source: r.pkg.Source, Package: r.pkg.Path, Name: name,
		Signature: signature, Doc: r.declared[object.Pos()].doc,
	}
}

// members adds the fields and methods of a type that is declared here; those
// of an alias belong to the type that it stands for.
func (r *reader) members(object *types.TypeName) {
	named, ok := object.Type().(*types.Named)
	if !ok || object.IsAlias() {
		return
	}
	owner := object.Name()
	switch under := named.Underlying().(type) {
	case *types.Struct:
		if r.ownLiteral(object) {
			r.fields(owner, under)
		}
	case *types.Interface:
		if r.ownLiteral(object) {
			for m := range under.ExplicitMethods() {
				if m.Exported() {
					r.add(owner+"."+m.Name(), "method", m, r.function(m, owner))
				}
			}
		}
		return
	}
	set := types.NewMethodSet(types.NewPointer(named))
	for selection := range set.Methods() {
		method := selection.Obj().(*types.Func)
		if method.Exported() && r.shown(named, selection.Index()) {
			r.add(owner+"."+method.Name(), "method", method, r.function(method, owner))
		}
	}
}

// ownLiteral reports whether a type is declared by a literal, so that its
// members are declared with it: not in "type A B".
func (r *reader) ownLiteral(object *types.TypeName) bool {
	spec, ok := r.declared[object.Pos()].node.(*ast.TypeSpec)
	if !ok {
		return false
	}
	switch spec.Type.(type) {
	case *ast.StructType, *ast.InterfaceType:
		return true
	}
	return false
}

func (r *reader) fields(owner string, s *types.Struct) {
	for field := range s.Fields() {
		if field.Exported() {
			r.add(owner+"."+field.Name(), "field", field, fmt.Sprintf("%s.%s %s", owner, field.Name(), r.typeText(field.Type())))
		}
	}
}

// shown reports whether the documentation of a type lists the method that
// stands at the end of an index path: a method of its own, or one promoted
// through unexported types of the same package alone.
func (r *reader) shown(named *types.Named, index []int) bool {
	var t types.Type = named
	for _, i := range index[:len(index)-1] {
		if pointer, ok := t.Underlying().(*types.Pointer); ok {
			t = pointer.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return false
		}
		field := s.Field(i)
		t = field.Type()
		if pointer, ok := t.(*types.Pointer); ok {
			t = pointer.Elem()
		}
		embedded, ok := t.(*types.Named)
		if !ok || embedded.Obj().Exported() || embedded.Obj().Pkg() != r.pkg.Types {
			return false
		}
	}
	return true
}
