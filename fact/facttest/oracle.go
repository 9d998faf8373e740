package facttest

import (
	"math"
	"slices"
	"sort"
	"strings"

	"sooth/fact"
)

// oracle is a store that looks at everything for every question.
type oracle struct {
	units map[string]fact.Unit
}

func (o *oracle) clone() *oracle {
	c := &oracle{units: map[string]fact.Unit{}}
	for name, u := range o.units {
		c.units[name] = u
	}
	return c
}

func (o *oracle) facts(q fact.Query) []fact.Fact {
	list := []fact.Fact{}
	for name, u := range o.units {
		for _, f := range u.Facts {
			if (q.Unit == "" || q.Unit == name) && selects(q, f) {
				list = append(list, f)
			}
		}
	}
	sort.Slice(list, func(i, j int) bool { return less(list[i], list[j]) })
	if q.Limit > 0 && len(list) > q.Limit {
		list = list[:q.Limit]
	}
	return list
}

// selects is the contract of fact.Query, word by word.
func selects(q fact.Query, f fact.Fact) bool {
	if len(q.Kinds) > 0 && !slices.Contains(q.Kinds, f.Kind) {
		return false
	}
	if q.Subject != "" && f.Subject != q.Subject || q.Object != "" && f.Object != q.Object || q.Path != "" && f.Span.File != q.Path {
		return false
	}
	if q.Name != "" {
		name := fact.LastName(&f)
		if !(name == q.Name || q.Fold && strings.EqualFold(name, q.Name)) {
			return false
		}
	}
	if q.Line != 0 && f.Span.Line != 0 {
		from, to := f.Span.Line, f.Span.EndLine
		if f.DocLine > 0 && f.DocLine < from {
			from = f.DocLine
		}
		if to < f.Span.Line {
			to = f.Span.Line
		}
		if q.Line < from || q.Line > to {
			return false
		}
	}
	return true
}

// less is the canonical order; generated facts that are equal in it are equal.
func less(a, b fact.Fact) bool {
	switch {
	case a.Span.File != b.Span.File:
		return a.Span.File < b.Span.File
	case a.Span.Line != b.Span.Line:
		return a.Span.Line < b.Span.Line
	case a.Span.Column != b.Span.Column:
		return a.Span.Column < b.Span.Column
	case a.Kind != b.Kind:
		return a.Kind < b.Kind
	case a.Subject != b.Subject:
		return a.Subject < b.Subject
	case a.Object != b.Object:
		return a.Object < b.Object
	case a.Index != b.Index:
		return a.Index < b.Index
	}
	return fact.Compare(&a, &b) < 0
}

func (o *oracle) state(generation int, given fact.State) fact.State {
	s := fact.State{
		Generation: generation, Tree: given.Tree, Module: given.Module, Readers: given.Readers,
		Units: len(o.units), Open: []fact.Open{}, Counts: map[fact.Kind]int{}, Strengths: map[fact.Strength]int{},
	}
	for name, u := range o.units {
		if u.Open != "" {
			s.Open = append(s.Open, fact.Open{Unit: name, Reason: u.Open})
		}
		for _, f := range u.Facts {
			s.Counts[f.Kind]++
			s.Strengths[f.Strength]++
		}
	}
	sort.Slice(s.Open, func(i, j int) bool { return s.Open[i].Unit < s.Open[j].Unit })
	return s
}

func stampsInOrder(list []fact.Stamp) []fact.Stamp {
	list = slices.Clone(list)
	sort.Slice(list, func(i, j int) bool { return list[i].Path < list[j].Path })
	return list
}

// search ranks by the formula of BM25 as it stands in the documentation of
// SQLite's FTS5, section 5.1.1, one document and one term at a time.
func (o *oracle) search(text string, limit int) []fact.Hit {
	definitions := o.facts(fact.Query{Kinds: []fact.Kind{fact.Definition}})
	weights := fact.Weights()
	frequencies := make([]map[string]float64, len(definitions))
	lengths := make([]float64, len(definitions))
	total := 0.0
	for i, f := range definitions {
		frequencies[i] = map[string]float64{}
		for column, terms := range fact.Document(&f) {
			lengths[i] += float64(len(terms))
			for _, t := range terms {
				frequencies[i][t] += weights[column]
			}
		}
		total += lengths[i]
	}
	mean := total / float64(len(definitions))
	hits := []fact.Hit{}
	for i, f := range definitions {
		score, found := 0.0, false
		for _, term := range fact.QueryTerms(text) {
			with := 0.0
			for _, other := range frequencies {
				if other[term] > 0 {
					with++
				}
			}
			n := frequencies[i][term]
			if n == 0 {
				continue
			}
			found = true
			idf := math.Log((float64(len(definitions)) - with + 0.5) / (with + 0.5))
			if idf <= 0 {
				idf = 1e-6
			}
			score += idf * n * (1.2 + 1) / (n + 1.2*(1-0.75+0.75*lengths[i]/mean))
		}
		if found {
			hits = append(hits, fact.Hit{Fact: f, Score: score})
		}
	}
	fact.SortHits(hits)
	if limit > 0 && len(hits) > limit {
		hits = hits[:limit]
	}
	return hits
}
