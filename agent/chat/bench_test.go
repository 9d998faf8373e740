package chat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"sooth/agent/chat"
	"sooth/internal/runner"
	"sooth/llm"
	"sooth/llm/llmtest"
	"sooth/suite"
	"sooth/trial"
)

// execute runs n trials against a server that answers after 50 ms, every record
// committed, and returns the time.
func execute(t testing.TB, s *llmtest.Server, n, jobs int, policy llm.Policy) (runner.Outcome, time.Duration) {
	t.Helper()
	store, err := trial.Open(context.Background(), filepath.Join(t.TempDir(), "runs.db"), trial.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	plan := make([]suite.Trial, n)
	for i := range plan {
		plan[i] = suite.Trial{Order: i, Task: fmt.Sprintf("task-%05d", i), Arm: "none", Model: "m", Prompt: fmt.Sprintf("question %d", i)}
	}
	a, err := chat.New(chat.Options{Models: map[string]chat.Model{"m": {Driver: claude(t, s, time.Minute), ID: "m-1"}}, Policy: policy, Prices: prices})
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	outcome, err := runner.Run(context.Background(), runner.Options{
		Store: store, Agent: a, Plan: plan, Jobs: jobs, Run: trial.Run{Suite: "s", Mode: "live"}, Parameters: map[string]string{"max_tokens": "50"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return outcome, time.Since(begun)
}

// TestRun: a plan is executed through a burst without a lost trial, none is
// answered twice, and no Retry-After is violated by the server's clock.
func TestRun(t *testing.T) {
	burst := llmtest.Burst{Seed: 3, RateLimits: 0.15, Overloads: 0.05, Drops: 0.02, HalfBodies: 0.01, WaitFrom: time.Second, WaitTo: time.Second, Tries: 2}
	s := start(t, burst.Behave)
	outcome, _ := execute(t, s, 100, 50, llm.Policy{Attempts: 3, Pause: 20 * time.Millisecond, Jitter: rand.Float64})
	c := s.Counts()
	if outcome.Counts.Answered != 100 || outcome.Counts.InfraErrors != 0 || c.Distinct != 100 || c.Early != 0 || c.ByStatus[429] == 0 || c.Highest > 50 {
		t.Errorf("%+v, server %+v", outcome.Counts, c)
	}
}

// BenchmarkRun is a run against answers after 50 ms; "of ideal" is its time in
// units of trials / jobs × 50 ms.
func BenchmarkRun(b *testing.B) {
	for _, c := range []struct{ n, jobs int }{{1000, 20}, {1000, 100}} {
		b.Run(fmt.Sprintf("%d trials, %d jobs", c.n, c.jobs), func(b *testing.B) {
			s := start(b, func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Latency: 50 * time.Millisecond} })
			var spent time.Duration
			runs := 0
			for b.Loop() {
				outcome, d := execute(b, s, c.n, c.jobs, quick)
				if outcome.Counts.Answered != c.n {
					b.Fatal(outcome.Counts)
				}
				spent += d
				runs++
			}
			ideal := time.Duration(c.n/c.jobs) * 50 * time.Millisecond
			b.ReportMetric(spent.Seconds()/float64(runs)/ideal.Seconds(), "of-ideal")
			b.ReportMetric(float64(s.Counts().Highest), "in-flight")
		})
	}
}
