// Package truth makes queries about the standard library whose answers a
// machine knows: from declarations, from doc comments and from types. What
// cannot be known that way (synonyms, prose) is written by hand and is not here.
package truth

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"sooth/examples/go-search/universe"
)

// Query is one query with what answers it. Which of the fields below Text are
// set depends on its class.
type Query struct {
	ID     string // class, dash, number from 1: "A-007"
	Class  string
	Text   string
	Answer string   // A, B: the one document
	IDs    []string // D, H: every document that answers, in order
	Modern string   // E: the document that must stand first …
	Legacy string   // … before this one
	Copies []string // F: the documents that tell of the same thing; the one in std must stand first
	Filter string   // H: the structural filter that must select the same from facts
	Family string   // what the answers have in common, for people
}

// Seed decides which of the candidates become queries.
const Seed = "go-search-1"

// Make returns all queries, in order of class and number.
func Make(library *universe.Library) []Query {
	x := newIndex(library)
	var all []Query
	for _, class := range []struct {
		name string
		make func(*index) []Query
	}{
		{"A", canonical}, {"B", roots}, {"D", fragments}, {"E", deprecations}, {"F", authorities}, {"H", attributes}, {"N", negatives},
	} {
		for i, q := range class.make(x) {
			q.Class, q.ID = class.name, fmt.Sprintf("%s-%03d", class.name, i+1)
			all = append(all, q)
		}
	}
	return all
}

// drawn orders candidates by a hash of the seed and their key, so that a
// candidate more or less changes the place of no other, and no generator of
// random numbers has to stay the same.
func drawn[T any](purpose string, candidates []T, key func(T) string) []T {
	type ticket struct {
		number uint64
		key    string
		value  T
	}
	tickets := make([]ticket, len(candidates))
	for i, c := range candidates {
		k := key(c)
		tickets[i] = ticket{number(purpose, k), k, c}
	}
	slices.SortFunc(tickets, func(a, b ticket) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.key, b.key))
	})
	values := make([]T, len(tickets))
	for i, t := range tickets {
		values[i] = t.value
	}
	return values
}

// number is what the draw for a purpose gives a key.
func number(purpose, key string) uint64 {
	sum := sha256.Sum256([]byte(Seed + "\x00" + purpose + "\x00" + key))
	return binary.BigEndian.Uint64(sum[:8])
}
