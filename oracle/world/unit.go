package world

import (
	"context"
	"go/ast"
	"strings"

	"sooth/fact"
)

// unit is what is remembered of a package of the tree as a whole.
type unit struct {
	symbols   []Symbol
	receivers map[string]string              // qualified type → how its methods call it
	variables map[string]map[string]ast.Expr // name of a receiver or parameter → its types by name
}

// unit returns the definitions of a package, from the index if it is of the
// tree.
func (w *World) unit(ctx context.Context, path string) (*unit, error) {
	return of(w, w.unitsRead, path).get(func() (*unit, error) {
		u := &unit{receivers: map[string]string{}, variables: map[string]map[string]ast.Expr{}}
		if w.Own(ctx, path) {
			list, err := w.symbols(ctx, fact.Query{Unit: path})
			if err != nil {
				return nil, err
			}
			u.symbols = list
		} else {
			s, err := w.Fresh(ctx, path)
			if err != nil {
				return nil, err
			}
			for _, f := range s.Facts {
				if f.Kind == fact.Definition && !f.IsPackage() {
					u.symbols = append(u.symbols, Symbol{path, f})
				}
			}
		}
		for _, s := range u.symbols {
			if !s.IsFunc() {
				continue
			}
			d, ok := ParseFuncDecl(s.Detail)
			if !ok {
				continue
			}
			u.remember(d.Recv)
			u.remember(d.Type.Params)
			if s.Symbol == "method" && d.Recv != nil && len(d.Recv.List) == 1 && len(d.Recv.List[0].Names) == 1 {
				owner := strings.TrimSuffix(s.Subject, "."+fact.LastName(&s.Fact))
				if u.receivers[owner] == "" {
					u.receivers[owner] = d.Recv.List[0].Names[0].Name
				}
			}
		}
		return u, nil
	})
}

// remember notes the names and types of receivers and parameters.
func (u *unit) remember(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		for _, n := range f.Names {
			if t := baseName(f.Type); t != "" && n.Name != "_" {
				if u.variables[n.Name] == nil {
					u.variables[n.Name] = map[string]ast.Expr{}
				}
				u.variables[n.Name][t] = f.Type
			}
		}
	}
}

// maxUnits bounds in how many packages of the tree parameters of a name are
// looked for.
const maxUnits = 60

// variableTypes returns the types of receivers and parameters of a name.
func (w *World) variableTypes(ctx context.Context, name string) ([]Symbol, error) {
	units, err := w.Packages(ctx)
	if err != nil || len(units) > maxUnits {
		return nil, err
	}
	var found []Symbol
	for _, p := range sortedKeys(units) {
		u, err := w.unit(ctx, p)
		if err != nil {
			return nil, err
		}
		for _, t := range sortedKeys(u.variables[name]) {
			list, err := w.typesOf(ctx, p, u.variables[name][t])
			if err != nil {
				return nil, err
			}
			found = append(found, list...)
		}
	}
	return unique(found), nil
}

// Siblings returns the names that stand beside a missing one: the members of
// the types, the top-level names of the packages.
func (w *World) Siblings(ctx context.Context, m *Missing) ([]string, error) {
	var names []string
	for _, t := range m.In {
		u, err := w.unit(ctx, t.Package)
		if err != nil {
			return nil, err
		}
		for _, s := range u.symbols {
			if rest, ok := strings.CutPrefix(s.Subject, t.Subject+"."); ok && !strings.Contains(rest, ".") {
				names = append(names, rest)
			}
		}
		promoted, err := w.Of(ctx, t.Package, t.Subject, fact.Promotes)
		if err != nil {
			return nil, err
		}
		for _, f := range promoted {
			names = append(names, fact.LastName(&fact.Fact{Subject: f.Object}))
		}
	}
	for _, p := range m.Paths {
		u, err := w.unit(ctx, p)
		if err != nil {
			return nil, err
		}
		own := w.Own(ctx, p)
		for _, s := range u.symbols { // of another's package nobody can use a name with a small letter
			if rest := s.Called(); !strings.Contains(rest, ".") && (own || Exported(rest)) {
				names = append(names, rest)
			}
		}
	}
	return names, nil
}

// allNames returns every name that the tree declares, each once.
func (w *World) allNames(ctx context.Context) ([]string, error) {
	return w.names.get(func() ([]string, error) {
		seen := map[string]bool{}
		for f, err := range w.facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}}) {
			if err != nil {
				return nil, err
			}
			if !f.IsPackage() {
				seen[fact.LastName(&f)] = true
			}
		}
		return sortedKeys(seen), nil
	})
}
