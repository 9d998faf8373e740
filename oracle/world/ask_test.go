package world

import (
	"context"
	"fmt"
	"iter"
	"testing"

	"sooth/fact"
	"sooth/fact/factmem"
)

// asked is a store that counts its questions.
type asked struct {
	fact.Reader
	n int
}

func (a *asked) Facts(ctx context.Context, q fact.Query) iter.Seq2[fact.Fact, error] {
	a.n++
	return a.Reader.Facts(ctx, q)
}

// A question is put to the store once; its answer is the caller's own, and no
// question is taken for another.
func TestFactsAreAskedOnce(t *testing.T) {
	store := factmem.New()
	var unit fact.Unit
	unit.Name = "p"
	for i := range 3 {
		unit.Facts = append(unit.Facts, fact.Fact{Kind: fact.Definition, Subject: fmt.Sprintf("p.N%d", i), Symbol: "func"})
	}
	unit.Facts = append(unit.Facts, fact.Fact{Kind: fact.Reference, Subject: "p.N0", Object: "p.N1"})
	tx, err := store.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := tx.Replace(t.Context(), unit); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(t.Context(), fact.State{}, nil); err != nil {
		t.Fatal(err)
	}
	r := &asked{Reader: store}
	w := New(t.TempDir(), r, nil)
	for range 3 {
		for _, c := range []struct {
			q    fact.Query
			want int
		}{
			{fact.Query{Name: "N0"}, 2}, {fact.Query{Name: "N0", Kinds: []fact.Kind{fact.Definition}}, 1}, {fact.Query{Subject: "p.N0"}, 2},
			{fact.Query{Object: "p.N1"}, 1}, {fact.Query{Name: "n0"}, 0}, {fact.Query{Name: "n0", Fold: true}, 2}, {fact.Query{Name: "N0", Limit: 1}, 1},
		} {
			list, err := w.Facts(t.Context(), c.q)
			if err != nil || len(list) != c.want {
				t.Errorf("%+v: %d facts, %v; want %d", c.q, len(list), err, c.want)
			}
			for i := range list {
				list[i] = fact.Fact{Subject: "spoiled"}
			}
		}
	}
	if r.n != 7 {
		t.Errorf("7 questions, asked three times, were put to the store %d times", r.n)
	}
	if list, _ := w.Facts(t.Context(), fact.Query{Name: "N0", Limit: 1}); len(list) != 1 || list[0].Subject != "p.N0" {
		t.Errorf("an answer is not the caller's own: %+v", list)
	}
}

// What is kept is bounded.
func TestAnswersAreBounded(t *testing.T) {
	var a answers
	for i := range 30 {
		a.put(fmt.Sprint(i), make([]fact.Fact, maxAnswers/10))
		if a.size > maxAnswers+1 {
			t.Fatalf("%d facts are kept", a.size)
		}
	}
	if _, ok := a.get("29"); !ok {
		t.Error("the newest answer was not kept")
	}
	a.put("large", make([]fact.Fact, maxAnswers))
	if _, ok := a.get("large"); ok {
		t.Error("an answer that is too large was kept")
	}
}
