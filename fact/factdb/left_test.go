package factdb

import (
	"fmt"
	"path/filepath"
	"testing"

	"sooth/fact"
)

// TestNothingIsLeft: what is replaced and removed leaves no row behind, in any
// table.
func TestNothingIsLeft(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "facts.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	step := func(do func(fact.Generation) error) {
		t.Helper()
		g, err := s.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := do(g); err != nil {
			t.Fatal(err)
		}
		if err := g.Commit(t.Context(), fact.State{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	rows := func() (list []int) {
		t.Helper()
		for _, table := range []string{"unit", "page", "key", "file", "word_docsize"} {
			n := 0
			if err := s.db.Reader().QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
				t.Fatal(err)
			}
			list = append(list, n)
		}
		return list
	}
	unit := func(name string, version int) fact.Unit {
		u := fact.Unit{Name: name}
		for i := range 700 {
			f := fact.Fact{Kind: fact.Definition, Subject: fmt.Sprintf("%s.F%d", name, i*version), Object: fmt.Sprint("o", i%7), Doc: "doc"}
			f.Span.File, f.Span.Line = fmt.Sprintf("%s/%d.go", name, version%2), i+1
			u.Facts = append(u.Facts, f)
		}
		return u
	}
	step(func(g fact.Generation) error { return g.Replace(t.Context(), unit("a", 1)) })
	first := rows()
	for version := 2; version < 8; version++ {
		step(func(g fact.Generation) error {
			if err := g.Replace(t.Context(), unit("b", version)); err != nil {
				return err
			}
			return g.Replace(t.Context(), unit("b", version+1))
		})
	}
	step(func(g fact.Generation) error { return g.Remove(t.Context(), "b") })
	if again := rows(); fmt.Sprint(again) != fmt.Sprint(first) || first[2] < 700 {
		t.Errorf("rows of unit, page, key, file, word: %v, at first %v", again, first)
	}
	step(func(g fact.Generation) error { return g.Remove(t.Context(), "a") })
	if none := rows(); fmt.Sprint(none) != "[0 0 0 0 0]" {
		t.Errorf("rows of an empty store: %v", none)
	}
}
