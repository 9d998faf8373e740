package fact

import (
	"slices"
	"strings"
)

// Match says whether q selects f, which came with the unit of that name. Limit
// is not looked at.
func (q *Query) Match(f *Fact, unit string) bool {
	switch {
	case q.Unit != "" && q.Unit != unit,
		q.Path != "" && q.Path != f.Span.File,
		q.Subject != "" && q.Subject != f.Subject,
		q.Object != "" && q.Object != f.Object,
		len(q.Kinds) > 0 && !slices.Contains(q.Kinds, f.Kind),
		q.Line != 0 && !f.holds(q.Line):
		return false
	case q.Name == "":
		return true
	case q.Fold:
		return strings.EqualFold(q.Name, LastName(f))
	}
	return q.Name == LastName(f)
}

// holds says whether a line lies in f's span or its doc comment. A span
// without lines is the file as a whole.
func (f *Fact) holds(line int) bool {
	if f.Span.Line == 0 {
		return true
	}
	first := f.Span.Line
	if f.DocLine > 0 {
		first = min(first, f.DocLine)
	}
	return first <= line && line <= max(f.Span.Line, f.Span.EndLine)
}
