package factmem

import (
	"context"
	"math"

	"sooth/fact"
)

// fullText is the inverted index of one generation's definitions.
type fullText struct {
	documents []*fact.Fact // in canonical order
	lengths   []int        // terms of each document
	mean      float64
	places    map[string][]place
}

// place is how much a term counts in a document.
type place struct {
	document int
	weight   float64 // its occurrences, each by its column's weight
}

func (v *view) index() *fullText {
	v.words.Do(func() {
		t := &fullText{places: map[string][]place{}}
		weights := fact.Weights()
		total := 0
		for _, e := range v.sorted() {
			if e.Kind != fact.Definition {
				continue
			}
			n := len(t.documents)
			length := 0
			for column, terms := range fact.Document(e.Fact) {
				length += len(terms)
				for _, term := range terms {
					list := t.places[term]
					if len(list) == 0 || list[len(list)-1].document != n {
						list = append(list, place{document: n})
					}
					list[len(list)-1].weight += weights[column]
					t.places[term] = list
				}
			}
			t.documents, t.lengths = append(t.documents, e.Fact), append(t.lengths, length)
			total += length
		}
		t.mean = float64(total) / float64(max(1, len(t.documents)))
		v.text = t
	})
	return v.text
}

// The parameters of BM25, and the least weight of a term, as in SQLite's FTS5
// (section 5.1.1 of its documentation), so that both stores rank alike.
const (
	k1       = 1.2
	b        = 0.75
	leastIDF = 1e-6
)

func (v *view) search(ctx context.Context, text string, limit int) ([]fact.Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t := v.index()
	scores := map[int]float64{}
	for _, term := range fact.QueryTerms(text) {
		list := t.places[term]
		idf := math.Log((float64(len(t.documents)-len(list)) + 0.5) / (float64(len(list)) + 0.5))
		idf = max(idf, leastIDF)
		for _, p := range list {
			length := float64(t.lengths[p.document]) / t.mean
			scores[p.document] += idf * (p.weight * (k1 + 1)) / (p.weight + k1*(1-b+b*length))
		}
	}
	hits := make([]fact.Hit, 0, len(scores))
	for n, score := range scores {
		hits = append(hits, fact.Hit{Fact: *t.documents[n], Score: score})
	}
	fact.SortHits(hits)
	if limit > 0 && len(hits) > limit {
		hits = hits[:limit]
	}
	return hits, nil
}
