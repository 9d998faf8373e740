package anthropic

import (
	"encoding/json"
	"errors"
	"fmt"

	"sooth/llm"
	"sooth/llm/exchange"
)

// names are the shared parameters as the API calls them. It knows no seed.
var names = map[string]string{
	"temperature": "temperature", "top_p": "top_p", "top_k": "top_k", "stop": "stop_sequences", "seed": "",
}

// block is one block of a turn that is sent.
type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	Content   string          `json:"content,omitempty"`
	IsError   bool            `json:"is_error,omitempty"`
}

// body makes the body of a request.
func body(r llm.Request) (sent []byte, unsent []string, err error) {
	b, err := exchange.NewBody(r, "claude-haiku-4-5")
	if err != nil {
		return nil, nil, err
	}
	if r.MaxTokens == 0 {
		return nil, nil, errors.New("the API needs a bound of tokens; hint: set the parameter max_tokens")
	}
	b["model"], b["max_tokens"] = r.Model, r.MaxTokens
	if r.System != "" {
		b["system"] = r.System
	}
	if b["messages"], err = exchange.Turns(r, turn); err != nil {
		return nil, nil, err
	}
	if r.Tools != nil {
		var tools []any
		for _, t := range r.Tools {
			tool := exchange.Body{"name": t.Name, "input_schema": t.Schema}
			if t.Description != "" {
				tool["description"] = t.Description
			}
			tools = append(tools, tool)
		}
		b["tools"] = tools
	}
	if r.Schema != nil {
		b["output_config"] = exchange.Body{"format": exchange.Body{"type": "json_schema", "schema": r.Schema}}
	}
	if r.Seed != nil {
		unsent = append(unsent, "seed")
	}
	more, err := b.Parameters(r.Parameters, names, "model", "messages", "system", "tools", "max_tokens", "stream")
	if err != nil {
		return nil, nil, err
	}
	sent, err = b.Bytes()
	return sent, append(unsent, more...), err
}

// turn is one turn.
func turn(m llm.Message) (exchange.Body, error) {
	content, err := content(m)
	return exchange.Body{"role": m.Role, "content": content}, err
}

// content is the content of one turn.
func content(m llm.Message) (any, error) {
	if m.Role != llm.User && m.Role != llm.Assistant {
		return nil, fmt.Errorf("role %q, want user or assistant", m.Role)
	}
	if m.Raw != nil {
		return m.Raw, nil
	}
	if len(m.Calls)+len(m.Results) == 0 {
		return m.Text, nil
	}
	var blocks []block
	for _, x := range m.Results { // the API wants them first
		blocks = append(blocks, block{Type: "tool_result", ToolUseID: x.ID, Content: x.Text, IsError: x.Failed})
	}
	if m.Text != "" {
		blocks = append(blocks, block{Type: "text", Text: m.Text})
	}
	for _, c := range m.Calls {
		if !json.Valid(c.Arguments) {
			return nil, fmt.Errorf("arguments of call %q are not JSON", c.ID)
		}
		blocks = append(blocks, block{Type: "tool_use", ID: c.ID, Name: c.Name, Input: c.Arguments})
	}
	return blocks, nil
}
