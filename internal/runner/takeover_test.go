package runner_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sooth/agent"
	"sooth/internal/runner"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// TestTakenOver: after a run that the surroundings spoiled the same call asks
// again what they spoiled and nothing else; what a completed run was answered is
// asked anew, unless it is to be used again; the records that are taken over are
// what they were, and say when they were given.
func TestTakenOver(t *testing.T) {
	plan, _ := recorded(t, 6)
	spoiled := map[int]bool{1: true, 4: true} // by place in the plan
	var asked []int
	cost := 0.5
	a := reply(func(_ context.Context, r agent.Request) (agent.Answer, error) {
		place := slices.IndexFunc(plan, func(p suite.Trial) bool { return p.Task == r.Task && p.Arm == r.Arm })
		asked = append(asked, place)
		switch {
		case spoiled[place]:
			return agent.Answer{}, &agent.Failure{State: score.InfraError, Reason: "429"}
		case place == 2:
			return agent.Answer{CostUSD: &cost}, &agent.Failure{State: score.NoAnswer, Reason: "refused"}
		}
		return agent.Answer{Text: "a", CostUSD: &cost}, nil
	})
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	run := func(change func(*runner.Options)) runner.Outcome {
		t.Helper()
		asked = nil
		now = now.Add(time.Hour)
		o := runner.Options{Store: s, Agent: a, Plan: slices.Clone(plan), Jobs: 1, Careful: true, Run: trial.Run{Suite: "s", Mode: "live"}, Now: func() time.Time { return now }}
		change(&o)
		return execute(t, background, o)
	}
	same := func(*runner.Options) {}
	first := run(same)
	if first.Run.End != trial.ErrorsTolerance || first.Counts != (trial.Counts{Answered: 3, NoAnswer: 1, InfraErrors: 2}) {
		t.Fatalf("%+v", first)
	}
	before := timeless(t, s, first.Run.ID)
	spoiled = nil
	second := run(same)
	if second.Run.ID == first.Run.ID || second.Run.End != trial.Completed || second.Resumed != 4 || !slices.Equal(second.From, []string{first.Run.ID}) || !slices.Equal(asked, []int{1, 4}) {
		t.Fatalf("%+v, asked %v", second, asked)
	}
	after := timeless(t, s, second.Run.ID)
	for i, r := range after {
		taken := !slices.Contains([]int{1, 4}, i)
		if r.Order != i || r.Key != before[i].Key || taken && (r.State != before[i].State || r.Answer != before[i].Answer || *r.CostUSD != cost) {
			t.Errorf("record %d is %s %q at %d, was %s %q", i, r.State, r.Answer, r.Order, before[i].State, before[i].Answer)
		}
	}
	for r, err := range s.Records(background, second.Run.ID) {
		if err != nil {
			t.Fatal(err)
		}
		if taken := r.Order != 1 && r.Order != 4; taken == r.Recorded.IsZero() || taken && !r.Recorded.Equal(now.Add(-time.Hour)) {
			t.Errorf("record %d was given at %v, written down at %v", r.Order, r.Recorded, r.Finished)
		}
	}
	if old := timeless(t, s, first.Run.ID); len(old) != 6 || old[1].State != score.InfraError {
		t.Errorf("the first run is not what it was: %+v", old)
	}
	for _, c := range []struct {
		name   string
		change func(*runner.Options)
		asked  []int
	}{
		{"the same call after a completed run", same, []int{0, 1, 2, 3, 4, 5}},
		{"used again", func(o *runner.Options) { o.Reuse = true }, nil},
		{"used again, one prompt changed", func(o *runner.Options) { o.Reuse = true; o.Plan[3].Prompt += "!" }, []int{3}},
		{"used again, another parameter", func(o *runner.Options) { o.Reuse = true; o.Parameters = map[string]string{"seed": "1"} }, []int{0, 1, 2, 3, 4, 5}},
		{"used again, another suite", func(o *runner.Options) { o.Reuse = true; o.Run.Suite = "t" }, []int{0, 1, 2, 3, 4, 5}},
		{"anew", func(o *runner.Options) { o.Fresh = true }, []int{0, 1, 2, 3, 4, 5}},
	} {
		if o := run(c.change); !slices.Equal(asked, c.asked) || o.Run.End != trial.Completed || o.Counts.Recorded() != 6 || o.Resumed != 6-len(c.asked) {
			t.Errorf("%s: asked %v, want %v: %+v", c.name, asked, c.asked, o)
		}
	}
}
