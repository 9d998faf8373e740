package consistency

import (
	"testing"

	"sooth/question"
)

func boolean(b bool) question.Answer { return question.Answer{Shape: question.Boolean, Boolean: &b} }

func names(list ...string) question.Answer {
	a := question.Answer{Shape: question.Names, Names: []question.Name{}}
	for _, n := range list {
		a.Names = append(a.Names, question.Name{n})
	}
	return a
}

func place(file string, line int) question.Answer {
	return question.Answer{Shape: question.Location, Places: []question.Place{{File: file, Line: line, First: line, Last: line}}}
}

func TestCompare(t *testing.T) {
	yes := question.Question{Truth: boolean(true)}
	set := question.Question{Truth: question.Answer{Shape: question.Names, Names: []question.Name{{"p.A", "A"}, {"p.B", "B"}}}}
	where := question.Question{Truth: question.Answer{Shape: question.Location, Places: []question.Place{{File: "a/b.go", Line: 10, First: 10, Last: 20}}}}
	for _, c := range []struct {
		name        string
		q           question.Question
		values      []any // an Answer, "abstained" or "unread"
		state       State
		pairs, same int
	}{
		{"no answer", yes, nil, Unknown, 0, 0},
		{"one answer", yes, []any{boolean(true)}, Unknown, 0, 0},
		{"one answer and silence", yes, []any{boolean(true), "abstained", "unread"}, Unknown, 0, 0},
		{"agree", yes, []any{boolean(true), boolean(true), boolean(true)}, Right, 3, 3},
		{"agree and wrong", yes, []any{boolean(false), boolean(false)}, Wrong, 1, 1},
		{"one of three differs", yes, []any{boolean(true), boolean(true), boolean(false)}, Inconsistent, 3, 1},
		{"spellings", set, []any{names("A", "p.B"), names("B", "p.A")}, Right, 1, 1},
		{"same part of a set", set, []any{names("A"), names("p.A")}, Wrong, 1, 1},
		{"other names", set, []any{names("A"), names("B")}, Inconsistent, 1, 0},
		{"one more name", set, []any{names("A", "B"), names("A", "B", "C")}, Inconsistent, 1, 0},
		{"only between the second and the third", set, []any{names("A", "B"), names("B", "A"), names("A")}, Inconsistent, 3, 1},
		{"lines of one declaration", where, []any{place("a/b.go", 10), place("b.go", 12)}, Right, 1, 1},
		{"files of one name", where, []any{place("a/b.go", 10), place("c/b.go", 10)}, Inconsistent, 1, 0},
		{"none and nothing", set, []any{names(), names()}, Wrong, 1, 1},
	} {
		var answers []Answer
		for i, v := range c.values {
			a := Answer{Repeat: i}
			switch v := v.(type) {
			case question.Answer:
				a.Reading = question.Reading{Value: &v}
			case string:
				a.Reading = question.Reading{Abstained: v == "abstained"}
			}
			a.Result = question.Judge(c.q, a.Reading)
			answers = append(answers, a)
		}
		r := Compare(c.q, answers)
		if r.State != c.state || r.Pairs != c.pairs || r.Agree != c.same || len(r.Contradictions) != c.pairs-c.same {
			t.Errorf("%s: %+v, want %q with %d of %d", c.name, r, c.state, c.same, c.pairs)
		}
		if (r.Rate() == nil) != (c.pairs == 0) {
			t.Errorf("%s: rate %v of %d pairs", c.name, r.Rate(), r.Pairs)
		}
	}
}
