package contract

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"sooth/llm"
	"sooth/llm/llmtest"
)

func anthropicClient(s *llmtest.Server) *anthropic.Client {
	c := anthropic.NewClient(option.WithAPIKey("key-for-tests-0123"), option.WithBaseURL(s.URL()), option.WithMaxRetries(0))
	return &c
}

func anthropicRequest(text string) anthropic.MessageNewParams {
	return anthropic.MessageNewParams{
		Model: "m-1", MaxTokens: 64, System: []anthropic.TextBlockParam{{Text: "be brief"}},
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(text))},
	}
}

func TestAnthropicStops(t *testing.T) {
	for stop, want := range map[llm.Stop]anthropic.StopReason{
		llm.End: anthropic.StopReasonEndTurn, llm.Length: anthropic.StopReasonMaxTokens, llm.ToolUse: anthropic.StopReasonToolUse,
		llm.Refusal: anthropic.StopReasonRefusal, llm.Empty: anthropic.StopReasonEndTurn,
	} {
		s := server(t, behave(stop))
		m, err := anthropicClient(s).Messages.New(t.Context(), anthropicRequest("q"))
		if err != nil || m.StopReason != want || m.Role != "assistant" || string(m.Model) != "m-1" || m.Usage.InputTokens == 0 || m.Usage.OutputTokens == 0 {
			t.Errorf("%s: %+v, %v", stop, m, err)
			continue
		}
		switch stop {
		case llm.End:
			if len(m.Content) != 1 || m.Content[0].Text != answer {
				t.Errorf("content %+v", m.Content)
			}
		case llm.Refusal:
			if m.StopDetails.Category != "cyber" {
				t.Errorf("details %+v", m.StopDetails)
			}
		case llm.ToolUse:
			use := m.Content[len(m.Content)-1].AsToolUse()
			if use.Name != "look" || string(use.Input) != arguments || use.ID != "c1" {
				t.Errorf("call %+v", use)
			}
		}
	}
}

// TestAnthropicTools sends a result back, as the client writes it.
func TestAnthropicTools(t *testing.T) {
	s := server(t, echoResults)
	q := anthropicRequest("q")
	q.Tools = []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{
		Name: "look", InputSchema: anthropic.ToolInputSchemaParam{Properties: map[string]any{"at": map[string]any{"type": "string"}}},
	}}}
	m, err := anthropicClient(s).Messages.New(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	q.Messages = append(q.Messages, m.ToParam(), anthropic.NewUserMessage(anthropic.NewToolResultBlock("c1", "found", false)))
	if m, err = anthropicClient(s).Messages.New(t.Context(), q); err != nil || m.Content[0].Text != "found" {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestAnthropicSchema(t *testing.T) {
	s := server(t, nil)
	q := anthropicRequest("q")
	q.OutputConfig = anthropic.OutputConfigParam{Format: anthropic.JSONOutputFormatParam{Schema: map[string]any{"type": "object"}}}
	m, err := anthropicClient(s).Messages.New(t.Context(), q)
	if err != nil || !json.Valid([]byte(m.Content[0].Text)) {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestAnthropicErrors(t *testing.T) {
	for fault, c := range map[llmtest.Fault]struct {
		status int
		word   anthropic.ErrorType
	}{
		llmtest.RateLimit: {429, anthropic.ErrorTypeRateLimitError}, llmtest.Credit: {429, anthropic.ErrorTypeRateLimitError}, llmtest.Overload: {529, anthropic.ErrorTypeOverloadedError},
		llmtest.Crash: {500, anthropic.ErrorTypeAPIError}, llmtest.BadKey: {401, anthropic.ErrorTypeAuthenticationError},
		llmtest.BadRequest: {400, anthropic.ErrorTypeInvalidRequestError}, llmtest.NoModel: {404, anthropic.ErrorTypeNotFoundError},
	} {
		s := server(t, func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Fault: fault} })
		_, err := anthropicClient(s).Messages.New(t.Context(), anthropicRequest("q"))
		var e *anthropic.Error
		if !errors.As(err, &e) || e.StatusCode != c.status || e.RequestID != "req_test" || !strings.Contains(e.RawJSON(), string(c.word)) {
			t.Errorf("%s: %v", fault, err)
		}
	}
	broken(t, func(s *llmtest.Server) error {
		_, err := anthropicClient(s).Messages.New(t.Context(), anthropicRequest("q"))
		return err
	})
}

func TestAnthropicOdd(t *testing.T) {
	odd(t, func(ctx context.Context, s *llmtest.Server) (string, error) {
		m, err := anthropicClient(s).Messages.New(ctx, anthropicRequest("q"))
		if err != nil || len(m.Content) == 0 {
			return "", err
		}
		return m.Content[0].Text, nil
	}, map[llmtest.Fault]string{
		llmtest.Hang: "error", llmtest.Page: "error", llmtest.Hidden: "nothing", llmtest.Strange: "nothing", llmtest.WrongType: "error", llmtest.Huge: "nothing", llmtest.Moved: "error",
	})
}

// TestAnthropicRetries: the client waits as our server asks it to.
func TestAnthropicRetries(t *testing.T) {
	s := server(t, waitOnce)
	c := anthropic.NewClient(option.WithAPIKey("key-for-tests-0123"), option.WithBaseURL(s.URL()), option.WithMaxRetries(2))
	_, err := c.Messages.New(t.Context(), anthropicRequest("q"))
	patient(t, s, err)
}

func TestAnthropicStream(t *testing.T) {
	for _, stop := range []llm.Stop{llm.End, llm.ToolUse, llm.Length} {
		s := server(t, behave(stop))
		stream := anthropicClient(s).Messages.NewStreaming(t.Context(), anthropicRequest("q"))
		whole := anthropic.Message{}
		for stream.Next() {
			if err := whole.Accumulate(stream.Current()); err != nil {
				t.Fatal(err)
			}
		}
		once, err := anthropicClient(s).Messages.New(t.Context(), anthropicRequest("q"))
		if err != nil || stream.Err() != nil || whole.StopReason != once.StopReason || len(whole.Content) != len(once.Content) || whole.Usage.OutputTokens != once.Usage.OutputTokens {
			t.Fatalf("%s: %v, %v\n%+v\n%+v", stop, err, stream.Err(), whole, once)
		}
		for i := range whole.Content {
			if whole.Content[i].Text != once.Content[i].Text || string(whole.Content[i].Input) != string(once.Content[i].Input) {
				t.Errorf("%s: block %d: %+v, %+v", stop, i, whole.Content[i], once.Content[i])
			}
		}
	}
}

func TestAnthropicModels(t *testing.T) {
	s := start(t, llmtest.Options{Models: []string{"m-1"}})
	if m, err := anthropicClient(s).Models.Get(t.Context(), "m-1", anthropic.ModelGetParams{}); err != nil || m.ID != "m-1" {
		t.Errorf("%+v, %v", m, err)
	}
	var e *anthropic.Error
	if _, err := anthropicClient(s).Models.Get(t.Context(), "m-2", anthropic.ModelGetParams{}); !errors.As(err, &e) || e.StatusCode != http.StatusNotFound {
		t.Errorf("%v", err)
	}
}
