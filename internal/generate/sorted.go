package generate

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"sooth/internal/nearest"
)

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// distinct sorts a list in its place and leaves out what stands twice.
func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// drawn are at most n different names of a list, in an order that is drawn for
// some names.
func (m *maker) drawn(list []string, n int, names ...string) []string {
	list = distinct(list)
	m.shuffle(list, func(s string) uint64 { return m.order(append(names, s)...) })
	return list[:min(len(list), n)]
}

// likest sorts names by how like their last parts are to a name, the likest first;
// those that are as like keep their order.
func likest(name string, list []string) {
	slices.SortStableFunc(list, func(a, b string) int {
		return cmp.Compare(nearest.Likeness(name, lastPart(b)), nearest.Likeness(name, lastPart(a)))
	})
}

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
