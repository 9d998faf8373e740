package world

import (
	"cmp"
	"context"
	"go/ast"
	"go/parser"
	"slices"
	"strings"

	"sooth/fact"
)

// Symbol is a definition and the package that it belongs to.
type Symbol struct {
	Package string // import path
	fact.Fact
}

// Called returns the name of a symbol without its package: "Mux.Handle".
func (s Symbol) Called() string {
	if rest, ok := strings.CutPrefix(s.Subject, s.Package+"."); ok {
		return rest
	}
	return fact.LastName(&s.Fact)
}

// IsType reports whether a symbol is a type.
func (s Symbol) IsType() bool {
	switch s.Symbol {
	case "struct", "interface", "type", "alias":
		return true
	}
	return false
}

// IsLocal reports whether a symbol is a type that is declared in a function.
func (s Symbol) IsLocal() bool { return s.IsType() && strings.Contains(s.Called(), ".") }

// IsFunc reports whether a symbol can be called by its name.
func (s Symbol) IsFunc() bool {
	switch s.Symbol {
	case "func", "method", "interface method":
		return true
	}
	return false
}

// IsMember reports whether a symbol is a field or method.
func (s Symbol) IsMember() bool {
	switch s.Symbol {
	case "field", "method", "interface method":
		return true
	}
	return false
}

// PackageOf returns the package of a qualified name: the longest package of the
// tree that it begins with, else what stands before the first dot after the
// last slash.
func (w *World) PackageOf(ctx context.Context, subject string) string {
	units, err := w.Packages(ctx)
	if err == nil {
		slash := strings.LastIndexByte(subject, '/') + 1
		for end := len(subject); end > slash; {
			dot := strings.LastIndexByte(subject[:end], '.')
			if dot < slash {
				break
			}
			p := subject[:dot]
			if _, ok := units[p]; ok {
				return p
			}
			if _, ok := units[strings.TrimSuffix(p, "_test")]; ok {
				return p
			}
			end = dot
		}
	}
	slash := strings.LastIndexByte(subject, '/') + 1
	if dot := strings.IndexByte(subject[slash:], '.'); dot >= 0 {
		p := subject[:slash+dot]
		if strings.HasPrefix(p, "gopkg.in/") { // gopkg.in/yaml.v3.Node
			if next := strings.IndexByte(subject[slash+dot+1:], '.'); next >= 0 {
				return subject[:slash+dot+1+next]
			}
		}
		return p
	}
	return subject
}

// symbols makes symbols of definitions of the tree.
func (w *World) symbols(ctx context.Context, q fact.Query) ([]Symbol, error) {
	q.Kinds = []fact.Kind{fact.Definition}
	list, err := w.Facts(ctx, q)
	if err != nil {
		return nil, err
	}
	found := make([]Symbol, 0, len(list))
	for _, f := range list {
		if !f.IsPackage() { // a meaning of its own: Meaning.Packages
			found = append(found, Symbol{w.PackageOf(ctx, f.Subject), f})
		}
	}
	return found, nil
}

// Named returns the definitions of the tree whose last segment is name.
func (w *World) Named(ctx context.Context, name string) ([]Symbol, error) {
	return w.symbols(ctx, fact.Query{Name: name})
}

// Lookup returns the definitions of a qualified name in a package, of the tree
// or of another module.
func (w *World) Lookup(ctx context.Context, path, subject string) ([]Symbol, error) {
	if w.Own(ctx, strings.TrimSuffix(path, "_test")) {
		return w.symbols(ctx, fact.Query{Subject: subject})
	}
	m, err := w.declared(ctx, path)
	if err != nil {
		return nil, err
	}
	var found []Symbol
	for _, f := range m[subject] {
		if f.Kind == fact.Definition && !f.IsPackage() {
			found = append(found, Symbol{path, f})
		}
	}
	return found, nil
}

// Of returns the facts of some kinds about a subject of a package.
func (w *World) Of(ctx context.Context, path, subject string, kinds ...fact.Kind) ([]fact.Fact, error) {
	if w.Own(ctx, strings.TrimSuffix(path, "_test")) {
		return w.Facts(ctx, fact.Query{Kinds: kinds, Subject: subject})
	}
	m, err := w.declared(ctx, path)
	if err != nil {
		return nil, err
	}
	var found []fact.Fact
	for _, f := range m[subject] {
		if slices.Contains(kinds, f.Kind) {
			found = append(found, f)
		}
	}
	return found, nil
}

// maxSteps bounds how many types are followed from one to the next.
const maxSteps = 8

// Members returns the fields and methods called name that a type has, those by
// promotion and those of what it is another name for included.
func (w *World) Members(ctx context.Context, t Symbol, name string) ([]Symbol, error) {
	return w.members(ctx, t, name, maxSteps)
}

func (w *World) members(ctx context.Context, t Symbol, name string, steps int) ([]Symbol, error) {
	found, err := w.Lookup(ctx, t.Package, t.Subject+"."+name)
	if err != nil || len(found) > 0 || steps == 0 {
		return found, err
	}
	promoted, err := w.Of(ctx, t.Package, t.Subject, fact.Promotes)
	if err != nil {
		return nil, err
	}
	for _, f := range promoted {
		if object := (fact.Fact{Subject: f.Object}); fact.LastName(&object) != name {
			continue
		}
		path := w.PackageOf(ctx, f.Object)
		list, err := w.Lookup(ctx, path, f.Object)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 { // its own place is not known: the type's stands for it
			f.Subject, f.Symbol = f.Object, "method"
			list = []Symbol{{path, f}}
		}
		found = append(found, list...)
	}
	if len(found) > 0 || t.Symbol != "alias" && t.Symbol != "type" {
		return found, nil
	}
	under, err := w.under(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, u := range under {
		list, err := w.members(ctx, u, name, steps-1)
		if err != nil {
			return nil, err
		}
		for _, m := range list {
			if t.Symbol == "alias" || m.Symbol != "method" { // a defined type does not inherit methods
				found = append(found, m)
			}
		}
	}
	return found, nil
}

// unique orders symbols by name and place and leaves out repetitions.
func unique(list []Symbol) []Symbol {
	slices.SortStableFunc(list, func(a, b Symbol) int {
		return cmp.Or(cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Span.File, b.Span.File), cmp.Compare(a.Span.Line, b.Span.Line))
	})
	return slices.CompactFunc(list, func(a, b Symbol) bool { return a.Subject == b.Subject && a.Span == b.Span })
}

// ParseFunc reads a signature as a definition has it, "func (c *T) F(x int) error",
// or what stands after the name, "(x int) error".
func ParseFunc(detail string) (*ast.FuncType, bool) {
	d, ok := ParseFuncDecl(detail)
	if !ok {
		return nil, false
	}
	return d.Type, true
}

// ParseFuncDecl is ParseFunc with name and receiver.
func ParseFuncDecl(detail string) (*ast.FuncDecl, bool) {
	detail = strings.TrimSpace(detail)
	switch {
	case strings.HasPrefix(detail, "func ") && !strings.HasPrefix(detail, "func (_"):
	case strings.HasPrefix(detail, "("), strings.HasPrefix(detail, "["):
		detail = "func f" + detail
	case strings.HasPrefix(detail, "func("):
		detail = "func f" + detail[len("func"):]
	default:
		if i := strings.IndexAny(detail, "([ "); i > 0 && !strings.HasPrefix(detail, "func ") {
			detail = "func " + detail
		}
	}
	file, err := parser.ParseFile(newSet(), "", "package p\n"+detail, parser.SkipObjectResolution)
	if err != nil || len(file.Decls) != 1 {
		return nil, false
	}
	d, ok := file.Decls[0].(*ast.FuncDecl)
	return d, ok
}
