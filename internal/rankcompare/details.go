package rankcompare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// queries fills in what is told of each query, and who won and lost most.
func (in Input) queries(r *Result) {
	r.Winners, r.Losers, r.Details = []Change{}, []Change{}, []Detail{}
	for _, q := range in.Queries {
		c := in.class(q.Class)
		d := Detail{ID: q.ID, Text: q.Text, Class: q.Class, Labels: q.Labels, Relevant: q.Relevant, Move: q.move(), Unranked: q.Unranked, A: q.A.side(), B: q.B.side(),
			Same: q.A.State == Answered && q.B.State == Answered && q.A.Retrieved == q.B.Retrieved && slices.EqualFunc(q.A.Hits, q.B.Hits, func(x, y Hit) bool { return x.ID == y.ID })}
		for _, name := range c.Measures {
			v := Value{Measure: name}
			if ceiling, ok := q.Ceilings[name]; ok {
				v.Ceiling = &ceiling
			}
			a, causeA := q.A.value(name)
			b, causeB := q.B.value(name)
			if causeA == "" {
				v.A = &a
			}
			if causeB == "" {
				v.B = &b
			}
			if causeA == "" && causeB == "" {
				difference := b - a
				v.Difference = &difference
				if name == in.deciding(c) && difference != 0 {
					change := Change{Query: q.ID, Measure: name, A: a, B: b, Difference: difference}
					if (difference > 0) != in.measure(name).Lower {
						r.Winners = append(r.Winners, change)
					} else {
						r.Losers = append(r.Losers, change)
					}
				}
			}
			d.Values = append(d.Values, v)
		}
		r.Details = append(r.Details, d)
	}
	for _, list := range [][]Change{r.Winners, r.Losers} {
		slices.SortStableFunc(list, func(x, y Change) int {
			return cmp.Or(cmp.Compare(math.Abs(y.Difference), math.Abs(x.Difference)), cmp.Compare(x.Query, y.Query))
		})
	}
}

// deciding is the measure by which a query of a class is won or lost.
func (in Input) deciding(c Class) string {
	if in.Primary != nil && (in.Primary.Class == "" || in.Primary.Class == c.Name) && slices.Contains(c.Measures, in.Primary.Measure) {
		return in.Primary.Measure
	}
	return c.Primary
}

func (in Input) class(name string) Class {
	for _, c := range in.Classes {
		if c.Name == name {
			return c
		}
	}
	return Class{Name: name}
}

func (a Answer) side() Side {
	s := Side{State: a.State, Reason: a.Reason, Hits: a.Hits}
	if s.Hits == nil {
		s.Hits = []Hit{}
	}
	if a.FirstRelevant > 0 {
		s.FirstRelevant = &a.FirstRelevant
	}
	return s
}

// notes adds what a reader must know beside the numbers.
func (in Input) notes(r *Result) {
	lookup, classes := true, map[string]bool{}
	same, lost := 0, 0
	for i, q := range in.Queries {
		classes[q.Class] = true
		lookup = lookup && (q.Class == "A" || q.Class == "B")
		if r.Details[i].Same {
			same++
		}
		if q.A.State != Answered || q.B.State != Answered {
			lost++
		}
	}
	if lookup && len(classes) > 0 {
		r.Notes = append(r.Notes, "canonical-lookup quality only: no class of queries beyond A and B was run")
	}
	if len(in.Where) > 0 {
		r.Notes = append(r.Notes, "these are the queries with "+strings.Join(r.Where, ", ")+": p-values hold only if that choice was made before anything was looked at")
	}
	if same > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("both answered %d of %s with the same first %d documents in the same order", same, plural(len(in.Queries)), in.Depth))
	}
	if lost > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%s left out of every comparison: one of the two has no ranking for them", plural(lost)))
	}
	for _, s := range []System{in.A, in.B} {
		if s.Changed {
			r.Notes = append(r.Notes, fmt.Sprintf("files of %s changed while it ran: its rankings may be of two different indexes", s.Name))
		}
	}
}
