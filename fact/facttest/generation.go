package facttest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sooth/fact"
)

// marked makes the units of generation n: each fact says n.
func marked(n, units, facts int) []fact.Unit {
	list := make([]fact.Unit, units)
	for i := range list {
		list[i].Name = fmt.Sprint("unit", i)
		for j := range facts {
			f := fact.Fact{Kind: fact.Definition, Subject: fmt.Sprintf("m.F%d", j), Index: n, Doc: "marked"}
			f.Span.File, f.Span.Line = fmt.Sprintf("f%d.go", i), j+1
			list[i].Facts = append(list[i].Facts, f)
		}
	}
	return list
}

// generations: what is not committed is not seen, and a snapshot stays as it is.
func generations(t *testing.T, s fact.Store) {
	write(t, s, fact.State{Module: "1"}, nil, marked(1, 3, 5)...)
	old, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	begun := s.Facts(t.Context(), fact.Query{})
	g, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Remove(t.Context(), "unit0"); err != nil {
		t.Fatal(err)
	}
	for _, u := range marked(2, 2, 7)[1:] {
		if err := g.Replace(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
	check := func(name string, r fact.Reader, generation, facts int) {
		t.Helper()
		state, err := r.State(t.Context())
		if err != nil || state.Generation != generation || state.Counts[fact.Definition] != facts {
			t.Errorf("%s: state %+v, %v; want generation %d with %d definitions", name, state, err, generation, facts)
		}
		if list := collect(t, r.Facts(t.Context(), fact.Query{})); len(list) != facts {
			t.Errorf("%s: %d facts, want %d", name, len(list), facts)
		}
		hits, err := r.Search(t.Context(), "marked", 0)
		if err != nil || len(hits) != facts {
			t.Errorf("%s: %d hits, %v; want %d", name, len(hits), err, facts)
		}
	}
	check("before the commit", s, 1, 15)
	n := 0
	for _, err := range begun {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 2 {
			if err := g.Commit(t.Context(), fact.State{Module: "2"}, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n != 15 {
		t.Errorf("a sequence that had begun saw %d facts, want 15", n)
	}
	check("after it", s, 2, 12)
	check("old snapshot", old, 1, 15)
	newer, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	check("new snapshot", newer, 2, 12)
	g, err = s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(g.Remove(t.Context(), "unit1", "unit2"), g.Rollback(), g.Rollback()); err != nil {
		t.Fatal(err)
	}
	if err := g.Replace(t.Context(), fact.Unit{Name: "x"}); err == nil {
		t.Error("replace after rollback: no error")
	}
	if err := g.Commit(t.Context(), fact.State{}, nil); err == nil {
		t.Error("commit after rollback: no error")
	}
	check("after a rollback", s, 2, 12)
	for _, snapshot := range []fact.Snapshot{old, newer} {
		if err := errors.Join(snapshot.Close(), snapshot.Close()); err != nil {
			t.Errorf("close: %v", err)
		}
		if err := last(snapshot.Facts(t.Context(), fact.Query{})); err == nil {
			t.Error("a closed snapshot answers")
		}
	}
}

// busy: there is one writer, and the second is told so at once.
func busy(t *testing.T, s fact.Store) {
	first, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	started := time.Now()
	if _, err := s.Begin(t.Context()); !errors.Is(err, fact.ErrBusy) {
		t.Errorf("second writer: %v, want ErrBusy", err)
	}
	if d := time.Since(started); d > 10*time.Second {
		t.Errorf("it was told after %v", d)
	}
	if err := first.Rollback(); err != nil {
		t.Fatal(err)
	}
	second, err := s.Begin(t.Context())
	if err != nil {
		t.Fatalf("after the first: %v", err)
	}
	if err := second.Commit(t.Context(), fact.State{}, nil); err != nil {
		t.Fatal(err)
	}
	third, err := s.Begin(t.Context())
	if err != nil {
		t.Fatalf("after a commit: %v", err)
	}
	if err := third.Rollback(); err != nil {
		t.Fatal(err)
	}
}

// concurrent: readers see whole generations while one is written after the other.
func concurrent(t *testing.T, s fact.Store) {
	const units, facts, rounds = 4, 25, 15
	write(t, s, fact.State{}, nil, marked(1, units, facts)...)
	var done atomic.Bool
	var seen [rounds + 1]atomic.Int64
	var readers sync.WaitGroup
	read := func(r fact.Reader) error {
		generation, n := 0, 0
		for f, err := range r.Facts(t.Context(), fact.Query{Kinds: []fact.Kind{fact.Definition}}) {
			if err != nil {
				return err
			}
			if n++; n == 1 {
				generation = f.Index
			}
			if f.Index != generation {
				return fmt.Errorf("facts of generations %d and %d in one answer", generation, f.Index)
			}
		}
		if n != units*facts {
			return fmt.Errorf("%d facts, want %d", n, units*facts)
		}
		seen[generation].Add(1)
		return nil
	}
	for i := range 3 {
		readers.Go(func() {
			for !done.Load() {
				err := read(s)
				if i == 0 && err == nil {
					err = pinned(t, s)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for n := 2; n <= rounds; n++ {
		write(t, s, fact.State{}, nil, marked(n, units, facts)...)
	}
	done.Store(true)
	readers.Wait()
	if err := read(s); err != nil {
		t.Error(err)
	}
	if seen[rounds].Load() == 0 {
		t.Error("the last generation was never seen")
	}
}

// pinned asks one snapshot several questions, which must agree.
func pinned(t *testing.T, s fact.Store) error {
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		return err
	}
	defer snapshot.Close()
	state, err := snapshot.State(t.Context())
	if err != nil {
		return err
	}
	for f, err := range snapshot.Facts(t.Context(), fact.Query{Path: "f2.go", Line: 3}) {
		if err != nil {
			return err
		}
		if f.Index != state.Generation {
			return fmt.Errorf("a snapshot of generation %d has a fact of %d", state.Generation, f.Index)
		}
	}
	hits, err := snapshot.Search(t.Context(), "F3", 2)
	if err != nil {
		return err
	}
	for _, h := range hits {
		if h.Fact.Index != state.Generation {
			return fmt.Errorf("a snapshot of generation %d finds a fact of %d", state.Generation, h.Fact.Index)
		}
	}
	return nil
}
