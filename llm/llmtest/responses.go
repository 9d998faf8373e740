package llmtest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"sooth/llm"
)

// responses is OpenAI's Responses API, which coding tools ask; its keys, models
// and errors are those of chat completions.
type responses struct{ openai }

func (responses) name() string { return "responses" }

// responsesFields are the members of a request that the API documents;
// client_metadata is what codex sends beside them.
const responsesFields = "background context_management conversation include input instructions max_output_tokens max_tool_calls metadata " +
	"model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options prompt_cache_retention " +
	"reasoning safety_identifier service_tier store stream stream_options temperature text tool_choice tools top_logprobs top_p truncation user client_metadata"

func (responses) read(_ *http.Request, body []byte) (Call, error) {
	var q struct {
		Model        string
		Instructions string
		Input        json.RawMessage
		MaxTokens    int `json:"max_output_tokens"`
		Stream       bool
		Tools        []responsesTool
		Text         struct {
			Format struct {
				Type, Name string
				Schema     map[string]any
			}
		}
	}
	if err := decode(body, &q, responsesFields); err != nil {
		return Call{}, err
	}
	schema := q.Text.Format.Type == "json_schema"
	switch {
	case q.Model == "":
		//lint:ignore ST1005 the provider words it so
		return Call{}, errors.New("Missing required parameter: 'model'.")
	case schema && (q.Text.Format.Name == "" || q.Text.Format.Schema == nil):
		//lint:ignore ST1005 the provider words it so
		return Call{}, errors.New("Missing required parameter: 'text.format.schema'.")
	}
	c := Call{Model: q.Model, System: q.Instructions, MaxTokens: q.MaxTokens, Schema: schema, Stream: q.Stream}
	if err := c.turns(q.Input); err != nil {
		return Call{}, err
	}
	return c, c.offer(q.Tools)
}

// responsesTool is a tool that is offered, or a namespace of tools.
type responsesTool struct {
	Type, Name string
	Tools      []responsesTool
}

// offer notes the names of tools.
func (c *Call) offer(list []responsesTool) error {
	for i, t := range list {
		switch {
		case t.Type == "" || t.Type == "function" && t.Name == "":
			//lint:ignore ST1005 the provider words it so
			return fmt.Errorf("Missing required parameter: 'tools[%d]'.", i)
		case t.Type == "namespace":
			if err := c.offer(t.Tools); err != nil {
				return err
			}
		default:
			c.Tools = append(c.Tools, cmp.Or(t.Name, t.Type)) // those of the provider have no name
		}
	}
	return nil
}

// turns reads the input: a text, or a list of items.
func (c *Call) turns(input json.RawMessage) error {
	if json.Unmarshal(input, &c.Prompt) == nil && c.Prompt != "" {
		c.Turns = 1
		return nil
	}
	var items []struct {
		Type, Role, Name string
		CallID           string `json:"call_id"`
		Content, Output  json.RawMessage
		Tools            []responsesTool
	}
	if err := json.Unmarshal(input, &items); err != nil || len(items) == 0 {
		//lint:ignore ST1005 the provider words it so
		return errors.New("Missing required parameter: 'input'.")
	}
	c.Turns = len(items)
	open := map[string]bool{}
	for i, item := range items {
		switch item.Type {
		case "", "message":
			text, err := parts(item.Content)
			if err != nil {
				return fmt.Errorf("input[%d].content: %w", i, err)
			}
			switch item.Role {
			case "system", "developer":
				c.System += text
			case "user":
				c.Prompt, c.Results = text, nil
			case "assistant":
			default:
				return fmt.Errorf("input[%d].role: %q is not one of the roles", i, item.Role)
			}
		case "additional_tools":
			if err := c.offer(item.Tools); err != nil {
				return fmt.Errorf("input[%d]: %w", i, err)
			}
		case "function_call":
			if item.CallID == "" || item.Name == "" {
				return fmt.Errorf("input[%d]: call_id and name are required", i)
			}
			open[item.CallID] = true
		case "function_call_output":
			if !open[item.CallID] {
				//lint:ignore ST1005 the provider words it so
				return fmt.Errorf("No tool call found for function call output with call_id %s.", item.CallID)
			}
			text, err := parts(item.Output)
			if err != nil {
				return fmt.Errorf("input[%d].output: %w", i, err)
			}
			c.Results = append(c.Results, text)
		}
	}
	return nil
}

// parts reads content: a text, or a list of parts of which some have one.
func parts(raw json.RawMessage) (text string, err error) {
	if json.Unmarshal(raw, &text) == nil {
		return text, nil
	}
	var list []struct{ Type, Text string }
	if err := json.Unmarshal(raw, &list); err != nil {
		return "", errors.New("want a string or a list of parts")
	}
	for _, p := range list {
		text += p.Text
	}
	return text, nil
}

func (responses) answer(c Call, b Behaviour, u llm.Usage) any {
	output := []any{}
	message := func(content object) {
		output = append(output, object{"type": "message", "id": fmt.Sprintf("msg_%x", c.Hash[:12]), "status": "completed", "role": "assistant", "content": []any{content}})
	}
	if b.Stop == llm.Refusal {
		message(object{"type": "refusal", "refusal": "I cannot help with that: declined on demand."})
	} else if text := b.text(c); text != "" {
		message(object{"type": "output_text", "text": text, "annotations": []any{}})
	}
	for i, t := range b.Calls {
		output = append(output, object{
			"type": "function_call", "id": fmt.Sprintf("fc_%x_%d", c.Hash[:12], i), "call_id": t.ID, "name": t.Name, "arguments": string(t.Arguments), "status": "completed",
		})
	}
	status, incomplete, failed := "completed", any(nil), any(nil)
	switch b.Stop {
	case llm.Length:
		status, incomplete = "incomplete", object{"reason": "max_output_tokens"}
	case llm.Safety:
		status, incomplete = "incomplete", object{"reason": "content_filter"}
	case llm.Other:
		status, failed = "failed", object{"code": "server_error", "message": "failed on demand"}
	}
	return object{
		"id": fmt.Sprintf("resp_%x", c.Hash[:12]), "object": "response", "created_at": 1767225600, "status": status,
		"error": failed, "incomplete_details": incomplete, "instructions": c.System, "max_output_tokens": nil, "model": c.Model,
		"output": output, "parallel_tool_calls": true, "previous_response_id": nil, "reasoning": object{"effort": nil, "summary": nil},
		"store": false, "temperature": 1.0, "text": object{"format": object{"type": "text"}}, "tool_choice": "auto", "tools": []any{},
		"top_p": 1.0, "truncation": "disabled", "user": nil, "metadata": object{},
		"usage": object{
			"input_tokens":          sum(u.Input, u.CacheRead, u.CacheWrite),
			"input_tokens_details":  object{"cached_tokens": sum(u.CacheRead), "cache_write_tokens": sum(u.CacheWrite)},
			"output_tokens":         sum(u.Output),
			"output_tokens_details": object{"reasoning_tokens": 0},
			"total_tokens":          sum(u.Input, u.CacheRead, u.CacheWrite, u.Output),
		},
	}
}
