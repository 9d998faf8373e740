package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"sooth/agent"
	"sooth/internal/render"
	"sooth/internal/runner"
	"sooth/suite"
	"sooth/trial"
)

// execute asks what a plan lists, grades what comes back and tells of it.
func (p *program) execute(ctx context.Context, s *suite.Suite, dir string, plan []suite.Trial, f *runFlags, answering agent.Agent, asking *live) error {
	store, err := p.store(ctx, false)
	if err != nil {
		return err
	}
	defer store.Close()
	tools, err := p.instruments(ctx, s, f.judging)
	if err != nil {
		return err
	}
	defer tools.close()
	heard := context.AfterFunc(ctx, func() {
		p.say("interrupted: what is in flight is finished and kept; once more stops at once")
	})
	defer heard()
	outcome, err := p.askPlan(ctx, f, asking, runner.Options{
		Store: store, Agent: answering, Plan: plan, Definitions: definitions(s), Servers: asking.digests,
		Run: trial.Run{Suite: s.Name, SuiteDir: dir, SuiteHash: s.Hash, Toolchain: s.Toolchain, Seed: s.Seed, Servers: asking.abouts},
	})
	if err != nil {
		return err
	}
	changed := asking.changed(context.WithoutCancel(ctx))
	if outcome.Run.End == trial.Interrupted {
		return cmp.Or(changed, incomplete(outcome))
	}
	if outcome.Run.End == trial.BudgetExceeded {
		p.say("the budget of $%.2f is used up after %d of %d trials", f.budget, outcome.Counts.Recorded(), len(plan))
	}
	r, err := p.tell(ctx, s, tools, outcome.Run, store.Records(ctx, outcome.Run.ID))
	if err != nil {
		return err
	}
	o := render.Options{Command: fmt.Sprintf("kept as run %s; see the code side by side: sooth report %s --format html > report.html", outcome.Run.ID, outcome.Run.ID)}
	shown := p.show(r, f.output, o)
	var failed *failure
	if shown != nil && !(errors.As(shown, &failed) && failed.code == exitFound) {
		return shown
	}
	if changed != nil {
		return changed
	}
	if err := incomplete(outcome); err != nil {
		return err
	}
	return shown // nil, or the gates that failed
}

// askPlan asks what a plan lists as the flags say, and tells how far it is.
func (p *program) askPlan(ctx context.Context, f *runFlags, asking *live, o runner.Options) (runner.Outcome, error) {
	told := p.newMeter(asking.budget.Dollars, pipePace, terminalPace)
	o.Jobs, o.Tolerance, o.Now, o.OnProgress = f.jobs, f.tolerance, p.now, told.tell
	o.Careful, o.Fresh, o.Reuse, o.Run.Mode, o.Run.Version = f.mode == "live", f.newRun, f.reuse, f.mode, Version()
	o.Parameters, o.Programs, o.Limit, o.Budget, o.Deadline = asking.parameters, asking.programs, asking.limit, asking.budget, asking.deadline
	if o.Careful && !o.Fresh && !o.Reuse {
		line, err := mended(ctx, o.Store, o.Run, o.Plan)
		if err != nil {
			return runner.Outcome{}, err
		}
		if line != "" {
			p.say("%s", line)
		}
	}
	outcome, err := runner.Run(ctx, o)
	told.close()
	switch {
	case err != nil || outcome.Resumed == 0:
	case len(outcome.From) > 0:
		p.say("run %s began with %d answers of run %s, and asked the other %d", outcome.Run.ID, outcome.Resumed, strings.Join(outcome.From, ", "), outcome.Asked)
	default:
		p.say("resumed run %s: %d answers were there, %d asked", outcome.Run.ID, outcome.Resumed, outcome.Asked)
	}
	return outcome, err
}

// mendedNamed is how many tasks are named that are asked in other words.
const mendedNamed = 10

// mended says which tasks a plan asks again, and pays again, because their own
// words are not those of the run that was left; empty: none.
func mended(ctx context.Context, store *trial.Store, run trial.Run, plan []suite.Trial) (string, error) {
	left, tasks, err := runner.Mended(ctx, store, run, plan)
	if err != nil || len(tasks) == 0 {
		return "", err
	}
	named := strings.Join(tasks[:min(len(tasks), mendedNamed)], ", ")
	if n := len(tasks) - mendedNamed; n > 0 {
		named += fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("run %s was left; tasks whose words have changed since are asked again, %d: %s", left, len(tasks), named), nil
}
