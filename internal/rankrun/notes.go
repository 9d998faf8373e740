package rankrun

import (
	"fmt"
	"slices"
	"strings"

	"sooth/internal/rankreport"
	"sooth/score"
)

// notes say what a reader must know of the figures.
func (t *teller) notes() {
	r := t.report
	note := func(format string, arguments ...any) { r.Notes = append(r.Notes, fmt.Sprintf(format, arguments...)) }
	lookup := len(r.Classes) > 0
	for _, c := range r.Classes {
		lookup = lookup && (c.Name == "A" || c.Name == "B")
	}
	if lookup {
		note("canonical-lookup quality only: no other class of query was asked")
	}
	for i, y := range r.Systems {
		hits := 0
		for _, q := range t.suite.Queries {
			if a, ok := t.of(q.ID, y.Name); ok && a.record.State == score.Answered {
				hits += len(a.ranking.Hits)
			}
		}
		if y.Outside > 0 {
			note("%d of %d documents that %s returned are not in the universe: are its ids written as there?", y.Outside, hits, y.Name)
		}
		if y.Noise > 0 {
			first := ""
			if t.systems[i].noise != nil {
				if _, line := t.systems[i].noise(); line != "" {
					first = fmt.Sprintf("; the first: %q", line)
				}
			}
			note("%d lines that %s printed were no part of an answer%s", y.Noise, y.Name, first)
		}
		if y.Duplicates > 0 {
			note("%d documents that %s returned twice were left out before the cut", y.Duplicates, y.Name)
		}
		if y.Unstable > 0 {
			var list []string
			for _, q := range r.Queries {
				if i := slices.IndexFunc(q.Answers, func(a rankreport.Answer) bool { return a.System == y.Name && a.Unstable }); i >= 0 {
					list = append(list, q.ID)
				}
			}
			more := ""
			if len(list) > 5 {
				list, more = list[:5], ", …"
			}
			note("%s is unstable: %d queries were answered differently when they were asked again: %s%s", y.Name, y.Unstable, strings.Join(list, ", "), more)
		}
		if y.Answered == 0 {
			note("%s answered nothing: it is left out of the means", y.Name)
		}
	}
	passed, probes := map[string]int{}, 0
	for _, q := range r.Queries {
		if len(q.Answers) == 0 || !slices.ContainsFunc(q.Answers, func(a rankreport.Answer) bool { return a.Passed != nil }) {
			continue
		}
		probes++
		for _, a := range q.Answers {
			if a.Passed != nil && *a.Passed {
				passed[a.System]++
			}
		}
	}
	if probes > 0 {
		for _, y := range r.Systems {
			note("%s reached the least recall and precision of %d of %d probes", y.Name, passed[y.Name], probes)
		}
	}
	for _, w := range t.suite.Warnings {
		note("%s", w)
	}
}
