package extract

import (
	"cmp"
	"strings"
)

// compareObservations orders observations by content alone, so that no result
// hangs on their order in an answer.
func compareObservations(a, b Observation) int {
	return cmp.Or(
		strings.Compare(a.Subject, b.Subject),
		strings.Compare(a.Predicate, b.Predicate),
		compareValues(a.Value, b.Value),
		cmp.Compare(a.Line, b.Line),
		compareConfidence(a.Confidence, b.Confidence),
	)
}

// compareConfidence puts the surer one first and none last.
func compareConfidence(a, b *float64) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return cmp.Compare(*b, *a)
}

// compareExpectations orders expectations by what they ask.
func compareExpectations(a, b Expectation) int {
	return cmp.Or(
		strings.Compare(a.Subject, b.Subject),
		strings.Compare(a.Predicate, b.Predicate),
		compareValues(a.Value, b.Value),
		cmp.Compare(a.FirstLine, b.FirstLine),
		cmp.Compare(a.LastLine, b.LastLine),
		cmp.Compare(a.Tail, b.Tail),
	)
}
