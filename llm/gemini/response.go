package gemini

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"sooth/llm"
	"sooth/llm/exchange"
)

// answer is a response, as far as it is read.
type answer struct {
	Candidates []struct {
		Content       json.RawMessage `json:"content"`
		FinishReason  string          `json:"finishReason"`
		FinishMessage string          `json:"finishMessage"`
	} `json:"candidates"`
	PromptFeedback *struct {
		BlockReason        string `json:"blockReason"`
		BlockReasonMessage string `json:"blockReasonMessage"`
	} `json:"promptFeedback"`
	Usage struct {
		Prompt     *int `json:"promptTokenCount"`
		Tools      *int `json:"toolUsePromptTokenCount"`
		Candidates *int `json:"candidatesTokenCount"`
		Thoughts   *int `json:"thoughtsTokenCount"`
		Cached     *int `json:"cachedContentTokenCount"`
	} `json:"usageMetadata"`
	ModelVersion string `json:"modelVersion"`
	ResponseID   string `json:"responseId"`
}

// turnRead is the content of a candidate.
type turnRead struct {
	Parts []struct {
		Text         string `json:"text"`
		Thought      bool   `json:"thought"`
		FunctionCall *struct {
			ID   string          `json:"id"`
			Name string          `json:"name"`
			Args json.RawMessage `json:"args"`
		} `json:"functionCall"`
	} `json:"parts"`
}

// problem is the API's account of an error, google.rpc.Status in JSON.
type problem struct {
	Error struct {
		Code    int    `json:"code"`
		Status  string `json:"status"`
		Message string `json:"message"`
		Details []struct {
			Type       string `json:"@type"`
			Reason     string `json:"reason"`
			RetryDelay string `json:"retryDelay"` // of google.rpc.RetryInfo: "34.07s"
			Violations []struct {
				QuotaID string `json:"quotaId"`
			} `json:"violations"` // of google.rpc.QuotaFailure
		} `json:"details"`
	} `json:"error"`
}

// failure reads an error, nil if the reply is none.
func (d *Driver) failure(reply *exchange.Reply) *llm.Error {
	var p problem
	_ = json.Unmarshal(reply.Body, &p) // what cannot be read stays empty
	found := p.Error.Code != 0 || p.Error.Status != ""
	kind := exchange.KindOf(reply.Status)
	inner := exchange.KindOf(p.Error.Code)
	switch {
	case !found && kind == "":
		return nil
	case kind == "":
		kind = llm.ErrorBody
	}
	final := false
	for _, x := range p.Error.Details {
		if x.Reason == "API_KEY_INVALID" && kind != llm.ErrorBody {
			kind = llm.Auth // the API says 400 to it
		}
		for _, v := range x.Violations {
			// A day's quota comes back at midnight, whatever retryDelay says.
			if kind == llm.RateLimited && strings.Contains(v.QuotaID, "PerDay") {
				kind = llm.Quota
			}
		}
	}
	if kind == llm.ErrorBody {
		final = p.Error.Code != 0 && !inner.Passing()
	}
	e := d.c.Fail(reply, kind, p.Error.Status, p.Error.Message)
	e.Final = e.Final || final
	for _, x := range p.Error.Details {
		// The API says here what others say in a header.
		if delay, err := time.ParseDuration(x.RetryDelay); err == nil && delay > e.Wait && strings.HasSuffix(x.Type, "RetryInfo") {
			e.Wait = delay
		}
	}
	return e
}

// stops are the API's words for why it stopped; those that are missing are
// [llm.Other].
var stops = map[string]llm.Stop{
	"STOP": llm.End, "MAX_TOKENS": llm.Length,
	"SAFETY": llm.Safety, "RECITATION": llm.Safety, "BLOCKLIST": llm.Safety, "PROHIBITED_CONTENT": llm.Safety, "SPII": llm.Safety,
	"IMAGE_SAFETY": llm.Safety, "IMAGE_PROHIBITED_CONTENT": llm.Safety, "IMAGE_RECITATION": llm.Safety,
}

// read makes a response out of a reply.
func (d *Driver) read(reply *exchange.Reply) (llm.Response, error) {
	if e := d.failure(reply); e != nil {
		return llm.Response{}, e
	}
	var a answer
	if err := json.Unmarshal(reply.Body, &a); err != nil {
		return llm.Response{}, d.c.Fail(reply, llm.Shape, "", err.Error())
	}
	r := llm.Response{Model: a.ModelVersion, RequestID: a.ResponseID, Sent: reply.Sent(), Received: reply.Body, Usage: usage(a)}
	if r.RequestID == "" {
		r.RequestID = reply.RequestID
	}
	if len(a.Candidates) == 0 {
		if a.PromptFeedback == nil || a.PromptFeedback.BlockReason == "" {
			return llm.Response{}, d.c.Fail(reply, llm.Shape, "", "neither candidates nor a reason why there are none")
		}
		r.Stop, r.Reason, r.Detail = llm.Safety, a.PromptFeedback.BlockReason, a.PromptFeedback.BlockReasonMessage
		return r, nil
	}
	c := a.Candidates[0]
	r.Reason, r.Detail = c.FinishReason, c.FinishMessage
	var t turnRead
	if c.Content != nil {
		if err := json.Unmarshal(c.Content, &t); err != nil {
			return llm.Response{}, d.c.Fail(reply, llm.Shape, "", err.Error())
		}
	}
	for _, p := range t.Parts {
		switch {
		case p.FunctionCall != nil:
			f := *p.FunctionCall
			if f.ID == "" {
				f.ID = fmt.Sprintf("%s%d", madeID, len(r.Calls))
			}
			if f.Args == nil {
				f.Args = json.RawMessage("{}")
			}
			r.Calls = append(r.Calls, llm.ToolCall{ID: f.ID, Name: f.Name, Arguments: f.Args})
		case !p.Thought:
			r.Text += p.Text
		}
	}
	stop, known := stops[c.FinishReason]
	switch {
	case !known:
		r.Stop = llm.Other
	case stop == llm.End && r.Calls != nil:
		r.Stop = llm.ToolUse
	case stop == llm.End && strings.TrimSpace(r.Text) == "":
		r.Stop = llm.Empty
	default:
		r.Stop = stop
	}
	return r.WithRaw(c.Content), nil
}

// madeID begins the id of a call that the API gave none.
const madeID = "call-without-id-"

// made reports whether an id is not the API's.
func made(id string) bool { return id == "" || strings.HasPrefix(id, madeID) }

// usage takes the cached tokens out of those of the prompt and adds hidden
// reasoning to those of the answer: the API counts the former together and the
// latter apart.
func usage(a answer) llm.Usage {
	u := llm.Usage{CacheRead: a.Usage.Cached}
	if a.Usage.Prompt != nil {
		input := *a.Usage.Prompt
		if a.Usage.Tools != nil {
			input += *a.Usage.Tools
		}
		u.Input = llm.Uncached(&input, a.Usage.Cached)
	}
	if a.Usage.Candidates != nil || a.Usage.Thoughts != nil {
		output := 0
		for _, n := range []*int{a.Usage.Candidates, a.Usage.Thoughts} {
			if n != nil {
				output += *n
			}
		}
		u.Output = &output
	}
	return u
}
