package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"sooth/agent"
	"sooth/agent/replay"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// missingShown bounds the missing answers that are named one by one.
const missingShown = 10

// cached makes the agent that gives recorded answers and those that models gave
// to the same prompt in earlier runs of the suite, the newest first. Nothing is
// asked; where an answer is missing, nothing is run, and what is missing is said. Of
// a program that answers as a model, only what it said as it is now counts; where
// it is not here, what it said as it was last.
func (p *program) cached(ctx context.Context, s *suite.Suite, plan []suite.Trial, store *trial.Store) (agent.Agent, *live, error) {
	type key struct {
		task, arm, model string
		repeat           int
	}
	have, wanted := map[key]bool{}, map[key]*suite.Trial{}
	source := replay.Source{File: filepath.Join(s.Dir, filepath.FromSlash(s.Answers)), Recorded: s.Recorded}
	for _, t := range s.Tasks {
		source.Tasks = append(source.Tasks, t.ID)
	}
	for _, a := range s.Arms {
		source.Arms = append(source.Arms, a.Name)
	}
	for _, r := range s.Recorded {
		have[key{r.Task, r.Arm, r.Model, r.Repeat}] = true
	}
	for i, t := range plan {
		wanted[key{t.Task, t.Arm, t.Model, t.Repeat}] = &plan[i]
	}
	programs, others := p.programsNow(ctx, s, plan), map[string]string{}
	runs, err := store.Runs(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, run := range slices.Backward(runs) { // the newest answer counts
		if run.Suite != s.Name || run.Mode != "live" && run.Mode != "import" {
			continue
		}
		for r, err := range store.Records(ctx, run.ID) {
			if err != nil {
				return nil, nil, err
			}
			k := key{r.Task, r.Arm, r.Model, r.Repeat}
			if t := wanted[k]; t == nil || have[k] || r.State == score.InfraError || t.System != r.System || t.Prompt != r.Prompt {
				continue
			}
			if _, known := programs[r.Model]; !known {
				if programs[r.Model] = r.Program; r.Program != "" {
					p.say("the program of model %q is not here: its answers are those of %s", r.Model, r.Program)
				}
			}
			if now := programs[r.Model]; r.Program != now {
				others[r.Model] = fmt.Sprintf("\nother answers of model %q are there: the program was %s, and is %s", r.Model, cmp.Or(r.Program, "not known"), now)
				continue
			}
			have[k] = true
			source.Earlier = append(source.Earlier, r)
		}
	}
	var missing []string
	for _, t := range plan {
		if !have[key{t.Task, t.Arm, t.Model, t.Repeat}] {
			missing = append(missing, fmt.Sprintf("  %s, arm %s, model %s, repeat %d", t.Task, t.Arm, t.Model, t.Repeat))
		}
	}
	if n := len(missing); n > 0 {
		more := ""
		if n > missingShown {
			missing, more = missing[:missingShown], fmt.Sprintf("\n  and %d more", n-missingShown)
		}
		for _, model := range slices.Sorted(maps.Keys(others)) {
			more += others[model]
		}
		return nil, nil, usage(fmt.Errorf("of %d answers %d are missing, and nothing was asked:\n%s%s\nhint: --mode live asks them, or sooth prompts %s > prompts.jsonl, have them answered, and sooth answers import %s FILE", len(plan), n, strings.Join(missing, "\n"), more, s.Dir, s.Dir))
	}
	a, problems := replay.New(source, plan)
	if len(problems) > 0 {
		return nil, nil, usage(errors.Join(problems...))
	}
	return a, &live{programs: programs}, nil
}
