package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"sooth/internal/render"
	"sooth/internal/report"
	"sooth/suite"
	"sooth/trial"
)

// regrade are the flags of the verbs that tell of a run that was made before.
type regrade struct {
	suite     string
	against   string // an earlier run; empty: none
	threshold float64
	output
	judging
}

func (p *program) gradeCommand() *cobra.Command {
	f := &regrade{}
	c := &cobra.Command{
		Use:   "grade RUN",
		Short: "judge the answers of a run again, without asking any again",
		Long: `Grade judges the recorded answers of a run with the suite, the toolchain and the oracles of today, and prints what run
would print. RUN is the beginning of a run's name, or last.`,
		Example: "  sooth grade last\n  sooth grade last --fresh          # without what an earlier judgement left in the cache",
		Args:    exactly("RUN"),
		RunE:    func(c *cobra.Command, args []string) error { return p.regrade(c.Context(), args[0], f) },
	}
	f.add(c)
	return c
}

func (p *program) reportCommand() *cobra.Command {
	f := &regrade{}
	c := &cobra.Command{
		Use:   "report RUN",
		Short: "tell of a run in another format",
		Long: `Report tells of a run, complete or not, in any format. RUN is the beginning of a run's name, or last. With --against it is told what
became worse and better since an earlier run of the suite, and which tasks are new and gone, as sooth compare does.`,
		Example: "  sooth report last --format html > report.html\n  sooth report last --against previous --format comment   # below a pull request",
		Args:    exactly("RUN"),
		RunE:    func(c *cobra.Command, args []string) error { return p.retell(c.Context(), args[0], f) },
	}
	c.Flags().StringVar(&f.against, "against", "", "compare with an earlier `RUN` of the suite; previous: the newest one before, if there is any")
	f.add(c)
	return c
}

func (f *regrade) add(c *cobra.Command) {
	c.Flags().StringVar(&f.suite, "suite", "", "`folder` of the suite (default: where the run was made from)")
	c.Flags().Float64Var(&f.threshold, "threshold", 0, "extraction suites: margin of comparisons, absolute `points` of a rate (default: as the suite says)")
	f.output.add(c.Flags())
	f.judging.add(c.Flags())
}

// retell tells of a run, held against an earlier one where that is wanted. The
// first run of a suite has none: it is told alone, unless a gate demands more.
func (p *program) retell(ctx context.Context, id string, f *regrade) error {
	if f.against == "" {
		return p.regrade(ctx, id, f)
	}
	err := p.compare(ctx, f.against, id, f)
	if errors.Is(err, errFirst) && len(f.gates) == 0 {
		p.say("%v", err)
		return p.regrade(ctx, id, f)
	}
	return err
}

func (p *program) regrade(ctx context.Context, id string, f *regrade) error {
	wrong := errors.Join(f.judging.check(), f.output.check())
	store, err := p.existing(ctx, true)
	if err != nil && wrong == nil {
		return err
	}
	var run trial.Run
	if store != nil {
		defer store.Close()
		if run, err = p.find(ctx, store, id); err == nil {
			if dir := f.dirOf(run); suite.KindOf(dir) == suite.ExtractKind {
				return p.retellExtract(ctx, store, run, dir, f)
			}
		}
	}
	if wrong != nil {
		return usage(wrong)
	}
	if err != nil {
		return err
	}
	r, err := p.again(ctx, store, run, f)
	if err != nil {
		return err
	}
	return p.show(r, f.output, render.Options{})
}

// dirOf is the folder of the suite of a run.
func (f *regrade) dirOf(run trial.Run) string {
	if f.suite != "" {
		return f.suite
	}
	return run.SuiteDir
}

// suiteOf loads the suite of a run.
func (f *regrade) suiteOf(run trial.Run) (*suite.Suite, error) {
	dir := f.dirOf(run)
	s, err := suite.Load(dir)
	if err != nil {
		return nil, fmt.Errorf("the suite of run %s: %w", run.ID, err)
	}
	return s, isOf(run, dir, s.Name)
}

// isOf refuses a run of another suite than the one in a folder.
func isOf(run trial.Run, dir, name string) error {
	if run.Suite == name {
		return nil
	}
	return usage(fmt.Errorf("run %s is of suite %q, and %q holds suite %q; hint: --suite names the folder", run.ID, run.Suite, dir, name))
}

// find finds a run by the beginning of its name.
func (p *program) find(ctx context.Context, store *trial.Store, id string) (trial.Run, error) {
	run, err := store.Run(ctx, id)
	if errors.Is(err, trial.ErrNoRun) {
		return run.Run, usage(err)
	}
	return run.Run, err
}

// again loads the suite of a run and grades its records.
func (p *program) again(ctx context.Context, store *trial.Store, run trial.Run, f *regrade) (*report.Report, error) {
	s, err := f.suiteOf(run)
	if err != nil {
		return nil, err
	}
	tools, err := p.instruments(ctx, s, f.judging)
	if err != nil {
		return nil, err
	}
	defer tools.close()
	return p.tell(ctx, s, tools, run, store.Records(ctx, run.ID))
}
