package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sooth/agent"
	"sooth/agent/batch"
	"sooth/internal/extractrun"
	"sooth/suite"
	"sooth/trial"
)

// asCode dresses a suite of kind extract as what the askers of models know: arms
// without grounding, and a task for each fixture.
func asCode(s *suite.Extract) *suite.Suite {
	out := &suite.Suite{Dir: s.Dir, Name: s.Name, Kind: suite.ExtractKind, Hash: s.Hash, Seed: s.Seed, Repeats: s.Repeats, Recorded: s.Recorded, Answers: s.Answers}
	for _, a := range s.Arms {
		out.Arms = append(out.Arms, suite.Arm{Name: a.Name, Kind: a.Kind, Template: a.Template})
	}
	known := map[string]bool{}
	add := func(id string) {
		if !known[id] {
			known[id] = true
			out.Tasks = append(out.Tasks, suite.Task{ID: id})
		}
	}
	for _, f := range s.Corpus.Fixtures {
		add(f.ID)
	}
	for _, r := range s.Recorded {
		add(r.Task)
	}
	return out
}

// extractAgent makes what answers the prompts of a plan; nil: it has none.
func (p *program) extractAgent(ctx context.Context, s *suite.Extract, plan *extractrun.Plan, store *trial.Store, f *runFlags) (agent.Agent, *live, error) {
	prompted := plan.Prompted()
	if len(prompted) == 0 {
		return nil, &live{}, nil
	}
	switch f.mode {
	case "mock":
		return extractrun.Empty{}, &live{}, nil
	case "cached":
		return p.cached(ctx, asCode(s), prompted, store)
	case "live":
		if err := f.suiteParameters(s); err != nil {
			return nil, nil, err
		}
		if s.Answer != "" {
			f.schema = json.RawMessage(s.Answer)
		}
	case "replay":
	default:
		return nil, nil, usage(fmt.Errorf("unknown mode %q; hint: replay, cached, live or mock", f.mode))
	}
	return p.agent(ctx, asCode(s), prompted, f)
}

// suiteParameters adds the suite's parameters to those of the command line,
// which win.
func (f *runFlags) suiteParameters(s *suite.Extract) error {
	for _, name := range slices.Sorted(maps.Keys(s.Parameters)) {
		value := s.Parameters[name]
		switch {
		case slices.ContainsFunc(f.parameters, func(given string) bool { return strings.HasPrefix(given, name+"=") }):
		case name == "max_tokens":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 {
				return usage(fmt.Errorf("parameters.max_tokens of the suite must be a number from 1 on, not %q", value))
			}
			if f.maxTokens == defaultMaxTokens {
				f.maxTokens = n
			}
		default:
			f.parameters = append(f.parameters, name+"="+value)
		}
	}
	return nil
}

// defaultMaxTokens is the default of --max-tokens.
const defaultMaxTokens = 8192

// prompts lists the prompts of a suite for one model.
func (p *program) prompts(ctx context.Context, dir string, f *runFlags, model string) ([]suite.Trial, error) {
	if suite.KindOf(dir) != suite.ExtractKind {
		if err := f.extractFlags.unused(dir); err != nil {
			return nil, err
		}
		_, plan, err := p.planned(ctx, dir, f, model)
		return plan, err
	}
	if model == "" {
		model = "any"
	}
	_, plan, err := p.planExtract(ctx, dir, f, []string{model})
	if err != nil {
		return nil, err
	}
	if len(plan.Prompted()) == 0 {
		return nil, usage(errors.New("there is no prompt in this plan: its arms are programs"))
	}
	return plan.Prompted(), nil
}

// importExtract records, judges and tells of answers to the prompts of a suite of
// kind extract. Its programs are not run.
func (p *program) importExtract(ctx context.Context, dir, file string, results []batch.Result, model string, f *runFlags) error {
	if err := p.configured(f); err != nil {
		return err
	}
	s, plan, err := p.planExtract(ctx, dir, f, []string{model})
	if err != nil {
		return err
	}
	plan.Trials = plan.Prompted()
	for i := range plan.Trials {
		plan.Trials[i].Order = i
	}
	plan.Arms = slices.DeleteFunc(plan.Arms, func(a suite.ExtractArm) bool { return a.Kind != suite.PromptArm })
	if len(plan.Trials) == 0 {
		return usage(errors.New("there is no prompt in this plan: its arms are programs"))
	}
	a, problems := batch.New(file, results, plan.Trials)
	if len(problems) > 0 {
		return usage(first(problems))
	}
	store, err := p.store(ctx, false)
	if err != nil {
		return err
	}
	defer store.Close()
	return p.executeExtract(ctx, s, plan, store, f, a, &live{})
}

// validateExtract says what is in a suite of kind extract.
func (p *program) validateExtract(dir string, strict bool) error {
	s, err := suite.LoadExtract(dir)
	if err != nil {
		return err
	}
	lines, expected, categories := 0, 0, map[string]int{}
	for _, f := range s.Corpus.Reviewed() {
		lines += f.Lines
		expected += len(f.Must)
		categories[f.Category]++
	}
	fmt.Fprintf(p.out, "%s: %d fixtures with %d lines and %d expectations, %d drafts, fixtures %.12s\n",
		s.Name, len(s.Corpus.Reviewed()), lines, expected, len(s.Corpus.Fixtures)-len(s.Corpus.Reviewed()), s.FixturesHash)
	for _, c := range slices.Sorted(maps.Keys(categories)) {
		fmt.Fprintf(p.out, "  category %s: %d\n", c, categories[c])
	}
	for _, a := range s.Arms {
		recorded := 0
		for _, r := range s.Recorded {
			if r.Arm == a.Name {
				recorded++
			}
		}
		fmt.Fprintf(p.out, "  arm %s (%s %s): %d recorded answers\n", a.Name, a.Kind, a.Version, recorded)
	}
	for _, w := range s.Warnings {
		fmt.Fprintf(p.out, "warning: %s\n", w)
	}
	if strict && len(s.Warnings) > 0 {
		return &failure{code: exitFound, err: fmt.Errorf("%d warnings", len(s.Warnings))}
	}
	return nil
}

// manifestOf opens the manifest of a suite; a missing one is empty.
func manifestOf(s *suite.Extract) (name string, text []byte, err error) {
	name = filepath.Join(s.Dir, filepath.FromSlash(s.ManifestPath()))
	text, err = os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return name, nil, nil
	}
	return name, text, err
}
