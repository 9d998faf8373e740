package scoreboard

import (
	"fmt"
	"math"
	"testing"

	"sooth/internal/consistency"
	"sooth/internal/report"
	"sooth/question"
	"sooth/score"
	"sooth/stat"
)

func asked(id string, kind question.Kind, balance string) *question.Question {
	return &question.Question{ID: id, Kind: kind, Balance: balance, Pattern: string(kind) + "/x", Module: "m" + id[:1], Version: "v1"}
}

func answer(q *question.Question, o question.Outcome, value bool) Answer {
	a := Answer{Question: q, Arm: "a", Model: "m", State: score.Answered, Result: question.Result{Outcome: o}}
	if o != question.Abstained && o != question.Unread {
		a.Value = &question.Answer{Shape: question.Boolean, Boolean: &value}
	}
	c := score.Counts{}
	switch o {
	case question.Right:
		c.Verified = 1
	case question.Wrong:
		c.Refuted = 1
	case question.Unread:
		c.Undecided = 1
	}
	a.Levels = map[string]score.Counts{score.Structure: c}
	return a
}

// TestMake: counts and intervals of one answer to each question are those of a proportion.
func TestMake(t *testing.T) {
	var in Input
	outcomes := []question.Outcome{question.Right, question.Right, question.Right, question.Wrong, question.Abstained, question.Unread, question.Right, question.Wrong}
	for i, o := range outcomes {
		q := asked(fmt.Sprint(i), question.Calls, fmt.Sprint(i%2 == 0))
		in.Questions = append(in.Questions, q)
		in.Answers = append(in.Answers, answer(q, o, o == question.Right == (i%2 == 0)))
	}
	in.Arms = []string{"a"}
	rows := Make(in)
	for _, c := range []struct {
		measure string
		k, n    int
	}{
		{"right", 4, 8}, {"wrong", 2, 8}, {"abstained", 1, 8}, {"unread", 1, 8}, {"partial", 0, 8}, {"answered", 6, 8}, {"no answer", 0, 8},
		{"yes where no is right", 2, 4}, {"no where yes is right", 0, 4}, {score.Structure, 4, 6}, {"refuted", 2, 7}, {NotVerified, 3, 7},
	} {
		r := rowOf(rows, "a", "m", c.measure)
		if r == nil || r.K != c.k || r.N != c.n {
			t.Errorf("%s: %+v, want %d of %d", c.measure, r, c.k, c.n)
			continue
		}
		w := stat.Wilson(c.k, c.n, 0)
		if math.Abs(*r.Value.Value-*w.Value) > 1e-12 || math.Abs(*r.Value.Low-*w.Low) > 1e-12 || math.Abs(*r.Value.High-*w.High) > 1e-12 {
			t.Errorf("%s: %+v, want %+v", c.measure, r.Value, w)
		}
	}
	for _, measure := range []string{score.Existence, score.Behaviour, score.Consistency, "inconsistent", "precision"} {
		if r := rowOf(rows, "a", "m", measure); r == nil || r.Value.Value != nil || r.Value.Reason == "" || r.Status == report.Met {
			t.Errorf("%s was not measured: %+v", measure, r)
		}
	}
	if r := rowOf(rows, "", "", CodeBases); r.K != 8 || r.Status != report.Met {
		t.Errorf("%+v", r)
	}
	if r := rowOf(rows, "", "", Patterns); r.K != 1 || r.Status != report.NotMet {
		t.Errorf("%+v", r)
	}
	if r := rowOf(rows, "", "", FactsAsked); r.Status != report.NotMeasured {
		t.Errorf("%+v", r)
	}
	groups := 0
	for _, r := range rows {
		if r.Group == "kind calls" && r.K == 4 && r.N == 8 {
			groups++
		}
	}
	if groups != 1 {
		t.Errorf("%d rows of the kind", groups)
	}
}

// TestClustered: answers to one question are no independent draws. Ten questions answered ten times alike have the
// interval of ten questions, not of a hundred.
func TestClustered(t *testing.T) {
	in := Input{Arms: []string{"a"}}
	for i := range 10 {
		q := asked(fmt.Sprint(i), question.Calls, "")
		for range 10 {
			o := question.Wrong
			if i < 5 {
				o = question.Right
			}
			in.Answers = append(in.Answers, answer(q, o, true))
		}
	}
	r := rowOf(Make(in), "a", "m", "right")
	hundred, ten := stat.Wilson(50, 100, 0), stat.Wilson(5, 10, 0)
	width := *r.Value.High - *r.Value.Low
	if r.K != 50 || r.N != 100 || r.Value.N != 10 || *r.Value.Value != 0.5 || width < 1.5*(*hundred.High-*hundred.Low) || width > 1.3*(*ten.High-*ten.Low) {
		t.Errorf("%+v: as wide as %v, ten questions %v, a hundred answers %v", r.Value, width, *ten.High-*ten.Low, *hundred.High-*hundred.Low)
	}
	again := rowOf(Make(in), "a", "m", "right")
	if *again.Value.Low != *r.Value.Low || *again.Value.High != *r.Value.High {
		t.Error("another interval from the same answers")
	}
}

// TestTargets: a target is met by the value, shown by the whole interval, and never met by nothing.
func TestTargets(t *testing.T) {
	number := func(v float64) *float64 { return &v }
	for _, c := range []struct {
		measure        string
		value          *float64
		low, high      float64
		status         report.Status
		shown, present bool
	}{
		{score.Existence, number(0.99), 0.96, 1, report.Met, true, true},
		{score.Existence, number(0.99), 0.90, 1, report.Met, false, true},
		{score.Existence, number(0.95), 0.90, 1, report.NotMet, false, true}, // above, not at
		{score.Structure, number(0.91), 0.905, 0.93, report.Met, true, true},
		{score.Consistency, number(0.85), 0.8, 0.9, report.NotMet, false, true},
		{NotVerified, number(0.01), 0.001, 0.04, report.Met, true, true},
		{NotVerified, number(0.01), 0.001, 0.06, report.Met, false, true},
		{NotVerified, number(0.05), 0.01, 0.1, report.NotMet, false, true},
		{score.Existence, nil, 0, 0, report.NotMeasured, false, false},
		{NotVerified, nil, 0, 0, report.NotMeasured, false, false},
	} {
		row := report.Score{Measure: c.measure, Value: report.Interval{Value: c.value}}
		if c.present {
			row.Value.Low, row.Value.High = &c.low, &c.high
		}
		held(&row)
		if row.Status != c.status || (row.Shown != nil) != c.present || c.present && *row.Shown != c.shown || row.Target == "" {
			t.Errorf("%s %v: %+v", c.measure, c.value, row)
		}
	}
	row := report.Score{Measure: "right", Value: report.Interval{Value: number(1)}}
	if held(&row); row.Status != "" || row.Target != "" {
		t.Errorf("a target for %s: %+v", row.Measure, row)
	}
}

// TestPairs: agreement counts pairs, and questions with fewer than two answers not at all.
func TestPairs(t *testing.T) {
	in := Input{Arms: []string{"a"}}
	for i, r := range []consistency.Report{
		{State: consistency.Right, Answers: 3, Pairs: 3, Agree: 3}, {State: consistency.Wrong, Answers: 2, Pairs: 1, Agree: 1},
		{State: consistency.Inconsistent, Answers: 3, Pairs: 3, Agree: 1}, {State: consistency.Unknown, Answers: 1},
	} {
		q := asked(fmt.Sprint(i), question.Calls, "")
		in.Agreements = append(in.Agreements, Agreement{Question: q, Arm: "a", Model: "m", Report: r})
		in.Answers = append(in.Answers, answer(q, question.Right, true))
	}
	rows := Make(in)
	for measure, want := range map[string][2]int{score.Consistency: {5, 7}, "consistent but wrong": {1, 3}, "inconsistent": {1, 3}} {
		if r := rowOf(rows, "a", "m", measure); r.K != want[0] || r.N != want[1] || r.Value.N != 3 {
			t.Errorf("%s: %+v, want %v", measure, r, want)
		}
	}
}

// TestInfrastructure: what the surroundings did is no answer, good or bad.
func TestInfrastructure(t *testing.T) {
	q, p := asked("0", question.Calls, "true"), asked("1", question.Calls, "true")
	rows := Make(Input{Arms: []string{"a"}, Answers: []Answer{
		{Question: q, Arm: "a", Model: "m", State: score.InfraError}, {Question: p, Arm: "a", Model: "m", State: score.NoAnswer},
	}})
	if r := rowOf(rows, "a", "m", "right"); r.K != 0 || r.N != 1 {
		t.Errorf("right: %+v, want 0 of 1", r)
	}
	if r := rowOf(rows, "a", "m", "no answer"); r.K != 1 || r.N != 1 {
		t.Errorf("no answer: %+v, want 1 of 1", r)
	}
}

// rowOf returns the row of a measure of all answers of an arm and model; nil: there is none.
func rowOf(rows []report.Score, arm, model, measure string) *report.Score {
	for i := range rows {
		if r := &rows[i]; r.Arm == arm && r.Model == model && r.Measure == measure && r.Group == "" {
			return r
		}
	}
	return nil
}
