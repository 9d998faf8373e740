package gofact

import (
	"cmp"
	"strings"

	"sooth/fact"
)

// compareFacts is the canonical order: Span.File, Line, Column, Kind, Subject,
// Object, Index.
func compareFacts(a, b *fact.Fact) int {
	return cmp.Or(
		strings.Compare(a.Span.File, b.Span.File),
		cmp.Compare(a.Span.Line, b.Span.Line),
		cmp.Compare(a.Span.Column, b.Span.Column),
		strings.Compare(string(a.Kind), string(b.Kind)),
		strings.Compare(a.Subject, b.Subject),
		strings.Compare(a.Object, b.Object),
		cmp.Compare(a.Index, b.Index),
	)
}
