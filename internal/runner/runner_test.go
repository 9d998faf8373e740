package runner_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"sooth/agent/replay"
	"sooth/suite"
	"sooth/trial"
)

// recorded makes a plan of n trials, two arms side by side, and its answers.
func recorded(t testing.TB, n int) ([]suite.Trial, replay.Source) {
	t.Helper()
	source := replay.Source{File: "answers.jsonl", Arms: []string{"none", "context"}}
	var plan []suite.Trial
	for i := range n {
		task, arm := fmt.Sprintf("task-%04d", i/2), source.Arms[i%2]
		if i%2 == 0 {
			source.Tasks = append(source.Tasks, task)
		}
		p := suite.Trial{Order: i, Task: task, Arm: arm, Model: "claude", System: "Answer with one fenced block.\n",
			Prompt: fmt.Sprintf("Write function number %d.\n%s", i, strings.Repeat("Documentation of something. ", 400*(i%2)))}
		plan = append(plan, p)
		source.Recorded = append(source.Recorded, suite.Recorded{
			Task: task, Arm: arm, Model: "claude", PromptSHA256: replay.PromptHash(p.System, p.Prompt),
			Answer: fmt.Sprintf("```go\npackage solution\n\nconst Number = %d // %s\n```\n", i, strings.Repeat("x", 1500)),
			Line:   i + 1, Time: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC),
		})
	}
	return plan, source
}

func open(t testing.TB, path string) *trial.Store {
	t.Helper()
	s, err := trial.Open(context.Background(), path, trial.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newReplay(t testing.TB, source replay.Source, plan []suite.Trial) *replay.Agent {
	t.Helper()
	a, problems := replay.New(source, plan)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return a
}

// timeless returns the records without what may differ between two runs.
func timeless(t testing.TB, s *trial.Store, run string) []trial.Record {
	t.Helper()
	var list []trial.Record
	for r, err := range s.Records(context.Background(), run) {
		if err != nil {
			t.Fatal(err)
		}
		r.Run, r.Started, r.Finished = "", time.Time{}, time.Time{}
		list = append(list, r)
	}
	return list
}
