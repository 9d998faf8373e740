// Package forecast says before any money is spent what a plan will ask, what
// it may cost, and the smallest effect that it can show.
package forecast

import (
	"cmp"
	"time"

	"sooth/llm"
	"sooth/suite"
)

// Options say what is known of the models.
type Options struct {
	// Provider returns provider and the provider's name of a model of the plan,
	// as the price table has them.
	Provider  func(model string) (provider, id string)
	Prices    llm.Prices
	MaxTokens int // of one answer
	Attempts  int // of one request
	// Tools says which arms offer tools: a trial of theirs takes several
	// requests, each with all that was said before; nil: none.
	Tools func(arm string) bool
	// Took returns how long a trial took before, on the average; 0 or nil: not known.
	Took func(arm, model string) time.Duration
}

// Requests and resultBytes are what a trial with tools is reckoned at. How often
// a model calls, and what it gets, is not known before.
const (
	Requests    = 6
	resultBytes = 8 << 10
)

// Row is what one arm asks of one model.
type Row struct {
	Arm, Model string
	Provider   string
	Calls      int
	// Tokens of all prompts, and of all answers at most. How many tokens a text
	// has is the provider's secret: the range is 5 to 2 bytes a token.
	InputLow, InputHigh, Output int
	// Low and High bound the cost in US dollars: short prompts and empty
	// answers, and long ones at full length, each asked once. Nil: not known.
	Low, High *float64
	Unknown   string // why the cost is not known
	// Took is how long all trials take one after the other; 0: not known.
	Took time.Duration
}

// Forecast is a plan's rows, in order of their first trial.
type Forecast struct {
	Rows    []Row
	Tasks   int // with a trial under every arm of the plan
	Repeats int // of each
}

// bytesPerToken bounds how many bytes of text or code make a token.
const (
	fewestBytes = 2
	mostBytes   = 5
)

// Of returns the forecast of a plan.
func Of(plan []suite.Trial, o Options) Forecast {
	var f Forecast
	index := map[[2]string]int{}
	tasks := map[string]bool{}
	for _, t := range plan {
		tasks[t.Task] = true
		f.Repeats = max(f.Repeats, t.Repeat+1)
		i, ok := index[[2]string{t.Arm, t.Model}]
		if !ok {
			i = len(f.Rows)
			index[[2]string{t.Arm, t.Model}] = i
			provider, _ := o.Provider(t.Model)
			f.Rows = append(f.Rows, Row{Arm: t.Arm, Model: t.Model, Provider: provider})
		}
		r := &f.Rows[i]
		low, high, output := o.tokens(t)
		r.Calls, r.InputLow, r.InputHigh, r.Output = r.Calls+1, r.InputLow+low, r.InputHigh+high, r.Output+output
		least, unknown := o.cost(t.Model, low, 0)
		most, _ := o.cost(t.Model, high, output)
		r.Low, r.High, r.Unknown = add(r.Low, least, r.Calls == 1), add(r.High, most, r.Calls == 1), cmp.Or(r.Unknown, unknown)
	}
	f.Tasks = len(tasks)
	for i, r := range f.Rows {
		if o.Took != nil {
			f.Rows[i].Took = o.Took(r.Arm, r.Model) * time.Duration(r.Calls)
		}
	}
	return f
}

// Duration returns how long the plan takes with so many trials in flight at
// once, of all models or of the models of each provider; false: of some arm or
// model it is not known how long a trial takes.
func (f Forecast) Duration(jobs int, ofEach bool) (longest time.Duration, known bool) {
	lanes := map[string]time.Duration{}
	for _, r := range f.Rows {
		if r.Took == 0 {
			return 0, false
		}
		lane := ""
		if ofEach {
			lane = r.Provider
		}
		lanes[lane] += r.Took
		longest = max(longest, r.Took/time.Duration(r.Calls), lanes[lane]/time.Duration(jobs))
	}
	return longest, true
}

// Total returns the calls and the bounds of the whole cost; nil where one row's
// is not known.
func (f Forecast) Total() (calls int, low, high *float64) {
	for i, r := range f.Rows {
		calls, low, high = calls+r.Calls, add(low, r.Low, i == 0), add(high, r.High, i == 0)
	}
	return calls, low, high
}

// Most returns what one trial can cost at most, in US dollars, all its attempts
// included, or why that is not known. Of a trial with tools it is what it is
// reckoned at.
func (o Options) Most(t suite.Trial) (dollars float64, unknown string) {
	_, high, output := o.tokens(t)
	most, unknown := o.cost(t.Model, high, output)
	if most == nil {
		return 0, unknown
	}
	return *most * float64(max(1, o.Attempts)), ""
}

// cost prices one request. Of what a prompt may cost the dearest counts:
// providers differ in what they write to their caches unasked.
func (o Options) cost(model string, input, output int) (*float64, string) {
	provider, id := o.Provider(model)
	zero := 0
	plain, unknown := o.Prices.Cost(provider, id, llm.Usage{Input: &input, Output: &output, CacheRead: &zero, CacheWrite: &zero})
	if plain == nil {
		return nil, unknown
	}
	if cached, _ := o.Prices.Cost(provider, id, llm.Usage{Input: &zero, Output: &output, CacheRead: &zero, CacheWrite: &input}); cached != nil && *cached > *plain {
		return cached, ""
	}
	return plain, ""
}

// tokens bounds the tokens of a trial: of its prompts, and of its answers at
// most. A call of a tool is short, whatever an answer may have.
func (o Options) tokens(t suite.Trial) (low, high, output int) {
	const around, call = 100, 500 // what the provider puts around a prompt; a call with its arguments
	n := len(t.System) + len(t.Prompt)
	low, high, output = n/mostBytes, n/fewestBytes+around, o.MaxTokens
	if o.Tools == nil || !o.Tools(t.Arm) {
		return low, high, output
	}
	first := high
	for said := 1; said < Requests; said++ {
		high += first + said*(resultBytes/fewestBytes+call)
		output += call
	}
	return low, high, output
}

// add sums what may be unknown; unknown stays unknown.
func add(sum, v *float64, first bool) *float64 {
	switch {
	case v == nil:
		return nil
	case first:
		x := *v
		return &x
	case sum == nil:
		return nil
	}
	x := *sum + *v
	return &x
}
