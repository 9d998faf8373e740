package world

import (
	"context"
	"slices"
	"strings"

	"sooth/fact"
)

// suggest returns the nearest true name of a missing one.
func (w *World) suggest(ctx context.Context, m *Missing) (string, Kinship, error) {
	names, err := w.Siblings(ctx, m)
	if err != nil {
		return "", Stranger, err
	}
	best, kin := Nearest(m.Name, slices.Values(names))
	if kin == Twin {
		return best, kin, nil
	}
	if here, err := w.Named(ctx, m.Name); err != nil {
		return "", Stranger, err
	} else if len(here) > 0 { // the right name of something else
		return qualified(here[0]), Kin, nil
	}
	if kin == Kin {
		return best, kin, nil
	}
	all, err := w.allNames(ctx)
	if err != nil {
		return "", Stranger, err
	}
	if best, kin = Nearest(m.Name, slices.Values(all)); kin == Stranger {
		for _, n := range all { // the longest that it extends
			if Extends(m.Name, n) && len(n) > len(best) {
				best, kin = n, Extended
			}
		}
	}
	if len(m.In) == 0 && len(m.Paths) == 0 || best == "" {
		return best, kin, nil
	}
	there, err := w.Named(ctx, best)
	if err != nil || len(there) == 0 {
		return "", kin, err
	}
	return qualified(there[0]), kin, nil // it is of something else than the name's qualifier
}

// qualified writes the name of a symbol with what it is of: its type, else its
// package.
func qualified(s Symbol) string {
	if called := s.Called(); strings.Contains(called, ".") {
		return called
	}
	return lastElement(strings.TrimSuffix(s.Package, "_test")) + "." + fact.LastName(&s.Fact)
}

// short leaves of an absolute path what tells the module.
func short(file string) string {
	for _, root := range []string{"/pkg/mod/", "/src/"} {
		if _, rest, ok := strings.Cut(file, root); ok {
			return rest
		}
	}
	return file[strings.LastIndexByte(file, '/')+1:]
}

// Confirmed reports whether a fresh look at its package finds a symbol too.
func (w *World) Confirmed(ctx context.Context, s Symbol) (bool, error) {
	if w.packages == nil {
		return false, nil
	}
	names, err := w.declared(ctx, strings.TrimSuffix(s.Package, "_test"))
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(names[s.Subject], func(f fact.Fact) bool { return f.Kind == fact.Definition }), nil
}
