package factmem

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"sooth/fact"
)

// view is one generation. It never changes; what speeds up queries is made
// when it is first asked for.
type view struct {
	state  fact.State
	units  map[string]*fact.Unit
	stamps []fact.Stamp

	sort    sync.Once
	entries []entry // in canonical order

	find                     sync.Once
	subjects, objects, names map[string][]int // places in entries; names folded

	words sync.Once
	text  *fullText
}

// entry is a fact with the unit that it came with.
type entry struct {
	*fact.Fact
	unit string
}

func newView(s fact.State, units map[string]*fact.Unit, stamps []fact.Stamp) *view {
	if units == nil {
		units = map[string]*fact.Unit{}
	}
	s.Readers = slices.Clone(s.Readers)
	s.Units = len(units)
	s.Open = []fact.Open{}
	s.Counts, s.Strengths = map[fact.Kind]int{}, map[fact.Strength]int{}
	for _, name := range slices.Sorted(maps.Keys(units)) {
		u := units[name]
		if u.Open != "" {
			s.Open = append(s.Open, fact.Open{Unit: name, Reason: u.Open})
		}
		for i := range u.Facts {
			s.Counts[u.Facts[i].Kind]++
			s.Strengths[u.Facts[i].Strength]++
		}
	}
	return &view{state: s, units: units, stamps: stamps}
}

func (v *view) describe(ctx context.Context) (fact.State, error) {
	s := v.state
	s.Readers, s.Open = slices.Clone(s.Readers), slices.Clone(s.Open)
	s.Counts, s.Strengths = maps.Clone(s.Counts), maps.Clone(s.Strengths)
	return s, ctx.Err()
}

// sorted returns all facts in canonical order.
func (v *view) sorted() []entry {
	v.sort.Do(func() {
		for name, u := range v.units {
			for i := range u.Facts {
				v.entries = append(v.entries, entry{&u.Facts[i], name})
			}
		}
		slices.SortFunc(v.entries, func(a, b entry) int {
			if c := fact.Compare(a.Fact, b.Fact); c != 0 {
				return c
			}
			return strings.Compare(a.unit, b.unit)
		})
	})
	return v.entries
}

// places returns the entries that can be what q selects, in order; all: it
// selects by nothing that leads to some.
func (v *view) places(q *fact.Query) (list []int, all bool) {
	if q.Subject == "" && q.Object == "" && q.Name == "" {
		return nil, true
	}
	v.find.Do(func() {
		v.subjects, v.objects, v.names = map[string][]int{}, map[string][]int{}, map[string][]int{}
		for i, e := range v.sorted() {
			v.subjects[e.Subject] = append(v.subjects[e.Subject], i)
			if e.Object != "" {
				v.objects[e.Object] = append(v.objects[e.Object], i)
			}
			name := fact.Fold(fact.LastName(e.Fact))
			v.names[name] = append(v.names[name], i)
		}
	})
	switch {
	case q.Subject != "":
		return v.subjects[q.Subject], false
	case q.Object != "":
		return v.objects[q.Object], false
	}
	return v.names[fact.Fold(q.Name)], false
}

func (v *view) facts(ctx context.Context, q fact.Query) iter.Seq2[fact.Fact, error] {
	return func(yield func(fact.Fact, error) bool) {
		if ctx.Err() != nil {
			yield(fact.Fact{}, ctx.Err())
			return
		}
		list := v.sorted()
		if places, all := v.places(&q); !all {
			some := make([]entry, len(places))
			for i, n := range places {
				some[i] = list[n]
			}
			list = some
		}
		if q.Path != "" {
			first, _ := slices.BinarySearchFunc(list, q.Path, func(e entry, path string) int { return strings.Compare(e.Span.File, path) })
			list = list[first:]
		}
		found := 0
		for i, e := range list {
			if i%1024 == 0 && ctx.Err() != nil {
				yield(fact.Fact{}, ctx.Err())
				return
			}
			if q.Path != "" && e.Span.File != q.Path {
				return
			}
			if !q.Match(e.Fact, e.unit) {
				continue
			}
			if !yield(*e.Fact, nil) {
				return
			}
			if found++; found == q.Limit {
				return
			}
		}
	}
}
