// Package rankdiff tells two versions of a corpus of queries apart: documents,
// classes, queries, and what answers them. Results on corpora that differ are
// never compared; what moved between them is told here instead.
package rankdiff

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sooth/search"
	"sooth/suite"
)

// Schema is the version of the format.
const Schema = "sooth.rankdiff/1"

// Difference is what differs between two corpora; docs/format/search.md.
type Difference struct {
	Schema    string     `json:"schema"` // "sooth.rankdiff/1"
	Old       Corpus     `json:"old"`
	New       Corpus     `json:"new"`
	Same      bool       `json:"same"`      // one corpus: results are comparable
	Documents *Documents `json:"documents"` // null: one of the suites has no universe
	Classes   []Class    `json:"classes"`   // that differ, in order of name
	Queries   []Query    `json:"queries"`   // that differ, in order of class, then id
}

// Corpus is one of the two.
type Corpus struct {
	Suite     string `json:"suite"` // its name
	Hash      string `json:"corpus_hash"`
	K         int    `json:"k"`
	Documents int    `json:"documents"` // in its universe; 0: it has none
	Queries   int    `json:"queries"`
}

// Documents are ids of two universes, ascending.
type Documents struct {
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}

// The kinds of change.
const (
	Added   = "added"
	Removed = "removed"
	Changed = "changed"
)

// Class is a class that is not in both, or is judged in another way.
type Class struct {
	Name   string   `json:"name"`
	Change string   `json:"change"`         // added, removed, changed
	What   []string `json:"what,omitempty"` // of changed: "primary: P@5 → P@10"
	Number int      `json:"queries"`        // in the newer corpus, or, where it was removed, in the older
}

// Query is a query that is not in both, is asked otherwise, or is answered by
// other documents.
type Query struct {
	ID     string   `json:"id"`
	Class  string   `json:"class"`
	Text   string   `json:"text"`           // in the newer corpus where it is there
	Change string   `json:"change"`         // added, removed, changed
	What   []string `json:"what,omitempty"` // of changed: "text: a → b"
	// Gained and Lost are documents that answer the query in one corpus only;
	// Regraded those with another grade, as "id: 1 → 2".
	Gained   []string `json:"gained,omitempty"`
	Lost     []string `json:"lost,omitempty"`
	Regraded []string `json:"regraded,omitempty"`
	// Arrived and Gone count those of them whose document is new in the universe, or
	// is no longer in it: the corpus of documents moved, not the judgement.
	Arrived int `json:"arrived,omitempty"`
	Gone    int `json:"gone,omitempty"`
}

// Of tells two corpora apart.
func Of(old, new *suite.Search) Difference {
	d := Difference{Schema: Schema, Old: corpus(old), New: corpus(new), Same: old.Corpus == new.Corpus, Classes: []Class{}, Queries: []Query{}}
	if old.Universe != nil && new.Universe != nil {
		d.Documents = &Documents{Added: []string{}, Removed: []string{}}
		for id := range new.Universe.All() {
			if !old.Universe.Has(id) {
				d.Documents.Added = append(d.Documents.Added, id)
			}
		}
		for id := range old.Universe.All() {
			if !new.Universe.Has(id) {
				d.Documents.Removed = append(d.Documents.Removed, id)
			}
		}
	}
	d.classes(old, new)
	d.queries(old, new)
	return d
}

func corpus(s *suite.Search) Corpus {
	c := Corpus{Suite: s.Name, Hash: s.Corpus, K: s.K, Queries: len(s.Queries)}
	if s.Universe != nil {
		c.Documents = s.Universe.Len()
	}
	return c
}

func (d *Difference) classes(old, new *suite.Search) {
	names := map[string]bool{}
	for _, c := range slices.Concat(old.Classes, new.Classes) {
		names[c.Name] = true
	}
	asked := func(s *suite.Search, class string) (n int) {
		for _, q := range s.Queries {
			if q.Class == class {
				n++
			}
		}
		return n
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		a, b := old.Class(name), new.Class(name)
		c := Class{Name: name, Change: Changed, Number: asked(new, name)}
		switch {
		case a.Name == "":
			c.Change = Added
		case b.Name == "":
			c.Change, c.Number = Removed, asked(old, name)
		default:
			c.What = changes(
				"truth", string(a.Truth), string(b.Truth), "measures", strings.Join(a.Measures, " "), strings.Join(b.Measures, " "),
				"primary", a.Primary, b.Primary, "sources", sources(a), sources(b),
			)
			if len(c.What) == 0 {
				continue
			}
		}
		d.Classes = append(d.Classes, c)
	}
}

func sources(c search.Class) string {
	var list []string
	for _, s := range c.Sources {
		list = append(list, s.Name+" "+s.Pattern)
	}
	return strings.Join(list, ", ")
}

// changes lists what differs: names, each with its older and its newer value.
func changes(triples ...string) []string {
	var list []string
	for i := 0; i+2 < len(triples); i += 3 {
		if name, a, b := triples[i], triples[i+1], triples[i+2]; a != b {
			list = append(list, fmt.Sprintf("%s: %s → %s", name, orNone(a), orNone(b)))
		}
	}
	return list
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
