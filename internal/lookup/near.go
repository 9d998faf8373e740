package lookup

import (
	"cmp"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/nearest"
)

// maxNear bounds the names that are told instead.
const maxNear = 5

// near finds names like the argument: in another case, then by its words.
func (q *question) near() error {
	name := Clean(q.answer.Argument)
	last := name[strings.LastIndexAny(name, "./:")+1:]
	kinds := []fact.Kind{fact.Definition}
	if q.answer.Relation == File {
		kinds = []fact.Kind{fact.File}
		last = q.answer.Argument[strings.LastIndexByte(q.answer.Argument, '/')+1:]
	}
	put := func(s string) {
		if len(q.answer.Near) < maxNear && !slices.Contains(q.answer.Near, s) {
			q.answer.Near = append(q.answer.Near, s)
		}
	}
	for f, err := range q.reader.Facts(q.ctx, fact.Query{Kinds: kinds, Name: last, Fold: true, Limit: maxNear}) {
		if err != nil {
			return err
		}
		put(f.Subject)
	}
	if q.answer.Relation == File {
		return nil
	}
	return q.close(name, last, put)
}

// close puts the names that are fewest edits away, at most a third of the
// name's length, or one.
func (q *question) close(name, last string, put func(string)) error {
	type candidate struct {
		subject   string
		edits     int
		strangers int // 1: its owner is not the one that the argument names
	}
	var list []candidate
	limit := max(1, len([]rune(last))/3)
	for f, err := range q.reader.Facts(q.ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}}) {
		if err != nil {
			return err
		}
		if n := nearest.Distance(strings.ToLower(last), strings.ToLower(fact.LastName(&f)), limit+1); n <= limit {
			c := candidate{f.Subject, n, 1}
			if owner := strings.TrimSuffix(f.Subject, "."+fact.LastName(&f)); fact.HasSuffix(owner, strings.TrimSuffix(name, "."+last)) {
				c.strangers = 0
			}
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), cmp.Compare(a.strangers, b.strangers), strings.Compare(a.subject, b.subject))
	})
	for _, c := range list {
		put(c.subject)
	}
	return nil
}
