package chat

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"sooth/agent"
	"sooth/llm"
	"sooth/score"
)

// conversation is one trial.
type conversation struct {
	agent   *Agent
	model   Model
	box     Toolbox // without a Caller: no tools are offered
	request llm.Request
	tools   []llm.Tool         // offered, however the model is told of them
	results map[string]outcome // by name and arguments: the same call is answered once
	answer  agent.Answer
	usage   llm.Usage // of all requests together
	paid    *float64  // nil: what was paid is not known
}

// run asks turn by turn. What is known is in the answer also when it fails.
func (t *conversation) run(ctx context.Context) (agent.Answer, error) {
	for range t.agent.o.Turns {
		response, err := t.ask(ctx)
		if err != nil {
			return t.answer, err
		}
		calls := t.calls(response)
		if len(calls) == 0 {
			t.answer.Text = response.Text
			if reason := missing(response); reason != "" {
				return t.answer, none("%s", reason)
			}
			return t.answer, nil
		}
		results, err := t.call(ctx, calls)
		if err != nil {
			return t.answer, err
		}
		t.request.Messages = append(t.request.Messages, response.Turn(), t.told(results))
	}
	return t.answer, none("no answer within %d turns", t.agent.o.Turns)
}

// calls are the calls that a response makes, by the provider's interface or in
// its text; none: it is the last one.
func (t *conversation) calls(r llm.Response) []llm.ToolCall {
	switch {
	case t.box.Text && missing(r) == "":
		return written(r.Text)
	case !t.box.Text && r.Stop == llm.ToolUse && len(t.tools) > 0:
		return r.Calls
	}
	return nil
}

// told is the turn that hands results back.
func (t *conversation) told(results []llm.ToolResult) llm.Message {
	if t.box.Text {
		return llm.Message{Role: llm.User, Text: resultsText(results)}
	}
	return llm.Message{Role: llm.User, Results: results}
}

func none(format string, arguments ...any) error {
	return &agent.Failure{State: score.NoAnswer, Reason: fmt.Sprintf(format, arguments...)}
}

// ask sends the conversation as it stands, and counts what that took.
func (t *conversation) ask(ctx context.Context) (llm.Response, error) {
	lost := false
	response, effort, err := t.agent.o.Policy.Do(ctx, func(ctx context.Context) (llm.Response, error) {
		response, err := t.model.Driver.Complete(ctx, t.request)
		var e *llm.Error
		lost = lost || err != nil && (!errors.As(err, &e) || e.MaybePaid)
		return response, err
	})
	a := &t.answer
	a.Attempts += effort.Attempts
	a.Retries += max(effort.Attempts-1, 0)
	size := len(t.request.System)
	for _, m := range t.request.Messages {
		size += len(m.Text)
		for _, c := range m.Calls {
			size += len(c.Arguments)
		}
		for _, r := range m.Results {
			size += len(r.Text)
		}
	}
	a.Sent.Sum += size
	a.Sent.Peak = max(a.Sent.Peak, size)
	if lost { // what it took, nobody tells
		t.usage, t.paid, a.Usage = llm.Usage{}, nil, agent.Usage{}
	}
	if err != nil {
		a.CostUSD = nil
		if ctx.Err() != nil {
			return response, ctx.Err()
		}
		return response, infra("%v", err)
	}
	a.Model, a.StopReason = cmp.Or(response.Model, a.Model), cmp.Or(response.Reason, string(response.Stop))
	t.usage = t.usage.Plus(response.Usage)
	a.Usage = agent.Usage(t.usage)
	cost := response.CostUSD
	if cost == nil || *cost == 0 { // a program that says 0 may not know; it must not disarm the budget
		cost, _ = t.agent.o.Prices.Cost(t.model.Driver.Provider(), t.model.ID, response.Usage)
	}
	t.paid = llm.PlusDollars(t.paid, cost)
	a.CostUSD = t.paid
	return response, nil
}
