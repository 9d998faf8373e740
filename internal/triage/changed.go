package triage

import (
	"cmp"
	"slices"

	"sooth/internal/report"
)

// Range is a range of lines, both ends included, starting at 1.
type Range struct{ First, Last int }

// Lines is a set of lines of one text.
type Lines struct{ ranges []Range }

// NewLines makes a set of ranges in any order.
func NewLines(ranges ...Range) *Lines {
	sorted := slices.Clone(ranges)
	slices.SortFunc(sorted, func(a, b Range) int { return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Last, b.Last)) })
	l := &Lines{}
	for _, r := range sorted {
		if n := len(l.ranges); n > 0 && r.First <= l.ranges[n-1].Last+1 {
			l.ranges[n-1].Last = max(l.ranges[n-1].Last, r.Last)
			continue
		}
		l.ranges = append(l.ranges, r)
	}
	return l
}

// Empty says that there is no line in the set.
func (l *Lines) Empty() bool { return l != nil && len(l.ranges) == 0 }

// meets says whether one of the lines from first to last is in the set.
func (l *Lines) meets(first, last int) bool {
	i, _ := slices.BinarySearchFunc(l.ranges, first, func(r Range, line int) int { return cmp.Compare(r.Last, line) })
	return i < len(l.ranges) && l.ranges[i].First <= last
}

// within leaves the comments that the change adds or that cover what it adds.
func within(list []report.Ignore, added *Lines) []report.Ignore {
	return slices.DeleteFunc(list, func(g report.Ignore) bool {
		return !added.meets(g.Line, g.Line) && !added.meets(g.First, g.Last)
	})
}
