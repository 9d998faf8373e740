package plant

import (
	"fmt"
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
