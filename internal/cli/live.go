package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"sooth/agent/chat"
	"sooth/internal/forecast"
	"sooth/internal/runner"
	"sooth/llm"
	"sooth/llm/all"
	"sooth/suite"
)

// liveFlags say how models are asked, and what that may cost.
type liveFlags struct {
	parameters []string
	maxTokens  int
	budget     float64
	prices     []string
	yes        bool
	deadline   time.Duration
	probe      time.Duration
	turns      int
	schema     json.RawMessage // of a structured answer; nil: free text
	policy     *llm.Policy     // how requests are sent again; nil: as for agents
}

func (f *liveFlags) add(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.parameters, "param", nil, "live: `name=value` sent to the provider, as in temperature=0 or seed=7; may be repeated")
	f.maxTokens, f.turns, f.deadline, f.probe = defaultMaxTokens, 20, 10*time.Minute, 2500*time.Millisecond
	flags.Var((*positive)(&f.maxTokens), "max-tokens", "live: tokens of one answer at most, a `number`")
	flags.Float64Var(&f.budget, "budget", 5, "live: `dollars` that the run may cost; it stops before it would pass them")
	flags.StringArrayVar(&f.prices, "price", nil, "live: `model=input,output`, dollars for a million tokens, for models that the price table lacks")
	flags.BoolVar(&f.yes, "yes", false, "live: go on although the run may cost more than the budget allows")
	flags.Var((*positive)(&f.turns), "turns", "live: requests to the model in one trial with tools at most, a `number`")
	flags.Var((*lasting)(&f.deadline), "deadline", "live: `time` that one trial may take, waits for the provider included")
	flags.Var((*lasting)(&f.probe), "probe", "live: `time` within which every provider must have said that it is there, before anything is asked")
}

// live is what a live run needs beside a replayed one.
type live struct {
	servers
	agent      *chat.Agent
	parameters map[string]string
	limit      func(model string) *runner.Limit // nil: --jobs
	budget     runner.Budget
	deadline   time.Duration
	programs   map[string]string // identities of those that answer, by model
}

// forecast says what a plan may cost.
func (f *liveFlags) forecast(s *suite.Suite) (forecast.Options, error) {
	prices, err := llm.BuiltIn()
	if err != nil {
		return forecast.Options{}, err
	}
	for _, stated := range f.prices {
		model, rest, _ := strings.Cut(stated, "=")
		in, out, ok := strings.Cut(rest, ",")
		input, err1 := strconv.ParseFloat(in, 64)
		output, err2 := strconv.ParseFloat(out, 64)
		provider, id, err3 := all.Provider(model)
		switch {
		case !ok || err1 != nil || err2 != nil || !(input >= 0) || !(output >= 0):
			return forecast.Options{}, usage(fmt.Errorf("--price %q is not model=input,output; hint: --price gpt-5-mini=0.25,2 says dollars for a million tokens", stated))
		case err3 != nil:
			return forecast.Options{}, usage(fmt.Errorf("--price: %w", err3))
		}
		prices = prices.With(llm.Model{Provider: provider, Model: id, Price: llm.Price{Input: &input, Output: &output}})
	}
	return forecast.Options{
		Provider: func(model string) (string, string) {
			provider, id, _ := all.Provider(model)
			return provider, id
		},
		Prices: prices, MaxTokens: f.maxTokens, Attempts: llm.ForAgents(nil).Attempts,
		Tools: func(arm string) bool {
			return slices.ContainsFunc(s.Arms, func(a suite.Arm) bool { return a.Name == arm && a.Offers() })
		},
	}, nil
}

// sent are the parameters as the provider is sent them.
func (f *liveFlags) sent() (map[string]string, error) {
	list := map[string]string{"max_tokens": strconv.Itoa(f.maxTokens)}
	for _, p := range f.parameters {
		name, value, ok := strings.Cut(p, "=")
		if _, twice := list[name]; !ok || name == "" || twice {
			return nil, usage(fmt.Errorf("--param %q is not name=value, or comes twice; hint: --param temperature=0", p))
		}
		list[name] = value
	}
	return list, nil
}

// open finds who answers for the models of a plan, and what it may cost. All
// that can be refused is refused here, before anything is paid for.
func (f *liveFlags) open(ctx context.Context, p *program, s *suite.Suite, plan []suite.Trial, jobs int) (l *live, err error) {
	parameters, err := f.sent()
	if err != nil {
		return nil, err
	}
	costs, err := f.forecast(s)
	if err != nil {
		return nil, err
	}
	asked := map[string]chat.Model{}
	for _, name := range models(plan) {
		driver, id, err := all.Open(name, p.environ, all.Options{Commands: commands(s)})
		if err != nil {
			return nil, usage(err)
		}
		if err := programs(name, s, plan); err != nil {
			return nil, usage(err)
		}
		asked[name] = chat.Model{Driver: driver, ID: id}
	}
	l = &live{parameters: parameters, deadline: f.deadline}
	policy := llm.ForAgents(rand.Float64)
	if f.policy != nil {
		policy = *f.policy
	}
	if jobs == 0 {
		limits := map[string]*runner.Limit{} // by provider, each of which has one address
		for _, m := range asked {
			limits[m.Driver.Provider()] = runner.Adaptive(p.now)
		}
		programs := runner.Fixed(runner.Jobs) // that are no models
		l.limit = func(model string) *runner.Limit {
			if m, ok := asked[model]; ok {
				return limits[m.Driver.Provider()]
			}
			return programs
		}
		policy.Observe = func(w llm.Pause) {
			if w.Err.Kind == llm.RateLimited || w.Err.Kind == llm.Overloaded {
				limits[w.Err.Provider].Press()
			}
		}
	}
	started, err := p.servers(ctx, s, plan)
	if err != nil {
		return nil, err
	}
	l.servers = *started
	defer func() {
		if err != nil {
			err = errors.Join(err, started.close(p))
		}
	}()
	if l.agent, err = chat.New(chat.Options{Models: asked, Policy: policy, Prices: costs.Prices, Tools: l.boxes, Schema: f.schema, Turns: f.turns, Now: p.now}); err != nil {
		return nil, usage(err)
	}
	for _, arm := range slices.Sorted(maps.Keys(l.boxes)) {
		if _, err := l.agent.Offer(ctx, arm); err != nil {
			return nil, usage(fmt.Errorf("nothing was asked: %w", err))
		}
	}
	warnings, err := l.agent.Check(parameters)
	if err != nil {
		return nil, usage(err)
	}
	for _, w := range warnings {
		p.say("warning: %s", w)
	}
	if err := f.allow(p, plan, costs); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(slices.Collect(maps.Keys(asked)), all.Paid) {
		l.budget = runner.Budget{Dollars: f.budget, Most: func(t suite.Trial) float64 {
			most, _ := costs.Most(t)
			return most
		}}
	}
	if err := l.agent.Probe(ctx, f.probe); err != nil {
		err = fmt.Errorf("nothing was asked: %w", err)
		var refused *llm.Error
		if errors.As(err, &refused) && givenWrong(refused.Kind) {
			return nil, usage(err)
		}
		return nil, err
	}
	l.programs = l.agent.Programs()
	return l, nil
}

// givenWrong reports whether an error of a probe is one of what the caller gave: a
// key, a name, or an address at which somebody else answers. A host that does
// not answer, or is in trouble, is none of the caller's.
func givenWrong(k llm.Kind) bool {
	switch k {
	case llm.Auth, llm.NotFound, llm.BadRequest, llm.TLS, llm.Page, llm.Redirect, llm.NotJSON, llm.Shape:
		return true
	}
	return false
}

// allow holds what a run may cost against the budget, and asks where it may be
// more.
func (f *liveFlags) allow(p *program, plan []suite.Trial, costs forecast.Options) error {
	if !(f.budget > 0) {
		return usage(fmt.Errorf("--budget must be above 0, not %v", f.budget))
	}
	var paid []suite.Trial
	for _, t := range plan {
		if !all.Paid(t.Model) {
			continue
		}
		switch most, unknown := costs.Most(t); {
		case unknown != "":
			return usage(fmt.Errorf("what model %q costs is not known: %s; hint: state it with --price %s=INPUT,OUTPUT", t.Model, unknown, t.Model))
		case most > f.budget:
			return usage(fmt.Errorf("task %q under arm %q alone may cost $%.2f, asked again after failures included, and the budget is $%.2f; hint: --budget allows more, --max-tokens bounds an answer", t.Task, t.Arm, most, f.budget))
		}
		paid = append(paid, t)
	}
	calls, low, high := forecast.Of(paid, costs).Total()
	if calls == 0 {
		return nil
	}
	p.say("%d calls, $%.2f to $%.2f by the prices of %s; the run stops at $%.2f", calls, *low, *high, costs.Prices.Date, f.budget)
	if *high <= f.budget || f.yes {
		return nil
	}
	text := fmt.Sprintf("the run may cost $%.2f, more than the budget of $%.2f", *high, f.budget)
	if isTerminal(p.in) && isTerminal(p.err) {
		fmt.Fprintf(p.err, "%s; go on until the budget is used up? [y/N] ", text)
		line, _ := bufio.NewReader(p.in).ReadString('\n')
		if answer := strings.ToLower(strings.TrimSpace(line)); answer == "y" || answer == "yes" {
			return nil
		}
		return usage(errors.New("not begun"))
	}
	return usage(fmt.Errorf("%s; hint: --budget allows more, --yes goes on until it is used up", text))
}
