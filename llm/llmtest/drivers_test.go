package llmtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sooth/llm"
	"sooth/llm/anthropic"
	"sooth/llm/exchange"
	"sooth/llm/gemini"
	"sooth/llm/llmtest"
	"sooth/llm/openai"
)

// key is what must be in no output.
const key = "sk-secret-0123456789abcdef+/=&<>"

// timeout of the drivers in these tests: long enough for a busy machine, short
// enough to wait for.
const timeout = 2 * time.Second

// start starts a server and ends it with the test.
func start(t testing.TB, o llmtest.Options) *llmtest.Server {
	t.Helper()
	s, err := llmtest.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// wires are the three formats.
var wires = []string{"anthropic", "openai", "gemini"}

// driver returns the driver of a format, pointed at a server.
func driver(t testing.TB, wire string, s *llmtest.Server, timeout time.Duration) llm.Driver {
	t.Helper()
	var d llm.Driver
	var err error
	switch wire {
	case "anthropic":
		d, err = anthropic.New(exchange.Options{Key: key, BaseURL: s.URL(), Timeout: timeout})
	case "openai":
		d, err = openai.New(exchange.Options{Key: key, BaseURL: s.OpenAI(), Timeout: timeout})
	case "gemini":
		d, err = gemini.New(exchange.Options{Key: key, BaseURL: s.Gemini(), Timeout: timeout})
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func ask(prompt string) llm.Request {
	return llm.Request{Model: "m-1", MaxTokens: 100, Messages: []llm.Message{{Role: llm.User, Text: prompt}}}
}

// TestFaults: every way to misbehave is its own error, and each driver says the
// same of it.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		fault   llmtest.Fault
		kind    llm.Kind
		passing bool
		paid    bool
		text    string
	}{
		{llmtest.RateLimit, llm.RateLimited, true, false, "429"},
		{llmtest.Overload, llm.Overloaded, true, false, "overloaded"},
		{llmtest.Crash, llm.ServerError, true, false, "a fault on demand"},
		{llmtest.BadKey, llm.Auth, false, false, "hint: check the key"},
		{llmtest.BadRequest, llm.BadRequest, false, false, "a fault on demand"},
		{llmtest.NoModel, llm.NotFound, false, false, "hint: check the model's name"},
		{llmtest.Hang, llm.Timeout, true, true, "within 300ms"},
		{llmtest.Drop, llm.Connection, true, true, "EOF"},
		{llmtest.Cut, llm.Truncated, true, true, "the connection ended after"},
		{llmtest.HalfBody, llm.Truncated, true, true, "the connection ended after"},
		{llmtest.HalfJSON, llm.Truncated, true, true, "JSON ends after"},
		{llmtest.Garbage, llm.NotJSON, true, true, "invalid character"},
		{llmtest.Page, llm.Page, false, false, `"Sign in to the network"`},
		{llmtest.Gateway, llm.ServerError, true, false, "web page"},
		{llmtest.Hidden, llm.ErrorBody, true, false, "an error in a success"},
		{llmtest.Strange, llm.Shape, true, true, "another shape"},
		{llmtest.Huge, llm.TooLarge, false, true, "more than 33554432 bytes"},
		{llmtest.Moved, llm.Redirect, false, false, "http://127.0.0.1:1/elsewhere; hint"},
	} {
		for _, wire := range wires {
			t.Run(string(c.fault)+"/"+wire, func(t *testing.T) {
				s := start(t, llmtest.Options{Behave: func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Fault: c.fault} }})
				limit := 20 * timeout
				if c.fault == llmtest.Hang {
					limit = 300 * time.Millisecond
				}
				response, err := driver(t, wire, s, limit).Complete(t.Context(), ask("q"))
				var e *llm.Error
				if !errors.As(err, &e) || e.Kind != c.kind || e.Passing() != c.passing || e.MaybePaid != c.paid {
					t.Fatalf("%v\nresponse %+v\nwant %q, passing %v, perhaps paid %v\n got %+v", err, response, c.kind, c.passing, c.paid, e)
				}
				if !strings.Contains(err.Error(), c.text) || !strings.HasPrefix(err.Error(), wire+": ") || strings.Contains(err.Error(), "\n") {
					t.Errorf("error %q, want %q in it", err, c.text)
				}
				if len(e.Sent) == 0 {
					t.Error("the request is not kept")
				}
				if c.fault != llmtest.Hang && c.fault != llmtest.Drop && len(e.Received) == 0 {
					t.Error("the response is not kept")
				}
				if n := s.Counts().Requests; n != 1 {
					t.Errorf("%d requests were sent", n)
				}
			})
		}
	}
}

// TestCredit: a 429 that no waiting mends is told from a rate limit, where the
// provider has a word for it.
func TestCredit(t *testing.T) {
	s := start(t, llmtest.Options{Behave: func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Fault: llmtest.Credit} }})
	for wire, want := range map[string]llm.Kind{"anthropic": llm.Quota, "openai": llm.Quota, "gemini": llm.RateLimited} {
		_, err := driver(t, wire, s, timeout).Complete(t.Context(), ask("q"))
		var e *llm.Error
		if !errors.As(err, &e) || e.Kind != want || e.Passing() != (want == llm.RateLimited) {
			t.Errorf("%s: %v, want %q", wire, err, want)
		}
	}
}

// TestRetryAfter reads both forms of the header, never as less than was asked.
func TestRetryAfter(t *testing.T) {
	for _, asDate := range []bool{false, true} {
		s := start(t, llmtest.Options{Behave: func(llmtest.Call) llmtest.Behaviour {
			return llmtest.Behaviour{Fault: llmtest.RateLimit, RetryAfter: 7 * time.Second, AsDate: asDate}
		}})
		for _, wire := range wires {
			_, err := driver(t, wire, s, timeout).Complete(t.Context(), ask("q"))
			var e *llm.Error
			if !errors.As(err, &e) || e.Wait < 7*time.Second || e.Wait > 9*time.Second || !asDate && e.Wait != 7*time.Second {
				t.Errorf("%s, date %v: %v, wait %v", wire, asDate, err, e.Wait)
			}
		}
	}
}

// TestStops: the providers' words for why a model stopped, as one.
func TestStops(t *testing.T) {
	for _, c := range []struct {
		stop llm.Stop
		want map[string]llm.Stop // where it differs
	}{
		{stop: llm.End}, {stop: llm.Length}, {stop: llm.Empty}, {stop: llm.Other}, {stop: llm.ToolUse},
		{llm.Refusal, map[string]llm.Stop{"gemini": llm.Safety}},
		{llm.Safety, map[string]llm.Stop{"anthropic": llm.Refusal}},
	} {
		for _, wire := range wires {
			s := start(t, llmtest.Options{Behave: func(llmtest.Call) llmtest.Behaviour {
				b := llmtest.Behaviour{Stop: c.stop, Text: "some text"}
				if c.stop == llm.ToolUse {
					b.Text, b.Calls = "", []llm.ToolCall{{ID: "c1", Name: "look", Arguments: json.RawMessage(`{"a":1}`)}}
				}
				return b
			}})
			want := c.stop
			if other, ok := c.want[wire]; ok {
				want = other
			}
			r, err := driver(t, wire, s, timeout).Complete(t.Context(), ask("q"))
			if err != nil || r.Stop != want || r.Reason == "" && c.stop != llm.Empty {
				t.Errorf("%s, %s: stop %q (%q), %v; want %q", c.stop, wire, r.Stop, r.Reason, err, want)
			}
			if c.stop == llm.Length && r.Text != "some text" {
				t.Errorf("%s: the text that was cut off is %q", wire, r.Text)
			}
			if c.stop == llm.ToolUse && (len(r.Calls) != 1 || r.Calls[0].Name != "look" || string(r.Calls[0].Arguments) != `{"a":1}` || r.Calls[0].ID == "") {
				t.Errorf("%s: calls %+v", wire, r.Calls)
			}
			if want == llm.Refusal && r.Detail == "" {
				t.Errorf("%s: a refusal without its detail", wire)
			}
		}
	}
}

// TestAnswer: what was asked arrives, what came back is there, tokens do not
// overlap whatever the provider's own counting.
func TestAnswer(t *testing.T) {
	for _, wire := range wires {
		var seen llmtest.Call
		count := func(n int) *int { return &n }
		s := start(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
			seen = c
			return llmtest.Behaviour{Text: "ünï <b>&\x01", Usage: &llm.Usage{Input: count(70), Output: count(5), CacheRead: count(30)}}
		}})
		seed := int64(42)
		r, err := driver(t, wire, s, timeout).Complete(t.Context(), llm.Request{
			Model: "m-1", System: "be <brief>", MaxTokens: 99, Seed: &seed,
			Messages:   []llm.Message{{Role: llm.User, Text: "first"}, {Role: llm.Assistant, Text: "so"}, {Role: llm.User, Text: "then & now"}},
			Schema:     json.RawMessage(`{"type":"object"}`),
			Parameters: map[string]string{"temperature": "0", "stop": "END", "top_k": "3"},
		})
		if err != nil {
			t.Errorf("%s: %v", wire, err)
			continue
		}
		if seen.System != "be <brief>" || seen.Prompt != "then & now" || seen.MaxTokens != 99 || !seen.Schema || seen.Model != "m-1" {
			t.Errorf("%s: the server saw %+v", wire, seen)
		}
		if r.Text != "ünï <b>&\x01" || r.Model != "m-1" || r.RequestID == "" || r.Stop != llm.End {
			t.Errorf("%s: %+v", wire, r)
		}
		if u := r.Usage; u.Input == nil || *u.Input != 70 || u.Output == nil || *u.Output != 5 || u.CacheRead == nil || *u.CacheRead != 30 || u.CacheWrite != nil {
			t.Errorf("%s: usage %+v of %s", wire, u, r.Received)
		}
		if string(r.Sent) != string(seen.Body) || !json.Valid(r.Received) {
			t.Errorf("%s: the bodies are not kept as they were", wire)
		}
		var sent map[string]any
		if err := json.Unmarshal(r.Sent, &sent); err != nil {
			t.Fatal(err)
		}
		if config, ok := sent["generationConfig"].(map[string]any); ok {
			sent = config
		}
		if sent["temperature"] != 0.0 || fmt.Sprint(sent["stop"], sent["stop_sequences"], sent["stopSequences"]) != map[string]string{
			"anthropic": "<nil> [END] <nil>", "openai": "[END] <nil> <nil>", "gemini": "<nil> <nil> [END]",
		}[wire] {
			t.Errorf("%s: parameters are sent as %s", wire, r.Sent)
		}
		if sent["seed"] != 42.0 != (fmt.Sprint(r.Unsent) == "[seed]") {
			t.Errorf("%s: seed %v, unsent %v", wire, sent["seed"], r.Unsent)
		}
	}
}

// TestToolLoop: a call and its result go back and forth, twice in one turn.
func TestToolLoop(t *testing.T) {
	for _, wire := range wires {
		s := start(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
			if len(c.Results) == 0 {
				return llmtest.Behaviour{Stop: llm.ToolUse, Calls: []llm.ToolCall{
					{ID: "c1", Name: "look", Arguments: json.RawMessage(`{"at":"a"}`)}, {ID: "c2", Name: "look", Arguments: json.RawMessage(`{"at":"b"}`)},
				}}
			}
			return llmtest.Behaviour{Text: strings.Join(c.Results, "|") + "/" + strings.Join(c.Tools, ",")}
		}})
		d := driver(t, wire, s, timeout)
		r := ask("where?")
		r.Tools = []llm.Tool{{Name: "look", Description: "looks", Schema: json.RawMessage(`{"type":"object","properties":{"at":{"type":"string"}}}`)}}
		first, err := d.Complete(t.Context(), r)
		if err != nil || len(first.Calls) != 2 || first.Calls[0].ID == first.Calls[1].ID {
			t.Fatalf("%s: %+v, %v", wire, first, err)
		}
		r.Messages = append(r.Messages, first.Turn(), llm.Message{Role: llm.User, Results: []llm.ToolResult{
			{ID: first.Calls[0].ID, Name: "look", Text: "here"}, {ID: first.Calls[1].ID, Name: "look", Text: "broken", Failed: true},
		}})
		second, err := d.Complete(t.Context(), r)
		want := map[string]string{
			"anthropic": "here|broken/look", "openai": "here|error: broken/look", "gemini": `{"output":"here"}|{"error":"broken"}/look`,
		}[wire]
		if err != nil || second.Stop != llm.End || second.Text != want {
			t.Errorf("%s: %q, %v; want %q", wire, second.Text, err, want)
		}
	}
}

// TestWrongType: an answer is an answer, whatever it calls itself.
func TestWrongType(t *testing.T) {
	s := start(t, llmtest.Options{Behave: func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Fault: llmtest.WrongType, Text: "yes"} }})
	for _, wire := range wires {
		if r, err := driver(t, wire, s, timeout).Complete(t.Context(), ask("q")); err != nil || r.Text != "yes" {
			t.Errorf("%s: %+v, %v", wire, r, err)
		}
	}
}

// TestProbe finds a wrong key, a missing model and a dead host without a
// completion.
func TestProbe(t *testing.T) {
	s := start(t, llmtest.Options{Key: key, Models: []string{"m-1", "m-2:free"}})
	other := start(t, llmtest.Options{Key: "another", Models: []string{"m-1"}})
	dead := start(t, llmtest.Options{})
	dead.Close()
	for _, wire := range wires {
		for _, c := range []struct {
			server *llmtest.Server
			model  string
			want   llm.Kind
		}{{s, "m-1", ""}, {s, "m-9", llm.NotFound}, {other, "m-1", llm.Auth}, {dead, "m-1", llm.Connection}} {
			err := driver(t, wire, c.server, timeout).(llm.Prober).Probe(t.Context(), c.model)
			var e *llm.Error
			if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &e) || e.Kind != c.want) {
				t.Errorf("%s: %v, want %q", wire, err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), key) {
				t.Errorf("%s: the key is in %v", wire, err)
			}
		}
	}
	if n := s.Counts().Requests + other.Counts().Requests; n != 0 {
		t.Errorf("%d completions were asked for", n)
	}
}

// TestCancelled: an end of the caller's context is that, not an error of the
// provider's.
func TestCancelled(t *testing.T) {
	s := start(t, llmtest.Options{Behave: func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Fault: llmtest.Hang} }})
	for _, wire := range wires {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, err := driver(t, wire, s, time.Minute).Complete(ctx, ask("q"))
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", wire, err)
		}
	}
}
