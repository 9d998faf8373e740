package replay

import (
	"fmt"
	"strings"
)

// nearest is the hint for an unknown name: the known name that takes the
// fewest changes to reach, if it is near, or the first few.
func nearest(name string, known []string, what string) string {
	best, distance := "", 1+len(name)/3
	for _, k := range known {
		if d := changes(name, k); d <= distance && (best == "" || d < distance) {
			best, distance = k, d
		}
	}
	switch {
	case best != "":
		return fmt.Sprintf("did you mean %q?", best)
	case len(known) == 0:
		return "the suite has no " + what
	case len(known) > 6:
		return fmt.Sprintf("the suite has %d %s, among them %s", len(known), what, strings.Join(known[:3], ", "))
	}
	return "the suite has the " + what + " " + strings.Join(known, ", ")
}

// changes is the Levenshtein distance in bytes.
func changes(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
