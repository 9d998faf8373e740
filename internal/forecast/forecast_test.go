package forecast_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"sooth/internal/forecast"
	"sooth/llm"
	"sooth/suite"
)

func options(t *testing.T) forecast.Options {
	t.Helper()
	one, five, dear := 1.0, 5.0, 1.25
	return forecast.Options{
		Provider:  func(m string) (string, string) { return "p", m },
		Prices:    llm.Prices{Models: []llm.Model{{Provider: "p", Model: "m", Price: llm.Price{Input: &one, Output: &five, CacheWrite: &dear}}}},
		MaxTokens: 1000, Attempts: 3,
	}
}

// TestOf holds the bounds against the same sums made by hand.
func TestOf(t *testing.T) {
	var plan []suite.Trial
	for _, task := range []string{"a", "b"} {
		for _, arm := range []string{"none", "docs"} {
			plan = append(plan, suite.Trial{Task: task, Arm: arm, Model: "m", Prompt: strings.Repeat("x", 1000)})
		}
	}
	f := forecast.Of(plan, options(t))
	if len(f.Rows) != 2 || f.Tasks != 2 || f.Rows[0].Arm != "none" || f.Rows[0].Calls != 2 {
		t.Fatalf("%+v", f)
	}
	r := f.Rows[0]
	if r.InputLow != 400 || r.InputHigh != 1200 || r.Output != 2000 {
		t.Errorf("tokens: %+v", r)
	}
	low, high := 2*200*1.25/1e6, 2*(600*1.25+1000*5)/1e6
	if math.Abs(*r.Low-low) > 1e-12 || math.Abs(*r.High-high) > 1e-12 {
		t.Errorf("cost %v to %v, want %v to %v", *r.Low, *r.High, low, high)
	}
	calls, _, all := f.Total()
	if calls != 4 || math.Abs(*all-2*high) > 1e-12 {
		t.Errorf("total %d calls, %v", calls, *all)
	}
	if most, why := options(t).Most(plan[0]); why != "" || math.Abs(most-3*high/2) > 1e-12 {
		t.Errorf("most of one trial: %v %s", most, why)
	}
}

// TestUnknown: a price that is not known makes the whole unknown, never 0.
func TestUnknown(t *testing.T) {
	plan := []suite.Trial{{Task: "a", Arm: "none", Model: "m"}, {Task: "a", Arm: "none", Model: "other"}}
	f := forecast.Of(plan, options(t))
	if _, low, high := f.Total(); low != nil || high != nil {
		t.Errorf("%v to %v, want unknown", low, high)
	}
	if f.Rows[1].Unknown == "" || f.Rows[0].High == nil {
		t.Errorf("%+v", f.Rows)
	}
	if _, why := options(t).Most(plan[1]); why == "" {
		t.Error("the most of an unpriced trial is known")
	}
}

// TestDuration: four trials of 10 s and 30 s, by hand; trials cannot be split, and
// what was never seen is not guessed.
func TestDuration(t *testing.T) {
	var plan []suite.Trial
	for _, model := range []string{"p/m", "q/m"} {
		for _, arm := range []string{"none", "none", "tools", "tools"} {
			plan = append(plan, suite.Trial{Task: "a", Arm: arm, Model: model})
		}
	}
	o := options(t)
	o.Provider = func(m string) (string, string) { return m[:1], m }
	o.Took = func(arm, model string) time.Duration {
		return map[string]time.Duration{"none": 10 * time.Second, "tools": 30 * time.Second}[arm]
	}
	f := forecast.Of(plan, o)
	for _, c := range []struct {
		jobs   int
		ofEach bool
		want   time.Duration
	}{{1, false, 160 * time.Second}, {2, false, 80 * time.Second}, {2, true, 40 * time.Second}, {100, false, 30 * time.Second}} {
		if got, known := f.Duration(c.jobs, c.ofEach); got != c.want || !known {
			t.Errorf("%d at once, of each %v: %v, %v", c.jobs, c.ofEach, got, known)
		}
	}
	o.Took = func(arm, model string) time.Duration { return map[string]time.Duration{"none": time.Second}[arm] }
	if got, known := forecast.Of(plan, o).Duration(5, true); known {
		t.Errorf("known as %v", got)
	}
}
