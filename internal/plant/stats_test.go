package plant

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sooth/score"
)

// Total returns the number of faults of a task.
func (s TaskStats) Total() int {
	n := 0
	for _, k := range s.Planted {
		n += k
	}
	return n
}

// Missing lists what could not be planted: kind, reason and tasks.
func (s Stats) Missing() []string {
	by := map[string][]string{}
	for _, t := range s.Tasks {
		for kind, why := range t.Why {
			if t.Planted[kind] == 0 {
				key := fmt.Sprintf("%s: %s", kind, why)
				by[key] = append(by[key], t.Task)
			}
		}
	}
	var out []string
	for _, key := range slices.Sorted(maps.Keys(by)) {
		tasks := by[key]
		slices.Sort(tasks)
		if len(tasks) > 6 {
			out = append(out, fmt.Sprintf("%s (%d tasks)", key, len(tasks)))
		} else {
			out = append(out, fmt.Sprintf("%s (%s)", key, strings.Join(tasks, ", ")))
		}
	}
	return out
}

// Reasons counts why candidates of a kind were dropped, most frequent first.
func (s Stats) Reasons(kind score.Kind) []string {
	count := map[string]int{}
	for _, t := range s.Tasks {
		for reason, n := range t.Dropped[kind] {
			count[reason] += n
		}
	}
	names := slices.Sorted(maps.Keys(count))
	slices.SortStableFunc(names, func(a, b string) int { return count[b] - count[a] })
	for i, n := range names {
		names[i] = fmt.Sprintf("%s (%d)", n, count[n])
	}
	return names
}
