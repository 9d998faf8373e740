package batch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"sooth/agent"
	"sooth/agent/batch"
	"sooth/score"
	"sooth/suite"
)

func plan() []suite.Trial {
	var list []suite.Trial
	for _, task := range []string{"a", "b"} {
		for _, arm := range []string{"none", "docs"} {
			list = append(list, suite.Trial{Order: len(list), Task: task, Arm: arm, Model: "m", System: "Answer.", Prompt: "<" + task + arm + "> é"})
		}
	}
	return list
}

// TestID: an id is what providers accept, and another prompt, arm or repeat
// has another one; the model is not part of it.
func TestID(t *testing.T) {
	seen := map[string]bool{}
	base := plan()[0]
	for _, change := range []func(*suite.Trial){
		func(*suite.Trial) {}, func(t *suite.Trial) { t.Arm = "docs" }, func(t *suite.Trial) { t.Repeat = 1 },
		func(t *suite.Trial) { t.Prompt += " " }, func(t *suite.Trial) { t.System = "" }, func(t *suite.Trial) { t.Task, t.Arm = "an", "one" },
	} {
		x := base
		change(&x)
		id := batch.ID(x)
		if !regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`).MatchString(id) || seen[id] {
			t.Errorf("%+v has the id %q", x, id)
		}
		seen[id] = true
	}
	other := base
	other.Model, other.Order = "n", 7
	if batch.ID(other) != batch.ID(base) {
		t.Error("the id depends on model or order")
	}
}

// TestWrite: each format is what its provider documents.
func TestWrite(t *testing.T) {
	write := func(format string) []map[string]any {
		t.Helper()
		var out bytes.Buffer
		trials := append(plan(), plan()...)
		trials = append(trials, suite.Trial{Task: "bare", Arm: "docs", Prompt: "?", Ungrounded: "nothing was found"})
		err := batch.Write(&out, trials, batch.Request{Format: format, Model: "model-1", MaxTokens: 99, Parameters: map[string]string{"temperature": "0", "effort": "low"}})
		if err != nil {
			t.Fatal(err)
		}
		var rows []map[string]any
		for d := json.NewDecoder(&out); d.More(); {
			var row map[string]any
			if err := d.Decode(&row); err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row)
		}
		if len(rows) != 4 {
			t.Fatalf("%s: %d rows, want 4", format, len(rows))
		}
		return rows
	}
	text := func(v any) string {
		b, _ := json.Marshal(v)
		return string(b)
	}
	first := write("anthropic")[0]
	if got := text(first["params"]); got != `{"effort":"low","max_tokens":99,"messages":[{"content":"\u003canone\u003e é","role":"user"}],"model":"model-1","system":"Answer.","temperature":0}` {
		t.Error(got)
	}
	first = write("openai")[0]
	if got := text(first["body"]); first["method"] != "POST" || first["url"] != "/v1/chat/completions" ||
		got != `{"effort":"low","max_completion_tokens":99,"messages":[{"content":"Answer.","role":"system"},{"content":"\u003canone\u003e é","role":"user"}],"model":"model-1","temperature":0}` {
		t.Error(text(first))
	}
	if first = write("jsonl")[3]; first["task"] != "b" || first["arm"] != "docs" || first["prompt"] != "<bdocs> é" || first["id"] != batch.ID(plan()[3]) {
		t.Error(text(first))
	}
	for _, r := range []batch.Request{{Format: "openai"}, {Format: "opnai", Model: "m"}} {
		if err := batch.Write(&bytes.Buffer{}, plan(), r); err == nil || !strings.Contains(err.Error(), "hint: ") {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

// TestRead reads rows in the shapes that the providers document.
func TestRead(t *testing.T) {
	p := plan()
	id := func(i int) string { return batch.ID(p[i]) }
	file := "\xef\xbb\xbf" + `{"custom_id":"` + id(0) + `","result":{"type":"succeeded","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-x","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Hello"},{"type":"text","text":" again"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":10,"output_tokens":34}}}}
{"id":"batch_req_1","custom_id":"` + id(1) + `","response":{"status_code":200,"request_id":"r","body":{"id":"c","object":"chat.completion","model":"gpt-x","choices":[{"index":0,"message":{"role":"assistant","content":"Two"},"finish_reason":"stop"}],"usage":{"prompt_tokens":24,"completion_tokens":15,"total_tokens":39,"prompt_tokens_details":{"cached_tokens":4}}}},"error":null}

{"id":"` + id(2) + `","answer":"three","model":"by hand"}
{"custom_id":"` + id(3) + `","result":{"type":"expired"}}
`
	results, problems := batch.Read("f.jsonl", strings.NewReader(file))
	if len(problems) > 0 || len(results) != 4 {
		t.Fatal(results, problems)
	}
	a, problems := batch.New("f.jsonl", results, p)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	ask := func(i int) (agent.Answer, error) {
		return a.Answer(context.Background(), agent.Request{Task: p[i].Task, Arm: p[i].Arm, Model: "m"})
	}
	for i, want := range []string{"Hello again", "Two", "three"} {
		if got, err := ask(i); err != nil || got.Text != want {
			t.Errorf("%d: %q, %v", i, got.Text, err)
		}
	}
	if got, _ := ask(0); *got.Usage.Input != 10 || *got.Usage.Output != 34 || got.Model != "claude-x" || got.StopReason != "end_turn" {
		t.Errorf("%+v", got)
	}
	if got, _ := ask(1); *got.Usage.Input != 20 || *got.Usage.CacheRead != 4 || *got.Usage.Output != 15 {
		t.Errorf("%+v", got.Usage)
	}
	var failure *agent.Failure
	if _, err := ask(3); !errors.As(err, &failure) || failure.State != score.InfraError || !strings.Contains(failure.Reason, "expired") {
		t.Errorf("%v", err)
	}
}

// TestNoAnswer: what stopped early is no answer, whoever says so.
func TestNoAnswer(t *testing.T) {
	for row, want := range map[string]string{
		`{"id":"x","answer":"half","stop_reason":"max_tokens"}`:                                                                                       "no_answer: truncated",
		`{"custom_id":"x","result":{"type":"succeeded","message":{"content":[{"type":"text","text":"half"}],"stop_reason":"max_tokens"}}}`:            "no_answer: truncated",
		`{"custom_id":"x","result":{"type":"succeeded","message":{"content":[],"stop_reason":"refusal"}}}`:                                            "no_answer: refused",
		`{"custom_id":"x","result":{"type":"errored","error":{"type":"error","error":{"type":"invalid_request_error","message":"too long"}}}}`:        "infra_error: errored: invalid_request_error: too long",
		`{"custom_id":"x","response":{"status_code":429,"body":{"error":{"code":"rate_limit","message":"slow"}}},"error":null}`:                       "infra_error: status 429: rate_limit: slow",
		`{"custom_id":"x","response":null,"error":{"code":"batch_expired","message":"late"}}`:                                                         "infra_error: batch_expired: late",
		`{"custom_id":"x","response":{"status_code":200,"body":{"choices":[{"message":{"content":"","refusal":"I can't"},"finish_reason":"stop"}]}}}`: "no_answer: refused: I can't",
		`{"custom_id":"x","response":{"status_code":200,"body":{"choices":[{"message":{"content":"a"},"finish_reason":"length"}]}}}`:                  "no_answer: truncated",
		`{"custom_id":"x","response":{"status_code":200,"body":{"choices":[]}}}`:                                                                      "infra_error: the response holds no choice",
	} {
		results, problems := batch.Read("f", strings.NewReader(row))
		if len(problems) > 0 || len(results) != 1 || results[0].Failure == nil || results[0].Failure.Error() != want {
			t.Errorf("%s: %+v %v, want %s", row, results, problems, want)
		}
	}
}

// TestBadFiles: what is wrong is said with its line, all at once.
func TestBadFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "there are no results in it",
		"{\"id\":\"x\"}\nnot JSON\n[]": "f:1: ; f:2: ; f:3: ",
		"\x00\xff":                     "f:1: not a row of results",
		`{"custom_id":"x"}`:            "neither",
	} {
		_, problems := batch.Read("f", strings.NewReader(text))
		all := errors.Join(problems...)
		for _, part := range strings.Split(want, "; ") {
			if all == nil || !strings.Contains(all.Error(), part) {
				t.Errorf("%q: %v, want %q", text, all, part)
			}
		}
	}
	p := plan()
	results := []batch.Result{{ID: batch.ID(p[0]), Line: 1}, {ID: "sooth-of-another-suite", Line: 2}, {ID: batch.ID(p[0]), Line: 3}}
	_, problems := batch.New("f", results, p)
	if len(problems) != 2 || !strings.HasPrefix(problems[0].Error(), "f:2: ") || !strings.Contains(problems[1].Error(), "the first is in line 1") {
		t.Error(problems)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"id":"x","answer":"a"}`)
	f.Add(`{"custom_id":"x","result":{"type":"succeeded","message":{"content":[{"type":"text","text":"half"}]}}}`)
	f.Add(`{"custom_id":"x","response":{"status_code":200,"body":{"choices":[{"message":{"content":"a"}}]}},"error":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		results, problems := batch.Read("f", strings.NewReader(text))
		if len(results)+len(problems) == 0 {
			t.Error("neither results nor problems")
		}
		for _, r := range results {
			if r.ID == "" || r.Line < 1 {
				t.Errorf("%+v", r)
			}
		}
	})
}
