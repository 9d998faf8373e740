package gemini

import (
	"encoding/json"
	"fmt"

	"sooth/llm"
	"sooth/llm/exchange"
)

// names are the shared parameters as the API calls them.
var names = map[string]string{
	"temperature": "generationConfig.temperature", "top_p": "generationConfig.topP", "top_k": "generationConfig.topK",
	"stop": "generationConfig.stopSequences", "seed": "generationConfig.seed",
}

// body makes the body of a request.
func body(r llm.Request) ([]byte, error) {
	b, err := exchange.NewBody(r, "gemini-3.5-flash")
	if err != nil {
		return nil, err
	}
	if r.System != "" {
		b["systemInstruction"] = exchange.Body{"parts": []any{exchange.Body{"text": r.System}}}
	}
	if b["contents"], err = exchange.Turns(r, turn); err != nil {
		return nil, err
	}
	if r.Tools != nil {
		var list []any
		for _, t := range r.Tools {
			list = append(list, exchange.Body{"name": t.Name, "description": t.Description, "parametersJsonSchema": t.Schema})
		}
		b["tools"] = []any{exchange.Body{"functionDeclarations": list}}
	}
	config := exchange.Body{}
	if r.MaxTokens > 0 {
		config["maxOutputTokens"] = r.MaxTokens
	}
	if r.Seed != nil {
		config["seed"] = *r.Seed
	}
	if r.Schema != nil {
		config["responseMimeType"], config["responseJsonSchema"] = "application/json", r.Schema
	}
	if len(config) > 0 {
		b["generationConfig"] = config
	}
	if _, err := b.Parameters(r.Parameters, names, "model", "contents", "systemInstruction", "tools", "max_tokens", "stream"); err != nil {
		return nil, err
	}
	return b.Bytes()
}

// turn is one turn. The API calls the assistant "model".
func turn(m llm.Message) (any, error) {
	role := "user"
	switch m.Role {
	case llm.User:
	case llm.Assistant:
		if m.Raw != nil {
			return m.Raw, nil
		}
		role = "model"
	default:
		return nil, fmt.Errorf("role %q, want user or assistant", m.Role)
	}
	var parts []any
	for _, x := range m.Results {
		key := "output"
		if x.Failed {
			key = "error"
		}
		f := exchange.Body{"name": x.Name, "response": exchange.Body{key: x.Text}}
		if !made(x.ID) {
			f["id"] = x.ID
		}
		parts = append(parts, exchange.Body{"functionResponse": f})
	}
	if m.Text != "" || len(m.Results)+len(m.Calls) == 0 {
		parts = append(parts, exchange.Body{"text": m.Text})
	}
	for _, c := range m.Calls {
		if !json.Valid(c.Arguments) {
			return nil, fmt.Errorf("arguments of call %q are not JSON", c.ID)
		}
		f := exchange.Body{"name": c.Name, "args": c.Arguments}
		if !made(c.ID) {
			f["id"] = c.ID
		}
		parts = append(parts, exchange.Body{"functionCall": f})
	}
	return exchange.Body{"role": role, "parts": parts}, nil
}
