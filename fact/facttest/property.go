package facttest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"sooth/fact"
)

// generator makes facts out of few words, so that they often have some in
// common; among the words are those that stores trip over.
type generator struct{ *rand.Rand }

func random(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 1))} }

func pick[T any](g generator, list ...T) T { return list[g.IntN(len(list))] }

func (g generator) symbol() string {
	return pick(g, "", "net/http", "net/http.Client.Do", "net/http.Client.do", "m.F", "m.f", "m/p.F.func1", "m.Größe", "m.GRÖSSE",
		"web/a b.py:C.run", "x'; DROP TABLE fact; --", "a\x00b.N\x00", "\xff.\xfe", "m.ſ", "m.S", "Makefile", "a.go", "gopkg.in/yaml.v3.Node", "%_.%", "0123abcd")
}

func (g generator) path() string {
	return pick(g, "", "a.go", "a b/ü.go", "A.go", "b/c.go", "Makefile", "\xff", "a.go\x00")
}

func (g generator) kind() fact.Kind {
	return pick(g, fact.Definition, fact.Definition, fact.Reference, fact.Call, fact.Import, fact.Implements, fact.File, fact.Commit, fact.Package, fact.Literal, fact.Kind("later kind"))
}

func (g generator) fact() fact.Fact {
	f := fact.Fact{
		Kind: g.kind(), Language: pick(g, "", "go", "python"), Subject: g.symbol(), Object: g.symbol(),
		Index: g.IntN(3), Strength: pick(g, fact.Compiler, fact.Syntax, fact.Git, ""), Excluded: g.IntN(9) == 0, Interface: g.IntN(5) == 0,
	}
	f.Span.File, f.Span.Line, f.Span.Column = g.path(), g.IntN(12), g.IntN(4)
	if f.Span.Line > 0 {
		f.Span.EndLine, f.Span.EndColumn = pick(g, 0, f.Span.Line, f.Span.Line+g.IntN(9)), g.IntN(30)
	}
	if f.Kind == fact.Definition {
		f.Detail, f.Symbol = pick(g, "", "func F(r io.Reader) error", "type T struct", "package yaml", "func (c *Client) Do(*Request)"), pick(g, "func", "type", "method", "package", "odd\x00")
		f.Doc = pick(g, "", "F reads all of r.", "Do sends a request, and a \"quoted\" word.", "größe is big_enough")
		f.DocLine = max(0, f.Span.Line-g.IntN(4))
		f.Name = f.Span
		f.Name.Column++
	}
	if f.Kind == fact.Literal {
		f.Detail = "json:\"name,omitempty\" \x00"
	}
	return f
}

func (g generator) unit(name string) fact.Unit {
	u := fact.Unit{
		Name: name, Files: pick(g, nil, []string{"a.go"}, []string{"a b/ü.go", "a.go"}), Depends: pick(g, nil, []string{"m", "net/http"}),
		Shape: pick(g, "", "0a1b"), Version: "test/1", Open: pick(g, "", "", "it imports \"C\""),
	}
	for range g.IntN(40) {
		u.Facts = append(u.Facts, g.fact())
	}
	return u
}

func (g generator) query() fact.Query {
	var q fact.Query
	if g.IntN(3) == 0 {
		for range 1 + g.IntN(3) {
			q.Kinds = append(q.Kinds, g.kind())
		}
	}
	if g.IntN(4) == 0 {
		q.Subject = g.symbol()
	}
	if g.IntN(4) == 0 {
		q.Object = g.symbol()
	}
	if g.IntN(3) == 0 {
		f := g.fact()
		q.Name, q.Fold = fact.LastName(&f), g.IntN(2) == 0
	}
	if g.IntN(3) == 0 {
		q.Path = g.path()
		q.Line = g.IntN(14)
	}
	if g.IntN(4) == 0 {
		q.Unit = g.name()
	}
	if g.IntN(4) == 0 {
		q.Limit = 1 + g.IntN(5)
	}
	return q
}

func (g generator) name() string {
	return pick(g, "m", "m/p", "file:Makefile", "file:a b/ü.go", "git:\xff", "m'\x00")
}

// properties: whatever is written in whatever order, every question is
// answered as the oracle answers it.
func properties(t *testing.T, s fact.Store) {
	g := random(11)
	oracle := &oracle{units: map[string]fact.Unit{}}
	asked, answered := 0, 0
	generation := 0
	for range 40 {
		next := oracle.clone()
		writing, err := s.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for range g.IntN(5) {
			name := g.name()
			if g.IntN(4) == 0 {
				err = writing.Remove(t.Context(), name, "never there")
				delete(next.units, name)
			} else {
				u := g.unit(name)
				err = writing.Replace(t.Context(), u)
				next.units[name] = u
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		given := fact.State{Tree: "/t", Module: g.symbol(), Readers: []string{"r"}}
		if g.IntN(4) == 0 {
			if err := writing.Rollback(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := writing.Commit(t.Context(), given, nil); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(writing.Rollback()); err != nil {
			t.Fatalf("rollback after commit: %v", err)
		}
		oracle = next
		generation++
		state, err := s.State(t.Context())
		if want := oracle.state(generation, given); err != nil || !reflect.DeepEqual(state, want) {
			t.Fatalf("state:\n got %+v, %v\nwant %+v", state, err, want)
		}
		for range 60 {
			q := g.query()
			got, want := collect(t, s.Facts(t.Context(), q)), oracle.facts(q)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v:\n got %d %+v\nwant %d %+v", q, len(got), got, len(want), want)
			}
			asked++
			if len(want) > 0 {
				answered++
			}
		}
	}
	if answered < asked/8 || answered == asked {
		t.Fatalf("%d of %d questions had an answer: the generator is no use", answered, asked)
	}
	units, err := s.Units(t.Context())
	if err != nil || len(units) != len(oracle.units) {
		t.Fatalf("units: %v, %v", units, err)
	}
	for _, u := range units {
		want := oracle.units[u.Name]
		want.Facts = nil
		if !reflect.DeepEqual(u, want) {
			t.Errorf("unit:\n got %+v\nwant %+v", u, want)
		}
	}
}

// search: the same hits, scores and order as by the formula.
func search(t *testing.T, s fact.Store) {
	g := random(5)
	oracle := &oracle{units: map[string]fact.Unit{}}
	for round := range 4 {
		var units []fact.Unit
		for i := range 6 {
			u := g.unit(fmt.Sprint("u", i))
			u.Facts = append(u.Facts, words(g, 12)...)
			units = append(units, u)
			oracle.units[u.Name] = u
		}
		write(t, s, fact.State{}, nil, units...)
		found := 0
		for _, text := range []string{"reader", "NewReader", "new_reader buffer", "Client.Do", "größe", "big_enough quoted", "HTTP2", "2", "nothing_of_the_kind", "", "F", "reads all of r"} {
			for _, limit := range []int{0, 3} {
				got, err := s.Search(t.Context(), text, limit)
				want := oracle.search(text, limit)
				if err != nil || len(got) != len(want) {
					t.Fatalf("round %d, %q: %d hits, %v; want %d", round, text, len(got), err, len(want))
				}
				for i := range want {
					if !reflect.DeepEqual(got[i].Fact, want[i].Fact) || math.Abs(got[i].Score-want[i].Score) > 2e-9 {
						t.Fatalf("round %d, %q, hit %d:\n got %v %+v\nwant %v %+v", round, text, i, got[i].Score, got[i].Fact, want[i].Score, want[i].Fact)
					}
				}
				found += len(want)
			}
		}
		if found < 50 {
			t.Fatalf("%d hits: the generator is no use", found)
		}
	}
}

// words makes definitions that differ in the length and number of their terms.
func words(g generator, n int) []fact.Fact {
	list := make([]fact.Fact, n)
	for i := range list {
		f := fact.Fact{Kind: fact.Definition, Subject: fmt.Sprintf("m/buffer.%s%d", pick(g, "NewReader", "Reader", "HTTP2Client", "read_all"), g.IntN(4))}
		f.Span.File, f.Span.Line = "w.go", i+1
		for range g.IntN(20) {
			f.Doc += pick(g, "reader ", "a buffer ", "HTTP2 ", "of ", "something else ")
		}
		list[i] = f
	}
	return list
}

// hostile: text is text, never a query language.
func hostile(t *testing.T, s fact.Store) {
	f := fact.Fact{Kind: fact.Definition, Subject: "m.Near", Doc: "Not and or near."}
	f.Span.File = "a.go"
	write(t, s, fact.State{}, nil, fact.Unit{Name: "m", Facts: []fact.Fact{f}})
	for text, want := range map[string]int{
		`"`: 0, `"near`: 1, `near"`: 1, "NEAR(": 1, "near*": 1, "nea*": 0, "NOT": 1, "AND": 1, "x OR y": 1, "name: near": 1, "^near": 1, "-near": 1,
		"{name}": 0, "+": 0, "near + not": 1, "\x00": 0, "\xff\xfe": 0, "near\x00": 1, "'; DROP TABLE fact": 0, ") OR 1=1": 1, "near NOT near": 1, "nearly": 0,
	} {
		hits, err := s.Search(t.Context(), text, 10)
		if err != nil || len(hits) != want {
			t.Errorf("%q: %d hits, %v; want %d", text, len(hits), err, want)
		}
	}
}
