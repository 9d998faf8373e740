package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sooth/agent"
	"sooth/agent/mock"
	"sooth/agent/replay"
	"sooth/internal/render"
	"sooth/internal/runner"
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
	output
	judging
}

func (p *program) runCommand() *cobra.Command {
	f := &runFlags{}
	c := &cobra.Command{
		Use:   "run SUITE",
		Short: "run a suite: ask, record, grade, compare, report",
		Long: `Run asks every task of a suite under every arm, records each answer durably, grades it with the compiler, the symbol index,
the API files and the hidden tests, and compares the arms task by task. Interrupted or killed, the same command goes on where
it stopped: what was answered is never asked again.`,
		Example: "  sooth run examples/go-api\n  sooth run examples/go-api --arms none,context --format html > report.html",
		Args:    exactly("SUITE"),
		RunE:    func(c *cobra.Command, args []string) error { return p.run(c.Context(), args[0], f) },
	}
	flags := c.Flags()
	flags.StringSliceVar(&f.arms, "arms", nil, "only these `arms`, separated by commas")
	flags.StringSliceVar(&f.models, "model", nil, "only these `models`; may be repeated")
	flags.IntVar(&f.repeats, "repeats", 0, "ask every task this `number` of times (default: as the suite says)")
	flags.IntVar(&f.jobs, "jobs", 5, "trials in flight at once, a `number`")
	flags.StringVar(&f.mode, "mode", "replay", "where answers come from: replay (recorded answers) or mock (machine-made ones, to try a suite)")
	flags.Float64Var(&f.tolerance, "tolerance", 0, "`share` of trials, 0 to 1, that may end as infra_error without exit code 4")
	flags.BoolVar(&f.plan, "plan", false, "print what would be asked, and stop")
	f.output.add(flags)
	f.judging.add(flags)
	return c
}

func (p *program) run(ctx context.Context, dir string, f *runFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	s, err := suite.Load(dir)
	if err != nil {
		return err
	}
	if f.mode == "mock" && f.models == nil {
		f.models = []string{"mock"}
	}
	plan, err := suite.Plan(s, suite.PlanOptions{Arms: f.arms, Models: f.models, Repeats: f.repeats})
	if err != nil {
		return usage(err)
	}
	if f.plan {
		return p.printPlan(s, plan)
	}
	answering, err := p.agent(s, plan, f.mode)
	if err != nil {
		return err
	}
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
	outcome, err := runner.Run(ctx, runner.Options{
		Store: store, Agent: answering, Plan: plan, Jobs: f.jobs, Tolerance: f.tolerance, Now: p.now,
		Definitions: definitions(s),
		Run: trial.Run{
			Suite: s.Name, SuiteDir: dir, SuiteHash: s.Hash, Toolchain: s.Toolchain, Seed: s.Seed, Mode: f.mode, Version: Version(),
		},
		OnProgress: func(r runner.Progress) { p.progress("answered", r.Recorded(), r.Trials) },
	})
	if err != nil {
		return err
	}
	if outcome.Resumed > 0 {
		p.say("resumed run %s: %d answers were there, %d asked", outcome.Run.ID, outcome.Resumed, outcome.Asked)
	}
	if outcome.Run.End == trial.Interrupted {
		return &failure{code: exitIncomplete, err: fmt.Errorf("interrupted after %d of %d trials, all of them kept; hint: the same command goes on", outcome.Counts.Recorded(), len(plan))}
	}
	r, err := p.tell(ctx, s, tools, outcome.Run, store.Records(ctx, outcome.Run.ID))
	if err != nil {
		return err
	}
	o := render.Options{Command: fmt.Sprintf("kept as run %s; see the code side by side: sooth report %s --format html > report.html", outcome.Run.ID, outcome.Run.ID)}
	if err := p.show(r, f.output, o); err != nil {
		return err
	}
	if outcome.Run.End == trial.ErrorsTolerance {
		return &failure{code: exitIncomplete, err: fmt.Errorf("%d of %d trials ended as infra_error; hint: the reasons are in the report; --tolerance sets what is borne", outcome.Counts.InfraErrors, len(plan))}
	}
	return nil
}

// check refuses, before anything is read, flags that cannot be meant.
func (f *runFlags) check() error {
	switch {
	case f.jobs < 1:
		return usage(fmt.Errorf("--jobs must be 1 or more, not %d", f.jobs))
	case !(f.tolerance >= 0 && f.tolerance <= 1):
		return usage(fmt.Errorf("--tolerance must be from 0 to 1, not %v; hint: 0.05 bears 5 %% of the trials", f.tolerance))
	}
	if err := f.judging.check(); err != nil {
		return err
	}
	return f.output.check()
}

// agent makes what answers: the recorded answers or the mock.
func (p *program) agent(s *suite.Suite, plan []suite.Trial, mode string) (agent.Agent, error) {
	switch mode {
	case "replay":
		if len(s.Recorded) == 0 {
			return nil, usage(fmt.Errorf("suite %q has no recorded answers; hint: --mode mock tries it without a model", s.Name))
		}
		source := replay.Source{File: filepath.Join(s.Dir, filepath.FromSlash(s.Answers)), Recorded: s.Recorded}
		for _, t := range s.Tasks {
			source.Tasks = append(source.Tasks, t.ID)
		}
		for _, a := range s.Arms {
			source.Arms = append(source.Arms, a.Name)
		}
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
	case "mock":
		return mock.New(mock.Options{})
	}
	return nil, usage(fmt.Errorf("unknown mode %q; hint: replay or mock", mode))
}

// definitions resolves the arms into a stable form for the keys of trials.
func definitions(s *suite.Suite) map[string]string {
	list := map[string]string{}
	for _, a := range s.Arms {
		list[a.Name] = a.Kind + "\n" + a.Template
	}
	return list
}

// printPlan says what would be asked.
func (p *program) printPlan(s *suite.Suite, plan []suite.Trial) error {
	var arms []string
	counts := map[string]int{}
	for _, t := range plan {
		if !slices.Contains(arms, t.Arm) {
			arms = append(arms, t.Arm)
		}
		counts[t.Arm]++
	}
	fmt.Fprintf(p.out, "suite %s: %d tasks, %d trials, models %s, judged at %s with %d cores\n", s.Name, len(s.Tasks), len(plan), strings.Join(models(plan), ", "), s.Toolchain, runtime.NumCPU())
	for _, a := range arms {
		fmt.Fprintf(p.out, "  %s: %d trials\n", a, counts[a])
	}
	return nil
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

// recordsOf reads the records of a run while they are graded.
type recordsOf = iter.Seq2[trial.Record, error]
