package extractrun_test

import (
	"context"
	"errors"
	"testing"

	"sooth/agent"
	"sooth/internal/extractrun"
	"sooth/score"
)

// counting answers with the tokens and requests that it is given.
type counting struct {
	usage    agent.Usage
	attempts int
}

func (counting) Name() string { return "counting" }

func (c counting) Answer(context.Context, agent.Request) (agent.Answer, error) {
	return agent.Answer{Text: `{"claims":[]}`, Usage: c.usage, Attempts: c.attempts}, nil
}

// TestRunTokens: tokens of caches are tokens, and those that nobody tells are
// reckoned for each request; no further prompt is asked once they are used up.
func TestRunTokens(t *testing.T) {
	n := func(i int) *int { return &i }
	for name, c := range map[string]struct {
		agent counting
		asked int
	}{
		"told":            {counting{agent.Usage{Input: n(200), Output: n(220)}, 1}, 3},
		"from a cache":    {counting{agent.Usage{Input: n(10), Output: n(10), CacheRead: n(300), CacheWrite: n(100)}, 1}, 3},
		"not told":        {counting{agent.Usage{}, 1}, 10},
		"not told, again": {counting{agent.Usage{CacheRead: n(1)}, 5}, 2},
	} {
		s := load(t, small(t))
		p := plan(t, extractrun.Options{Suite: s, Arms: []string{"v1"}, Models: []string{"m"}, Repeats: 1})
		asker, err := extractrun.NewAsker(t.Context(), s, p, c.agent, nil)
		if err != nil {
			t.Fatal(err)
		}
		s.RunTokens = 1000
		asked := 0
		for ; asked < 100; asked++ {
			_, err := asker.Answer(t.Context(), agent.Request{Task: p.Trials[0].Task, Arm: "v1", Model: "m", Prompt: string(make([]byte, 400))})
			var failure *agent.Failure
			if errors.As(err, &failure) && failure.State == score.InfraError {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if asked != c.asked {
			t.Errorf("%s: %d prompts were asked, want %d", name, asked, c.asked)
		}
	}
}
