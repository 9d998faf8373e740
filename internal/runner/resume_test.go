package runner_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sooth/agent"
	"sooth/internal/runner"
	"sooth/score"
	"sooth/trial"
)

// counted wraps an agent and counts what it is asked.
func counted(a agent.Agent, asked *atomic.Int64) agent.Agent {
	return named{a.Name(), func(ctx context.Context, r agent.Request) (agent.Answer, error) {
		asked.Add(1)
		return a.Answer(ctx, r)
	}}
}

type named struct {
	name string
	f    func(context.Context, agent.Request) (agent.Answer, error)
}

func (n named) Name() string { return n.name }

func (n named) Answer(ctx context.Context, r agent.Request) (agent.Answer, error) { return n.f(ctx, r) }

// TestInterrupted: an interrupt lets what is in flight finish, says so, and
// the same call goes on without asking anything twice.
func TestInterrupted(t *testing.T) {
	plan, source := recorded(t, 40)
	a := newReplay(t, source, plan)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	const jobs = 3
	var asked atomic.Int64
	inFlight := make(chan struct{})
	slow := named{"replay", func(ctx context.Context, r agent.Request) (agent.Answer, error) {
		n := asked.Add(1)
		if n > 10 { // the last ones wait for the interrupt
			if n == 10+jobs {
				cancel()
				close(inFlight)
			}
			<-inFlight
		}
		if ctx.Err() != nil {
			t.Error("a trial in flight was cancelled by a gentle interrupt")
		}
		return a.Answer(ctx, r)
	}}
	var mutex sync.Mutex
	heard := map[int]int{}
	o := runner.Options{Store: s, Agent: slow, Plan: plan, Jobs: jobs, Run: trial.Run{Mode: "replay"}, OnRecord: func(r trial.Record) {
		mutex.Lock()
		heard[r.Order]++
		mutex.Unlock()
	}}
	first := execute(t, ctx, o)
	if first.Run.End != trial.Interrupted || first.Counts.Answered != 10+jobs || first.Asked != 10+jobs || len(heard) != 10+jobs {
		t.Fatalf("interrupted: %+v, %d heard", first, len(heard))
	}
	if got, err := s.Run(background, first.Run.ID); err != nil || got.End != trial.Interrupted || got.Finished.IsZero() {
		t.Errorf("the store says %+v, %v", got, err)
	}

	heard = map[int]int{}
	asked.Store(0)
	o.Agent = counted(a, &asked)
	second := execute(t, background, o)
	if second.Run.ID != first.Run.ID || second.Run.End != trial.Completed || second.Resumed != 10+jobs || second.Asked != 27 || asked.Load() != 27 {
		t.Errorf("resumed: %+v, asked %d", second, asked.Load())
	}
	for i := range plan {
		if heard[i] != 1 {
			t.Errorf("record %d was told %d times to the second execution", i, heard[i])
		}
	}
	third := execute(t, background, o)
	if third.Run.ID == first.Run.ID || third.Resumed != 0 {
		t.Errorf("a completed run was resumed: %+v", third)
	}
}

// TestInterruptedBeforeTheFirst: nothing is asked, the run can be resumed.
func TestInterruptedBeforeTheFirst(t *testing.T) {
	plan, source := recorded(t, 4)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	o := runner.Options{Store: s, Agent: newReplay(t, source, plan), Plan: plan, Run: trial.Run{Mode: "replay"}}
	ctx, cancel := context.WithCancel(background)
	o.OnProgress = func(runner.Progress) { cancel() }
	outcome := execute(t, ctx, o)
	if outcome.Run.End != trial.Interrupted || outcome.Counts.Recorded() != 0 {
		t.Errorf("%+v", outcome)
	}
	o.OnProgress = nil
	if again := execute(t, background, o); again.Run.ID != outcome.Run.ID || again.Run.End != trial.Completed {
		t.Errorf("%+v", again)
	}
}

// TestInterruptedAfterTheLast: an interrupt that comes too late changes
// nothing.
func TestInterruptedAfterTheLast(t *testing.T) {
	plan, source := recorded(t, 4)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	ctx, cancel := context.WithCancel(background)
	outcome := execute(t, ctx, runner.Options{
		Store: s, Agent: newReplay(t, source, plan), Plan: plan, Jobs: 1,
		OnRecord: func(r trial.Record) {
			if r.Order == 3 {
				cancel()
			}
		},
	})
	if outcome.Run.End != trial.Completed {
		t.Errorf("%+v", outcome)
	}
}

// TestAbort: a hard stop gives up what is in flight without a record of it.
func TestAbort(t *testing.T) {
	plan, _ := recorded(t, 6)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	abort, cancel := context.WithCancel(background)
	defer cancel()
	a := reply(func(ctx context.Context, r agent.Request) (agent.Answer, error) {
		if r.Task == "task-0001" {
			cancel()
			<-ctx.Done()
			return agent.Answer{}, ctx.Err()
		}
		return agent.Answer{Text: "a"}, nil
	})
	outcome := execute(t, background, runner.Options{Store: s, Agent: a, Plan: plan, Jobs: 1, Abort: abort})
	if outcome.Run.End != trial.Interrupted || outcome.Counts != (trial.Counts{Answered: 2}) {
		t.Errorf("%+v", outcome)
	}
}

// TestWhatIsResumed: only a run of the same plan, suite, level and mode. What its
// answers are judged by, which is in the suite's hash, may change.
func TestWhatIsResumed(t *testing.T) {
	plan, source := recorded(t, 4)
	a := newReplay(t, source, plan)
	changedPrompt := append(plan[:3:3], plan[3])
	changedPrompt[3].Prompt += "!"
	for name, c := range map[string]struct {
		change  func(*runner.Options)
		resumed bool
	}{
		"nothing":    {func(*runner.Options) {}, true},
		"version":    {func(o *runner.Options) { o.Run.Version = "2" }, true},
		"folder":     {func(o *runner.Options) { o.Run.SuiteDir = "elsewhere" }, true},
		"jobs":       {func(o *runner.Options) { o.Jobs = 9 }, true},
		"suite hash": {func(o *runner.Options) { o.Run.SuiteHash = "other" }, true},
		"suite":      {func(o *runner.Options) { o.Run.Suite = "other" }, false},
		"toolchain":  {func(o *runner.Options) { o.Run.Toolchain = "go1.99" }, false},
		"mode":       {func(o *runner.Options) { o.Run.Mode = "mock" }, false},
		"agent":      {func(o *runner.Options) { o.Agent = named{"other", a.Answer} }, false},
		"parameters": {func(o *runner.Options) { o.Parameters = map[string]string{"temperature": "0"} }, false},
		"definition": {func(o *runner.Options) { o.Definitions = map[string]string{"none": "x"} }, false},
		"prompt":     {func(o *runner.Options) { o.Plan = changedPrompt }, false},
		"fewer":      {func(o *runner.Options) { o.Plan = plan[:2] }, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, filepath.Join(t.TempDir(), "runs.db"))
			ctx, cancel := context.WithCancel(background)
			o := runner.Options{Store: s, Agent: a, Plan: plan, Jobs: 1, Run: trial.Run{SuiteHash: "h", Mode: "replay", Toolchain: "go1.26"}}
			o.OnRecord = func(trial.Record) { cancel() }
			first := execute(t, ctx, o)
			o.OnRecord = nil
			c.change(&o)
			second := execute(t, background, o)
			if got := second.Run.ID == first.Run.ID; got != c.resumed || second.Run.End != trial.Completed {
				t.Errorf("resumed: %v, want %v; %+v", got, c.resumed, second)
			}
		})
	}
}

// TestPanicInHook ends the run as an error and loses nothing.
func TestPanicInHook(t *testing.T) {
	plan, source := recorded(t, 20)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	o := runner.Options{Store: s, Agent: newReplay(t, source, plan), Plan: plan, Jobs: 2, Run: trial.Run{Mode: "replay"}}
	o.OnRecord = func(r trial.Record) {
		if r.Order == 5 {
			panic("judge")
		}
	}
	if _, err := runner.Run(background, o); err == nil || !strings.Contains(err.Error(), "panic while its record was judged: judge") {
		t.Fatal(err)
	}
	if _, err := runner.Run(background, o); err == nil { // it is told again, and fails again
		t.Fatal("the record was not told again")
	}
	o.OnRecord = nil
	outcome := execute(t, background, o)
	if outcome.Run.End != trial.Completed || outcome.Resumed < 6 || outcome.Counts.Answered != 20 {
		t.Errorf("%+v", outcome)
	}
}

// TestStoreFails: when a record cannot be kept, asking stops.
func TestStoreFails(t *testing.T) {
	plan, source := recorded(t, 100)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	var asked atomic.Int64
	a := newReplay(t, source, plan)
	closing := named{"replay", func(ctx context.Context, r agent.Request) (agent.Answer, error) {
		if asked.Add(1) == 10 {
			s.Close()
		}
		return a.Answer(ctx, r)
	}}
	_, err := runner.Run(background, runner.Options{Store: s, Agent: closing, Plan: plan, Jobs: 2})
	if err == nil || !strings.Contains(err.Error(), "closed") {
		t.Error(err)
	}
	if n := asked.Load(); n > 14 {
		t.Errorf("%d trials were asked after the store had failed at 10", n)
	}
}

// TestSamePlanTwice: two executions of one plan in one process exclude each
// other as two processes do.
func TestSamePlanTwice(t *testing.T) {
	plan, source := recorded(t, 4)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	o := runner.Options{Store: s, Agent: newReplay(t, source, plan), Plan: plan, Jobs: 1}
	inner := o
	tried := 0
	o.OnRecord = func(r trial.Record) {
		var held *trial.LockedError
		if _, err := runner.Run(background, inner); !errors.As(err, &held) || held.Run != r.Run {
			t.Errorf("a second execution: %v", err)
		}
		tried++
	}
	if outcome := execute(t, background, o); outcome.Counts.Answered != 4 || tried != 4 {
		t.Errorf("%+v, %d tries", outcome, tried)
	}
}

// TestRepeats: repeats of one trial are trials of their own.
func TestRepeats(t *testing.T) {
	plan, _ := recorded(t, 2)
	plan[1] = plan[0]
	plan[1].Order, plan[1].Repeat = 1, 1
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	a := reply(func(_ context.Context, r agent.Request) (agent.Answer, error) {
		return agent.Answer{Text: "a"}, nil
	})
	outcome := execute(t, background, runner.Options{Store: s, Agent: a, Plan: plan})
	got := timeless(t, s, outcome.Run.ID)
	if len(got) != 2 || got[0].Key == got[1].Key || got[1].Repeat != 1 || got[1].State != score.Answered {
		t.Errorf("%+v", got)
	}
}
