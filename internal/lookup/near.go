package lookup

import (
	"cmp"
	"slices"
	"strings"

	"sooth/fact"
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
		if n := edits(last, fact.LastName(&f), limit); n <= limit {
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

// edits counts the insertions, deletions, replacements and exchanges of
// neighbours that lead from a to b (optimal string alignment); above limit: more.
func edits(a, b string, limit int) int {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	if d := len(x) - len(y); d > limit || -d > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
