package cli

import (
	"context"
	"errors"
	"fmt"
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
// asked; where an answer is missing, nothing is run, and what is missing is said.
func (p *program) cached(ctx context.Context, s *suite.Suite, plan []suite.Trial, store *trial.Store) (agent.Agent, *live, error) {
	type key struct {
		task, arm, model string
		repeat           int
	}
	have, wanted := map[key]bool{}, map[key]*suite.Trial{}
	source := recordedAnswers(s)
	for _, r := range s.Recorded {
		have[key{r.Task, r.Arm, r.Model, r.Repeat}] = true
	}
	for i, t := range plan {
		wanted[key{t.Task, t.Arm, t.Model, t.Repeat}] = &plan[i]
	}
	now := &asNow{programs: p.programsNow(ctx, s, plan), definitions: map[string]trial.Arm{}, servers: map[string]string{}, others: map[string]string{}, say: p.say}
	for arm, text := range definitions(s) {
		now.definitions[arm] = trial.NewArm(text, "")
	}
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
			if t := wanted[k]; t == nil || have[k] || r.State == score.InfraError || t.System != r.System || t.Prompt != r.Prompt || !now.accept(run.Run, r) {
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
		more += now.besides()
		return nil, nil, usage(fmt.Errorf("of %d answers %d are missing, and nothing was asked:\n%s%s\nhint: --mode live asks them, or sooth prompts %s > prompts.jsonl, have them answered, and sooth answers import %s FILE", len(plan), n, strings.Join(missing, "\n"), more, s.Dir, s.Dir))
	}
	a, problems := replay.New(source, plan)
	if len(problems) > 0 {
		return nil, nil, usage(errors.Join(problems...))
	}
	return a, &live{programs: now.programs}, nil
}
