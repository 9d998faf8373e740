package solution

import "sort"

// Sorted returns a sorted copy.
func Sorted(list []int) []int {
	out := append([]int(nil), list...)
	sort.Ints(out)
	return out
}
