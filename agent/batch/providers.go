package batch

import (
	"fmt"
	"strings"

	"sooth/agent"
	"sooth/llm"
)

// anthropicResult is what a row of a message batch's results holds
// (https://docs.claude.com/en/api/retrieving-message-batch-results).
type anthropicResult struct {
	Type    string `json:"type"` // succeeded, errored, canceled, expired
	Message struct {
		Model   string `json:"model"`
		Stop    string `json:"stop_reason"`
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Usage struct {
			Input      *int `json:"input_tokens"`
			Output     *int `json:"output_tokens"`
			CacheRead  *int `json:"cache_read_input_tokens"`
			CacheWrite *int `json:"cache_creation_input_tokens"`
		} `json:"usage"`
	} `json:"message"`
	Error *fault `json:"error"`
}

func (a *anthropicResult) result(id string) Result {
	switch a.Type {
	case "succeeded":
	case "errored":
		return infra(id, "errored: "+a.Error.text())
	default:
		return infra(id, fmt.Sprintf("the batch says %q", a.Type))
	}
	var text strings.Builder
	for _, part := range a.Message.Content {
		if part.Type == "text" {
			text.WriteString(part.Text)
		}
	}
	u := a.Message.Usage
	return Result{ID: id, Failure: stopped(a.Message.Stop, ""), Answer: agent.Answer{
		Text: text.String(), Model: a.Message.Model, StopReason: a.Message.Stop,
		Usage: agent.Usage{Input: u.Input, Output: u.Output, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite},
	}}
}

// openaiResponse is what a row of a batch's output file holds
// (https://platform.openai.com/docs/api-reference/batch/request-output).
type openaiResponse struct {
	Status int `json:"status_code"`
	Body   struct {
		Model   string `json:"model"`
		Choices []struct {
			Message struct {
				Content string `json:"content"`
				Refusal string `json:"refusal"`
			} `json:"message"`
			Finish string `json:"finish_reason"`
		} `json:"choices"`
		Usage struct {
			Prompt     *int `json:"prompt_tokens"`
			Completion *int `json:"completion_tokens"`
			Details    struct {
				Cached *int `json:"cached_tokens"`
			} `json:"prompt_tokens_details"`
		} `json:"usage"`
		Error *fault `json:"error"`
	} `json:"body"`
}

func (o *openaiResponse) result(id string, rejected *fault) Result {
	switch {
	case o == nil:
		return infra(id, rejected.text())
	case o.Status != 200:
		return infra(id, fmt.Sprintf("status %d: %s", o.Status, o.Body.Error.text()))
	case len(o.Body.Choices) == 0:
		return infra(id, "the response holds no choice")
	}
	choice, u := o.Body.Choices[0], o.Body.Usage
	usage := agent.Usage{Input: llm.Uncached(u.Prompt, u.Details.Cached), Output: u.Completion, CacheRead: u.Details.Cached}
	return Result{ID: id, Failure: stopped(choice.Finish, choice.Message.Refusal), Answer: agent.Answer{
		Text: choice.Message.Content, Model: o.Body.Model, StopReason: choice.Finish, Usage: usage,
	}}
}
