package world

import (
	"context"
	"slices"
	"strings"
)

// Imported returns the package that a fragment of code means by a qualifier
// which it does not import: the only one that has all names that are selected;
// or the only one of the tree, if it has one of them or if nothing in the tree
// calls a variable so. Empty: none for sure, as the qualifier may be a variable or
// a package of another module.
func (w *World) Imported(ctx context.Context, qualifier string, names []string) (string, error) {
	paths, err := w.Qualified(ctx, qualifier)
	if err != nil || len(names) == 0 {
		return "", err
	}
	var all, some, own []string
	for _, p := range paths {
		if w.Own(ctx, p) && !strings.Contains(strings.SplitN(p, "/", 2)[0], ".") && w.Module(ctx) == "" {
			return "", nil // without a module a package of the tree cannot be imported
		}
		siblings, err := w.Siblings(ctx, &Missing{Paths: []string{p}})
		if err != nil {
			return "", err
		}
		n := 0
		for _, name := range names {
			if slices.Contains(siblings, name) {
				n++
			}
		}
		if n == len(names) {
			all = append(all, p)
		}
		if w.Own(ctx, p) {
			own = append(own, p)
			if n > 0 {
				some = append(some, p)
			}
		}
	}
	switch {
	case len(all) == 1:
		return all[0], nil
	case len(all) > 1 || len(paths) != 1 || len(own) != 1:
		return "", nil
	case len(some) == 1:
		return some[0], nil
	}
	variable, err := w.usedAsVariable(ctx, qualifier)
	if err != nil || variable {
		return "", err
	}
	return own[0], nil
}
