package mock_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sooth/agent"
	"sooth/agent/mock"
	"sooth/score"
)

func request(i int) agent.Request {
	return agent.Request{Task: fmt.Sprint("t", i), Arm: "none", Model: "claude", System: "S", Prompt: "P"}
}

// TestDeterministic: an answer is a function of the request and the seed, of
// nothing else, and says what it is.
func TestDeterministic(t *testing.T) {
	one, _ := mock.New(mock.Options{Seed: 1})
	two, _ := mock.New(mock.Options{Seed: 2})
	base := request(0)
	first, err := one.Answer(context.Background(), base)
	if err != nil || first.Model != "mock" || !strings.Contains(first.Text, "the answer of a mock, not of a model") {
		t.Errorf("%+v, %v", first, err)
	}
	again, _ := one.Answer(context.Background(), base)
	if again.Text != first.Text {
		t.Error("two answers to one request")
	}
	seen := map[string]bool{first.Text: true}
	if other, _ := two.Answer(context.Background(), base); seen[other.Text] {
		t.Error("the seed does not count")
	}
	for i, change := range []func(*agent.Request){
		func(r *agent.Request) { r.Task += "x" }, func(r *agent.Request) { r.Arm += "x" }, func(r *agent.Request) { r.Model += "x" },
		func(r *agent.Request) { r.Repeat++ }, func(r *agent.Request) { r.System += "x" }, func(r *agent.Request) { r.Prompt += "x" },
	} {
		r := base
		change(&r)
		a, err := one.Answer(context.Background(), r)
		if err != nil || seen[a.Text] {
			t.Errorf("change %d does not count, %v", i, err)
		}
		seen[a.Text] = true
	}
}

// TestShares: about the asked share of trials fails, and the same ones each
// time.
func TestShares(t *testing.T) {
	a, err := mock.New(mock.Options{Seed: 7, NoAnswers: 0.3, InfraErrors: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	const n = 4000
	counts := map[score.State]int{}
	for i := range n {
		var state [2]score.State
		for k := range state {
			_, err := a.Answer(context.Background(), request(i))
			var failure *agent.Failure
			switch {
			case err == nil:
				state[k] = score.Answered
			case errors.As(err, &failure):
				state[k] = failure.State
			default:
				t.Fatal(err)
			}
		}
		if state[0] != state[1] {
			t.Fatalf("trial %d: %v", i, state)
		}
		counts[state[0]]++
	}
	for state, share := range map[score.State]float64{score.Answered: 0.6, score.NoAnswer: 0.3, score.InfraError: 0.1} {
		// Five standard deviations of a binomial count.
		if off := math.Abs(float64(counts[state]) - n*share); off > 5*math.Sqrt(n*share*(1-share)) {
			t.Errorf("%s: %d of %d, want about %v", state, counts[state], n, n*share)
		}
	}
}

func TestLatency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, err := mock.New(mock.Options{Latency: time.Second, Jitter: 0.5, Reply: func(r agent.Request) string { return r.Task }})
		if err != nil {
			t.Fatal(err)
		}
		least, most := time.Hour, time.Duration(0)
		for i := range 100 {
			start := time.Now()
			answer, err := a.Answer(context.Background(), request(i))
			if err != nil || answer.Text != fmt.Sprint("t", i) {
				t.Fatal(answer, err)
			}
			least, most = min(least, time.Since(start)), max(most, time.Since(start))
		}
		if least < 500*time.Millisecond || least > 600*time.Millisecond || most < 1400*time.Millisecond || most > 1500*time.Millisecond {
			t.Errorf("latencies from %v to %v, want about 0.5 s to 1.5 s", least, most)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		start := time.Now()
		if _, err := a.Answer(ctx, request(1)); err != context.DeadlineExceeded || time.Since(start) != 100*time.Millisecond {
			t.Errorf("cancelled after %v: %v", time.Since(start), err)
		}
	})
}

func TestRefused(t *testing.T) {
	for _, o := range []mock.Options{
		{NoAnswers: -0.1}, {NoAnswers: 1.1}, {InfraErrors: math.NaN()}, {NoAnswers: 0.6, InfraErrors: 0.6}, {Jitter: 2}, {Latency: -1},
	} {
		if a, err := mock.New(o); err == nil || a != nil {
			t.Errorf("%+v was taken", o)
		}
	}
}
