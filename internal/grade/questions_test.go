package grade

import (
	"testing"

	"sooth/claim"
	"sooth/oracle"
	"sooth/question"
	"sooth/score"
	"sooth/source"
)

// TestLevels: the answer is one statement, each name of a set one, and what gives it is not counted twice.
func TestLevels(t *testing.T) {
	set := question.Question{Kind: question.Methods, Subject: "shop.Cart", Level: 2, Truth: question.Answer{Shape: question.Names, Names: []question.Name{{"shop.Cart.Add", "Add"}, {"shop.Cart.Drop", "Drop"}}}}
	where := question.Question{Kind: question.DefinedWhere, Subject: "shop.Add", Level: 1, Truth: question.Answer{Shape: question.Location, Places: []question.Place{{File: "b.go", Line: 11, First: 10, Last: 20}}}}
	for _, c := range []struct {
		q    question.Question
		text string
		want score.Counts
	}{
		{set, "`Add`, `Drop`", score.Counts{Verified: 2}}, {set, "`Add`, `Wipe`, `Len`", score.Counts{Verified: 1, Refuted: 2}}, {set, "None.", score.Counts{Refuted: 1}},
		{set, "I don't know.", score.Counts{}}, {set, "Some.", score.Counts{Undecided: 1}},
		{where, "b.go:11", score.Counts{Verified: 1}}, {where, "b.go", score.Counts{Verified: 1}}, {where, "b.go:12", score.Counts{Refuted: 1, Near: 1}}, {where, "b.go:30", score.Counts{Refuted: 1}}, {where, "c.go:11", score.Counts{Refuted: 1}},
	} {
		r := question.Read(c.text, c.q)
		if got := stated(c.q, r, question.Judge(c.q, r)); got != c.want {
			t.Errorf("%q: %+v, want %+v", c.text, got, c.want)
		}
	}
	text := "b.go:11. It calls `x.Y` and is in `c.go:3`."
	r := question.Read(text, where)
	at := func(kind claim.Kind, offset, length int, o oracle.Outcome, reason string) oracle.Verdict {
		return oracle.Verdict{Claim: claim.Claim{Kind: kind, Text: text[offset : offset+length], Position: source.Position{Offset: offset}}, Outcome: o, Reason: reason}
	}
	got := levels(where, r, question.Judge(where, r), []oracle.Verdict{
		at(claim.Citation, 0, 7, oracle.Verified, ""),                                                            // what gives the answer
		at(claim.Symbol, 18, 3, oracle.Verified, ""), at(claim.Structure, 9, 12, oracle.Undecided, "open world"), // others
		at(claim.Citation, 34, 6, oracle.Refuted, "no such file"), at(claim.Behaviour, 9, 3, oracle.Undecided, "not an assertion: past"),
	})
	if got["V1"] != (score.Counts{Verified: 2, Refuted: 1}) || got["V2"] != (score.Counts{Undecided: 1}) || got["V3"] != (score.Counts{}) {
		t.Errorf("%+v", got)
	}
}
