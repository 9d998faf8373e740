package forecast_test

import (
	"math"
	"strings"
	"testing"

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

func TestEffect(t *testing.T) {
	if s := forecast.Effect(46); !strings.Contains(s, "46 tasks can show a gain of ") {
		t.Error(s)
	}
	if s := forecast.Effect(5); !strings.Contains(s, "cannot show any gain") {
		t.Error(s)
	}
}
