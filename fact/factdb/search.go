package factdb

import (
	"context"
	"slices"
	"strings"

	"sooth/fact"
)

// Search implements [fact.Reader].
func (r *snapshot) Search(ctx context.Context, text string, limit int) ([]fact.Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	terms := fact.QueryTerms(text)
	hits := []fact.Hit{}
	if len(terms) == 0 {
		return hits, nil
	}
	// Every term is quoted: nothing in it is an operator of FTS5. Terms hold
	// letters, digits and underscores only.
	expression := `"` + strings.Join(terms, `" OR "`) + `"`
	found, err := r.matches(expression)
	if err != nil {
		return nil, err
	}
	if limit > 0 && len(found) > limit {
		// What is as good as the last one that is wanted stays, to be told apart
		// by name.
		slices.SortFunc(found, func(a, b match) int { return compareScores(b.score, a.score) })
		n := limit
		for n < len(found) && found[n].score >= found[limit-1].score-2*scoreStep {
			n++
		}
		found = found[:n]
	}
	slices.SortFunc(found, func(a, b match) int { return int(a.word - b.word) })
	var facts []fact.Fact
	last := int64(-1)
	for _, m := range found {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if page := m.word / wordsPerPage; page != last {
			path, err := r.pathOf(page)
			if err != nil {
				return nil, err
			}
			if facts, err = r.page(page, path, nil); err != nil {
				return nil, err
			}
			last = page
		}
		n := m.word % wordsPerPage
		if n >= int64(len(facts)) {
			return nil, r.store.corrupt("the full text")
		}
		hits = append(hits, fact.Hit{Fact: facts[n], Score: m.score})
	}
	fact.SortHits(hits)
	if limit > 0 && len(hits) > limit {
		hits = hits[:limit]
	}
	return hits, nil
}

// scoreStep is the step to which fact.SortHits rounds.
const scoreStep = 1e-9

func compareScores(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// match is a word's rowid with its score, higher is better.
type match struct {
	word  int64
	score float64
}

func (r *snapshot) matches(expression string) (list []match, err error) {
	w := fact.Weights()
	err = r.rows(func(scan func(...any) error) error {
		var m match
		if err := scan(&m.word, &m.score); err != nil {
			return err
		}
		m.score = -m.score // bm25() is lower for what is better
		list = append(list, m)
		return nil
	}, "SELECT rowid, bm25(word, ?, ?, ?, ?) FROM word WHERE word MATCH ?", w[0], w[1], w[2], w[3], expression)
	return list, err
}

func (r *snapshot) pathOf(page int64) (path string, err error) {
	err = r.rows(func(scan func(...any) error) error {
		var b []byte
		err := scan(&b)
		path = string(b)
		return err
	}, "SELECT f.path FROM page p JOIN file f ON f.id = p.file WHERE p.id = ?", page)
	return path, err
}
