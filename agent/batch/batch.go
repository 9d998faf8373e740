// Package batch asks without a connection: it writes the prompts of a plan for
// a provider's batch interface or for somebody's hands, and answers from the
// file that comes back. Its formats are in docs/format/batch.md.
package batch

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"sooth/agent"
	"sooth/score"
	"sooth/suite"
)

// ID names a trial of a plan, whoever answers it: 32 hexadecimal digits of the
// SHA-256 over task, arm, repeat, system prompt and prompt, each preceded by
// its length, after "sooth-". It fits what providers accept as custom_id, and
// another prompt has another one.
func ID(t suite.Trial) string {
	h := sha256.New()
	for _, text := range []string{t.Task, t.Arm, fmt.Sprint(t.Repeat), t.System, t.Prompt} {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(text)))
		h.Write(length[:])
		h.Write([]byte(text))
	}
	return "sooth-" + hex.EncodeToString(h.Sum(nil))[:32]
}

// Result is what came back for one trial.
type Result struct {
	ID      string
	Line    int // of the file, starting at 1
	Answer  agent.Answer
	Failure *agent.Failure // nil: it is an answer
}

// Agent answers from results. It is safe for concurrent use.
type Agent struct {
	file    string
	results map[string]Result
	trials  map[[3]string]string // task, arm, repeat → id
}

// New returns an agent that gives the results that belong to a plan. Results of
// no trial of the plan, and two of one trial, are refused, all at once.
func New(file string, results []Result, plan []suite.Trial) (*Agent, []error) {
	a := &Agent{file: file, results: map[string]Result{}, trials: map[[3]string]string{}}
	known := map[string]bool{}
	for _, t := range plan {
		id := ID(t)
		known[id] = true
		a.trials[[3]string{t.Task, t.Arm, fmt.Sprint(t.Repeat)}] = id
	}
	var problems []error
	for _, r := range results {
		first, twice := a.results[r.ID]
		switch {
		case !known[r.ID]:
			problems = append(problems, fmt.Errorf("%s:%d: %q is the id of no prompt of this plan; hint: the suite has changed since its prompts were written, or the file is of another suite, arm or number of repeats", file, r.Line, r.ID))
		case twice:
			problems = append(problems, fmt.Errorf("%s:%d: second result of %q; the first is in line %d; hint: remove one of them", file, r.Line, r.ID, first.Line))
		default:
			a.results[r.ID] = r
		}
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return a, nil
}

// Name is "batch".
func (a *Agent) Name() string { return "batch" }

// Answer gives the result of a trial; there being none is an InfraError.
func (a *Agent) Answer(ctx context.Context, r agent.Request) (agent.Answer, error) {
	if err := ctx.Err(); err != nil {
		return agent.Answer{}, err
	}
	result, ok := a.results[a.trials[[3]string{r.Task, r.Arm, fmt.Sprint(r.Repeat)}]]
	if !ok {
		return agent.Answer{}, &agent.Failure{State: score.InfraError, Reason: fmt.Sprintf("no result in %q", a.file)}
	}
	if result.Failure != nil {
		return result.Answer, result.Failure
	}
	return result.Answer, nil
}
