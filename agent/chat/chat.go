// Package chat answers a prompt with a language model: in one turn, or, under an
// arm that offers tools, in as many as it takes: the model is asked, what it
// calls is called, the results are handed back, until it answers or a bound is
// reached.
//
// Results of tools are data: nothing in them is read as an instruction to the
// loop. A tool that cannot be called is the surroundings' fault and never a
// plain answer without it.
package chat

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"sooth/agent"
	"sooth/llm"
	"sooth/score"
	"sooth/tool"
)

// Model is what answers for a model of the plan.
type Model struct {
	Driver llm.Driver
	ID     string // as the provider calls it
}

// Options say who answers and how.
type Options struct {
	Models map[string]Model // by name in the plan
	Policy llm.Policy       // how often one asks
	Prices llm.Prices
	Schema json.RawMessage // of a structured answer; nil: free text
	Log    *slog.Logger    // hears of every pause; nil: nobody does

	// Tools are the arms that offer tools, by name; an arm that is not there
	// offers none.
	Tools map[string]Toolbox
	Turns int              // requests to the model in one trial with tools; 0: 20
	Now   func() time.Time // times the calls of tools; nil: time.Now
}

// Toolbox is what an arm offers.
type Toolbox struct {
	Caller tool.Caller
	// ByTask are callers with the tools of Caller that stand in its place in the
	// trials of a task; nil: Caller answers all. A task that is not there is an
	// error of its trials.
	ByTask map[string]tool.Caller
	// Text says that tools are described in the system prompt and called in the
	// model's text, for models without an interface for tools.
	Text bool
	// Offered names the tools that the model may see; empty: all that the caller
	// has. A name that the caller lacks is an error of every trial of the arm.
	Offered  []string
	MaxBytes int           // of one result that the model is shown; 0: 32 KiB
	PerCall  time.Duration // that a tool may take; 0: one minute
}

// Agent asks models. It is safe for concurrent use.
type Agent struct {
	o     Options
	name  string
	mutex sync.Mutex            // guards lists
	lists map[string][]llm.Tool // by arm, once they were asked for
}

// New returns an agent. Its name is that of the provider of all models, or
// "chat" where they are of several.
func New(o Options) (*Agent, error) {
	if len(o.Models) == 0 {
		return nil, errors.New("no model; hint: --model names one")
	}
	if o.Turns == 0 {
		o.Turns = 20
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	a := &Agent{o: o, lists: map[string][]llm.Tool{}}
	for _, m := range o.Models {
		if a.name = cmp.Or(a.name, m.Driver.Provider()); a.name != m.Driver.Provider() {
			a.name = "chat"
			break
		}
	}
	if o.Log != nil && o.Policy.Observe == nil {
		a.o.Policy.Observe = func(p llm.Pause) {
			o.Log.Warn("asking again", "attempt", p.Attempt, "of", p.Attempts, "wait", p.Wait, "asked for by the provider", p.Asked, "because", p.Err.Error())
		}
	}
	return a, nil
}

// Name identifies the agent in records.
func (a *Agent) Name() string { return a.name }

// Answer asks until the model answers, each request as often as the policy
// allows.
func (a *Agent) Answer(ctx context.Context, r agent.Request) (agent.Answer, error) {
	m, ok := a.o.Models[r.Model]
	if !ok {
		return agent.Answer{}, infra("nobody answers for model %q", r.Model)
	}
	request, err := a.request(m, r)
	if err != nil {
		return agent.Answer{}, infra("%v", err)
	}
	c := &conversation{agent: a, model: m, request: request, results: map[string]outcome{}, paid: new(float64)}
	c.usage = llm.Usage{Input: new(int), Output: new(int), CacheRead: new(int), CacheWrite: new(int)} // nothing was sent yet
	if box, ok := a.o.Tools[r.Arm]; ok {
		if err := c.equip(ctx, box, r); err != nil {
			return agent.Answer{}, infra("tools: %v", err)
		}
	}
	return c.run(ctx)
}

func infra(format string, arguments ...any) error {
	return &agent.Failure{State: score.InfraError, Reason: fmt.Sprintf(format, arguments...)}
}

// missing says why a response is no answer, "" if it is one.
func missing(r llm.Response) string {
	detail := func(word string) string {
		if r.Detail != "" {
			return word + ": " + r.Detail
		}
		return word
	}
	switch r.Stop {
	case llm.End:
		return ""
	case llm.Length:
		return "truncated"
	case llm.Refusal:
		return detail("refused")
	case llm.Safety:
		return detail("safety")
	case llm.Empty:
		return "empty"
	case llm.ToolUse:
		return "called a tool that was not offered"
	}
	return fmt.Sprintf("stopped for the reason %q", r.Reason)
}

// request makes the request of a trial.
func (a *Agent) request(m Model, r agent.Request) (llm.Request, error) {
	request := llm.Request{
		Model: m.ID, System: r.System, Messages: []llm.Message{{Role: llm.User, Text: r.Prompt}},
		Schema: a.o.Schema, Parameters: maps.Clone(r.Parameters),
	}
	if text, ok := r.Parameters["max_tokens"]; ok {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return request, fmt.Errorf("parameter max_tokens is %q, want a whole number of 1 or more", text)
		}
		request.MaxTokens = n
		delete(request.Parameters, "max_tokens")
	}
	if text, ok := r.Parameters["seed"]; ok {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return request, fmt.Errorf("parameter seed is %q, want a whole number", text)
		}
		// With one seed for all, repeats would be one sample told several times.
		n += int64(r.Repeat)
		request.Seed = &n
		delete(request.Parameters, "seed")
	}
	return request, nil
}

// Check holds parameters against every model before anything is paid for. It
// returns what of them will not reach a model, one line each, or the first
// request that a provider would refuse.
func (a *Agent) Check(parameters map[string]string) (warnings []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(a.o.Models)) {
		m := a.o.Models[name]
		request, err := a.request(m, agent.Request{Model: name, Prompt: "?", Parameters: parameters})
		if err != nil {
			return nil, err
		}
		checker, ok := m.Driver.(llm.Checker)
		if !ok {
			continue
		}
		unsent, err := checker.Check(request)
		if err != nil {
			return nil, fmt.Errorf("model %q: %w", name, err)
		}
		for _, p := range unsent {
			warnings = append(warnings, fmt.Sprintf("parameter %q does not reach model %q: %s has no such field", p, name, m.Driver.Provider()))
		}
	}
	return warnings, nil
}

// Programs identifies the programs among the models, by name in the plan, as the
// last probe found them.
func (a *Agent) Programs() map[string]string {
	list := map[string]string{}
	for name, m := range a.o.Models {
		if p, ok := m.Driver.(llm.Program); ok {
			list[name] = p.Program()
		}
	}
	return list
}

// Probe asks every provider, without a paid call, whether it answers, takes the
// key and has the model, all at once and each within a time; 0: as long as it
// takes. All that is wrong is told together.
func (a *Agent) Probe(ctx context.Context, within time.Duration) error {
	names := slices.Sorted(maps.Keys(a.o.Models))
	list := make([]error, len(names))
	var probes sync.WaitGroup
	for i, name := range names {
		m := a.o.Models[name]
		prober, ok := m.Driver.(llm.Prober)
		if !ok {
			continue
		}
		probes.Go(func() {
			attempt, cancel := ctx, context.CancelFunc(func() {})
			if within > 0 {
				attempt, cancel = context.WithTimeout(ctx, within)
			}
			defer cancel()
			err := prober.Probe(attempt, m.ID)
			if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
				err = &llm.Error{Kind: llm.Timeout, Provider: m.Driver.Provider(), Message: fmt.Sprintf("nobody answers within %v", within)}
			}
			if err != nil {
				list[i] = fmt.Errorf("model %q: %w", name, err)
			}
		})
	}
	probes.Wait()
	return errors.Join(list...)
}
