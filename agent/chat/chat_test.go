package chat_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"sooth/agent"
	"sooth/agent/chat"
	"sooth/llm"
	"sooth/llm/anthropic"
	"sooth/llm/exchange"
	"sooth/llm/llmtest"
	"sooth/llm/openai"
	"sooth/score"
)

func start(t testing.TB, behave func(llmtest.Call) llmtest.Behaviour) *llmtest.Server {
	t.Helper()
	s, err := llmtest.Start(llmtest.Options{Behave: behave})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func claude(t testing.TB, s *llmtest.Server, timeout time.Duration) llm.Driver {
	t.Helper()
	d, err := anthropic.New(exchange.Options{Key: "key-for-tests-0123", BaseURL: s.URL(), Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var quick = llm.Policy{Attempts: 3, Pause: time.Millisecond}

func dollars(f float64) *float64 { return &f }

// prices make a token of the model m-1 cost a dollar, in and out.
var prices = llm.Prices{Models: []llm.Model{{Provider: "anthropic", Model: "m-1", Price: llm.Price{Input: dollars(1e6), Output: dollars(1e6)}}}}

func newAgent(t testing.TB, d llm.Driver) *chat.Agent {
	t.Helper()
	a, err := chat.New(chat.Options{Models: map[string]chat.Model{"m": {Driver: d, ID: "m-1"}}, Policy: quick, Prices: prices})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func question(text string) agent.Request {
	return agent.Request{Task: "t", Arm: "a", Model: "m", System: "be brief", Prompt: text, Parameters: map[string]string{"max_tokens": "50", "temperature": "0"}}
}

// TestOutcomes: what the model does is no_answer with its word, what the
// surroundings do is infra_error; neither is ever the other.
func TestOutcomes(t *testing.T) {
	for name, c := range map[string]struct {
		behaviour llmtest.Behaviour
		state     score.State // "": answered
		reason    string
		attempts  int
		text      string
		cost      bool
	}{
		"answer":      {llmtest.Behaviour{Text: "yes"}, "", "", 1, "yes", true},
		"refused":     {llmtest.Behaviour{Stop: llm.Refusal, Text: "no"}, score.NoAnswer, "refused: cyber declined on demand", 1, "no", true},
		"truncated":   {llmtest.Behaviour{Stop: llm.Length, Text: "half an ans"}, score.NoAnswer, "truncated", 1, "half an ans", true},
		"empty":       {llmtest.Behaviour{Stop: llm.Empty}, score.NoAnswer, "empty", 1, "", true},
		"blank":       {llmtest.Behaviour{Text: " \n"}, score.NoAnswer, "empty", 1, " \n", true},
		"other":       {llmtest.Behaviour{Stop: llm.Other, Text: "so far"}, score.NoAnswer, `stopped for the reason "pause_turn"`, 1, "so far", true},
		"tool":        {llmtest.Behaviour{Stop: llm.ToolUse, Calls: []llm.ToolCall{{ID: "c", Name: "x", Arguments: json.RawMessage(`{}`)}}}, score.NoAnswer, "called a tool that was not offered", 1, "", true},
		"overloaded":  {llmtest.Behaviour{Fault: llmtest.Overload}, score.InfraError, "anthropic: overloaded (529 overloaded_error)", 3, "", false},
		"crash":       {llmtest.Behaviour{Fault: llmtest.Crash}, score.InfraError, "anthropic: server error (500 api_error)", 3, "", false},
		"wrong key":   {llmtest.Behaviour{Fault: llmtest.BadKey}, score.InfraError, "anthropic: key refused (401 authentication_error)", 1, "", false},
		"bad request": {llmtest.Behaviour{Fault: llmtest.BadRequest}, score.InfraError, "anthropic: bad request (400 invalid_request_error)", 1, "", false},
		"credit":      {llmtest.Behaviour{Fault: llmtest.Credit}, score.InfraError, "anthropic: quota used up (429 rate_limit_error)", 1, "", false},
		"half body":   {llmtest.Behaviour{Fault: llmtest.HalfBody}, score.InfraError, "anthropic: truncated body (200)", 3, "", false},
		"garbage":     {llmtest.Behaviour{Fault: llmtest.Garbage}, score.InfraError, "anthropic: body is not JSON (200)", 3, "", false},
		"page":        {llmtest.Behaviour{Fault: llmtest.Page}, score.InfraError, `anthropic: a web page instead of an answer (200): "Sign in to the network"`, 1, "", false},
		"shape":       {llmtest.Behaviour{Fault: llmtest.Strange}, score.InfraError, "anthropic: body of another shape (200)", 3, "", false},
		"dropped":     {llmtest.Behaviour{Fault: llmtest.Drop}, score.InfraError, "anthropic: connection", 3, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, func(llmtest.Call) llmtest.Behaviour { return c.behaviour })
			answer, err := newAgent(t, claude(t, s, time.Minute)).Answer(t.Context(), question("q"))
			var failure *agent.Failure
			if c.state == "" && err != nil || c.state != "" && (!errors.As(err, &failure) || failure.State != c.state || !strings.HasPrefix(failure.Reason, c.reason)) {
				t.Fatalf("%v, want %s: %s", err, c.state, c.reason)
			}
			if answer.Attempts != c.attempts || s.Counts().Requests != c.attempts {
				t.Errorf("%d attempts told, %d seen, want %d", answer.Attempts, s.Counts().Requests, c.attempts)
			}
			if answer.Text != c.text || (answer.CostUSD != nil) != c.cost {
				t.Errorf("text %q, cost %v", answer.Text, answer.CostUSD)
			}
			if c.state != score.InfraError && (answer.Model != "m-1" || answer.StopReason == "" || answer.Usage.Input == nil || answer.Usage.Output == nil) {
				t.Errorf("%+v", answer)
			}
			if answer.CostUSD != nil {
				if want := float64(*answer.Usage.Input + *answer.Usage.Output); math.Abs(*answer.CostUSD-want) > 1e-9 {
					t.Errorf("cost %v, want %v", *answer.CostUSD, want)
				}
			}
		})
	}
}

// TestLostAnswer: tokens and cost of a trial are not known when an answer before the
// last one may have been paid for, and are known when it was not.
func TestLostAnswer(t *testing.T) {
	for fault, known := range map[llmtest.Fault]bool{llmtest.HalfBody: false, llmtest.Drop: false, llmtest.Overload: true, llmtest.Crash: true} {
		s := start(t, func(c llmtest.Call) llmtest.Behaviour {
			if c.Try == 0 {
				return llmtest.Behaviour{Fault: fault}
			}
			return llmtest.Behaviour{Text: "yes"}
		})
		answer, err := newAgent(t, claude(t, s, time.Minute)).Answer(t.Context(), question("q"))
		if err != nil || answer.Attempts != 2 || (answer.CostUSD != nil) != known || (answer.Usage.Output != nil) != known {
			t.Errorf("%s: %v, %d attempts, cost %v, usage %+v", fault, err, answer.Attempts, answer.CostUSD, answer.Usage)
		}
	}
}

// TestDeadline: the end of the trial's time is its own error; a Retry-After
// beyond it is told at once.
func TestDeadline(t *testing.T) {
	hang := start(t, func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Fault: llmtest.Hang} })
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := newAgent(t, claude(t, hang, time.Minute)).Answer(ctx, question("q")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	away := start(t, func(llmtest.Call) llmtest.Behaviour {
		return llmtest.Behaviour{Fault: llmtest.RateLimit, RetryAfter: time.Hour}
	})
	ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	begun := time.Now()
	answer, err := newAgent(t, claude(t, away, time.Minute)).Answer(ctx, question("q"))
	var failure *agent.Failure
	if !errors.As(err, &failure) || failure.State != score.InfraError || !strings.Contains(failure.Reason, "asked to wait 1h0m0s, which is beyond the deadline") || answer.Attempts != 1 || time.Since(begun) > 30*time.Second {
		t.Errorf("%v after %v, %+v", err, time.Since(begun), answer)
	}
}

// TestRequest: what the server sees of a trial; repeats have seeds of their own.
func TestRequest(t *testing.T) {
	var seen llmtest.Call
	s := start(t, func(c llmtest.Call) llmtest.Behaviour { seen = c; return llmtest.Behaviour{} })
	d, err := openai.New(exchange.Options{BaseURL: s.OpenAI()})
	if err != nil {
		t.Fatal(err)
	}
	a, err := chat.New(chat.Options{Models: map[string]chat.Model{"m": {Driver: d, ID: "m-1"}}, Policy: quick, Schema: json.RawMessage(`{"type":"object"}`)})
	if err != nil {
		t.Fatal(err)
	}
	r := question("where?")
	r.Parameters = map[string]string{"max_tokens": "77", "seed": "40", "temperature": "0.5"}
	r.Repeat = 2
	if _, err := a.Answer(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	var body struct {
		Seed        int
		Temperature float64
		MaxTokens   int `json:"max_tokens"`
	}
	if err := json.Unmarshal(seen.Body, &body); err != nil {
		t.Fatal(err)
	}
	if seen.System != "be brief" || seen.Prompt != "where?" || seen.Turns != 2 || !seen.Schema || body.Seed != 42 || body.Temperature != 0.5 || body.MaxTokens != 77 {
		t.Errorf("%+v, %+v", seen, body)
	}
	if r.Parameters["seed"] != "40" || r.Parameters["max_tokens"] != "77" {
		t.Error("the caller's parameters were changed")
	}
}

// TestCheck finds before the first call what would not reach a model or would be
// refused.
func TestCheck(t *testing.T) {
	s := start(t, nil)
	a := newAgent(t, claude(t, s, time.Minute))
	warnings, err := a.Check(map[string]string{"max_tokens": "5", "seed": "1", "temperature": "0"})
	if err != nil || len(warnings) != 1 || warnings[0] != `parameter "seed" does not reach model "m": anthropic has no such field` {
		t.Errorf("%q, %v", warnings, err)
	}
	for _, bad := range []map[string]string{{}, {"max_tokens": "x"}, {"max_tokens": "0"}, {"max_tokens": "5", "seed": "1.5"}, {"max_tokens": "5", "model": "x"}, {"max_tokens": "5", "stream": "true"}} {
		if _, err := a.Check(bad); err == nil {
			t.Errorf("%v was taken", bad)
		}
		r := question("q")
		r.Parameters = bad
		_, err := a.Answer(t.Context(), r)
		var failure *agent.Failure
		if !errors.As(err, &failure) || failure.State != score.InfraError {
			t.Errorf("%v: %v", bad, err)
		}
	}
	if n := s.Counts().Requests; n != 0 {
		t.Errorf("%d requests were sent", n)
	}
	if _, err := a.Answer(t.Context(), agent.Request{Model: "unknown"}); err == nil {
		t.Error("an unknown model was answered")
	}
	if err := a.Probe(t.Context(), 0); err != nil {
		t.Error(err)
	}
	s.Close()
	if err := a.Probe(t.Context(), 0); err == nil || !strings.HasPrefix(err.Error(), `model "m": anthropic: connection`) {
		t.Errorf("%v", err)
	}
}

// TestName and the log.
func TestName(t *testing.T) {
	s := start(t, func(c llmtest.Call) llmtest.Behaviour {
		if c.Try == 0 {
			return llmtest.Behaviour{Fault: llmtest.Overload}
		}
		return llmtest.Behaviour{}
	})
	d := claude(t, s, time.Minute)
	other, err := openai.New(exchange.Options{BaseURL: s.OpenAI(), Provider: "ollama"})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	a, err := chat.New(chat.Options{Models: map[string]chat.Model{"a": {d, "1"}, "b": {other, "2"}}, Policy: quick, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil || a.Name() != "chat" {
		t.Errorf("%q, %v", a.Name(), err)
	}
	if b := newAgent(t, d); b.Name() != "anthropic" {
		t.Errorf("%q", b.Name())
	}
	if _, err := chat.New(chat.Options{}); err == nil {
		t.Error("an agent without models was made")
	}
	r := question("q")
	r.Model = "b"
	if _, err := a.Answer(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if text := log.String(); !strings.Contains(text, "level=WARN") || !strings.Contains(text, "attempt=1 of=3 wait=1ms") || !strings.Contains(text, "ollama: overloaded") {
		t.Errorf("log %q", text)
	}
}
