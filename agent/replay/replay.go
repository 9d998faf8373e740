// Package replay answers with recorded answers.
package replay

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"sooth/agent"
	"sooth/internal/nearest"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// Source is a file of recorded answers and what it may speak of.
type Source struct {
	File     string           // for messages: "examples/go-api/answers.jsonl"
	Recorded []suite.Recorded // all its rows
	Tasks    []string         // the ids that the suite knows
	Arms     []string         // the names that the suite knows
	// Earlier are records of earlier runs, given again with their tool calls where
	// the file has no answer; all were given to the plan's prompts. A refusal is
	// one again; what the surroundings spoiled is left aside.
	Earlier []trial.Record
}

// named names one trial.
type named struct {
	task, arm, model string
	repeat           int
}

func (t named) String() string {
	return fmt.Sprintf("task %q, arm %q, model %q, repeat %d", t.task, t.arm, t.model, t.repeat)
}

// Agent answers from a file. It is safe for concurrent use.
type Agent struct {
	answers map[named]*suite.Recorded
	earlier map[named]*trial.Record
}

// New holds the recorded answers against the plan and returns an agent that
// gives them, or every problem at once, in order of line: an answer for a task
// or arm that the suite does not have, two answers of one trial, an answer to
// another prompt than the plan's. Answers that the plan does not ask for are
// left aside; an answer that is missing is a matter of its trial.
func New(source Source, plan []suite.Trial) (*Agent, []error) {
	var problems []problem
	report := func(line int, format string, a ...any) {
		problems = append(problems, problem{source.File, line, fmt.Sprintf(format, a...)})
	}
	asked := map[named]*suite.Trial{}
	for i := range plan {
		p := &plan[i]
		asked[named{p.Task, p.Arm, p.Model, p.Repeat}] = p
	}
	a := &Agent{answers: map[named]*suite.Recorded{}, earlier: map[named]*trial.Record{}}
	for i := range source.Recorded {
		r := &source.Recorded[i]
		t := named{r.Task, r.Arm, r.Model, r.Repeat}
		if !slices.Contains(source.Tasks, r.Task) {
			report(r.Line, "answer for unknown task %q; hint: %s", r.Task, nearest.Hint(r.Task, source.Tasks))
			continue
		}
		if !slices.Contains(source.Arms, r.Arm) {
			report(r.Line, "answer for unknown arm %q; hint: %s", r.Arm, nearest.Hint(r.Arm, source.Arms))
			continue
		}
		if first, ok := a.answers[t]; ok {
			report(r.Line, "second answer for %s; the first is in line %d; hint: remove one of them", t, first.Line)
			continue
		}
		a.answers[t] = r
		p, ok := asked[t]
		if !ok {
			continue
		}
		if want := PromptHash(p.System, p.Prompt); !strings.EqualFold(r.PromptSHA256, want) {
			report(r.Line, "the answer for %s was given to another prompt: prompt_sha256 is %q, the suite would ask %q; "+
				"hint: restore the prompt, or record the answer anew", t, r.PromptSHA256, want)
		}
	}
	for i := range source.Earlier {
		r := &source.Earlier[i]
		t := named{r.Task, r.Arm, r.Model, r.Repeat}
		if p, ok := asked[t]; ok && p.System == r.System && p.Prompt == r.Prompt && r.State != score.InfraError && a.earlier[t] == nil {
			a.earlier[t] = r
		}
	}
	slices.SortStableFunc(problems, func(a, b problem) int { return cmp.Compare(a.line, b.line) })
	var list []error
	for _, p := range problems {
		list = append(list, p)
	}
	if len(list) > 0 {
		return nil, list
	}
	return a, nil
}

// PromptHash is the prompt_sha256 of a recorded answer: the SHA-256, in hex,
// of the system prompt, a newline and the user prompt.
func PromptHash(system, prompt string) string {
	sum := sha256.Sum256([]byte(system + "\n" + prompt))
	return hex.EncodeToString(sum[:])
}

// Name is "replay".
func (a *Agent) Name() string { return "replay" }

// Answer gives the recorded answer; there being none is an InfraError.
func (a *Agent) Answer(ctx context.Context, r agent.Request) (agent.Answer, error) {
	if err := ctx.Err(); err != nil {
		return agent.Answer{}, err
	}
	t := named{r.Task, r.Arm, r.Model, r.Repeat}
	if e, ok := a.earlier[t]; ok && a.answers[t] == nil {
		answer := agent.Answer{Text: e.Answer, Model: e.Returned, StopReason: e.Stop, Usage: e.Usage, ToolCalls: e.ToolCalls, Sent: e.Sent, Recorded: given(e)}
		if e.State != score.Answered {
			return answer, &agent.Failure{State: e.State, Reason: e.Reason}
		}
		return answer, nil
	}
	recorded, ok := a.answers[t]
	if !ok {
		return agent.Answer{}, &agent.Failure{State: score.InfraError, Reason: "no recorded answer"}
	}
	return agent.Answer{Text: recorded.Answer, Model: recorded.Model, Recorded: recorded.Time, ToolCalls: recorded.ToolCalls, Sent: recorded.Sent}, nil
}

// given is when the answer of a record was first given.
func given(r *trial.Record) time.Time {
	if !r.Recorded.IsZero() {
		return r.Recorded
	}
	return r.Finished
}

// problem is one fault of the file.
type problem struct {
	file string
	line int // starting at 1
	text string
}

func (p problem) Error() string { return fmt.Sprintf("%s:%d: %s", p.file, p.line, p.text) }
