package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"sooth/llm"
)

// openai is OpenAI's chat completions.
type openai struct{}

func (openai) name() string { return "openai" }

func (openai) key(h http.Header) string { return strings.TrimPrefix(h.Get("Authorization"), "Bearer ") }

// openaiFields are the members of a request that the API documents; top_k is
// what servers of one's own take beside them.
const openaiFields = "model messages frequency_penalty logprobs max_completion_tokens max_tokens n presence_penalty prompt_cache_key " +
	"safety_identifier seed store temperature top_logprobs top_p parallel_tool_calls user audio logit_bias metadata modalities " +
	"moderation prompt_cache_retention reasoning_effort service_tier stop stream stream_options verbosity function_call functions " +
	"prediction prompt_cache_options response_format tool_choice tools web_search_options top_k"

func (openai) read(_ *http.Request, body []byte) (Call, error) {
	var q struct {
		Model               string
		MaxTokens           int `json:"max_tokens"`
		MaxCompletionTokens int `json:"max_completion_tokens"`
		Stream              bool
		Messages            []struct {
			Role       string
			Content    json.RawMessage
			ToolCallID string `json:"tool_call_id"`
			ToolCalls  []struct {
				ID, Type string
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
		Tools []struct {
			Type     string
			Function struct {
				Name       string
				Parameters map[string]any
			}
		}
		Format struct {
			Type   string
			Schema struct {
				Name   string
				Schema map[string]any
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := decode(body, &q, openaiFields); err != nil {
		return Call{}, err
	}
	switch {
	case q.Model == "":
		return Call{}, errors.New("you must provide a model parameter")
	case len(q.Messages) == 0:
		return Call{}, errors.New("'messages' must have at least one element")
	case q.Format.Type == "json_schema" && (q.Format.Schema.Name == "" || q.Format.Schema.Schema == nil):
		//lint:ignore ST1005 the provider words it so
		return Call{}, errors.New("Missing required parameter: 'response_format.json_schema'")
	}
	c := Call{Model: q.Model, Turns: len(q.Messages), MaxTokens: max(q.MaxTokens, q.MaxCompletionTokens), Schema: q.Format.Type == "json_schema", Stream: q.Stream}
	open := map[string]bool{}
	for i, m := range q.Messages {
		text, _, err := blocks(null(m.Content))
		if err != nil {
			return Call{}, fmt.Errorf("messages[%d].content: %w", i, err)
		}
		switch m.Role {
		case "system", "developer":
			c.System += text
		case "user":
			c.Prompt, c.Results = text, nil
		case "assistant":
			for _, t := range m.ToolCalls {
				if t.ID == "" || t.Type != "function" || t.Function.Name == "" {
					return Call{}, fmt.Errorf("messages[%d].tool_calls: id, type and function are required", i)
				}
				open[t.ID] = true
			}
		case "tool":
			if !open[m.ToolCallID] {
				return Call{}, fmt.Errorf("messages[%d]: 'tool_call_id' %q does not answer a call before it", i, m.ToolCallID)
			}
			c.Results = append(c.Results, text)
		default:
			return Call{}, fmt.Errorf("messages[%d].role: %q is not one of the roles", i, m.Role)
		}
	}
	for i, t := range q.Tools {
		if t.Type != "function" || t.Function.Name == "" {
			return Call{}, fmt.Errorf("tools[%d].function.name is required", i)
		}
		c.Tools = append(c.Tools, t.Function.Name)
	}
	return c, nil
}

// null makes nothing out of null.
func null(raw json.RawMessage) json.RawMessage {
	if string(raw) == "null" {
		return nil
	}
	return raw
}

func (openai) answer(c Call, b Behaviour, u llm.Usage) any {
	message := object{"role": "assistant", "content": b.text(c), "refusal": nil, "annotations": []any{}}
	stop := "stop"
	switch b.Stop {
	case llm.Length:
		stop = "length"
	case llm.Refusal:
		message["content"], message["refusal"] = nil, "I cannot help with that: declined on demand."
	case llm.Safety:
		stop = "content_filter"
	case llm.Other:
		stop = "load"
	case llm.ToolUse:
		stop, message["content"] = "tool_calls", nil
		calls := []any{}
		for _, t := range b.Calls {
			calls = append(calls, object{"id": t.ID, "type": "function", "function": object{"name": t.Name, "arguments": string(t.Arguments)}})
		}
		message["tool_calls"] = calls
	}
	prompt, details := 0, object{"audio_tokens": 0}
	for name, n := range map[string]*int{"": u.Input, "cached_tokens": u.CacheRead, "cache_write_tokens": u.CacheWrite} {
		if n == nil {
			continue
		}
		prompt += *n
		if name != "" {
			details[name] = *n
		}
	}
	usage := object{"prompt_tokens": prompt, "prompt_tokens_details": details, "completion_tokens": u.Output}
	if u.Output != nil {
		usage["total_tokens"] = prompt + *u.Output
	}
	return object{
		"id": fmt.Sprintf("chatcmpl-%x", c.Hash[:12]), "object": "chat.completion", "created": 1767225600, "model": c.Model,
		"choices": []any{object{"index": 0, "message": message, "logprobs": nil, "finish_reason": stop}},
		"usage":   usage, "service_tier": "default", "system_fingerprint": nil,
	}
}

func (openai) problem(status int, message string) any {
	word := map[int]string{
		400: "invalid_request_error", 401: "invalid_request_error", 404: "invalid_request_error", 429: "requests", 500: "server_error", 503: "server_error",
	}[status]
	code := map[int]any{401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded"}[status]
	return object{"error": object{"message": message, "type": word, "param": nil, "code": code}}
}

func (openai) overloaded() int { return http.StatusServiceUnavailable }

func (openai) models(id string, all []string) any {
	describe := func(id string) object {
		return object{"id": id, "object": "model", "created": 1767225600, "owned_by": "sooth"}
	}
	if id != "" {
		return describe(id)
	}
	list := []object{}
	for _, m := range all {
		list = append(list, describe(m))
	}
	return object{"object": "list", "data": list}
}
