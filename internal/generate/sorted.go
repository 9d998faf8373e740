package generate

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
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

// some draws at most n members of a list, without looking at all of it: what is
// near to all of a large tree is drawn from far more than is needed. The list
// must be the same each time.
func (m *maker) some(list []string, n int, names ...string) (out []string) {
	if len(list) <= n {
		return slices.Clone(list)
	}
	seen := map[int]bool{}
	for i := range 4 * n {
		at := int(m.order(append(names, strconv.Itoa(i))...) % uint64(len(list)))
		if !seen[at] {
			seen[at] = true
			out = append(out, list[at])
		}
		if len(out) == n {
			break
		}
	}
	return out
}
