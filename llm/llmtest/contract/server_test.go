package contract

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"sooth/llm"
	"sooth/llm/llmtest"
)

const (
	answer    = "an answer with ümlauts"
	arguments = `{"at":"a"}`
)

func start(t *testing.T, o llmtest.Options) *llmtest.Server {
	t.Helper()
	s, err := llmtest.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func server(t *testing.T, behave func(llmtest.Call) llmtest.Behaviour) *llmtest.Server {
	t.Helper()
	return start(t, llmtest.Options{Behave: behave, Key: "key-for-tests-0123"})
}

var calls = []llm.ToolCall{{ID: "c1", Name: "look", Arguments: json.RawMessage(arguments)}}

// behave ends every answer for one reason.
func behave(stop llm.Stop) func(llmtest.Call) llmtest.Behaviour {
	return func(llmtest.Call) llmtest.Behaviour {
		b := llmtest.Behaviour{Text: answer, Stop: stop}
		if stop == llm.ToolUse {
			b.Calls = calls
		}
		return b
	}
}

// echoResults calls a tool once and then answers with its result.
func echoResults(c llmtest.Call) llmtest.Behaviour {
	if len(c.Results) == 0 {
		return llmtest.Behaviour{Stop: llm.ToolUse, Calls: calls}
	}
	return llmtest.Behaviour{Text: c.Results[0]}
}

// waitOnce turns the first request away for a second.
func waitOnce(c llmtest.Call) llmtest.Behaviour {
	if c.Try == 0 {
		return llmtest.Behaviour{Fault: llmtest.RateLimit, RetryAfter: time.Second}
	}
	return llmtest.Behaviour{}
}

// patient complains unless a client came twice, the second time late enough.
func patient(t *testing.T, s *llmtest.Server, err error) {
	t.Helper()
	if c := s.Counts(); err != nil || c.Requests != 2 || c.Early != 0 {
		t.Errorf("%v, %+v", err, c)
	}
}

// broken complains if a client takes a response that is none for an answer.
func broken(t *testing.T, ask func(*llmtest.Server) error) {
	t.Helper()
	for _, fault := range []llmtest.Fault{llmtest.Drop, llmtest.Cut, llmtest.HalfBody, llmtest.HalfJSON, llmtest.Garbage, llmtest.Gateway} {
		s := server(t, func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Fault: fault} })
		if err := ask(s); err == nil {
			t.Errorf("%s: the client saw no error", fault)
		}
	}
}

// odd holds what a client makes of responses that are none, or look like none,
// against what it is known to make of them: "error", "answer", or "nothing", an
// answer without text. Where it says nothing of a fault, ours has to: that is
// what the drivers are held against in package llmtest.
func odd(t *testing.T, ask func(context.Context, *llmtest.Server) (string, error), want map[llmtest.Fault]string) {
	t.Helper()
	for _, fault := range []llmtest.Fault{llmtest.Hang, llmtest.Page, llmtest.Hidden, llmtest.Strange, llmtest.WrongType, llmtest.Huge, llmtest.Moved} {
		s := server(t, func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Fault: fault, Text: answer} })
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		text, err := ask(ctx, s)
		cancel()
		got := "answer"
		switch {
		case err != nil:
			got = "error"
		case text == "":
			got = "nothing"
		case text != answer:
			got = text
		}
		if got != want[fault] {
			t.Errorf("%s: %s, want %s: %v", fault, got, want[fault], err)
		}
	}
}
