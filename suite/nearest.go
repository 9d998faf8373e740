package suite

import (
	"fmt"
	"strings"
)

// nearest returns the known name that name was probably meant to be, or "".
// Close is at most one wrong, missing, added or swapped letter in three.
func nearest(name string, known []string) string {
	best, least := "", 0
	for _, k := range known {
		d := distance(plain(name), plain(k))
		if limit := max(1, max(len(name), len(k))/3); d <= limit && (best == "" || d < least) {
			best, least = k, d
		}
	}
	return best
}

// plain drops what people mix up without noticing: case, and how words are joined.
func plain(name string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
}

// distance is the optimal string alignment distance of a and b in bytes, of
// names cut at 64 bytes: longer ones are no slips of the finger.
func distance(a, b string) int {
	a, b = a[:min(len(a), 64)], b[:min(len(b), 64)]
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// meant is the hint for a name that is not known.
func meant(name string, known []string) string {
	if k := nearest(name, known); k != "" {
		return fmt.Sprintf("did you mean `%s`?", k)
	}
	const most = 16
	switch {
	case len(known) == 0:
		return "none is declared"
	case len(known) > most:
		return "known are: " + strings.Join(known[:most], ", ") + fmt.Sprintf(" and %d more", len(known)-most)
	}
	return "known are: " + strings.Join(known, ", ")
}
