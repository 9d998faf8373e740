package grade

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// TestAnswers: answers stand in order of task, arm of the suite, model and
// repeat, those of arms that it has no more last; of their prompts only what is
// told remains.
func TestAnswers(t *testing.T) {
	s := &suite.Suite{
		Name: "s", Tasks: []suite.Task{{ID: "a", Prompt: "Why?"}, {ID: "b", Prompt: "How?"}},
		Arms: []suite.Arm{{Name: "none", Kind: "none", Template: "{prompt}"}, {Name: "docs", Kind: "inject", Template: "{prompt} By: {context}"}},
	}
	record := func(task, arm, model string, repeat int) trial.Record {
		return trial.Record{Task: task, Arm: arm, Model: model, Repeat: repeat, State: score.Answered, System: "Be brief.", Prompt: "Why? By: the book", Answer: "So."}
	}
	given := []trial.Record{
		record("b", "none", "m", 0), record("a", "gone", "m", 0), record("a", "docs", "m", 1), record("a", "docs", "m", 0),
		record("a", "docs", "l", 0), record("a", "away", "m", 0), record("a", "none", "m", 0),
	}
	sequence := func(list []trial.Record, end error) iter.Seq2[trial.Record, error] {
		return func(yield func(trial.Record, error) bool) {
			for _, r := range list {
				if !yield(r, nil) {
					return
				}
			}
			if end != nil {
				yield(trial.Record{}, end)
			}
		}
	}
	list, err := answers(s, sequence(given, nil))
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, a := range list {
		order = append(order, fmt.Sprint(a.Task, " ", a.Arm, " ", a.Model, " ", a.Repeat))
		if a.Prompt != "" || a.System != "" || a.task.ID != a.Task || a.Answer != "So." || a.told.Effort.SentBytes != len("Be brief.Why? By: the book") {
			t.Errorf("%+v", a)
		}
	}
	if got, want := strings.Join(order, ", "), "a none m 0, a docs l 0, a docs m 0, a docs m 1, a away m 0, a gone m 0, b none m 0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if g := list[1].told.Given; g == nil || g.Text != "the book" {
		t.Errorf("given: %+v", g)
	}
	if _, err := answers(s, sequence([]trial.Record{record("c", "none", "m", 0)}, nil)); err == nil || !strings.Contains(err.Error(), `record of task "c", which suite "s" does not have; hint:`) {
		t.Error(err)
	}
	broken := errors.New("broken")
	if _, err := answers(s, sequence(given, broken)); !errors.Is(err, broken) {
		t.Error(err)
	}
}
