package llmtest_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"sooth/llm"
)

// TestShapes: JSON that is not the provider's is never taken for an empty
// answer, which would be the model's fault.
func TestShapes(t *testing.T) {
	body := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(body)) }))
	t.Cleanup(s.Close)
	for _, body = range []string{
		`null`, `{}`, `[]`, `"text"`, `3`, `{"text":"hello"}`, `[{"candidates":[]}]`,
		`{"type":"completion","content":[],"stop_reason":"end_turn"}`, `{"type":"message","content":"x"}`, `{"type":"message"}`,
		`{"choices":[]}`, `{"choices":null}`, `{"choices":[{"message":{"content":5},"finish_reason":"stop"}]}`, `{"choices":{"0":1}}`,
		`{"candidates":[]}`, `{"candidates":[],"promptFeedback":{}}`, `{"candidates":[{"content":"x","finishReason":"STOP"}]}`,
	} {
		for _, wire := range wires {
			r, err := pointed(t, wire, s.URL).Complete(t.Context(), ask("q"))
			var e *llm.Error
			if !errors.As(err, &e) || e.Kind != llm.Shape || !e.Passing() || !e.MaybePaid || string(e.Received) != body {
				t.Errorf("%s: %s: %+v, %v", wire, body, r, err)
			}
		}
	}
}
