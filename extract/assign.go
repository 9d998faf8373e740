package extract

import (
	"cmp"
	"math"
	"slices"
)

// edge says that a row may be matched with a column, and how well they agree.
type edge struct {
	column int
	points int // at least 1
}

// assign matches rows with columns one to one: as many pairs as possible and,
// among those, the most points. It returns the column of each row, or −1. The
// result depends on rows, columns and points alone; of equally good ones it is
// always the same.
//
// It is the Hungarian method with shortest augmenting paths (Kuhn, Naval
// Research Logistics Quarterly 2, 1955; Jonker and Volgenant, Computing 38,
// 1987). A row needs only its best n columns, n the number of rows: if a worse
// one were used, one of the best would be free and could be used instead. So n
// rows take at most n² columns and O(n²·columns) steps, however many
// observations an answer has.
func assign(rows [][]edge) []int {
	out := make([]int, len(rows))
	for i := range out {
		out[i] = -1
	}
	var active []int // rows with edges
	most := 0
	for i, edges := range rows {
		if len(edges) > 0 {
			active = append(active, i)
		}
		for _, e := range edges {
			most = max(most, e.points)
		}
	}
	n := len(active)
	if n == 0 {
		return out
	}
	index := map[int]int{} // column → place in the matrix
	var columns []int
	kept := make([][]edge, n)
	for k, i := range active {
		best := slices.Clone(rows[i])
		slices.SortFunc(best, func(a, b edge) int {
			return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(a.column, b.column))
		})
		kept[k] = best[:min(n, len(best))]
		for _, e := range kept[k] {
			if _, ok := index[e.column]; !ok {
				index[e.column] = 0
				columns = append(columns, e.column)
			}
		}
	}
	slices.Sort(columns)
	for place, c := range columns {
		index[c] = place
	}
	// One pair more outweighs all points; n columns of nothing let every row go free.
	pair := int64(most)*int64(n) + 1
	m := len(columns) + n
	cost := make([]int64, n*m)
	for k, edges := range kept {
		for _, e := range edges {
			cost[k*m+index[e.column]] = -(pair + int64(e.points))
		}
		for j := range columns {
			if cost[k*m+j] == 0 {
				cost[k*m+j] = 1 // not an edge: worse than going free
			}
		}
	}
	for k, j := range hungarian(cost, n, m) {
		if j < len(columns) {
			out[active[k]] = columns[j]
		}
	}
	return out
}

// hungarian returns the column of each row of the n × m matrix, n ≤ m, with the
// least total cost.
func hungarian(cost []int64, n, m int) []int {
	u, v := make([]int64, n+1), make([]int64, m+1)
	row := make([]int, m+1) // of each column, from 1; 0: free. Column 0 holds the row that is placed
	way := make([]int, m+1)
	least := make([]int64, m+1)
	used := make([]bool, m+1)
	for i := 1; i <= n; i++ {
		row[0] = i
		for j := range least {
			least[j], used[j] = math.MaxInt64, false
		}
		at := 0
		for row[at] != 0 {
			used[at] = true
			r, next, delta := row[at], 0, int64(math.MaxInt64)
			for j := 1; j <= m; j++ {
				if used[j] {
					continue
				}
				if c := cost[(r-1)*m+j-1] - u[r] - v[j]; c < least[j] {
					least[j], way[j] = c, at
				}
				if least[j] < delta {
					delta, next = least[j], j
				}
			}
			for j := range used {
				if used[j] {
					u[row[j]] += delta
					v[j] -= delta
				} else if j > 0 {
					least[j] -= delta
				}
			}
			at = next
		}
		for at != 0 {
			row[at] = row[way[at]]
			at = way[at]
		}
	}
	out := make([]int, n)
	for j := 1; j <= m; j++ {
		if row[j] > 0 {
			out[row[j]-1] = j - 1
		}
	}
	return out
}
