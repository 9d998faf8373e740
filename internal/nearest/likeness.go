package nearest

import (
	"slices"
	"strings"
	"unicode"
)

// Likeness says how alike two names are, from 0 (not at all) to 1 (but for
// case): by their letters when few must be changed, by the words that they are
// made of when they share half, or as a long and a short form.
func Likeness(a, b string) float64 {
	x, y := strings.ToLower(a), strings.ToLower(b)
	if x == y {
		return 1
	}
	longest := float64(max(len([]rune(x)), len([]rune(y))))
	best := 0.0
	limit := max(1, int(longest)/3) + 1
	if d := Distance(x, y, limit); d < limit && d < int(longest) {
		best = 1 - float64(d)/longest
	}
	if short := min(len(x), len(y)); short >= 3 && 2*short >= max(len(x), len(y)) && (strings.HasPrefix(x, y) || strings.HasPrefix(y, x)) {
		best = max(best, 0.55)
	}
	if shared := sharedWords(Words(a), Words(b)); shared >= 0.5 {
		best = max(best, shared)
	}
	return best
}

// Words splits a name in camel case or with underscores into lower-case words.
func Words(name string) []string {
	var list []string
	runes := []rune(name)
	start := 0
	cut := func(end int) {
		if end > start {
			list = append(list, strings.ToLower(string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case r == '_' || r == '/' || r == '.' || r == '-':
			cut(i)
			start = i + 1
		case i == 0 || !unicode.IsUpper(r):
		case !unicode.IsUpper(runes[i-1]), i+1 < len(runes) && unicode.IsLower(runes[i+1]):
			cut(i)
		}
	}
	cut(len(runes))
	return list
}

// sharedWords returns the share of words that two names have in common.
func sharedWords(a, b []string) float64 {
	common := 0
	for _, w := range slices.Compact(slices.Sorted(slices.Values(a))) {
		if slices.Contains(b, w) {
			common++
		}
	}
	return float64(common) / float64(max(1, len(a)+len(b)-common))
}

// Distance returns the number of insertions, deletions, replacements and swaps
// of neighbours that turn a into b (the optimal string alignment distance, in
// runes); limit or more when it reaches limit, from 1 on.
func Distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) >= limit || len(y)-len(x) >= limit {
		return limit
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least >= limit {
			return limit // it does not become less any more
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
