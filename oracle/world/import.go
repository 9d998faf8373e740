package world

import (
	"context"
	"slices"
)

// Imported returns the package that a fragment of code means by a qualifier
// which it does not import: the only one of that name, if nothing in the tree
// calls a variable so or if the package has one of the names that are selected.
func (w *World) Imported(ctx context.Context, qualifier string, names []string) (string, error) {
	paths, err := w.Qualified(ctx, qualifier)
	if err != nil || len(paths) != 1 {
		return "", err
	}
	siblings, err := w.Siblings(ctx, &Missing{Paths: paths})
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(names, func(n string) bool { return slices.Contains(siblings, n) }) {
		return paths[0], nil
	}
	variable, err := w.usedAsVariable(ctx, qualifier)
	if err != nil || variable {
		return "", err
	}
	return paths[0], nil
}
