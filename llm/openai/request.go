package openai

import (
	"encoding/json"
	"fmt"
	"slices"

	"sooth/llm"
	"sooth/llm/exchange"
)

// names are the shared parameters as the API calls them.
var names = map[string]string{
	"temperature": "temperature", "top_p": "top_p", "top_k": "top_k", "stop": "stop", "seed": "seed",
}

// call is one call of a tool in a turn that is sent.
type call struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// body makes the body of a request.
func (d *Driver) body(r llm.Request) ([]byte, error) {
	b, err := exchange.NewBody(r, "gpt-5-mini")
	if err != nil {
		return nil, err
	}
	b["model"] = r.Model
	var messages []any
	if r.System != "" {
		messages = append(messages, exchange.Body{"role": "system", "content": r.System})
	}
	turns, err := exchange.Turns(r, turn)
	if err != nil {
		return nil, err
	}
	b["messages"] = append(messages, slices.Concat(turns...)...)
	if r.MaxTokens > 0 {
		b[d.maxTokens] = r.MaxTokens
	}
	if r.Seed != nil {
		b["seed"] = *r.Seed
	}
	if r.Tools != nil {
		var tools []any
		for _, t := range r.Tools {
			f := exchange.Body{"name": t.Name, "parameters": t.Schema}
			if t.Description != "" {
				f["description"] = t.Description
			}
			tools = append(tools, exchange.Body{"type": "function", "function": f})
		}
		b["tools"] = tools
	}
	if r.Schema != nil {
		b["response_format"] = exchange.Body{
			"type": "json_schema", "json_schema": exchange.Body{"name": "answer", "schema": r.Schema, "strict": true},
		}
	}
	if _, err := b.Parameters(r.Parameters, names, "model", "messages", "tools", "max_tokens", "max_completion_tokens", "stream", "n"); err != nil {
		return nil, err
	}
	return b.Bytes()
}

// turn is one turn as the API's messages: each result of a tool is one.
func turn(m llm.Message) ([]any, error) {
	switch m.Role {
	case llm.User:
		var list []any
		for _, x := range m.Results {
			text := x.Text
			if x.Failed { // the API has no field for it
				text = "error: " + text
			}
			list = append(list, exchange.Body{"role": "tool", "tool_call_id": x.ID, "content": text})
		}
		if m.Text != "" || list == nil {
			list = append(list, exchange.Body{"role": "user", "content": m.Text})
		}
		return list, nil
	case llm.Assistant:
		b := exchange.Body{}
		if m.Raw != nil { // reasoning that a server wants to see again
			if err := json.Unmarshal(m.Raw, &b); err != nil {
				return nil, err
			}
		}
		b["role"], b["content"] = "assistant", m.Text
		if m.Calls != nil {
			var calls []call
			for _, c := range m.Calls {
				calls = append(calls, call{c.ID, "function", function{c.Name, string(c.Arguments)}})
			}
			b["tool_calls"] = calls
			if m.Text == "" {
				b["content"] = nil
			}
		}
		return []any{b}, nil
	}
	return nil, fmt.Errorf("role %q, want user or assistant", m.Role)
}
