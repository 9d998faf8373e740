package question_test

import (
	"testing"

	"sooth/question"
)

// TestGrades: how far a place goes, and what counts as a name.
func TestGrades(t *testing.T) {
	where := question.Question{Kind: question.DefinedWhere, Subject: "shop.Add", Truth: question.Answer{Shape: question.Location, Places: []question.Place{{File: "a/b.go", Line: 11, First: 10, Last: 20}}}}
	for text, want := range map[string]struct {
		grade   question.Grade
		outcome question.Outcome
	}{
		"a/b.go:11": {question.Definition, question.Right}, "a/b.go:10": {question.Definition, question.Right}, "b.go:11": {question.Definition, question.Right}, "a/b.go:10-20": {question.Definition, question.Right},
		"a/b.go:11-12": {question.Definition, question.Right}, "a/b.go:15": {question.Inside, question.Partial}, "a/b.go:12-18": {question.Inside, question.Partial}, "a/b.go:10-21": {question.Exists, question.Partial},
		"a/b.go:9": {question.Exists, question.Partial}, "a/b.go": {question.Exists, question.Partial}, "a/c.go:11": {"", question.Wrong}, "b/b.go:11": {"", question.Wrong},
	} {
		got := question.Judge(where, question.Read(text, where))
		if got.Grade != want.grade || got.Outcome != want.outcome {
			t.Errorf("%s: %+v, want %v", text, got, want)
		}
	}
	set := question.Question{Kind: question.Methods, Subject: "shop.Cart", Truth: question.Answer{Shape: question.Names, Names: []question.Name{{"shop.Cart.Add", "Add"}, {"shop.Cart.Drop", "Drop"}, {"shop.Cart.Len", "Len"}}}}
	for text, want := range map[string]struct {
		given, hits       int
		precision, recall float64
	}{
		"`Add`, `Drop`, `Len`": {3, 3, 1, 1}, "`Add`, `Drop`": {2, 2, 1, 2. / 3}, "`Add`, `Wipe`": {2, 1, 0.5, 1. / 3}, "`Wipe`": {1, 0, 0, 0}, "`Add`, `Add`, `shop.Cart.Add`": {1, 1, 1, 1. / 3},
	} {
		got := question.Judge(set, question.Read(text, set))
		if got.Given != want.given || got.Hits != want.hits || *got.Precision() != want.precision || *got.Recall() != want.recall {
			t.Errorf("%s: %+v, precision %v, recall %v; want %v", text, got, *got.Precision(), *got.Recall(), want)
		}
	}
	for _, text := range []string{"I don't know.", ""} {
		if got := question.Judge(set, question.Read(text, set)); got.Precision() != nil || got.Recall() != nil {
			t.Errorf("%q has a precision or a recall: %+v", text, got)
		}
	}
}
