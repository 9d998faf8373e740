package extract

import (
	"math/rand/v2"
	"testing"
)

// bruteForce tries every assignment: most pairs first, then most points.
func bruteForce(rows [][]edge) (pairs, points int) {
	taken := map[int]bool{}
	var try func(i, n, sum int)
	try = func(i, n, sum int) {
		if i == len(rows) {
			if n > pairs || n == pairs && sum > points {
				pairs, points = n, sum
			}
			return
		}
		try(i+1, n, sum)
		for _, e := range rows[i] {
			if !taken[e.column] {
				taken[e.column] = true
				try(i+1, n+1, sum+e.points)
				taken[e.column] = false
			}
		}
	}
	try(0, 0, 0)
	return pairs, points
}

// TestAssignIsOptimal holds 10,000 random small cases against trying everything.
func TestAssignIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	greedy, full := 0, 0
	for range 10_000 {
		n, m := r.IntN(6), 1+r.IntN(7)
		density, most := r.Float64(), 1+r.IntN(1000)
		rows := make([][]edge, n)
		for i := range rows {
			for c := range m {
				if r.Float64() < density {
					rows[i] = append(rows[i], edge{c * 3, 1 + r.IntN(most)})
				}
			}
		}
		wantPairs, wantPoints := bruteForce(rows)
		pairs, points, seen := 0, 0, map[int]bool{}
		for i, c := range assign(rows) {
			if c < 0 {
				continue
			}
			if seen[c] {
				t.Fatalf("column %d is given twice: %v", c, rows)
			}
			seen[c] = true
			at := -1
			for k, e := range rows[i] {
				if e.column == c {
					at = k
				}
			}
			if at < 0 {
				t.Fatalf("row %d is given column %d without an edge: %v", i, c, rows)
			}
			pairs, points = pairs+1, points+rows[i][at].points
		}
		if pairs != wantPairs || points != wantPoints {
			t.Fatalf("%v: %d pairs with %d points, best are %d with %d", rows, pairs, points, wantPairs, wantPoints)
		}
		if g, s := greedyAssign(rows); g != wantPairs || s != wantPoints {
			greedy++
		}
		if pairs == n && n > 1 {
			full++
		}
	}
	if greedy < 500 || full < 500 {
		t.Errorf("the cases are too easy: taking the first that fits is wrong in %d only, every row is matched in %d", greedy, full)
	}
}

// greedyAssign takes the first free column of each row.
func greedyAssign(rows [][]edge) (pairs, points int) {
	taken := map[int]bool{}
	for _, edges := range rows {
		for _, e := range edges {
			if !taken[e.column] {
				taken[e.column] = true
				pairs, points = pairs+1, points+e.points
				break
			}
		}
	}
	return pairs, points
}
