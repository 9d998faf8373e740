package generate

import (
	"cmp"
	"maps"
	"slices"
)

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// sortBy sorts by a key that is made once for each.
func sortBy[T any](list []T, key func(T) uint64) {
	type keyed struct {
		key uint64
		one T
	}
	all := make([]keyed, len(list))
	for i, one := range list {
		all[i] = keyed{key(one), one}
	}
	slices.SortStableFunc(all, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	for i := range all {
		list[i] = all[i].one
	}
}
