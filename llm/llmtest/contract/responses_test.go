package contract

import (
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"

	"sooth/llm"
)

func responsesRequest(text string) responses.ResponseNewParams {
	return responses.ResponseNewParams{
		Model: "m-1", Instructions: openai.String("be brief"), MaxOutputTokens: openai.Int(64),
		Input: responses.ResponseNewParamsInputUnion{OfString: openai.String(text)},
	}
}

// TestResponsesStops: the words for why a model stopped, whole and as a stream.
func TestResponsesStops(t *testing.T) {
	for stop, want := range map[llm.Stop]responses.ResponseStatus{
		llm.End: "completed", llm.ToolUse: "completed", llm.Refusal: "completed", llm.Empty: "completed", llm.Length: "incomplete", llm.Safety: "incomplete", llm.Other: "failed",
	} {
		s := server(t, behave(stop))
		whole, err := openaiClient(s).Responses.New(t.Context(), responsesRequest("q"))
		if err != nil {
			t.Fatalf("%s: %v", stop, err)
		}
		stream := openaiClient(s).Responses.NewStreaming(t.Context(), responsesRequest("q"))
		var streamed responses.Response
		text, number := "", int64(0)
		for stream.Next() {
			e := stream.Current()
			if e.SequenceNumber != number {
				t.Errorf("%s: %s is number %d, want %d", stop, e.Type, e.SequenceNumber, number)
			}
			number++
			switch e.Type {
			case "response.output_text.delta":
				text += e.Delta
			case "response.completed", "response.incomplete", "response.failed":
				streamed = e.Response
			}
		}
		if err := stream.Err(); err != nil {
			t.Errorf("%s: %v", stop, err)
		}
		for _, r := range []responses.Response{*whole, streamed} {
			if r.Status != want || r.Model != "m-1" || r.Usage.InputTokens == 0 || r.Usage.TotalTokens != r.Usage.InputTokens+r.Usage.OutputTokens || stop == llm.End && r.OutputText() != answer {
				t.Errorf("%s: %s", stop, r.RawJSON())
			}
			if stop != llm.ToolUse {
				continue
			}
			if n := len(r.Output); n == 0 || r.Output[n-1].Type != "function_call" || r.Output[n-1].CallID != "c1" || r.Output[n-1].Name != "look" {
				t.Errorf("%s: %s", stop, r.RawJSON())
			}
		}
		if stop == llm.End && text != answer {
			t.Errorf("the pieces make %q", text)
		}
	}
}

// TestResponsesTools sends a result back, as the client writes it.
func TestResponsesTools(t *testing.T) {
	s := server(t, echoResults)
	q := responsesRequest("")
	q.Tools = []responses.ToolUnionParam{responses.ToolParamOfFunction("look", map[string]any{"type": "object"}, false)}
	q.Input = responses.ResponseNewParamsInputUnion{OfInputItemList: responses.ResponseInputParam{
		responses.ResponseInputItemParamOfMessage("q", responses.EasyInputMessageRoleUser),
		responses.ResponseInputItemParamOfFunctionCall(arguments, "c1", "look"),
		{OfFunctionCallOutput: &responses.ResponseInputItemFunctionCallOutputParam{
			CallID: openai.String("c1"), Output: responses.ResponseInputItemFunctionCallOutputOutputUnionParam{OfString: openai.String("found")},
		}},
	}}
	if r, err := openaiClient(s).Responses.New(t.Context(), q); err != nil || r.OutputText() != "found" {
		t.Errorf("%+v, %v", r, err)
	}
}
