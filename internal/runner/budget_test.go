package runner_test

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"sooth/agent"
	"sooth/internal/runner"
	"sooth/suite"
	"sooth/trial"
)

// payer answers everything and says what it cost; every third cost is unknown.
type payer struct {
	cost  float64
	asked atomic.Int64
}

func (p *payer) Name() string { return "payer" }

func (p *payer) Answer(_ context.Context, r agent.Request) (agent.Answer, error) {
	n := p.asked.Add(1)
	time.Sleep(time.Millisecond)
	a := agent.Answer{Text: "answer " + r.Task, Attempts: 2}
	if n%3 != 0 {
		a.CostUSD = &p.cost
	}
	return a, nil
}

// TestBudget: no more is paid than the budget allows, even if every trial in
// flight costs the most it can; the run ends as budget_exceeded, and with more
// money the same command goes on.
func TestBudget(t *testing.T) {
	ctx := context.Background()
	plan, _ := recorded(t, 100)
	store := open(t, filepath.Join(t.TempDir(), "runs.db"))
	a := &payer{cost: 0.01}
	const most = 0.03
	run := func(dollars float64) runner.Outcome {
		o, err := runner.Run(ctx, runner.Options{
			Store: store, Agent: a, Plan: plan, Jobs: 8,
			Run:    trial.Run{Suite: "s", Mode: "live"},
			Budget: runner.Budget{Dollars: dollars, Most: func(suite.Trial) float64 { return most }},
		})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	o := run(0.5)
	if o.Run.End != trial.BudgetExceeded {
		t.Fatalf("ended as %s, want %s", o.Run.End, trial.BudgetExceeded)
	}
	paid, n := 0.0, 0
	for r, err := range store.Records(ctx, o.Run.ID) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; r.CostUSD != nil {
			paid += *r.CostUSD
		} else {
			paid += most
		}
		if r.Attempts != 2 {
			t.Errorf("task %s: %d attempts recorded, want 2", r.Task, r.Attempts)
		}
	}
	if paid > 0.5 || paid < 0.5-most-1e-9 {
		t.Errorf("%v paid for %d trials, want at most 0.5 and no more than one trial below", paid, n)
	}
	before := a.asked.Load()
	if again := run(0.5); again.Asked != 0 || again.Run.End != trial.BudgetExceeded || a.asked.Load() != before {
		t.Errorf("without more money %d more were asked", again.Asked)
	}
	if all := run(10); all.Run.End != trial.Completed || all.Run.ID != o.Run.ID || all.Counts.Answered != 100 || a.asked.Load() != 100 {
		t.Errorf("with more money: %+v, %d asked in all", all, a.asked.Load())
	}
}

// crowd counts how many are asked at once.
type crowd struct {
	now, most atomic.Int64
	wait      time.Duration
	press     func(n int64)
}

func (c *crowd) Name() string { return "crowd" }

func (c *crowd) Answer(context.Context, agent.Request) (agent.Answer, error) {
	n := c.now.Add(1)
	defer c.now.Add(-1)
	for m := c.most.Load(); n > m && !c.most.CompareAndSwap(m, n); m = c.most.Load() {
	}
	if c.press != nil {
		c.press(n)
	}
	time.Sleep(c.wait)
	return agent.Answer{Text: "x"}, nil
}

// TestAdaptiveRun: while all is well the number in flight grows; a provider
// that presses above eight keeps it in that region.
func TestAdaptiveRun(t *testing.T) {
	plan, _ := recorded(t, 400)
	run := func(c *crowd, l *runner.Limit) {
		_, err := runner.Run(context.Background(), runner.Options{
			Store: open(t, filepath.Join(t.TempDir(), "runs.db")), Agent: c, Plan: plan, Limit: func(string) *runner.Limit { return l }, Run: trial.Run{Suite: "s", Mode: "live"},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	free := &crowd{wait: 3 * time.Millisecond}
	run(free, runner.Adaptive(time.Now))
	if free.most.Load() < 12 {
		t.Errorf("at most %d in flight, want it to grow well above 5", free.most.Load())
	}
	pressed := &crowd{wait: 3 * time.Millisecond}
	var ticks atomic.Int64 // each pressure is a burst of its own
	l := runner.Adaptive(func() time.Time { return time.Unix(0, 0).Add(time.Duration(ticks.Add(1)) * time.Minute) })
	pressed.press = func(n int64) {
		if n > 8 {
			l.Press()
		}
	}
	run(pressed, l)
	if m := pressed.most.Load(); m < 6 || m > 11 {
		t.Errorf("at most %d in flight, want about 9", m)
	}
	fixed := &crowd{wait: time.Millisecond}
	run(fixed, runner.Fixed(3))
	if fixed.most.Load() != 3 {
		t.Errorf("%d in flight, want 3", fixed.most.Load())
	}
}

// TestAdaptiveEndpoints: where one of two providers presses, the other is asked
// as often as it bears.
func TestAdaptiveEndpoints(t *testing.T) {
	plan, _ := recorded(t, 600)
	for i := range plan {
		plan[i].Model = []string{"free", "pressed"}[i%2]
	}
	crowds := map[string]*crowd{"free": {wait: 3 * time.Millisecond}, "pressed": {wait: 3 * time.Millisecond}}
	var ticks atomic.Int64
	limits := map[string]*runner.Limit{
		"free":    runner.Adaptive(time.Now),
		"pressed": runner.Adaptive(func() time.Time { return time.Unix(0, 0).Add(time.Duration(ticks.Add(1)) * time.Minute) }),
	}
	crowds["pressed"].press = func(int64) { limits["pressed"].Press() }
	outcome, err := runner.Run(context.Background(), runner.Options{
		Store: open(t, filepath.Join(t.TempDir(), "runs.db")), Plan: plan, Run: trial.Run{Suite: "s", Mode: "live"},
		Limit: func(model string) *runner.Limit { return limits[model] },
		Agent: reply(func(ctx context.Context, r agent.Request) (agent.Answer, error) {
			return crowds[r.Model].Answer(ctx, r)
		}),
	})
	if err != nil || outcome.Counts.Answered != len(plan) {
		t.Fatal(outcome, err)
	}
	if free, pressed := crowds["free"].most.Load(), crowds["pressed"].most.Load(); free < 10 || pressed > 5 {
		t.Errorf("at most %d and %d in flight, want well above 5, and no more than 5", free, pressed)
	}
}
