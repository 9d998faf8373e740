package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"sooth/agent"
	"sooth/agent/mock"
	"sooth/agent/replay"
	"sooth/llm/all"
	"sooth/suite"
	"sooth/trial"
)

// modeFor chooses where answers come from: models whose answers are recorded
// are replayed, others are asked.
func (f *runFlags) modeFor(s *suite.Suite) string {
	known := recorded(s)
	for _, m := range f.models {
		if _, _, err := all.Provider(m); err == nil && !slices.Contains(known, m) {
			return "live"
		}
	}
	return "replay"
}

// agent makes what answers: the recorded answers, models, or the mock.
func (p *program) agent(ctx context.Context, s *suite.Suite, plan []suite.Trial, f *runFlags) (agent.Agent, *live, error) {
	switch f.mode {
	case "live":
		for _, arm := range s.Arms {
			if arm.Kind == "recorded" && slices.ContainsFunc(plan, func(t suite.Trial) bool { return t.Arm == arm.Name }) {
				return nil, nil, usage(fmt.Errorf("arm %q is of kind recorded: what grounded it lies outside of the suite, so no model can be asked; hint: --arms without it", arm.Name))
			}
		}
		l, err := f.liveFlags.open(ctx, p, s, plan, f.jobs)
		if err != nil {
			return nil, nil, err
		}
		return l.agent, l, nil
	case "mock":
		a, err := mock.New(mock.Options{Reply: mockReply(s)})
		return a, &live{}, err
	case "cached":
		store, err := p.store(ctx, false)
		if err != nil {
			return nil, nil, err
		}
		a, l, err := p.cached(ctx, s, plan, store)
		return a, l, errors.Join(err, store.Close())
	case "replay":
		a, err := p.replayed(s, plan)
		return a, &live{}, err
	}
	return nil, nil, usage(fmt.Errorf("unknown mode %q; hint: replay, cached, live or mock", f.mode))
}

// replayed makes the agent that gives the recorded answers.
func (p *program) replayed(s *suite.Suite, plan []suite.Trial) (agent.Agent, error) {
	if len(s.Recorded) == 0 {
		for _, name := range models(plan) {
			if _, _, err := all.Provider(name); err != nil {
				return nil, usage(fmt.Errorf("suite %q has no recorded answers, and %w", s.Name, err))
			}
		}
		return nil, usage(fmt.Errorf("suite %q has no recorded answers; hint: --model names a model to ask, --mode mock tries it without one", s.Name))
	}
	source := recordedAnswers(s)
	for _, name := range models(plan) {
		if !slices.ContainsFunc(s.Recorded, func(r suite.Recorded) bool { return r.Model == name }) {
			return nil, usage(fmt.Errorf("there are no recorded answers of model %q in %q; hint: %s", name, source.File, "the suite has those of "+strings.Join(recorded(s), ", ")))
		}
	}
	a, problems := replay.New(source, plan)
	if len(problems) > 0 {
		return nil, usage(errors.Join(problems...))
	}
	return a, nil
}

// recordedAnswers are the answers that a suite holds.
func recordedAnswers(s *suite.Suite) replay.Source {
	source := replay.Source{File: filepath.Join(s.Dir, filepath.FromSlash(s.Answers)), Recorded: s.Recorded}
	for _, t := range s.Tasks {
		source.Tasks = append(source.Tasks, t.ID)
	}
	for _, a := range s.Arms {
		source.Arms = append(source.Arms, a.Name)
	}
	return source
}

// definitions resolves the arms into a stable form for the keys of trials.
func definitions(s *suite.Suite) map[string]string {
	list := map[string]string{}
	for _, a := range s.Arms {
		list[a.Name] = a.Kind + "\n" + a.Template
		if a.Offers() {
			list[a.Name] += fmt.Sprintf("\n%q\n%q", a.Server, a.Tools)
		}
		if a.URL != "" {
			list[a.Name] += fmt.Sprintf("\n%q\n%q", a.URL, a.Headers) // with the names of secrets
		}
		if a.Of != "" || a.Protocol != "" {
			list[a.Name] += fmt.Sprintf("\nof %q, %s", a.Of, a.Protocol)
		}
	}
	return list
}

// printPlan says what would be asked.
func (p *program) printPlan(ctx context.Context, s *suite.Suite, plan []suite.Trial, f *runFlags) error {
	fmt.Fprintf(p.out, "suite %s: %d tasks, %d trials, models %s, %s, judged at %s with %d cores\n",
		s.Name, len(s.Tasks), len(plan), strings.Join(models(plan), ", "), f.mode, s.Toolchain, runtime.NumCPU())
	if err := p.printForecast(ctx, s, plan, f); err != nil {
		return err
	}
	if err := p.printMended(ctx, s, plan, f); err != nil {
		return err
	}
	p.printOracles(ctx, s, f.judging)
	return nil
}

// printMended says which tasks would be asked again where a live run was left.
func (p *program) printMended(ctx context.Context, s *suite.Suite, plan []suite.Trial, f *runFlags) error {
	kept, err := p.kept()
	if err != nil || !kept || f.mode != "live" || f.newRun || f.reuse {
		return err
	}
	store, err := p.store(ctx, true)
	if err != nil {
		return err
	}
	defer store.Close()
	line, err := mended(ctx, store, trial.Run{Suite: s.Name, Mode: f.mode}, plan)
	if line != "" {
		fmt.Fprintln(p.out, line)
	}
	return err
}

// models are the models that a plan asks, in order of their first trial.
func models(plan []suite.Trial) []string {
	var names []string
	for _, t := range plan {
		if !slices.Contains(names, t.Model) {
			names = append(names, t.Model)
		}
	}
	return names
}

// recorded are the models whose answers a suite holds.
func recorded(s *suite.Suite) []string {
	var names []string
	for _, r := range s.Recorded {
		if !slices.Contains(names, r.Model) {
			names = append(names, r.Model)
		}
	}
	return names
}
