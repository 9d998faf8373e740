package runner

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"sooth/agent"
	"sooth/score"
	"sooth/trial"
)

// ask asks one trial and makes its record. It is not ok when the trial was
// given up, so that there is nothing to record.
func (e *execution) ask(ctx context.Context, place int) (record trial.Record, ok bool) {
	p := e.Plan[place]
	r := trial.Record{
		Schema: trial.Schema, Run: e.run.ID, Key: e.planned(place).Key,
		Task: p.Task, Arm: p.Arm, Model: p.Model, Repeat: p.Repeat, Order: p.Order,
		System: p.System, Prompt: p.Prompt, Agent: e.Agent.Name(), Program: e.Programs[p.Model],
		Parameters: e.Parameters, Attempts: 1, Started: e.Now(),
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(e.Abort, cancel)()
	if e.Deadline > 0 {
		ctx, cancel = context.WithTimeout(ctx, e.Deadline)
		defer cancel()
	}
	var answer agent.Answer
	err := error(&agent.Failure{State: score.InfraError, Reason: "no context: " + p.Ungrounded})
	if p.Ungrounded == "" { // else nobody is asked: a plain answer would be taken for a grounded one
		answer, err = e.call(ctx, agent.Request{
			Task: p.Task, Arm: p.Arm, Model: p.Model, Repeat: p.Repeat,
			System: p.System, Prompt: p.Prompt, Parameters: e.Parameters,
		})
	}
	if err != nil && e.Abort.Err() != nil {
		return trial.Record{}, false
	}
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		err = &agent.Failure{State: score.InfraError, Reason: fmt.Sprintf("no answer within %v", e.Deadline)}
	}
	r.Finished = e.Now()
	r.Answer, r.Returned, r.Stop = valid(answer.Text), valid(answer.Model), valid(answer.StopReason)
	r.Usage, r.ToolCalls, r.Recorded = answer.Usage, slices.Clone(answer.ToolCalls), answer.Recorded
	r.Attempts, r.CostUSD = max(1, answer.Attempts), answer.CostUSD // known also of what failed
	r.Retries, r.Sent = answer.Retries, answer.Sent
	for i, c := range r.ToolCalls {
		c.Tool, c.Arguments, c.Result, c.Error = valid(c.Tool), valid(c.Arguments), valid(c.Result), valid(c.Error)
		r.ToolCalls[i] = c
	}
	r.State, r.Reason = judge(answer.Text, err)
	return r, true
}

// call calls the agent. A panic in it costs this trial only.
func (e *execution) call(ctx context.Context, r agent.Request) (answer agent.Answer, err error) {
	defer func() {
		if v := recover(); v != nil {
			e.Log.Error("panic in an agent", "agent", e.Agent.Name(), "task", r.Task, "arm", r.Arm, "panic", v, "stack", string(debug.Stack()))
			answer, err = agent.Answer{}, fmt.Errorf("panic in agent %q: %v", e.Agent.Name(), v)
		}
	}()
	return e.Agent.Answer(ctx, r)
}

// judge says how a trial ended. What came with a failure, such as the text of a
// truncated answer, is kept in the record beside it.
func judge(text string, err error) (score.State, string) {
	var failure *agent.Failure
	switch {
	case errors.As(err, &failure):
		state := failure.State
		if state != score.NoAnswer {
			state = score.InfraError
		}
		return state, clause(failure.Reason)
	case err != nil:
		return score.InfraError, clause(err.Error())
	case strings.TrimSpace(text) == "":
		return score.NoAnswer, "empty answer"
	case !utf8.ValidString(text):
		return score.NoAnswer, fmt.Sprintf("not valid UTF-8 from byte %d on", firstInvalid(text))
	}
	return score.Answered, ""
}

// firstInvalid returns the offset of the first byte that is not UTF-8.
func firstInvalid(s string) int {
	for i, c := range s {
		if c == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return len(s)
}

// valid replaces what is not UTF-8: a record is JSON.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// clause makes one line of bounded length out of an error's text.
func clause(s string) string {
	s = strings.Join(strings.Fields(valid(s)), " ")
	if s == "" {
		return "no reason given"
	}
	const most = 500
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + " …"
	}
	return s
}
