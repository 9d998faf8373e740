package contract

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"google.golang.org/genai"

	"sooth/llm"
	"sooth/llm/llmtest"
)

func geminiClient(t *testing.T, s *llmtest.Server) *genai.Client {
	t.Helper()
	c, err := genai.NewClient(t.Context(), &genai.ClientConfig{
		APIKey: "key-for-tests-0123", Backend: genai.BackendGeminiAPI, HTTPOptions: genai.HTTPOptions{BaseURL: s.URL()},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var geminiConfig = &genai.GenerateContentConfig{
	MaxOutputTokens: 64, Seed: genai.Ptr[int32](7), SystemInstruction: genai.NewContentFromText("be brief", genai.RoleUser),
}

func TestGeminiStops(t *testing.T) {
	for stop, want := range map[llm.Stop]genai.FinishReason{
		llm.End: genai.FinishReasonStop, llm.Length: genai.FinishReasonMaxTokens, llm.ToolUse: genai.FinishReasonStop,
		llm.Safety: genai.FinishReasonSafety, llm.Empty: genai.FinishReasonStop, llm.Other: genai.FinishReasonMalformedFunctionCall,
	} {
		s := server(t, behave(stop))
		r, err := geminiClient(t, s).Models.GenerateContent(t.Context(), "m-1", genai.Text("q"), geminiConfig)
		if err != nil || len(r.Candidates) != 1 || r.Candidates[0].FinishReason != want || r.ModelVersion != "m-1" || r.UsageMetadata.PromptTokenCount == 0 {
			t.Errorf("%s: %+v, %v", stop, r, err)
			continue
		}
		if stop == llm.End && r.Text() != answer {
			t.Errorf("text %q", r.Text())
		}
		if calls := r.FunctionCalls(); stop == llm.ToolUse && (len(calls) != 1 || calls[0].Name != "look" || calls[0].Args["at"] != "a") {
			t.Errorf("calls %+v", calls)
		}
	}
	s := server(t, behave(llm.Refusal))
	r, err := geminiClient(t, s).Models.GenerateContent(t.Context(), "m-1", genai.Text("q"), nil)
	if err != nil || len(r.Candidates) != 0 || r.PromptFeedback == nil || r.PromptFeedback.BlockReason != genai.BlockedReasonProhibitedContent {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestGeminiTools sends a result back, as the client writes it.
func TestGeminiTools(t *testing.T) {
	s := server(t, echoResults)
	config := &genai.GenerateContentConfig{Tools: []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{{
		Name: "look", ParametersJsonSchema: map[string]any{"type": "object"},
	}}}}}
	contents := genai.Text("q")
	r, err := geminiClient(t, s).Models.GenerateContent(t.Context(), "m-1", contents, config)
	if err != nil {
		t.Fatal(err)
	}
	contents = append(contents, r.Candidates[0].Content, genai.NewContentFromFunctionResponse("look", map[string]any{"output": "found"}, genai.RoleUser))
	if r, err = geminiClient(t, s).Models.GenerateContent(t.Context(), "m-1", contents, config); err != nil || r.Text() != `{"output":"found"}` {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestGeminiSchema(t *testing.T) {
	s := server(t, nil)
	r, err := geminiClient(t, s).Models.GenerateContent(t.Context(), "m-1", genai.Text("q"), &genai.GenerateContentConfig{
		ResponseMIMEType: "application/json", ResponseJsonSchema: map[string]any{"type": "object"},
	})
	if err != nil || !json.Valid([]byte(r.Text())) {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestGeminiErrors(t *testing.T) {
	for fault, c := range map[llmtest.Fault]struct {
		status int
		word   string
	}{
		llmtest.RateLimit: {429, "RESOURCE_EXHAUSTED"}, llmtest.Credit: {429, "RESOURCE_EXHAUSTED"}, llmtest.Overload: {503, "UNAVAILABLE"}, llmtest.Crash: {500, "INTERNAL"},
		llmtest.BadKey: {401, "UNAUTHENTICATED"}, llmtest.BadRequest: {400, "INVALID_ARGUMENT"}, llmtest.NoModel: {404, "NOT_FOUND"},
	} {
		s := server(t, func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Fault: fault} })
		_, err := geminiClient(t, s).Models.GenerateContent(t.Context(), "m-1", genai.Text("q"), nil)
		var e genai.APIError
		if !errors.As(err, &e) || e.Code != c.status || e.Status != c.word || e.Message == "" {
			t.Errorf("%s: %v", fault, err)
		}
	}
	broken(t, func(s *llmtest.Server) error {
		_, err := geminiClient(t, s).Models.GenerateContent(context.Background(), "m-1", genai.Text("q"), nil)
		return err
	})
}

func TestGeminiOdd(t *testing.T) {
	odd(t, func(ctx context.Context, s *llmtest.Server) (string, error) {
		r, err := geminiClient(t, s).Models.GenerateContent(ctx, "m-1", genai.Text("q"), nil)
		if err != nil {
			return "", err
		}
		return r.Text(), nil
	}, map[llmtest.Fault]string{
		llmtest.Hang: "error", llmtest.Page: "error", llmtest.Hidden: "nothing", llmtest.Strange: "nothing", llmtest.WrongType: "answer", llmtest.Huge: "nothing", llmtest.Moved: "error",
	})
}

func TestGeminiModels(t *testing.T) {
	s := start(t, llmtest.Options{Models: []string{"m-1"}})
	if m, err := geminiClient(t, s).Models.Get(t.Context(), "m-1", nil); err != nil || m.Name != "models/m-1" {
		t.Errorf("%+v, %v", m, err)
	}
	var e genai.APIError
	if _, err := geminiClient(t, s).Models.Get(t.Context(), "m-2", nil); !errors.As(err, &e) || e.Code != 404 {
		t.Errorf("%v", err)
	}
}
