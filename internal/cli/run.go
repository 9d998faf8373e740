package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sooth/suite"
	"sooth/trial"
)

// runFlags are the flags of run.
type runFlags struct {
	arms, models []string
	repeats      int
	jobs         int
	mode         string
	tolerance    float64
	plan         bool
	newRun       bool
	reuse        bool
	output
	judging
	liveFlags
	extractFlags
}

func (p *program) runCommand() *cobra.Command {
	f := &runFlags{}
	c := &cobra.Command{
		Use:   "run SUITE",
		Short: "run a suite: ask, record, grade, compare, report",
		Long: `Run asks every task of a suite under every arm, records each answer durably, grades it with the compiler, the symbol index,
the API files and the hidden tests, and compares the arms task by task. Interrupted or killed, the same command goes on where
it stopped; after errors of the surroundings it asks again what they spoiled, and nothing else.`,
		Example: "  sooth run examples/go-api\n  sooth run examples/go-api --arms none,context --format html > report.html",
		Args:    exactly("SUITE"),
		RunE:    func(c *cobra.Command, args []string) error { return p.run(c.Context(), args[0], f) },
	}
	flags := c.Flags()
	f.narrow(flags)
	flags.Var((*positive)(&f.jobs), "jobs", "trials in flight at once, a `number` (default: 5; live: from 5 on as many as the provider bears)")
	flags.StringVar(&f.mode, "mode", "", "where answers come from: replay (recorded answers), live (the models, paid for), cached (recorded ones and those that models gave in earlier runs, all of them or none) or mock (machine-made ones, to try a suite); default: replay, but live for a model without recorded answers")
	flags.Float64Var(&f.tolerance, "tolerance", 0, "`share` of trials, 0 to 1, that may end as infra_error without exit code 4")
	flags.BoolVar(&f.plan, "plan", false, "print what would be asked, what it may cost and what it can show, and stop")
	flags.BoolVar(&f.newRun, "new-run", false, "begin a new run that asks all, whatever was left unfinished")
	flags.BoolVar(&f.reuse, "reuse", false, "live: take over what models answered to exactly the same in any earlier run of the suite, and ask the rest")
	f.output.add(flags)
	f.judging.add(flags)
	f.liveFlags.add(flags)
	f.extractFlags.margin(flags)
	return c
}

// narrow adds the flags that say what is planned.
func (f *runFlags) narrow(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.arms, "arms", nil, "only these `arms`, separated by commas")
	flags.StringSliceVar(&f.models, "model", nil, "these `models`, recorded ones or live ones as in claude-haiku-4-5 or ollama/llama3.2; may be repeated")
	flags.Var((*positive)(&f.repeats), "repeats", "ask every task this `number` of times (default: as the suite says)")
	f.extractFlags.narrow(flags)
}

func (p *program) run(ctx context.Context, dir string, f *runFlags) error {
	if suite.KindOf(dir) == suite.ExtractKind {
		return p.runExtract(ctx, dir, f)
	}
	if err := errors.Join(f.extractFlags.unused(dir), f.check()); err != nil {
		return err
	}
	s, err := suite.Load(dir)
	if err != nil {
		return err
	}
	if f.mode == "" {
		f.mode = f.modeFor(s)
	}
	if f.mode == "mock" && f.models == nil {
		f.models = []string{"mock"}
	}
	if err := p.ground(ctx, s, f.arms); err != nil {
		return err
	}
	plan, err := suite.Plan(s, suite.PlanOptions{Arms: f.arms, Models: f.models, Repeats: f.repeats})
	if err != nil {
		return usage(err)
	}
	if err := f.output.fit(s, plan); err != nil {
		return err
	}
	if f.plan {
		return p.printPlan(ctx, s, plan, f)
	}
	answering, asking, err := p.agent(ctx, s, plan, f)
	if err != nil {
		return err
	}
	defer asking.close(p)
	return p.execute(ctx, s, dir, plan, f, answering, asking)
}

// check refuses, before anything is read, flags that cannot be meant.
func (f *runFlags) check() error {
	if err := f.checkAsking(); err != nil {
		return err
	}
	if err := f.judging.check(); err != nil {
		return err
	}
	return f.output.check()
}

// checkAsking refuses what cannot be meant of how a plan is asked.
func (f *runFlags) checkAsking() error {
	switch {
	case !(f.tolerance >= 0 && f.tolerance <= 1):
		return usage(fmt.Errorf("--tolerance must be from 0 to 1, not %v; hint: 0.05 bears 5 %% of the trials", f.tolerance))
	case f.reuse && f.newRun:
		return usage(errors.New("--new-run asks all anew and --reuse does not; hint: choose one"))
	case f.reuse && f.mode != "" && f.mode != "live":
		return usage(fmt.Errorf("--reuse spares models, and --mode %s asks none; hint: --mode live", f.mode))
	}
	return nil
}

// recordsOf reads the records of a run while they are graded.
type recordsOf = iter.Seq2[trial.Record, error]
