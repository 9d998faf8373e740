package fact

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Compare is the canonical order of facts: Span.File, Line, Column, Kind,
// Subject, Object, Index. What is equal in all of them is ordered by the
// remaining fields, so that equal sets of facts are listed equally.
func Compare(a, b *Fact) int {
	if c := cmp.Or(
		strings.Compare(a.Span.File, b.Span.File),
		cmp.Compare(a.Span.Line, b.Span.Line),
		cmp.Compare(a.Span.Column, b.Span.Column),
		strings.Compare(string(a.Kind), string(b.Kind)),
		strings.Compare(a.Subject, b.Subject),
		strings.Compare(a.Object, b.Object),
		cmp.Compare(a.Index, b.Index),
	); c != 0 {
		return c
	}
	return cmp.Or(
		cmp.Compare(a.Span.EndLine, b.Span.EndLine),
		cmp.Compare(a.Span.EndColumn, b.Span.EndColumn),
		strings.Compare(a.Detail, b.Detail),
		strings.Compare(a.Symbol, b.Symbol),
		strings.Compare(a.Language, b.Language),
		strings.Compare(string(a.Strength), string(b.Strength)),
		strings.Compare(a.Doc, b.Doc),
		cmp.Compare(a.DocLine, b.DocLine),
		strings.Compare(a.Name.File, b.Name.File),
		cmp.Compare(a.Name.Line, b.Name.Line),
		cmp.Compare(a.Name.Column, b.Name.Column),
		cmp.Compare(a.Name.EndLine, b.Name.EndLine),
		cmp.Compare(a.Name.EndColumn, b.Name.EndColumn),
		compareBool(a.Excluded, b.Excluded),
		compareBool(a.Interface, b.Interface),
	)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// scoreStep is the precision to which scores of a search are told apart: sums
// that differ in the last bits only, by the order of adding, are ties.
const scoreStep = 1e-9

// SortHits rounds scores to nine decimals and orders hits: best first, ties by
// Subject, then canonically.
func SortHits(hits []Hit) {
	for i := range hits {
		hits[i].Score = math.Round(hits[i].Score/scoreStep) * scoreStep
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Fact.Subject, b.Fact.Subject), Compare(&a.Fact, &b.Fact))
	})
}
