package contract

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"

	"sooth/llm"
	"sooth/llm/llmtest"
)

func openaiClient(s *llmtest.Server) *openai.Client {
	c := openai.NewClient(option.WithAPIKey("key-for-tests-0123"), option.WithBaseURL(s.OpenAI()), option.WithMaxRetries(0))
	return &c
}

func openaiRequest(text string) openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{
		Model: "m-1", MaxCompletionTokens: openai.Int(64), Seed: openai.Int(7),
		Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage("be brief"), openai.UserMessage(text)},
	}
}

func TestOpenAIStops(t *testing.T) {
	for stop, want := range map[llm.Stop]string{
		llm.End: "stop", llm.Length: "length", llm.ToolUse: "tool_calls", llm.Safety: "content_filter", llm.Refusal: "stop", llm.Empty: "stop",
	} {
		s := server(t, behave(stop))
		c, err := openaiClient(s).Chat.Completions.New(t.Context(), openaiRequest("q"))
		if err != nil || len(c.Choices) != 1 || c.Choices[0].FinishReason != want || c.Model != "m-1" || c.Usage.PromptTokens == 0 || c.Usage.TotalTokens != c.Usage.PromptTokens+c.Usage.CompletionTokens {
			t.Errorf("%s: %+v, %v", stop, c, err)
			continue
		}
		m := c.Choices[0].Message
		switch stop {
		case llm.End:
			if m.Content != answer || m.Refusal != "" {
				t.Errorf("message %+v", m)
			}
		case llm.Refusal:
			if m.Refusal == "" || m.Content != "" {
				t.Errorf("message %+v", m)
			}
		case llm.ToolUse:
			if len(m.ToolCalls) != 1 || m.ToolCalls[0].ID != "c1" || m.ToolCalls[0].Function.Name != "look" || m.ToolCalls[0].Function.Arguments != arguments {
				t.Errorf("calls %+v", m.ToolCalls)
			}
		}
	}
}

// TestOpenAITools sends a result back, as the client writes it.
func TestOpenAITools(t *testing.T) {
	s := server(t, echoResults)
	q := openaiRequest("q")
	q.Tools = []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
		Name: "look", Parameters: shared.FunctionParameters{"type": "object"},
	})}
	c, err := openaiClient(s).Chat.Completions.New(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	q.Messages = append(q.Messages, c.Choices[0].Message.ToParam(), openai.ToolMessage("found", "c1"))
	if c, err = openaiClient(s).Chat.Completions.New(t.Context(), q); err != nil || c.Choices[0].Message.Content != "found" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestOpenAISchema(t *testing.T) {
	s := server(t, nil)
	q := openaiRequest("q")
	q.ResponseFormat = openai.ChatCompletionNewParamsResponseFormatUnion{OfJSONSchema: &shared.ResponseFormatJSONSchemaParam{
		JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "answer", Schema: map[string]any{"type": "object"}, Strict: openai.Bool(true)},
	}}
	c, err := openaiClient(s).Chat.Completions.New(t.Context(), q)
	if err != nil || !json.Valid([]byte(c.Choices[0].Message.Content)) {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestOpenAIErrors(t *testing.T) {
	for fault, c := range map[llmtest.Fault]struct {
		status int
		code   string
	}{
		llmtest.RateLimit: {429, "rate_limit_exceeded"}, llmtest.Credit: {429, "insufficient_quota"}, llmtest.Overload: {503, ""},
		llmtest.Crash: {500, ""}, llmtest.BadKey: {401, "invalid_api_key"}, llmtest.BadRequest: {400, ""}, llmtest.NoModel: {404, "model_not_found"},
	} {
		s := server(t, func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Fault: fault} })
		_, err := openaiClient(s).Chat.Completions.New(t.Context(), openaiRequest("q"))
		var e *openai.Error
		if !errors.As(err, &e) || e.StatusCode != c.status || e.Code != c.code || e.Message == "" {
			t.Errorf("%s: %v", fault, err)
		}
	}
	broken(t, func(s *llmtest.Server) error {
		_, err := openaiClient(s).Chat.Completions.New(t.Context(), openaiRequest("q"))
		return err
	})
}

func TestOpenAIOdd(t *testing.T) {
	odd(t, func(ctx context.Context, s *llmtest.Server) (string, error) {
		c, err := openaiClient(s).Chat.Completions.New(ctx, openaiRequest("q"))
		if err != nil || len(c.Choices) == 0 {
			return "", err
		}
		return c.Choices[0].Message.Content, nil
	}, map[llmtest.Fault]string{
		llmtest.Hang: "error", llmtest.Page: "error", llmtest.Hidden: "nothing", llmtest.Strange: "nothing", llmtest.WrongType: "error", llmtest.Huge: "nothing", llmtest.Moved: "error",
	})
}

// TestOpenAIRetries: the client waits as our server asks it to.
func TestOpenAIRetries(t *testing.T) {
	s := server(t, waitOnce)
	c := openai.NewClient(option.WithAPIKey("key-for-tests-0123"), option.WithBaseURL(s.OpenAI()), option.WithMaxRetries(2))
	_, err := c.Chat.Completions.New(t.Context(), openaiRequest("q"))
	patient(t, s, err)
}

func TestOpenAIStream(t *testing.T) {
	for _, stop := range []llm.Stop{llm.End, llm.ToolUse, llm.Length, llm.Refusal} {
		s := server(t, behave(stop))
		q := openaiRequest("q")
		q.StreamOptions.IncludeUsage = openai.Bool(true)
		stream := openaiClient(s).Chat.Completions.NewStreaming(t.Context(), q)
		whole := openai.ChatCompletionAccumulator{}
		for stream.Next() {
			whole.AddChunk(stream.Current())
		}
		if stream.Err() != nil || len(whole.Choices) != 1 || whole.Usage.TotalTokens == 0 {
			t.Fatalf("%s: %v, %+v", stop, stream.Err(), whole)
		}
		once, err := openaiClient(s).Chat.Completions.New(t.Context(), openaiRequest("q"))
		if err != nil {
			t.Fatal(err)
		}
		a, b := whole.Choices[0], once.Choices[0]
		if a.FinishReason != b.FinishReason || a.Message.Content != b.Message.Content || a.Message.Refusal != b.Message.Refusal || len(a.Message.ToolCalls) != len(b.Message.ToolCalls) {
			t.Errorf("%s: %+v, %+v", stop, a, b)
		}
		for i := range a.Message.ToolCalls {
			if a.Message.ToolCalls[i].Function.Arguments != b.Message.ToolCalls[i].Function.Arguments {
				t.Errorf("%s: call %+v, %+v", stop, a.Message.ToolCalls[i], b.Message.ToolCalls[i])
			}
		}
	}
}

func TestOpenAIModels(t *testing.T) {
	s := start(t, llmtest.Options{Models: []string{"m-1", "m-2"}})
	page, err := openaiClient(s).Models.List(t.Context())
	if err != nil || len(page.Data) != 2 || page.Data[0].ID != "m-1" {
		t.Errorf("%+v, %v", page, err)
	}
	var e *openai.Error
	if _, err := openaiClient(s).Models.Get(t.Context(), "m-3"); !errors.As(err, &e) || e.StatusCode != http.StatusNotFound {
		t.Errorf("%v", err)
	}
}
