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
	if err := f.output.check(); err != nil {
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
	var arms, models []string
	counts := map[string]int{}
	for _, t := range plan {
		if !slices.Contains(arms, t.Arm) {
			arms = append(arms, t.Arm)
		}
		if !slices.Contains(models, t.Model) {
			models = append(models, t.Model)
		}
		counts[t.Arm]++
	}
	fmt.Fprintf(p.out, "suite %s: %d tasks, %d trials, models %s, judged at %s with %d cores\n", s.Name, len(s.Tasks), len(plan), strings.Join(models, ", "), s.Toolchain, runtime.NumCPU())
	for _, a := range arms {
		fmt.Fprintf(p.out, "  %s: %d trials\n", a, counts[a])
	}
	return nil
}

// recordsOf reads the records of a run while they are graded.
type recordsOf = iter.Seq2[trial.Record, error]
