package llmtest_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sooth/llm"
	"sooth/llm/llmtest"
)

// respond posts a request to the Responses API of a server.
func respond(t *testing.T, s *llmtest.Server, body []byte) (int, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.OpenAI()+"/responses", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, text
}

// documented reads a documented body.
func documented(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "responses", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// event is one of a stream.
type event struct {
	name string
	data map[string]any
}

// events reads a stream; of deltas that follow each other the first is kept.
func events(t *testing.T, text string) (list []event) {
	t.Helper()
	for _, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
		name, data, ok := strings.Cut(block, "\n")
		if !ok {
			continue // "..." in documentation
		}
		e := event{name: strings.TrimPrefix(name, "event: ")}
		if err := json.Unmarshal([]byte(strings.TrimPrefix(data, "data: ")), &e.data); err != nil || e.data["type"] != e.name {
			t.Fatalf("%v: %s", err, block)
		}
		if strings.HasSuffix(e.name, ".delta") && list[len(list)-1].name == e.name {
			continue
		}
		list = append(list, e)
	}
	return list
}

// lacking lists the members of want that got lacks, at any depth.
func lacking(path string, want, got any) (list []string) {
	switch want := want.(type) {
	case map[string]any:
		have, _ := got.(map[string]any)
		for name, value := range want {
			if other, ok := have[name]; ok {
				list = append(list, lacking(path+"."+name, value, other)...)
			} else {
				list = append(list, path+"."+name)
			}
		}
	case []any:
		have, _ := got.([]any)
		for i, value := range want[:min(len(want), 1)] {
			if i >= len(have) {
				return append(list, path+"[]")
			}
			list = append(list, lacking(path+"[]", value, have[i])...)
		}
	}
	return list
}

// TestResponses: the requests that are documented are taken, and the answers have
// all that the documented ones have, whole and as a stream.
func TestResponses(t *testing.T) {
	var call llmtest.Call
	s := start(t, llmtest.Options{Key: key, Behave: func(c llmtest.Call) llmtest.Behaviour {
		call = c
		if len(c.Tools) > 0 {
			return llmtest.Behaviour{Stop: llm.ToolUse, Calls: []llm.ToolCall{{ID: "call_1", Name: c.Tools[0], Arguments: json.RawMessage(`{"a":1}`)}}}
		}
		return llmtest.Behaviour{Text: "Hi there!"}
	}})
	for request, response := range map[string]string{"request.json": "response.json", "request-tool.json": "response-tool.json"} {
		status, text := respond(t, s, documented(t, request))
		var want, got map[string]any
		if err := json.Unmarshal(text, &got); err != nil || status != 200 {
			t.Fatalf("%s: status %d, %v: %s", request, status, err, text)
		}
		if err := json.Unmarshal(documented(t, response), &want); err != nil {
			t.Fatal(err)
		}
		delete(want, "completed_at")
		delete(want, "tools") // what was offered is not repeated
		if missing := lacking("", want, got); missing != nil {
			t.Errorf("%s lacks %q", response, missing)
		}
	}
	status, text := respond(t, s, documented(t, "request-stream.json"))
	if status != 200 || !call.Stream || call.System != "You are a helpful assistant." || call.Prompt != "Hello!" || call.Wire != "responses" {
		t.Errorf("status %d, %+v", status, call)
	}
	want, got := events(t, string(documented(t, "stream.txt"))), events(t, string(text))
	if len(want) != 9 || len(want) != len(got) {
		t.Fatalf("%d events, documented are %d:\n%s", len(got), len(want), text)
	}
	for i, w := range want {
		if missing := lacking("", w.data, got[i].data); w.name != got[i].name || missing != nil {
			t.Errorf("event %d is %s, lacks %q; documented is %s", i, got[i].name, missing, w.name)
		}
	}
	if last := got[8].data["response"].(map[string]any); last["status"] != "completed" || last["usage"] == nil {
		t.Errorf("%v", last)
	}
}

// TestResponsesTurns: what of a conversation a call says, and what is refused.
func TestResponsesTurns(t *testing.T) {
	var call llmtest.Call
	s := start(t, llmtest.Options{Key: key, Behave: func(c llmtest.Call) llmtest.Behaviour {
		call = c
		return llmtest.Behaviour{}
	}})
	const turns = `{"model":"m","tools":[{"type":"web_search"},{"type":"custom","name":"patch"}],"input":[
		{"type":"additional_tools","tools":[{"type":"namespace","name":"more","tools":[{"type":"function","name":"wait"}]}]},
		{"type":"message","role":"developer","content":[{"type":"input_text","text":"be brief"}]},
		{"role":"user","content":"first"},{"role":"user","content":[{"type":"input_text","text":"sec"},{"type":"input_text","text":"ond"}]},
		{"type":"function_call","call_id":"c1","name":"look","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"seen"}]}`
	if status, text := respond(t, s, []byte(turns)); status != 200 || call.System != "be brief" || call.Prompt != "second" || !slices.Equal(call.Results, []string{"seen"}) || !slices.Equal(call.Tools, []string{"wait", "web_search", "patch"}) {
		t.Errorf("status %d, %+v: %s", status, call, text)
	}
	for body, message := range map[string]string{
		`{"model":"m"}`: "'input'", `{"input":"x"}`: "'model'", `{"model":"m","input":"x","made_up":1}`: "made_up",
		`{"model":"m","input":[{"role":"robot","content":"x"}]}`: "roles", `{"model":"m","input":[{"type":"function_call_output","call_id":"c9","output":"x"}]}`: "c9",
		`{"model":"m","input":"x","tools":[{"type":"function"}]}`: "tools[0]", `{"model":"m","input":"x","text":{"format":{"type":"json_schema"}}}`: "text.format.schema",
	} {
		if status, text := respond(t, s, []byte(body)); status != 400 || !strings.Contains(string(text), message) {
			t.Errorf("%s: status %d: %s", body, status, text)
		}
	}
	other := start(t, llmtest.Options{Key: "another"})
	if status, text := respond(t, other, []byte(turns)); status != 401 || !strings.Contains(string(text), "invalid_api_key") {
		t.Errorf("a wrong key: status %d: %s", status, text)
	}
}
