package chat_test

import (
	"context"
	"encoding/json"
	"testing"

	"sooth/agent/chat"
	"sooth/llm"
	"sooth/llm/llmtest"
	"sooth/tool"
)

// TestPartialUsage: a count that one of two turns does not tell is not known of
// the trial, and what was paid is not known without it; the other counts are.
func TestPartialUsage(t *testing.T) {
	n := func(i int) *int { return &i }
	whole := llm.Usage{Input: n(10), Output: n(5), CacheRead: n(0), CacheWrite: n(0)}
	for name, c := range map[string]struct {
		turns   [2]llm.Usage
		unknown string // of input, output, cache read
		cost    bool
	}{
		"all told":               {[2]llm.Usage{whole, whole}, "", true},
		"no output at first":     {[2]llm.Usage{{Input: n(10), CacheRead: n(0), CacheWrite: n(0)}, whole}, "output ", false},
		"no output at last":      {[2]llm.Usage{whole, {Input: n(10), CacheRead: n(0), CacheWrite: n(0)}}, "output ", false},
		"nothing of the cache":   {[2]llm.Usage{whole, {Input: n(10), Output: n(5)}}, "cache ", true},
		"nothing in either turn": {[2]llm.Usage{}, "input output cache ", false},
	} {
		box := &shelf{answer: func(string, json.RawMessage) (tool.Result, error) { return tool.Result{Text: "x"}, nil }}
		behave := caller([]llm.ToolCall{call("read", `{}`)})
		answer, _, err := ask(t, func(c1 llmtest.Call) llmtest.Behaviour {
			b := behave(c1)
			b.Usage = &c.turns[(c1.Turns-1)/2]
			return b
		}, chat.Toolbox{Caller: box}, chat.Options{})
		if err != nil {
			t.Fatal(err)
		}
		unknown := ""
		for i, count := range []*int{answer.Usage.Input, answer.Usage.Output, answer.Usage.CacheRead} {
			if count == nil {
				unknown += []string{"input ", "output ", "cache "}[i]
			}
		}
		if unknown != c.unknown || (answer.CostUSD != nil) != c.cost {
			t.Errorf("%s: not known are %q, want %q; cost %v", name, unknown, c.unknown, answer.CostUSD)
		}
		if u := answer.Usage.Input; u != nil && *u != 20 {
			t.Errorf("%s: %d tokens in, want 20", name, *u)
		}
	}
}

// teller is a program that says what it cost.
type teller struct {
	cost  float64
	usage llm.Usage
}

func (teller) Provider() string { return "anthropic" }

func (d teller) Complete(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{Text: "ok", Stop: llm.End, CostUSD: &d.cost, Usage: d.usage}, nil
}

// TestToldCost: what a program says that it cost counts; but where it says 0, the
// price that is known does, so that no budget is disarmed.
func TestToldCost(t *testing.T) {
	n := func(i int) *int { return &i }
	known := llm.Usage{Input: n(2), Output: n(3)}
	for name, c := range map[string]struct {
		driver teller
		want   float64 // below 0: not known
	}{
		"told":                    {teller{0.25, known}, 0.25},
		"0, and the price is 5":   {teller{0, known}, 5},
		"0, and nothing is known": {teller{0, llm.Usage{}}, -1},
	} {
		a, err := chat.New(chat.Options{Models: map[string]chat.Model{"m": {Driver: c.driver, ID: "m-1"}}, Policy: quick, Prices: prices})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := a.Answer(t.Context(), question("q"))
		if err != nil || (answer.CostUSD == nil) != (c.want < 0) || answer.CostUSD != nil && *answer.CostUSD != c.want {
			t.Errorf("%s: %v, %v; want %v", name, answer.CostUSD, err, c.want)
		}
	}
}
