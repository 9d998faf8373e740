package openai

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"sooth/llm"
	"sooth/llm/exchange"
)

// completion is a response, as far as it is read.
type completion struct {
	Model   string `json:"model"`
	Choices []struct {
		Message struct {
			Content   json.RawMessage `json:"content"`
			Refusal   string          `json:"refusal"`
			ToolCalls []call          `json:"tool_calls"`
			// Of OpenRouter and others: reasoning to be sent back.
			Reasoning json.RawMessage `json:"reasoning_details"`
		} `json:"message"`
		FinishReason string          `json:"finish_reason"`
		Error        json.RawMessage `json:"error"` // OpenRouter
	} `json:"choices"`
	Usage struct {
		Prompt     *int `json:"prompt_tokens"`
		Completion *int `json:"completion_tokens"`
		Details    struct {
			Cached  *int `json:"cached_tokens"`
			Written *int `json:"cache_write_tokens"`
		} `json:"prompt_tokens_details"`
	} `json:"usage"`
}

// problem is an account of an error. Code is a word at OpenAI and a number
// elsewhere; some servers write the error as a mere string.
type problem struct {
	Type    string          `json:"type"`
	Message string          `json:"message"`
	Code    json.RawMessage `json:"code"`
}

// words are codes and types that say more than a status does.
var words = map[string]llm.Kind{
	"insufficient_quota": llm.Quota, "billing_hard_limit_reached": llm.Quota, "billing_not_active": llm.Quota,
	"invalid_api_key": llm.Auth, "model_not_found": llm.NotFound, "rate_limit_exceeded": llm.RateLimited,
	"invalid_request_error": llm.BadRequest, "server_error": llm.ServerError,
}

// readProblem finds the account of an error in a body.
func readProblem(body []byte) (p problem, found bool) {
	var outer struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(body, &outer) != nil || len(outer.Error) == 0 || string(outer.Error) == "null" {
		return p, false
	}
	if json.Unmarshal(outer.Error, &p) != nil && p.Message == "" {
		_ = json.Unmarshal(outer.Error, &p.Message)
	}
	return p, true
}

// code is the code as a word.
func (p problem) code() string {
	var word string
	if json.Unmarshal(p.Code, &word) == nil {
		return word
	}
	return string(p.Code)
}

// filtered reports whether an error is the filter's doing: the answer to the
// prompt, not a fault of the surroundings.
func (p problem) filtered() bool {
	return p.code() == "content_filter" || p.code() == "content_policy_violation"
}

// failure reads an error, nil if the reply is none.
func (d *Driver) failure(reply *exchange.Reply) *llm.Error {
	p, found := readProblem(reply.Body)
	kind := exchange.KindOf(reply.Status)
	switch {
	case !found && kind == "":
		return nil
	case kind == "":
		kind = llm.ErrorBody
	}
	return d.error(reply, kind, p)
}

func (d *Driver) error(reply *exchange.Reply, kind llm.Kind, p problem) *llm.Error {
	word := p.code()
	if _, ok := words[word]; !ok && p.Type != "" {
		word = p.Type
	}
	inner := words[word]
	if status, err := strconv.Atoi(p.code()); err == nil && status >= 400 && status < 600 {
		inner = exchange.KindOf(status) // OpenRouter's codes are statuses
	}
	if kind != llm.ErrorBody && (inner == llm.Quota || inner == llm.Auth || inner == llm.NotFound) {
		kind = inner // a 429 for want of credit is no rate limit
	}
	e := d.c.Fail(reply, kind, word, p.Message)
	if kind == llm.ErrorBody {
		e.Final = inner != "" && !inner.Passing()
	}
	return e
}

// read makes a response out of a reply.
func (d *Driver) read(reply *exchange.Reply) (llm.Response, error) {
	r := llm.Response{RequestID: reply.RequestID, Sent: reply.Sent(), Received: reply.Body}
	if p, found := readProblem(reply.Body); found && p.filtered() && reply.Status < 500 {
		r.Stop, r.Reason, r.Detail = llm.Safety, p.code(), p.Message
		return r, nil
	}
	if e := d.failure(reply); e != nil {
		return llm.Response{}, e
	}
	var c completion
	if err := json.Unmarshal(reply.Body, &c); err != nil {
		return llm.Response{}, d.c.Fail(reply, llm.Shape, "", err.Error())
	}
	if len(c.Choices) == 0 {
		return llm.Response{}, d.c.Fail(reply, llm.Shape, "", "no choices")
	}
	choice := c.Choices[0]
	if len(choice.Error) > 0 && string(choice.Error) != "null" {
		var p problem
		_ = json.Unmarshal(choice.Error, &p)
		return llm.Response{}, d.error(reply, llm.ErrorBody, p)
	}
	text, err := content(choice.Message.Content)
	if err != nil {
		return llm.Response{}, d.c.Fail(reply, llm.Shape, "", err.Error())
	}
	r.Text, r.Model, r.Reason = text, c.Model, choice.FinishReason
	for i, t := range choice.Message.ToolCalls {
		if t.ID == "" { // some servers give none, and two must be told apart
			t.ID = fmt.Sprintf("call_%d", i)
		}
		r.Calls = append(r.Calls, llm.ToolCall{ID: t.ID, Name: t.Function.Name, Arguments: json.RawMessage(t.Function.Arguments)})
	}
	r.Usage = usage(c)
	switch {
	case choice.Message.Refusal != "":
		r.Stop, r.Detail = llm.Refusal, choice.Message.Refusal
	case choice.FinishReason == "length":
		r.Stop = llm.Length
	case choice.FinishReason == "content_filter":
		r.Stop = llm.Safety
	case r.Calls != nil && (choice.FinishReason == "tool_calls" || choice.FinishReason == "stop" || choice.FinishReason == "function_call"):
		r.Stop = llm.ToolUse
	case choice.FinishReason == "stop" && strings.TrimSpace(r.Text) == "":
		r.Stop = llm.Empty
	case choice.FinishReason == "stop":
		r.Stop = llm.End
	default:
		r.Stop = llm.Other
	}
	if len(choice.Message.Reasoning) > 0 {
		raw, _ := exchange.Body{"reasoning_details": choice.Message.Reasoning}.Bytes()
		r = r.WithRaw(raw)
	}
	return r, nil
}

// usage takes the cached tokens out of those of the prompt, which the API counts
// together.
func usage(c completion) llm.Usage {
	u := llm.Usage{Output: c.Usage.Completion, CacheRead: c.Usage.Details.Cached, CacheWrite: c.Usage.Details.Written}
	if u.Input = llm.Uncached(c.Usage.Prompt, u.CacheRead, u.CacheWrite); u.Input == nil { // not told, or counted some other way
		return llm.Usage{Output: u.Output}
	}
	return u
}

// content is the text of a message: a string, null, or, from some servers, a
// list of parts.
func content(raw json.RawMessage) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, nil
	}
	var parts []struct{ Type, Text string }
	if err := json.Unmarshal(raw, &parts); err != nil {
		return "", fmt.Errorf("content of the message is neither a text nor a list of parts")
	}
	for _, p := range parts {
		if p.Type == "text" {
			text += p.Text
		}
	}
	return text, nil
}
