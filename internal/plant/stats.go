package plant

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sooth/score"
)

// Stats tells what was planted, what was dropped, and why a kind is missing.
type Stats struct {
	Tasks []TaskStats
}

// TaskStats are those of one task.
type TaskStats struct {
	Task    string
	Target  string // language version
	Planted map[score.Kind]int
	// Dropped counts candidates by kind and by what their tool said instead.
	Dropped map[score.Kind]map[string]int
	// Why says for a kind without faults why there are none.
	Why map[score.Kind]string
}

func (s *TaskStats) drop(kind score.Kind, reason string) {
	if s.Dropped[kind] == nil {
		s.Dropped[kind] = map[string]int{}
	}
	s.Dropped[kind][reason]++
}

// Total returns the number of faults of a task.
func (s TaskStats) Total() int {
	n := 0
	for _, k := range s.Planted {
		n += k
	}
	return n
}

// Markdown writes the counts as a table: one row a kind, with the criterion
// that its faults must fail, how many were planted and in how many tasks, and
// how many candidates their own tool did not confirm.
func (s Stats) Markdown() string {
	var b strings.Builder
	b.WriteString("| kind | criterion | faults | tasks | candidates dropped |\n| --- | --- | ---: | ---: | ---: |\n")
	all, allDropped := 0, 0
	for _, kind := range append(kinds(), score.NoCode) {
		n, tasks, dropped := 0, 0, 0
		for _, t := range s.Tasks {
			n += t.Planted[kind]
			if t.Planted[kind] > 0 {
				tasks++
			}
			for _, d := range t.Dropped[kind] {
				dropped += d
			}
		}
		all, allDropped = all+n, allDropped+dropped
		fmt.Fprintf(&b, "| %s | `%s` | %d | %d | %d |\n", kind, Criterion(kind), n, tasks, dropped)
	}
	fmt.Fprintf(&b, "| all | | %d | %d | %d |\n", all, len(s.Tasks), allDropped)
	return b.String()
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
