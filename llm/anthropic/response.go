package anthropic

import (
	"encoding/json"
	"strings"

	"sooth/llm"
	"sooth/llm/exchange"
)

// message is a response, as far as it is read.
type message struct {
	Type        string          `json:"type"`
	Model       string          `json:"model"`
	Content     json.RawMessage `json:"content"`
	StopReason  string          `json:"stop_reason"`
	StopDetails struct {
		Category    string `json:"category"`
		Explanation string `json:"explanation"`
	} `json:"stop_details"`
	Usage struct {
		Input      *int `json:"input_tokens"`
		Output     *int `json:"output_tokens"`
		CacheRead  *int `json:"cache_read_input_tokens"`
		CacheWrite *int `json:"cache_creation_input_tokens"`
	} `json:"usage"`
}

// problem is the API's account of an error.
type problem struct {
	Type  string `json:"type"`
	Error struct {
		Type    string `json:"type"`
		Message string `json:"message"`
		Details struct {
			Code string `json:"error_code"`
		} `json:"details"`
	} `json:"error"`
	RequestID string `json:"request_id"`
}

// kinds are the API's words for errors.
var kinds = map[string]llm.Kind{
	"invalid_request_error": llm.BadRequest, "authentication_error": llm.Auth, "permission_error": llm.Auth,
	"billing_error": llm.Quota, "not_found_error": llm.NotFound, "request_too_large": llm.BadRequest,
	"rate_limit_error": llm.RateLimited, "timeout_error": llm.Timeout, "api_error": llm.ServerError, "overloaded_error": llm.Overloaded,
}

// failure reads an error, nil if the reply is none.
func (d *Driver) failure(reply *exchange.Reply) *llm.Error {
	var p problem
	_ = json.Unmarshal(reply.Body, &p) // what cannot be read stays empty
	byStatus := exchange.KindOf(reply.Status)
	if p.Error.Type == "" && byStatus == "" {
		return nil
	}
	kind := byStatus
	if word, ok := kinds[p.Error.Type]; ok && kind != "" {
		kind = word // finer than the status
	}
	if p.Error.Details.Code == "enforced_spend_limit_reached" {
		// A 429 that no waiting mends before the next month.
		kind = llm.Quota
	}
	if kind == "" {
		kind = llm.ErrorBody
	}
	e := d.c.Fail(reply, kind, p.Error.Type, p.Error.Message)
	if kind == llm.ErrorBody {
		word := kinds[p.Error.Type]
		e.Final = word != "" && !word.Passing()
	}
	if e.RequestID == "" {
		e.RequestID = p.RequestID
	}
	return e
}

// read makes a response out of a reply.
func (d *Driver) read(reply *exchange.Reply) (llm.Response, error) {
	if e := d.failure(reply); e != nil {
		return llm.Response{}, e
	}
	var m message
	if err := json.Unmarshal(reply.Body, &m); err != nil {
		return llm.Response{}, d.c.Fail(reply, llm.Shape, "", err.Error())
	}
	var blocks []struct {
		Type, Text, ID, Name string
		Input                json.RawMessage
	}
	if m.Type != "message" || json.Unmarshal(m.Content, &blocks) != nil || blocks == nil {
		return llm.Response{}, d.c.Fail(reply, llm.Shape, "", "no message with content")
	}
	r := llm.Response{
		Model: m.Model, Reason: m.StopReason, RequestID: reply.RequestID, Sent: reply.Sent(), Received: reply.Body,
		Usage: llm.Usage{Input: m.Usage.Input, Output: m.Usage.Output, CacheRead: m.Usage.CacheRead, CacheWrite: m.Usage.CacheWrite},
	}
	var text strings.Builder
	for _, b := range blocks {
		switch b.Type {
		case "text":
			text.WriteString(b.Text)
		case "tool_use":
			r.Calls = append(r.Calls, llm.ToolCall{ID: b.ID, Name: b.Name, Arguments: b.Input})
		}
	}
	r.Text = text.String()
	r.Stop = llm.Other
	switch m.StopReason {
	case "end_turn", "stop_sequence":
		r.Stop = llm.End
		if strings.TrimSpace(r.Text) == "" {
			r.Stop = llm.Empty
		}
	case "max_tokens", "model_context_window_exceeded":
		r.Stop = llm.Length
	case "tool_use":
		r.Stop = llm.ToolUse
	case "refusal":
		r.Stop = llm.Refusal
		r.Detail = strings.TrimSpace(m.StopDetails.Category + " " + m.StopDetails.Explanation)
	}
	return r.WithRaw(m.Content), nil
}
