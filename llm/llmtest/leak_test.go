package llmtest_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"sooth/agent"
	"sooth/agent/chat"
	"sooth/llm"
	"sooth/llm/llmtest"
)

// TestKeysStayInside looks for the key in everything that comes out of a
// completion, an agent and its log, against a server that repeats it in answers
// and errors.
func TestKeysStayInside(t *testing.T) {
	quoted, _ := json.Marshal(key)
	forms := []string{key, url.QueryEscape(key), string(quoted[1 : len(quoted)-1]), base64.StdEncoding.EncodeToString([]byte(key))}
	found := func(where, text string) {
		for _, form := range forms {
			if strings.Contains(text, form) {
				t.Errorf("the key is in %s: %s", where, text)
			}
		}
	}
	looked := 0
	faults := []llmtest.Fault{
		llmtest.None, llmtest.RateLimit, llmtest.Overload, llmtest.Crash, llmtest.BadKey, llmtest.BadRequest, llmtest.NoModel, llmtest.Credit, llmtest.Drop,
		llmtest.Cut, llmtest.HalfBody, llmtest.HalfJSON, llmtest.Garbage, llmtest.WrongType, llmtest.Page, llmtest.Gateway, llmtest.Hidden, llmtest.Strange, llmtest.Moved,
	}
	for _, wire := range wires {
		for _, fault := range faults {
			echo := start(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
				return llmtest.Behaviour{Fault: fault, Text: "I was given " + strings.Join(forms, " and ")}
			}})
			refuse := start(t, llmtest.Options{Key: "another key than this one"})
			for _, s := range []*llmtest.Server{echo, refuse} {
				d := driver(t, wire, s, timeout)
				var log bytes.Buffer
				a, err := chat.New(chat.Options{
					Models: map[string]chat.Model{"m": {Driver: d, ID: "m-1"}},
					Policy: llm.Policy{Attempts: 2, Pause: time.Millisecond}, Log: slog.New(slog.NewTextHandler(&log, nil)),
				})
				if err != nil {
					t.Fatal(err)
				}
				answer, err := a.Answer(t.Context(), agent.Request{Model: "m", Prompt: "q", Parameters: map[string]string{"max_tokens": "9"}})
				found("an answer", fmt.Sprintf("%+v", answer))
				found("an error", fmt.Sprintf("%+v %#v", err, err))
				found("the log", log.String())
				response, err := d.Complete(t.Context(), ask("q"))
				for _, text := range []string{
					fmt.Sprintf("%+v", response), string(response.Received), string(response.Sent), fmt.Sprintf("%v", err), fmt.Sprintf("%+v", d),
				} {
					found("a response", text)
				}
				if e, ok := err.(*llm.Error); ok {
					found("the kept bodies", string(e.Sent)+string(e.Received)+e.Message+fmt.Sprint(e.Err))
				}
				if err := d.(llm.Prober).Probe(t.Context(), "m-1"); err != nil {
					found("a probe", err.Error())
				}
				looked++
			}
		}
	}
	if looked != len(wires)*len(faults)*2 {
		t.Errorf("%d servers were asked", looked)
	}
}

// TestShortKeys: what stands for no key is no secret, and answers stay whole.
func TestShortKeys(t *testing.T) {
	s := start(t, llmtest.Options{Behave: func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Text: "ollama serves models"} }})
	d := openaiDriver(t, "ollama", s.OpenAI())
	if r, err := d.Complete(t.Context(), ask("q")); err != nil || r.Text != "ollama serves models" {
		t.Errorf("%q, %v", r.Text, err)
	}
}
