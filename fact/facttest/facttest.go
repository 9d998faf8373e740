// Package facttest is the conformance suite of stores of facts: what every
// [fact.Store] must do, held against an oracle that is slow and plain.
package facttest

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"testing"

	"sooth/fact"
)

// Open gives a new, empty store, which the suite closes.
type Open func(t testing.TB) fact.Store

// Run holds the stores that open gives against the contract.
func Run(t *testing.T, open Open) {
	for name, test := range map[string]func(*testing.T, fact.Store){
		"empty":       empty,
		"every field": everyField,
		"properties":  properties,
		"search":      search,
		"hostile":     hostile,
		"generations": generations,
		"busy":        busy,
		"concurrent":  concurrent,
		"cancelled":   cancelled,
		"iterating":   iterating,
		"closed":      closed,
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			defer func() {
				if err := s.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			}()
			test(t, s)
		})
	}
}

// collect returns all facts of a sequence.
func collect(t testing.TB, seq iter.Seq2[fact.Fact, error]) []fact.Fact {
	t.Helper()
	list := []fact.Fact{}
	for f, err := range seq {
		if err != nil {
			t.Fatalf("facts: %v", err)
		}
		list = append(list, f)
	}
	return list
}

// write commits one generation.
func write(t testing.TB, s fact.Store, state fact.State, stamps []fact.Stamp, units ...fact.Unit) {
	t.Helper()
	g, err := s.Begin(t.Context())
	if err != nil {
		t.Fatalf("begin: %v", err)
	}
	for _, u := range units {
		if err := g.Replace(t.Context(), u); err != nil {
			t.Fatalf("replace: %v", err)
		}
	}
	if err := g.Commit(t.Context(), state, stamps); err != nil {
		t.Fatalf("commit: %v", err)
	}
}

func empty(t *testing.T, s fact.Store) {
	state, err := s.State(t.Context())
	want := fact.State{Open: []fact.Open{}, Counts: map[fact.Kind]int{}, Strengths: map[fact.Strength]int{}}
	if err != nil || !reflect.DeepEqual(state, want) {
		t.Errorf("state: %+v, %v", state, err)
	}
	if list := collect(t, s.Facts(t.Context(), fact.Query{})); len(list) != 0 {
		t.Errorf("facts: %v", list)
	}
	hits, err := s.Search(t.Context(), "anything", 5)
	if err != nil || hits == nil || len(hits) != 0 {
		t.Errorf("search: %v, %v", hits, err)
	}
	units, err := s.Units(t.Context())
	if err != nil || len(units) != 0 {
		t.Errorf("units: %v, %v", units, err)
	}
	stamps, err := s.Stamps(t.Context())
	if err != nil || len(stamps) != 0 {
		t.Errorf("stamps: %v, %v", stamps, err)
	}
}

// fill sets every field that v has to a value that is not its zero, each
// another one.
func fill(t testing.TB, v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), next)
		}
	case reflect.String:
		v.SetString(string(rune('a'+*next%26)) + "\x00\xff." + string(rune('A'+*next%26)))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*next) * 1_000_003)
	case reflect.Uint64:
		v.SetUint(uint64(*next) << 55)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range 3 {
			fill(t, v.Index(i), next)
		}
	default:
		t.Fatalf("a field of type %v: the suite must learn to fill it", v.Type())
	}
}

// everyField: nothing that is written is lost, fields added later included.
func everyField(t *testing.T, s fact.Store) {
	next := 0
	unit, stamps := fact.Unit{}, []fact.Stamp{}
	fill(t, reflect.ValueOf(&unit).Elem(), &next)
	fill(t, reflect.ValueOf(&stamps).Elem(), &next)
	var bare fact.Fact // and all zeros
	negative := fact.Fact{Index: -1, Span: unit.Facts[0].Span}
	negative.Span.EndLine, negative.Span.EndColumn, negative.DocLine = -7, -1<<40, 1<<40
	unit.Facts = append(unit.Facts, bare, negative)
	given := fact.State{Generation: 99, Tree: "/a tree", Module: "m", Readers: []string{"go/1", "ctags/2"}, Units: 7, Open: []fact.Open{{Unit: "x"}}}
	write(t, s, given, stamps, unit)

	oracle := &oracle{units: map[string]fact.Unit{unit.Name: unit}}
	if got, want := collect(t, s.Facts(t.Context(), fact.Query{})), oracle.facts(fact.Query{}); !reflect.DeepEqual(got, want) {
		t.Errorf("facts:\n got %+v\nwant %+v", got, want)
	}
	units, err := s.Units(t.Context())
	bareUnit := unit
	bareUnit.Facts = nil
	if err != nil || !reflect.DeepEqual(units, []fact.Unit{bareUnit}) {
		t.Errorf("units: %+v, %v", units, err)
	}
	got, err := s.Stamps(t.Context())
	if err != nil || !reflect.DeepEqual(got, stampsInOrder(stamps)) {
		t.Errorf("stamps: %+v, %v", got, err)
	}
	state, err := s.State(t.Context())
	if want := oracle.state(1, given); err != nil || !reflect.DeepEqual(state, want) {
		t.Errorf("state:\n got %+v, %v\nwant %+v", state, err, want)
	}
	g, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Replace(t.Context(), fact.Unit{}); err == nil {
		t.Error("a unit without a name was taken")
	}
	if err := g.Rollback(); err != nil {
		t.Error(err)
	}
}

// iterating: a sequence may be left early, started again, and other questions
// asked inside it.
func iterating(t *testing.T, s fact.Store) {
	unit := fact.Unit{Name: "u"}
	for i := range 500 {
		f := fact.Fact{Kind: fact.Definition, Subject: "m.F" + string(rune('a'+i%26)), Detail: "x"}
		f.Span.File, f.Span.Line = "a.go", i+1
		unit.Facts = append(unit.Facts, f)
	}
	write(t, s, fact.State{}, nil, unit)
	seq := s.Facts(t.Context(), fact.Query{})
	for range 3 {
		n := 0
		for _, err := range seq {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == 3 {
				break
			}
		}
	}
	n := 0
	for f, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if n%100 == 0 {
			if inner := collect(t, s.Facts(t.Context(), fact.Query{Path: "a.go", Line: f.Span.Line})); len(inner) != 1 {
				t.Fatalf("inside: %d facts", len(inner))
			}
			if _, err := s.Search(t.Context(), "Fa", 1); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n != 500 {
		t.Errorf("%d facts after three early ends, want 500", n)
	}
}

func cancelled(t *testing.T, s fact.Store) {
	write(t, s, fact.State{}, nil, random(1).unit("u"))
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	g, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, do := range map[string]func() error{
		"facts":    func() error { return last(s.Facts(ctx, fact.Query{})) },
		"path":     func() error { return last(s.Facts(ctx, fact.Query{Path: "nowhere"})) },
		"snapshot": func() error { return last(snapshot.Facts(ctx, fact.Query{})) },
		"search":   func() error { _, err := s.Search(ctx, "x", 1); return err },
		"state":    func() error { _, err := s.State(ctx); return err },
		"units":    func() error { _, err := s.Units(ctx); return err },
		"stamps":   func() error { _, err := s.Stamps(ctx); return err },
		"pin":      func() error { _, err := s.Snapshot(ctx); return err },
		"begin":    func() error { _, err := s.Begin(ctx); return err },
		"replace":  func() error { return g.Replace(ctx, fact.Unit{Name: "v"}) },
		"remove":   func() error { return g.Remove(ctx, "u") },
		"commit":   func() error { return g.Commit(ctx, fact.State{}, nil) },
	} {
		if err := do(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want %v", name, err, context.Canceled)
		}
	}
	if err := g.Rollback(); err != nil {
		t.Errorf("rollback: %v", err)
	}
	state, err := s.State(t.Context())
	if err != nil || state.Generation != 1 || state.Units != 1 {
		t.Errorf("afterwards: %+v, %v", state, err)
	}
}

// last returns the error that a sequence ends with.
func last(seq iter.Seq2[fact.Fact, error]) (err error) {
	for _, err = range seq {
	}
	return err
}

func closed(t *testing.T, s fact.Store) {
	write(t, s, fact.State{}, nil, random(1).unit("u"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func() error{
		"facts":    func() error { return last(s.Facts(t.Context(), fact.Query{})) },
		"search":   func() error { _, err := s.Search(t.Context(), "x", 1); return err },
		"state":    func() error { _, err := s.State(t.Context()); return err },
		"units":    func() error { _, err := s.Units(t.Context()); return err },
		"stamps":   func() error { _, err := s.Stamps(t.Context()); return err },
		"snapshot": func() error { _, err := s.Snapshot(t.Context()); return err },
		"begin":    func() error { _, err := s.Begin(t.Context()); return err },
	} {
		if err := do(); err == nil {
			t.Errorf("%s: no error after Close", name)
		}
	}
}
