package llmtest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
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

// canned serves one body, as the file of a documented example.
func canned(t *testing.T, file string, status int) string {
	t.Helper()
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		w.Write(body)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func pointed(t *testing.T, wire, base string) llm.Driver {
	t.Helper()
	var d llm.Driver
	var err error
	switch wire {
	case "anthropic":
		d, err = anthropic.New(exchange.Options{Key: key, BaseURL: base})
	case "openai":
		d, err = openai.New(exchange.Options{Key: key, BaseURL: base})
	case "gemini":
		d, err = gemini.New(exchange.Options{Key: key, BaseURL: base})
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// tokens writes counts as "input/output/read/write", absent ones as "-".
func tokens(u llm.Usage) string {
	var list []string
	for _, n := range []*int{u.Input, u.Output, u.CacheRead, u.CacheWrite} {
		if n == nil {
			list = append(list, "-")
		} else {
			list = append(list, fmt.Sprint(*n))
		}
	}
	return strings.Join(list, "/")
}

// TestDocumentedResponses reads the bodies that the providers document (see the
// README beside each) as their text says they are to be read.
func TestDocumentedResponses(t *testing.T) {
	seen := 0
	for _, c := range []struct {
		file, text, model string
		stop              llm.Stop
		calls             string
		usage, detail     string
	}{
		{"anthropic/response.json", "Hello!", "claude-opus-4-6", llm.End, "", "12/6/-/-", ""},
		{"anthropic/response-tool.json", "I will look.", "claude-sonnet-5", llm.ToolUse, `toolu_01A09q90qw90lq917835lq9 get_weather {"location": "San Francisco, CA"}`, "300/40/1200/64", ""},
		{"anthropic/response-refusal.json", "", "claude-fable-5", llm.Refusal, "", "412/1/-/-", "cyber"},
		{"anthropic/response-thinking.json", "First. Second.", "claude-sonnet-5", llm.Length, "", "10/1024/0/0", ""},
		{"openai/response.json", "Hello! How can I assist you today?", "gpt-5.4", llm.End, "", "19/10/0/-", ""},
		{"openai/response-tool.json", "", "gpt-4o-mini", llm.ToolUse, "call_abc123 get_current_weather {\n\"location\": \"Boston, MA\"\n}", "82/17/-/-", ""},
		{"openai/response-ollama.json", "This is a test.", "llama3.2", llm.End, "", "30/6/-/-", ""},
		{"gemini/response.json", "1+1 equals 2.", "gemini-3.5-flash", llm.End, "", "15/6/-/-", ""},
		{"gemini/response-tool.json", "", "gemini-3.5-flash", llm.ToolUse, `call-without-id-0 get_weather {"location": "Paris"};f1 get_time {}`, "45/40/60/-", ""},
		{"gemini/response-thinking.json", "Half an ans", "gemini-2.5-flash", llm.Length, "", "4/756/-/-", ""},
		{"gemini/response-blocked.json", "", "gemini-2.5-flash", llm.Safety, "", "9/-/-/-", ""},
	} {
		wire, name, _ := strings.Cut(c.file, "/")
		r, err := pointed(t, wire, canned(t, filepath.Join("..", wire, "testdata", name), 200)).Complete(t.Context(), ask("q"))
		var calls []string
		for _, x := range r.Calls {
			calls = append(calls, x.ID+" "+x.Name+" "+string(x.Arguments))
		}
		if err != nil || r.Text != c.text || r.Model != c.model || r.Stop != c.stop || strings.Join(calls, ";") != c.calls || tokens(r.Usage) != c.usage || r.Detail != c.detail {
			t.Errorf("%s: %v\n%+v\ncalls %q, usage %s", c.file, err, r, calls, tokens(r.Usage))
		}
		seen++
	}
	if files, _ := filepath.Glob("../*/testdata/response*.json"); len(files) != seen+1 { // and one that is an error
		t.Errorf("%d of %d documented responses were read", seen, len(files))
	}
}

// TestDocumentedErrors reads the errors that the providers document.
func TestDocumentedErrors(t *testing.T) {
	seen := 0
	for _, c := range []struct {
		file    string
		status  int
		kind    llm.Kind
		word    string
		message string
		wait    time.Duration
	}{
		{"anthropic/error.json", 404, llm.NotFound, "not_found_error", "The requested resource could not be found.", 0},
		{"anthropic/error-overloaded.json", 529, llm.Overloaded, "overloaded_error", "Overloaded", 0},
		{"anthropic/error-spend.json", 429, llm.Quota, "rate_limit_error", "Your organization has reached its monthly spend limit.", 0},
		{"openai/error-key.json", 401, llm.Auth, "invalid_api_key", "Incorrect API key provided: sk-0123****6789.", 0},
		{"openai/error-quota.json", 429, llm.Quota, "insufficient_quota", "You exceeded your current quota, please check your plan and billing details.", 0},
		{"openai/error-string.json", 404, llm.NotFound, "", "model 'llama9' not found", 0},
		{"gemini/error-quota.json", 429, llm.RateLimited, "RESOURCE_EXHAUSTED", "You exceeded your current quota. Please retry in 43.71576202s.", 43715762020},
		{"gemini/error-day.json", 429, llm.Quota, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", 42 * time.Second},
		{"gemini/error-key.json", 400, llm.Auth, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", 0},
		// The same bodies with status 200, as some proxies send them.
		{"anthropic/error-overloaded.json", 200, llm.ErrorBody, "overloaded_error", "Overloaded", 0},
		{"openai/response-openrouter-error.json", 200, llm.ErrorBody, "502", "Upstream error", 0},
		{"gemini/error-quota.json", 200, llm.ErrorBody, "RESOURCE_EXHAUSTED", "You exceeded your current quota. Please retry in 43.71576202s.", 43715762020},
	} {
		wire, name, _ := strings.Cut(c.file, "/")
		_, err := pointed(t, wire, canned(t, filepath.Join("..", wire, "testdata", name), c.status)).Complete(t.Context(), ask("q"))
		var e *llm.Error
		if !errors.As(err, &e) || e.Kind != c.kind || e.Type != c.word || e.Message != c.message || e.Wait != c.wait || e.Passing() != c.kind.Passing() {
			t.Errorf("%s with status %d: %v, %+v", c.file, c.status, err, e)
		}
		if strings.Contains(name, "overloaded") && e != nil && e.RequestID != "req_011CSHoEeqs5C35K2UUqR7Fy" {
			t.Errorf("%s: request id %q", c.file, e.RequestID)
		}
		seen++
	}
	// An error of a kind that asking again cannot mend stays one with status 200.
	for wire, file := range map[string]string{"anthropic": "error.json", "openai": "error-key.json", "gemini": "error-key.json"} {
		_, err := pointed(t, wire, canned(t, filepath.Join("..", wire, "testdata", file), 200)).Complete(t.Context(), ask("q"))
		var e *llm.Error
		if !errors.As(err, &e) || e.Kind != llm.ErrorBody || e.Passing() {
			t.Errorf("%s: %v", wire, err)
		}
	}
	if seen < 12 {
		t.Errorf("%d errors", seen)
	}
}

// TestFilteredPrompt: a prompt that a filter turned away is an answer of its
// kind, though it comes as an error.
func TestFilteredPrompt(t *testing.T) {
	r, err := pointed(t, "openai", canned(t, "../openai/testdata/error-filter.json", 400)).Complete(t.Context(), ask("q"))
	if err != nil || r.Stop != llm.Safety || r.Reason != "content_filter" || !strings.Contains(r.Detail, "filtered") {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestDocumentedRequests: our server takes the requests that the providers
// document, and our drivers write the same for the same conversation.
func TestDocumentedRequests(t *testing.T) {
	for _, c := range []struct {
		wire, path, header string
		request            llm.Request
	}{
		{"anthropic", "/v1/messages", "X-Api-Key", llm.Request{Model: "claude-opus-4-6", MaxTokens: 1024, Messages: []llm.Message{
			{Role: llm.User, Text: "Hello there."}, {Role: llm.Assistant, Text: "Hi, I'm Claude. How can I help you?"}, {Role: llm.User, Text: "Can you explain LLMs in plain English?"},
		}}},
		{"openai", "/v1/chat/completions", "Authorization", llm.Request{Model: "gpt-5.4", System: "You are a helpful assistant.", Messages: []llm.Message{{Role: llm.User, Text: "Hello!"}}}},
		{"gemini", "/v1beta/models/gemini-3.5-flash:generateContent", "X-Goog-Api-Key", llm.Request{Model: "gemini-3.5-flash", Messages: []llm.Message{{Role: llm.User, Text: "How does AI work?"}}}},
	} {
		body, err := os.ReadFile(filepath.Join("..", c.wire, "testdata", "request.json"))
		if err != nil {
			t.Fatal(err)
		}
		s := start(t, llmtest.Options{})
		r, err := http.NewRequest(http.MethodPost, s.URL()+c.path, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set(c.header, key)
		r.Header.Set("Anthropic-Version", "2023-06-01")
		response, err := http.DefaultClient.Do(r)
		if err != nil || response.StatusCode != 200 {
			t.Fatalf("%s: %v, %v", c.wire, response, err)
		}
		response.Body.Close()
		ours, err := driver(t, c.wire, s, timeout).Complete(t.Context(), c.request)
		if err != nil {
			t.Fatal(err)
		}
		var want, got map[string]any
		if err := errors.Join(json.Unmarshal(body, &want), json.Unmarshal(ours.Sent, &got)); err != nil {
			t.Fatal(err)
		}
		if c.wire == "gemini" { // the role may be left out where there is one turn
			want["contents"].([]any)[0].(map[string]any)["role"] = "user"
		}
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%s: documented\n%s\nours\n%s", c.wire, body, ours.Sent)
		}
	}
}
