package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"sooth/llm"
)

// anthropic is the Messages API, version 2023-06-01.
type anthropic struct{}

func (anthropic) name() string { return "anthropic" }

func (anthropic) key(h http.Header) string {
	if key := h.Get("X-Api-Key"); key != "" {
		return key
	}
	return strings.TrimPrefix(h.Get("Authorization"), "Bearer ")
}

// anthropicFields are the members of a request that the API documents.
const anthropicFields = "model messages max_tokens system temperature top_p top_k stop_sequences stream tools tool_choice " +
	"metadata thinking output_config service_tier container cache_control inference_geo speed diagnostics context_management mcp_servers"

func (anthropic) read(r *http.Request, body []byte) (Call, error) {
	if r.Header.Get("Anthropic-Version") == "" {
		return Call{}, errors.New("anthropic-version: header is required")
	}
	var q struct {
		Model     string
		MaxTokens *int `json:"max_tokens"`
		System    json.RawMessage
		Stream    bool
		Tools     []struct {
			Name   string
			Type   string
			Schema map[string]any `json:"input_schema"`
		}
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
		Output struct {
			Format struct {
				Type   string
				Schema map[string]any
			}
		} `json:"output_config"`
	}
	if err := decode(body, &q, anthropicFields); err != nil {
		return Call{}, err
	}
	switch {
	case q.Model == "":
		return Call{}, errors.New("model: Field required")
	case q.MaxTokens == nil || *q.MaxTokens < 1:
		return Call{}, errors.New("max_tokens: Field required")
	case len(q.Messages) == 0:
		return Call{}, errors.New("messages: at least one message is required")
	case q.Output.Format.Type != "" && (q.Output.Format.Type != "json_schema" || q.Output.Format.Schema == nil):
		return Call{}, errors.New("output_config.format: want type json_schema and a schema")
	}
	c := Call{Model: q.Model, Turns: len(q.Messages), MaxTokens: *q.MaxTokens, Schema: q.Output.Format.Type != "", Stream: q.Stream}
	var err error
	if c.System, _, err = blocks(q.System); err != nil {
		return Call{}, fmt.Errorf("system: %w", err)
	}
	for i, m := range q.Messages {
		if m.Role != "user" && m.Role != "assistant" {
			return Call{}, fmt.Errorf("messages.%d.role: Input should be 'user' or 'assistant'", i)
		}
		text, results, err := blocks(m.Content)
		if err != nil {
			return Call{}, fmt.Errorf("messages.%d.content: %w", i, err)
		}
		if m.Role == "user" {
			c.Prompt, c.Results = text, results
		}
	}
	for i, t := range q.Tools {
		if t.Name == "" || t.Type == "" && t.Schema["type"] != "object" {
			return Call{}, fmt.Errorf("tools.%d.input_schema.type: Field required", i)
		}
		c.Tools = append(c.Tools, t.Name)
	}
	return c, nil
}

// blocks reads content: a string or a list of blocks.
func blocks(raw json.RawMessage) (text string, results []string, err error) {
	if len(raw) == 0 || json.Unmarshal(raw, &text) == nil {
		return text, nil, nil
	}
	var list []struct {
		Type, Text, ID, Name string
		ToolUseID            string `json:"tool_use_id"`
		Input, Content       json.RawMessage
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		//lint:ignore ST1005 the provider words it so
		return "", nil, errors.New("Input should be a valid string or list")
	}
	for i, b := range list {
		switch b.Type {
		case "text":
			text += b.Text
		case "tool_result":
			if b.ToolUseID == "" {
				return "", nil, fmt.Errorf("%d.tool_result.tool_use_id: Field required", i)
			}
			inner, _, err := blocks(b.Content)
			if err != nil {
				return "", nil, err
			}
			results = append(results, inner)
		case "tool_use":
			if b.ID == "" || b.Name == "" || len(b.Input) == 0 {
				return "", nil, fmt.Errorf("%d.tool_use: id, name and input are required", i)
			}
		case "":
			return "", nil, fmt.Errorf("%d.type: Field required", i)
		}
	}
	return text, results, nil
}

func (anthropic) answer(c Call, b Behaviour, u llm.Usage) any {
	content := []any{}
	if text := b.text(c); text != "" {
		content = append(content, object{"type": "text", "text": text})
	}
	for _, call := range b.Calls {
		content = append(content, object{"type": "tool_use", "id": call.ID, "name": call.Name, "input": call.Arguments})
	}
	stop, details := "end_turn", any(nil)
	switch b.Stop {
	case llm.Length:
		stop = "max_tokens"
	case llm.Refusal, llm.Safety:
		stop, details = "refusal", object{"type": "refusal", "category": "cyber", "explanation": "declined on demand"}
	case llm.ToolUse:
		stop = "tool_use"
	case llm.Other:
		stop = "pause_turn"
	}
	return object{
		"id": fmt.Sprintf("msg_%x", c.Hash[:12]), "type": "message", "role": "assistant", "model": c.Model,
		"content": content, "stop_reason": stop, "stop_sequence": nil, "stop_details": details,
		"usage": object{
			"input_tokens": u.Input, "output_tokens": u.Output,
			"cache_read_input_tokens": u.CacheRead, "cache_creation_input_tokens": u.CacheWrite, "service_tier": "standard",
		},
	}
}

func (anthropic) problem(status int, message string) any {
	word := map[int]string{
		400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error",
		429: "rate_limit_error", 500: "api_error", 529: "overloaded_error",
	}[status]
	return object{"type": "error", "error": object{"type": word, "message": message}, "request_id": "req_test"}
}

func (anthropic) overloaded() int { return 529 }

func (anthropic) models(id string, all []string) any {
	describe := func(id string) object {
		return object{"type": "model", "id": id, "display_name": id, "created_at": "2026-01-01T00:00:00Z"}
	}
	if id != "" {
		return describe(id)
	}
	list := []object{}
	for _, m := range all {
		list = append(list, describe(m))
	}
	return object{"data": list, "has_more": false, "first_id": nil, "last_id": nil}
}

// decode reads a request and refuses members that the API does not document, as
// the real ones do.
func decode(body []byte, into any, fields string) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(body, &all); err != nil {
		return fmt.Errorf("the request is not a JSON object: %v", err)
	}
	known := " " + fields + " "
	for name := range all {
		if !strings.Contains(known, " "+name+" ") {
			return fmt.Errorf("%s: Extra inputs are not permitted", name)
		}
	}
	return json.Unmarshal(body, into)
}
