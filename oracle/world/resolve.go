package world

import (
	"context"
	"go/token"
	"strings"

	"sooth/fact"
	"sooth/oracle"
)

func newSet() *token.FileSet { return token.NewFileSet() }

// Meaning is what a name means in the tree and what it imports.
type Meaning struct {
	Symbols  []Symbol // all definitions that it may mean, in order
	Packages []string // where it names packages themselves
	Around   string   // where a package that the tree imports declares it; nothing else is known
	Guessed  bool     // its qualifier is the usual name of a variable of the type
	// Missing says, where there are no symbols, what would have to have it.
	Missing *Missing
	// Reason, of the closed list, and What, say why there is neither.
	Reason, What string
}

// Why returns the reason, of the closed list, why nothing can be said of a
// meaning without symbols.
func (m Meaning) Why() string {
	if m.Reason == "" {
		return oracle.External
	}
	return m.Reason
}

// Missing is a name that is not where it would have to be. It is no accusation
// yet.
type Missing struct {
	Name  string   // the part that is not there: "Handel"
	In    []Symbol // the types that do not have it
	Paths []string // the packages that do not have it
	// Loose: the qualifier may as well mean something else, so that the word
	// must not occur anywhere.
	Loose bool
	Bare  bool // there is no qualifier
	// Anchored: the words say that it is a name of Go in this code base.
	Anchored bool
	// Type is the name by which the types of In were found, without a package:
	// a package around the tree may have one of that name too.
	Type string
}

// Resolve finds out what a name means.
func (w *World) Resolve(ctx context.Context, name string) (Meaning, error) {
	n := ParseName(name)
	if len(n.Parts) == 1 && n.Path == "" {
		return w.bare(ctx, n)
	}
	paths, err := w.Qualified(ctx, n.Package())
	if err != nil {
		return Meaning{}, err
	}
	if len(n.Parts) == 1 { // a path alone
		if len(paths) > 0 {
			return Meaning{Packages: paths}, nil
		}
		return Meaning{Reason: oracle.External, What: "no package " + n.Package() + " is here"}, nil
	}
	before, external := strings.CutSuffix(n.Package(), "_test")
	if external = external && len(paths) == 0; external {
		if paths, err = w.Qualified(ctx, before); err != nil {
			return Meaning{}, err
		}
	}
	r := resolver{w: w, n: n, external: external, m: &Missing{Name: n.Last(), Anchored: true}}
	for _, p := range paths {
		if err := r.inPackage(ctx, p); err != nil {
			return Meaning{}, err
		}
	}
	definite := len(n.Parts) > 2 && len(r.m.In) > 0 && !r.unclear // package, type, member
	if n.Path == "" && !definite {
		if err := r.inTypes(ctx); err != nil {
			return Meaning{}, err
		}
	}
	if len(r.found) > 0 {
		return Meaning{Symbols: unique(r.found)}, nil
	}
	if n.Path == "" && !definite && !n.Pointer {
		if err := r.throughVariable(ctx); err != nil {
			return Meaning{}, err
		}
		if len(r.found) > 0 {
			return Meaning{Symbols: unique(r.found), Guessed: true}, nil
		}
	}
	if len(r.m.In) == 0 && len(r.m.Paths) == 0 && len(r.without) > 0 {
		r.m.Paths, r.m.Name = r.without, n.Parts[1]
	}
	switch {
	case r.unclear && len(r.m.In) == 0 && len(r.m.Paths) == 0 && len(n.Parts) > 2:
		return Meaning{Reason: oracle.Ambiguous, What: "what " + n.Parts[0] + " leads to is not known"}, nil
	case r.unclear: // it may lead to something that has it: then the word is somewhere
		r.m.Loose = true
		return Meaning{Missing: r.m}, nil
	case len(r.m.In) == 0 && len(r.m.Paths) == 0 && n.Path == "" && len(n.Parts) == 2:
		return w.renamed(ctx, n)
	case len(r.m.In) == 0 && len(r.m.Paths) == 0:
		return Meaning{Reason: oracle.External, What: "nothing here is called " + n.Package()}, nil
	}
	if len(n.Parts) == 2 && r.m.Name == n.Last() && !n.Pointer {
		variable, err := r.mayBeVariable(ctx)
		if err != nil {
			return Meaning{}, err
		}
		r.m.Loose = variable
	}
	return Meaning{Missing: r.m}, nil
}

// bare finds a name without a qualifier among the definitions of the tree.
func (w *World) bare(ctx context.Context, n Name) (Meaning, error) {
	name := n.Last()
	found, err := w.Named(ctx, name)
	if err != nil {
		return Meaning{}, err
	}
	if len(found) > 0 {
		return Meaning{Symbols: unique(found)}, nil
	}
	if !Exported(name) && !n.Calls[0] {
		paths, err := w.Qualified(ctx, name)
		if err != nil {
			return Meaning{}, err
		}
		if len(paths) > 0 {
			return Meaning{Packages: paths}, nil
		}
	}
	return Meaning{Missing: &Missing{Name: name, Bare: true}}, nil
}

// resolver follows a qualified name through what its first part may mean.
type resolver struct {
	w        *World
	n        Name
	m        *Missing
	found    []Symbol
	without  []string // packages that lack the second part of three
	external bool     // the package is an external test
	unclear  bool     // something on the way has a type that is not known
}

// inPackage follows the name from a package.
func (r *resolver) inPackage(ctx context.Context, path string) error {
	first := r.n.Parts[1]
	var list []Symbol
	var err error
	if !r.external {
		if list, err = r.w.Lookup(ctx, path, path+"."+first); err != nil {
			return err
		}
	}
	tests, err := r.w.Lookup(ctx, path, path+"_test."+first)
	if err != nil {
		return err
	}
	list = append(list, tests...)
	if len(list) == 0 {
		if len(r.n.Parts) > 2 {
			r.without = append(r.without, path)
		} else {
			r.m.Paths = append(r.m.Paths, path)
		}
		return nil
	}
	return r.follow(ctx, list, r.n.Parts[2:])
}

// inTypes follows the name from what is declared in the tree by its first part.
func (r *resolver) inTypes(ctx context.Context) error {
	list, err := r.w.Named(ctx, r.n.Parts[0])
	if err != nil {
		return err
	}
	isType := len(onlyTypes(list)) > 0
	for _, s := range list {
		if isType && r.n.Pointer && !s.IsType() {
			continue // (*T).M is of a type
		}
		if s.Symbol == "method" || s.Symbol == "interface method" || s.Symbol == "func" {
			if !r.n.Calls[0] {
				continue
			}
		}
		if s.Symbol == "field" && isType && !strings.HasSuffix(s.Detail, "struct") {
			if types, err := r.w.Types(ctx, s); err != nil {
				return err
			} else if len(types) == 1 && fact.LastName(&types[0].Fact) == r.n.Parts[0] {
				continue // an embedded type is met as a type
			}
		}
		if err := r.follow(ctx, []Symbol{s}, r.n.Parts[1:]); err != nil {
			return err
		}
	}
	return nil
}

// follow goes from symbols through members to the end of the name.
func (r *resolver) follow(ctx context.Context, from []Symbol, rest []string) error {
	if len(rest) == 0 {
		r.found = append(r.found, from...)
		return nil
	}
	for _, s := range from {
		types, err := r.w.Types(ctx, s)
		if err != nil {
			return err
		}
		if len(types) == 0 { // a struct without a name has its members below its own
			list, err := r.w.Lookup(ctx, s.Package, s.Subject+"."+rest[0])
			if err != nil {
				return err
			}
			if len(list) == 0 && !memberless(s) {
				r.unclear = true
			}
			if err := r.follow(ctx, list, rest[1:]); err != nil {
				return err
			}
		}
		for _, t := range types {
			list, err := r.w.Members(ctx, t, rest[0])
			if err != nil {
				return err
			}
			if len(list) == 0 {
				if s.IsType() && len(rest) == 1 {
					r.m.In = append(r.m.In, t)
					if len(r.n.Parts) == 2 {
						r.m.Type = r.n.Parts[0]
					}
				} else {
					r.unclear = true
				}
				continue
			}
			if err := r.follow(ctx, list, rest[1:]); err != nil {
				return err
			}
		}
	}
	return nil
}
