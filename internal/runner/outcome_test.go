package runner_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sooth/agent"
	"sooth/agent/mock"
	"sooth/internal/runner"
	"sooth/score"
	"sooth/trial"
)

var background = context.Background()

// reply is an agent made of a function.
type reply func(context.Context, agent.Request) (agent.Answer, error)

func (f reply) Name() string { return "reply" }

func (f reply) Answer(ctx context.Context, r agent.Request) (agent.Answer, error) { return f(ctx, r) }

// execute runs a plan on a store and fails the test for an error.
func execute(t testing.TB, ctx context.Context, o runner.Options) runner.Outcome {
	t.Helper()
	outcome, err := runner.Run(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// TestJobs: the records are the same whatever the number of jobs, and in the
// order of the plan.
func TestJobs(t *testing.T) {
	plan, _ := recorded(t, 60)
	a, err := mock.New(mock.Options{Seed: 1, Latency: time.Millisecond, Jitter: 1, NoAnswers: 0.2, InfraErrors: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	var first []trial.Record
	var counts trial.Counts
	for i, jobs := range []int{1, 2, 7, 100} {
		s := open(t, filepath.Join(t.TempDir(), "runs.db"))
		outcome := execute(t, background, runner.Options{Store: s, Agent: a, Plan: plan, Jobs: jobs, Tolerance: 1, Definitions: map[string]string{"context": "inject"}})
		got := timeless(t, s, outcome.Run.ID)
		if i == 0 {
			first, counts = got, outcome.Counts
		}
		if d := cmp.Diff(first, got); d != "" || outcome.Counts != counts || len(got) != len(plan) {
			t.Errorf("%d jobs: %s", jobs, d)
		}
		for place, r := range got {
			p := plan[place]
			key := trial.Key(trial.Visible{
				Agent: "mock", Model: p.Model, System: p.System, Prompt: p.Prompt, Repeat: p.Repeat,
				Arm: map[string]string{"context": "inject"}[p.Arm],
			})
			if r.Order != place || r.Key != key || r.Task != p.Task || r.Prompt != p.Prompt {
				t.Errorf("record at place %d: %+v", place, r)
			}
		}
	}
	if counts.Answered == 0 || counts.NoAnswer == 0 || counts.InfraErrors == 0 {
		t.Errorf("the mock does not do what this test needs: %+v", counts)
	}
}

// TestStates: what an agent does becomes the right word.
func TestStates(t *testing.T) {
	plan, _ := recorded(t, 1)
	for name, c := range map[string]struct {
		text  string
		err   error
		panic any
		state score.State
		want  string // reason
		kept  string // answer
	}{
		"answer":          {text: "a", state: score.Answered, kept: "a"},
		"empty":           {state: score.NoAnswer, want: "empty answer"},
		"blank":           {text: " \n\t", state: score.NoAnswer, want: "empty answer", kept: " \n\t"},
		"invalid UTF-8":   {text: "ab\xffc\uFFFD", state: score.NoAnswer, want: "not valid UTF-8 from byte 2 on", kept: "ab\uFFFDc\uFFFD"},
		"NUL":             {text: "a\x00b", state: score.Answered, kept: "a\x00b"},
		"refused":         {err: &agent.Failure{State: score.NoAnswer, Reason: "refused"}, state: score.NoAnswer, want: "refused"},
		"truncated":       {text: "half", err: &agent.Failure{State: score.NoAnswer, Reason: "truncated"}, state: score.NoAnswer, want: "truncated", kept: "half"},
		"infra":           {err: &agent.Failure{State: score.InfraError, Reason: "no\nhost"}, state: score.InfraError, want: "no host"},
		"wrong state":     {err: &agent.Failure{State: score.Answered, Reason: "?"}, state: score.InfraError, want: "?"},
		"no reason":       {err: &agent.Failure{State: score.NoAnswer}, state: score.NoAnswer, want: "no reason given"},
		"any error":       {err: errors.New("boom \xff"), state: score.InfraError, want: "boom \uFFFD"},
		"wrapped":         {err: errors.Join(errors.New("x"), &agent.Failure{State: score.NoAnswer, Reason: "safety"}), state: score.NoAnswer, want: "safety"},
		"panic":           {panic: "nil map", state: score.InfraError, want: `panic in agent "reply": nil map`},
		"very long error": {err: errors.New(strings.Repeat("é", 400)), state: score.InfraError, want: strings.Repeat("é", 250) + " …"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, filepath.Join(t.TempDir(), "runs.db"))
			a := reply(func(context.Context, agent.Request) (agent.Answer, error) {
				if c.panic != nil {
					panic(c.panic)
				}
				return agent.Answer{Text: c.text, Model: "m\xff"}, c.err
			})
			outcome := execute(t, background, runner.Options{Store: s, Agent: a, Plan: plan, Tolerance: 1})
			got := timeless(t, s, outcome.Run.ID)
			if len(got) != 1 || got[0].State != c.state || got[0].Reason != c.want || got[0].Answer != c.kept {
				t.Errorf("got %+v, want %s, %q, %q", got, c.state, c.want, c.kept)
			}
		})
	}
}

// TestClock: times are those of the clock that was given.
func TestClock(t *testing.T) {
	plan, source := recorded(t, 2)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	tick := func() time.Time { now = now.Add(time.Second); return now }
	outcome := execute(t, background, runner.Options{
		Store: s, Agent: newReplay(t, source, plan), Plan: plan, Jobs: 1, Now: tick,
		NewID: func() (string, error) { return "fixed", nil }, Run: trial.Run{Suite: "x", Mode: "replay"},
	})
	if outcome.Run.ID != "fixed" || outcome.Run.Started.Second() != 1 || outcome.Run.Finished.Second() != 6 {
		t.Errorf("run %+v", outcome.Run)
	}
	for r, err := range s.Records(background, "fixed") {
		if err != nil || r.Started.Second() != 2+2*r.Order || r.Finished.Second() != 3+2*r.Order || !r.Recorded.Equal(source.Recorded[0].Time) {
			t.Errorf("record %d: %v, %v, %v, %v", r.Order, r.Started, r.Finished, r.Recorded, err)
		}
	}
}

// TestTolerance: the end state says whether more trials failed than may.
func TestTolerance(t *testing.T) {
	plan, source := recorded(t, 10)
	source.Recorded = source.Recorded[:8] // two answers are missing
	for tolerance, want := range map[float64]trial.EndState{0: trial.ErrorsTolerance, 0.19: trial.ErrorsTolerance, 0.2: trial.Completed, 1: trial.Completed} {
		s := open(t, filepath.Join(t.TempDir(), "runs.db"))
		outcome := execute(t, background, runner.Options{Store: s, Agent: newReplay(t, source, plan), Plan: plan, Tolerance: tolerance})
		if outcome.Run.End != want || outcome.Counts != (trial.Counts{Answered: 8, InfraErrors: 2}) {
			t.Errorf("tolerance %v: %+v, want %s", tolerance, outcome, want)
		}
		last := timeless(t, s, outcome.Run.ID)[9]
		if last.State != score.InfraError || last.Reason != "no recorded answer" {
			t.Errorf("a missing answer: %+v", last)
		}
	}
}

// TestDeadline: a trial that takes too long fails, alone.
func TestDeadline(t *testing.T) {
	plan, _ := recorded(t, 4)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	a := reply(func(ctx context.Context, r agent.Request) (agent.Answer, error) {
		if r.Task == "task-0001" && r.Arm == "none" {
			<-ctx.Done()
			return agent.Answer{}, ctx.Err()
		}
		return agent.Answer{Text: "a"}, nil
	})
	outcome := execute(t, background, runner.Options{Store: s, Agent: a, Plan: plan, Deadline: 20 * time.Millisecond, Tolerance: 1})
	got := timeless(t, s, outcome.Run.ID)
	if outcome.Counts != (trial.Counts{Answered: 3, InfraErrors: 1}) || got[2].Reason != "no answer within 20ms" {
		t.Errorf("%+v: %q", outcome.Counts, got[2].Reason)
	}
}

func TestRefusedPlans(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	plan, source := recorded(t, 4)
	a := newReplay(t, source, plan)
	twice := append(plan[:3:3], plan[0])
	twice[3].Order = 3
	for name, c := range map[string]struct {
		o    runner.Options
		want string
	}{
		"empty":     {runner.Options{Store: s, Agent: a}, "the plan is empty; hint: "},
		"twice":     {runner.Options{Store: s, Agent: a, Plan: twice}, `trials 0 and 3 of the plan are both task "task-0000", arm "none"`},
		"order":     {runner.Options{Store: s, Agent: a, Plan: plan[1:]}, "trial 0 of the plan says that it is number 1"},
		"jobs":      {runner.Options{Store: s, Agent: a, Plan: plan, Jobs: -1}, "-1 jobs"},
		"tolerance": {runner.Options{Store: s, Agent: a, Plan: plan, Tolerance: 2}, "tolerance"},
		"no agent":  {runner.Options{Store: s, Plan: plan}, "needed"},
	} {
		if _, err := runner.Run(background, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if runs, err := s.Runs(background); err != nil || len(runs) != 0 {
		t.Errorf("runs %v were begun, %v", runs, err)
	}
}

// TestHook: every record is there when its hook hears of it, each exactly once;
// progress is told in order.
func TestHook(t *testing.T) {
	plan, source := recorded(t, 50)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	var mutex sync.Mutex
	heard := map[int]int{}
	var steps []runner.Progress
	outcome := execute(t, background, runner.Options{
		Store: s, Agent: newReplay(t, source, plan), Plan: plan, Jobs: 4,
		OnRecord: func(r trial.Record) {
			found := false
			for x, err := range s.Records(background, r.Run) {
				found = found || err == nil && cmp.Equal(x, r, cmp.Comparer(time.Time.Equal))
			}
			mutex.Lock()
			defer mutex.Unlock()
			heard[r.Order]++
			if !found {
				t.Errorf("record %d was told before it was there", r.Order)
			}
		},
		OnProgress: func(p runner.Progress) { steps = append(steps, p) },
	})
	for i := range plan {
		if heard[i] != 1 {
			t.Errorf("record %d was told %d times", i, heard[i])
		}
	}
	if len(steps) != len(plan)+1 || steps[0].Recorded() != 0 || steps[len(plan)].Answered != len(plan) || steps[len(plan)].InFlight != 0 {
		t.Errorf("%d steps: %+v", len(steps), steps)
	}
	for i, p := range steps {
		trials, recorded := 0, 0
		for _, a := range p.Arms {
			trials, recorded = trials+a.Trials, recorded+a.Recorded
		}
		if trials != len(plan) || recorded != p.Recorded() || p.Unpriced != recorded {
			t.Errorf("step %d: %+v", i, p)
		}
		if p.Run != outcome.Run.ID || p.Trials != len(plan) || i > 0 && p.Recorded() < steps[i-1].Recorded() || p.InFlight > 4 {
			t.Errorf("step %d: %+v", i, p)
		}
	}
}

// TestUngrounded: a trial whose text could not be made is recorded as
// infra_error with the reason, and nobody is asked.
func TestUngrounded(t *testing.T) {
	plan, _ := recorded(t, 1)
	plan[0].Ungrounded = "nothing in the facts"
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	a := reply(func(context.Context, agent.Request) (agent.Answer, error) {
		t.Error("the agent was asked")
		return agent.Answer{Text: "plain"}, nil
	})
	outcome := execute(t, background, runner.Options{Store: s, Agent: a, Plan: plan, Tolerance: 1})
	got := timeless(t, s, outcome.Run.ID)
	if len(got) != 1 || got[0].State != score.InfraError || got[0].Reason != "no context: nothing in the facts" || got[0].Answer != "" {
		t.Errorf("%+v", got)
	}
}
