package sample

import (
	"cmp"
	"slices"
)

// Allocate shares size among strata in proportion to their counts, by largest
// remainders (Hamilton's method): each gets the whole part of its quota, and
// what is left goes to the largest fractions, to the earlier stratum among
// equals. No stratum gets more than it has; counts are not negative. The sum
// is size, or the sum of the counts if that is less.
func Allocate(counts []int, size int) []int {
	total := 0
	for _, n := range counts {
		total += n
	}
	size = max(0, min(size, total))
	shares := make([]int, len(counts))
	if total == 0 {
		return shares
	}
	order := make([]int, len(counts))
	left := size
	for i, n := range counts {
		order[i] = i
		shares[i] = n * size / total
		left -= shares[i]
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(counts[b]*size%total, counts[a]*size%total)
	})
	for _, i := range order[:left] {
		shares[i]++
	}
	return shares
}
