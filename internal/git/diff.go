package git

import (
	"bytes"
	"context"
	"errors"
)

// Range is a range of lines, both ends included, starting at 1.
type Range struct {
	First, Last int
}

// Added returns the lines of now, the text of a file, that it did not have at
// a revision. A file that was not there is new as a whole. What is compared is
// the object as it was stored: no filter and no diff driver runs.
func (r *Repository) Added(ctx context.Context, revision, name string, now []byte) ([]Range, error) {
	old, err := r.Show(ctx, revision, name)
	if errors.Is(err, ErrNoFile) {
		old, err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	return AddedLines(old, now), nil
}

// AddedLines returns the lines of now that are not in old, by a shortest list
// of insertions and deletions (E. W. Myers, An O(ND) Difference Algorithm and
// Its Variations, 1986). Line ends CR LF and LF are the same. Where the texts
// differ in more than maxEdits lines, all that lies between their common
// beginning and end is told as added.
func AddedLines(old, now []byte) []Range {
	a, b := lines(old), lines(now)
	start := 0
	for start < len(a) && start < len(b) && bytes.Equal(a[start], b[start]) {
		start++
	}
	endA, endB := len(a), len(b)
	for endA > start && endB > start && bytes.Equal(a[endA-1], b[endB-1]) {
		endA--
		endB--
	}
	var list []Range
	for _, i := range inserted(a[start:endA], b[start:endB]) {
		line := start + i + 1
		if n := len(list); n > 0 && list[n-1].Last == line-1 {
			list[n-1].Last = line
		} else {
			list = append(list, Range{line, line})
		}
	}
	return list
}

func lines(text []byte) [][]byte {
	if len(text) == 0 {
		return nil
	}
	list := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	for i := range list {
		list[i] = bytes.TrimSuffix(list[i], []byte("\r"))
	}
	return list
}

// maxEdits bounds the work and memory of a comparison: the square of it.
const maxEdits = 2000

// inserted returns the places in b, starting at 0, that a has not.
func inserted(a, b [][]byte) []int {
	n, m := len(a), len(b)
	all := make([]int, m)
	for i := range all {
		all[i] = i
	}
	if n == 0 || m == 0 {
		return all
	}
	// reach[k+limit] is how far in a one gets on the diagonal k = x-y.
	limit := min(n+m, maxEdits)
	reach := make([]int, 2*limit+2)
	var steps [][]int
	for d := 0; d <= limit; d++ {
		for k := -d; k <= d; k += 2 {
			x := 0
			if d > 0 {
				if k == -d || k != d && reach[k-1+limit] < reach[k+1+limit] {
					x = reach[k+1+limit]
				} else {
					x = reach[k-1+limit] + 1
				}
			}
			y := x - k
			for x >= 0 && y >= 0 && x < n && y < m && bytes.Equal(a[x], b[y]) {
				x, y = x+1, y+1
			}
			reach[k+limit] = x
			if x >= n && y >= m {
				return trace(append(steps, clone(reach, limit, d)), n, m, d)
			}
		}
		steps = append(steps, clone(reach, limit, d))
	}
	return all
}

// clone keeps the diagonals -d to d.
func clone(reach []int, limit, d int) []int {
	return append([]int(nil), reach[limit-d:limit+d+1]...)
}

// trace walks back from the end and collects the insertions.
func trace(steps [][]int, n, m, d int) []int {
	var list []int
	x, y := n, m
	for ; d > 0; d-- {
		k := x - y
		before := steps[d-1] // diagonals -(d-1) to d-1
		at := func(k int) int {
			if i := k + d - 1; i >= 0 && i < len(before) {
				return before[i]
			}
			return -1
		}
		if k == -d || k != d && at(k-1) < at(k+1) {
			x = at(k + 1)
			y = x - (k + 1)
			list = append(list, y)
		} else {
			x = at(k - 1)
			y = x - (k - 1)
		}
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}
