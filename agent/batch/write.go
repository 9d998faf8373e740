package batch

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"strings"

	"sooth/internal/nearest"
	"sooth/suite"
)

// Formats are the names of what Write writes.
func Formats() []string { return []string{"jsonl", "anthropic", "openai"} }

// Request says what stands in every request of a provider's format.
type Request struct {
	Format     string // one of Formats
	Model      string // as the provider calls it; of jsonl: for the reader, may be empty
	MaxTokens  int
	Parameters map[string]string // values that are JSON are sent as JSON, others as text
}

// prompt is a row of our own format.
type prompt struct {
	Schema string `json:"schema"`
	ID     string `json:"id"`
	Task   string `json:"task"`
	Arm    string `json:"arm"`
	Repeat int    `json:"repeat"`
	Model  string `json:"model,omitempty"`
	System string `json:"system,omitempty"`
	Prompt string `json:"prompt"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Write writes the prompts of a plan, one a line, each trial once whatever
// model the plan names. A trial whose grounding could not be made has no prompt.
func Write(w io.Writer, plan []suite.Trial, r Request) error {
	written := map[string]bool{}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, t := range plan {
		id := ID(t)
		if written[id] || t.Ungrounded != "" {
			continue
		}
		written[id] = true
		row, err := r.row(id, t)
		if err != nil {
			return err
		}
		if err := e.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

func (r Request) row(id string, t suite.Trial) (any, error) {
	if r.Format != "jsonl" && r.Model == "" {
		return nil, fmt.Errorf("format %q needs a model; hint: --model names it as the provider does", r.Format)
	}
	switch r.Format {
	case "jsonl":
		return prompt{Schema: "sooth.prompt/1", ID: id, Task: t.Task, Arm: t.Arm, Repeat: t.Repeat, Model: r.Model, System: t.System, Prompt: t.Prompt}, nil
	case "anthropic": // https://docs.claude.com/en/docs/build-with-claude/batch-processing
		body := r.body()
		body["max_tokens"] = r.MaxTokens
		body["messages"] = []message{{"user", t.Prompt}}
		if t.System != "" {
			body["system"] = t.System
		}
		return struct {
			ID     string         `json:"custom_id"`
			Params map[string]any `json:"params"`
		}{id, body}, nil
	case "openai": // https://platform.openai.com/docs/guides/batch
		body := r.body()
		body["max_completion_tokens"] = r.MaxTokens
		messages := []message{{"user", t.Prompt}}
		if t.System != "" {
			messages = append([]message{{"system", t.System}}, messages...)
		}
		body["messages"] = messages
		return struct {
			ID     string         `json:"custom_id"`
			Method string         `json:"method"`
			URL    string         `json:"url"`
			Body   map[string]any `json:"body"`
		}{id, "POST", "/v1/chat/completions", body}, nil
	}
	return nil, fmt.Errorf("unknown format %q; hint: %s", r.Format, nearest.Hint(r.Format, Formats()))
}

// body is what all requests have in common.
func (r Request) body() map[string]any {
	body := map[string]any{"model": r.Model}
	for name, value := range maps.All(r.Parameters) {
		body[name] = value
		if json.Valid([]byte(value)) && strings.TrimSpace(value) != "" {
			body[name] = json.RawMessage(value)
		}
	}
	return body
}
