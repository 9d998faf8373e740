package extractrun

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"sooth/agent"
	"sooth/score"
	"sooth/suite"
)

// Asker is the agent of a run: models answer for arms of kind prompt, programs
// for those of kind command. It keeps the suite's budgets of tokens. It is safe
// for concurrent use.
type Asker struct {
	suite     *suite.Extract
	models    agent.Agent // nil: there are no arms of kind prompt
	programs  map[string]*program
	languages map[string]string // of fixtures, by id
	used      atomic.Int64      // tokens
}

// NewAsker makes the programs of a plan ready; models answers for its prompts and
// may be nil where it has none.
func NewAsker(ctx context.Context, s *suite.Extract, p *Plan, models agent.Agent, environ []string) (*Asker, error) {
	a := &Asker{suite: s, models: models, programs: map[string]*program{}, languages: map[string]string{}}
	for _, f := range p.Fixtures {
		a.languages[f.ID] = f.Language
	}
	var problems []error
	for _, arm := range p.Arms {
		if arm.Kind != suite.CommandArm {
			if models == nil {
				problems = append(problems, fmt.Errorf("arm %q: nobody answers its prompts", arm.Name))
			}
			continue
		}
		ready, err := ready(ctx, s, arm, environ)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		a.programs[arm.Name] = ready
	}
	return a, errors.Join(problems...)
}

// Changed says which files of programs are not what they were when they were made
// ready: then nobody knows which of the two answered.
func (a *Asker) Changed(ctx context.Context) error {
	var all []error
	for _, name := range slices.Sorted(maps.Keys(a.programs)) {
		all = append(all, a.programs[name].changed(ctx))
	}
	return errors.Join(all...)
}

// Definitions are the arms as resolved, by name.
func (a *Asker) Definitions() map[string]string {
	list := map[string]string{}
	for _, arm := range a.suite.Arms {
		list[arm.Name] = arm.Kind + "\n" + arm.Template
		if p := a.programs[arm.Name]; p != nil {
			list[arm.Name] = p.definition
		}
	}
	return list
}

// Name names the agent in records.
func (a *Asker) Name() string {
	if a.models == nil {
		return "command"
	}
	return a.models.Name()
}

// Answer asks a model or runs a program. A prompt over the budget of a file is
// not asked, which is no answer, as it would be in use; one after the budget of
// the run is used up is an infrastructure error.
func (a *Asker) Answer(ctx context.Context, r agent.Request) (agent.Answer, error) {
	if p := a.programs[r.Arm]; p != nil {
		id, _ := suite.FixtureOf(r.Task)
		return p.answer(ctx, a.languages[id], r.Prompt)
	}
	if a.models == nil {
		return agent.Answer{}, fmt.Errorf("nobody answers for arm %q", r.Arm)
	}
	tokens := tokensOf(r.System) + tokensOf(r.Prompt)
	if most := a.suite.FileTokens; most > 0 && tokens > most {
		return agent.Answer{}, &agent.Failure{State: score.NoAnswer, Reason: fmt.Sprintf("not asked: about %d tokens, and budget.file_tokens is %d", tokens, most)}
	}
	if most := a.suite.RunTokens; most > 0 && a.used.Load() >= int64(most) {
		return agent.Answer{}, &agent.Failure{State: score.InfraError, Reason: fmt.Sprintf("not asked: budget.run_tokens, %d, is used up", most)}
	}
	answer, err := a.models.Answer(ctx, r)
	a.used.Add(int64(taken(answer, tokens)))
	return answer, err
}

// taken is how many tokens an answer took, those of caches included. What is not
// told is reckoned, for each of the requests: their answers may have been lost.
func taken(answer agent.Answer, prompt int) int {
	u := answer.Usage
	if u.Input == nil || u.Output == nil {
		return max(answer.Attempts, 1) * (prompt + tokensOf(answer.Text))
	}
	sum := *u.Input + *u.Output
	for _, n := range []*int{u.CacheRead, u.CacheWrite} {
		if n != nil {
			sum += *n
		}
	}
	return sum
}

// Empty answers every prompt with no claims: the mock of a prompt that sees
// nothing.
type Empty struct{}

// Name names the agent in records.
func (Empty) Name() string { return "mock" }

// Answer says nothing of any code.
func (Empty) Answer(ctx context.Context, _ agent.Request) (agent.Answer, error) {
	return agent.Answer{Text: `{"claims":[]}`, Model: "mock"}, ctx.Err()
}
