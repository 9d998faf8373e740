package extract

import "slices"

// maxMatched bounds the length of lists whose elements are matched by the
// coercion table; longer ones are equal only to the letter, in any order.
const maxMatched = 200

// lists compares values of which at least one is a list.
func (p *Predicate) lists(a, b Value) ([]Coercion, bool) {
	var out []Coercion
	wrap := func(v, other Value) Value {
		if v.Kind == List || len(other.List) != 1 {
			return v
		}
		out = append(out, Coercion{other.String(), shown(other.List[0]), "list of one"})
		return ListValue(v)
	}
	a, b = wrap(a, b), wrap(b, a)
	if a.Kind != List || b.Kind != List || len(a.List) != len(b.List) {
		return nil, false
	}
	x, y := slices.Clone(a.List), slices.Clone(b.List)
	slices.SortFunc(x, compareValues)
	slices.SortFunc(y, compareValues)
	if slices.EqualFunc(x, y, identical) {
		return out, true
	}
	if len(x) > maxMatched {
		return nil, false
	}
	element := *p
	if element.Type == List {
		element.Type = ""
	}
	// Equality is not transitive, so the elements need a true matching, by
	// augmenting paths.
	n := len(x)
	equal := make([][]bool, n)
	how := map[[2]int][]Coercion{}
	for i := range x {
		equal[i] = make([]bool, n)
		for j := range y {
			if c, ok := Equal(x[i], y[j], &element); ok {
				equal[i][j] = true
				how[[2]int{i, j}] = c
			}
		}
	}
	taken := make([]int, n) // of y: the element of x, from 1; 0: free
	for i := range x {
		if !augment(i, equal, taken, make([]bool, n)) {
			return nil, false
		}
	}
	for j, i := range taken {
		out = append(out, how[[2]int{i - 1, j}]...)
	}
	return out, true
}

// augment finds a place for element i, moving others where needed.
func augment(i int, equal [][]bool, taken []int, visited []bool) bool {
	for j, ok := range equal[i] {
		if !ok || visited[j] {
			continue
		}
		visited[j] = true
		if taken[j] == 0 || augment(taken[j]-1, equal, taken, visited) {
			taken[j] = i + 1
			return true
		}
	}
	return false
}
