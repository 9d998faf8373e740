package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
)

// request is a JSON-RPC request or, without an id, a notification.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		ProtocolVersion string `json:"protocolVersion"`
		Name            string `json:"name"`
		Arguments       struct {
			Query string `json:"query"`
			Limit int    `json:"limit"`
		} `json:"arguments"`
	} `json:"params"`
}

// serveMCP offers the engine as the one tool of an MCP server on stdio, one
// JSON-RPC message a line.
func (e *engine) serveMCP(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	encoder := json.NewEncoder(out)
	for lines.Scan() {
		var r request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil || len(r.ID) == 0 {
			continue
		}
		reply := map[string]any{"jsonrpc": "2.0", "id": r.ID}
		switch r.Method {
		case "initialize":
			reply["result"] = map[string]any{
				"protocolVersion": r.Params.ProtocolVersion,
				"capabilities":    map[string]any{"tools": map[string]any{}},
				"serverInfo":      map[string]any{"name": "gosearch", "version": "1"},
			}
		case "ping":
			reply["result"] = map[string]any{}
		case "tools/list":
			reply["result"] = map[string]any{"tools": []any{map[string]any{
				"name": "search_docs", "description": "Full text search over the documentation of the Go standard library.",
				"inputSchema": map[string]any{
					"type": "object", "required": []string{"query"},
					"properties": map[string]any{"query": map[string]any{"type": "string"}, "limit": map[string]any{"type": "integer"}},
				},
			}}}
		case "tools/call":
			reply["result"] = e.call(ctx, r.Params.Name, r.Params.Arguments.Query, r.Params.Arguments.Limit)
		default:
			reply["error"] = map[string]any{"code": -32601, "message": "method not found"}
		}
		if err := encoder.Encode(reply); err != nil {
			return err
		}
	}
	return lines.Err()
}

// call returns the result of a call: the answer as JSON in a text.
func (e *engine) call(ctx context.Context, tool, query string, limit int) map[string]any {
	fail := func(text string) map[string]any {
		return map[string]any{"isError": true, "content": []any{map[string]any{"type": "text", "text": text}}}
	}
	if tool != "search_docs" {
		return fail("unknown tool " + tool)
	}
	if limit <= 0 {
		limit = 10
	}
	a, err := e.search(ctx, query, limit)
	if err != nil {
		return fail(err.Error())
	}
	text, err := json.Marshal(a)
	if err != nil {
		return fail(err.Error())
	}
	return map[string]any{"content": []any{map[string]any{"type": "text", "text": string(text)}}}
}
