package grade

import (
	"testing"

	"sooth/lang"
	"sooth/oracle/code"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// TestSolved: solved is the AND of outcome and behaves; where a task has no
// hidden tests no answer solves it, and none fails to.
func TestSolved(t *testing.T) {
	tested, untestedTask := &suite.Task{Tests: []lang.File{{Name: "solution_test.go"}}}, &suite.Task{}
	for _, c := range []struct {
		name     string
		task     *suite.Task
		state    score.State
		outcome  score.Outcome // of all four criteria
		behaves  score.Result
		want     score.Outcome
		wantTest score.Outcome // of behaves
	}{
		{"right and tested", tested, score.Answered, score.Pass, score.Result{Outcome: score.Pass}, score.Pass, score.Pass},
		{"right and does not behave", tested, score.Answered, score.Pass, score.Result{Outcome: score.Fail}, score.Fail, score.Fail},
		{"wrong", tested, score.Answered, score.Fail, score.Result{Outcome: score.Unknown}, score.Fail, score.Unknown},
		{"refused", tested, score.NoAnswer, "", score.Result{}, score.Fail, score.Unknown},
		{"right and not tested", untestedTask, score.Answered, score.Pass, untested(), score.NotApplicable, score.NotApplicable},
		{"wrong and not tested", untestedTask, score.Answered, score.Fail, untested(), score.NotApplicable, score.NotApplicable},
		{"refused and not tested", untestedTask, score.NoAnswer, "", score.Result{}, score.NotApplicable, score.NotApplicable},
	} {
		s := &subject{task: c.task, record: trial.Record{State: c.state}, behaves: c.behaves, judged: code.Judgement{Criteria: map[string]score.Result{}}}
		for _, name := range []string{score.Compiles, score.Exists, score.Available, score.Current} {
			s.judged.Criteria[name] = score.Result{Outcome: c.outcome}
		}
		s.conclude()
		if got := s.criteria[score.Solved]; got.Outcome != c.want || got.Outcome == score.NotApplicable && got.Reason == "" {
			t.Errorf("%s: solved is %+v, want %s", c.name, got, c.want)
		}
		if got := s.criteria[score.Behaves].Outcome; got != c.wantTest {
			t.Errorf("%s: behaves is %s, want %s", c.name, got, c.wantTest)
		}
	}
}
