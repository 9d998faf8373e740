package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sooth/agent"
	"sooth/internal/extractreport"
	"sooth/internal/extractrun"
	"sooth/internal/runner"
	"sooth/suite"
	"sooth/trial"
)

// extractFlags are those flags of run that only suites of kind extract know.
type extractFlags struct {
	perturb              []string
	fixtures, categories []string
	most                 int
	threshold            float64
}

func (f *extractFlags) narrow(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.perturb, "perturb", nil, "extraction suites: ask these `kinds` of variants as well, or all: trailing-space, indentation, line-endings, header-comment, comment-removal, blank-lines")
	flags.StringSliceVar(&f.fixtures, "fixture", nil, "extraction suites: only the fixtures with these `ids`")
	flags.StringSliceVar(&f.categories, "category", nil, "extraction suites: only fixtures of these `categories`")
	flags.IntVar(&f.most, "max-fixtures", 0, "extraction suites: this `number` of fixtures at most, drawn by the suite's seed")
}

func (f *extractFlags) margin(flags *pflag.FlagSet) {
	flags.Float64Var(&f.threshold, "threshold", 0, "extraction suites: margin of comparisons, absolute `points` of a rate (default: as the suite says)")
}

// unused refuses the flags for a suite of another kind.
func (f *extractFlags) unused(dir string) error {
	for name, given := range map[string]bool{"perturb": f.perturb != nil, "fixture": f.fixtures != nil, "category": f.categories != nil, "max-fixtures": f.most != 0, "threshold": f.threshold != 0} {
		if given {
			return usage(fmt.Errorf("--%s is for suites of kind extract, and %q is of another kind", name, dir))
		}
	}
	return nil
}

// checkThreshold refuses a threshold that is none.
func checkThreshold(threshold float64) error {
	if threshold == 0 || threshold > 0 && threshold <= 1 {
		return nil
	}
	return usage(fmt.Errorf("--threshold %v: want absolute points above 0 and at most 1; hint: 0.05 is five points of a rate", threshold))
}

// checkExtract refuses, before anything is read, flags that cannot be meant.
func (f *runFlags) checkExtract() error {
	if err := f.checkAsking(); err != nil {
		return err
	}
	if f.most < 0 {
		return usage(fmt.Errorf("--max-fixtures must be 1 or more, not %d", f.most))
	}
	return errors.Join(checkThreshold(f.threshold), f.output.checkExtract())
}

// checkExtract refuses, before anything is done, what could not be written
// after it.
func (o *output) checkExtract() error {
	for _, g := range o.gates {
		if !slices.Contains(extractGates(), g) {
			return usage(fmt.Errorf("unknown gate %q for a suite of kind extract; hint: %s", g, strings.Join(extractGates(), ", ")))
		}
	}
	if err := o.settle(extractreport.Formats(), " for a suite of kind extract"); err != nil {
		return err
	}
	return checkOutput(o.file)
}

// planExtract loads a suite of kind extract and lists what is asked.
func (p *program) planExtract(ctx context.Context, dir string, f *runFlags, models []string) (*suite.Extract, *extractrun.Plan, error) {
	s, err := suite.LoadExtract(dir)
	if err != nil {
		return nil, nil, err
	}
	kinds, err := extractrun.ParseKinds(f.perturb)
	if err != nil {
		return nil, nil, err
	}
	plan, err := extractrun.NewPlan(ctx, extractrun.Options{
		Suite: s, Arms: f.arms, Models: models, Fixtures: f.fixtures, Categories: f.categories, Most: f.most, Repeats: f.repeats, Kinds: kinds, Parsers: p.parsers,
	})
	return s, plan, err
}

// runExtract runs a suite of kind extract.
func (p *program) runExtract(ctx context.Context, dir string, f *runFlags) error {
	if err := errors.Join(f.checkExtract(), p.configured(f)); err != nil {
		return err
	}
	models := f.models
	if f.mode == "mock" && models == nil {
		models = []string{"mock"}
	}
	s, plan, err := p.planExtract(ctx, dir, f, models)
	if err != nil {
		return err
	}
	for _, w := range s.Warnings {
		p.say("warning: %s", w)
	}
	for _, w := range plan.Skipped {
		p.say("%s; hint: --model asks one, sooth prompts and sooth answers import do it by hand", w)
	}
	if f.mode == "" {
		f.mode = f.modeFor(asCode(s))
		if len(plan.Prompted()) == 0 {
			f.mode = "command"
		}
	}
	if f.plan {
		fmt.Fprintf(p.out, "suite %s: %d fixtures, %d trials, %s\n", s.Name, len(plan.Fixtures), len(plan.Trials), f.mode)
		if prompted := plan.Prompted(); len(prompted) > 0 {
			return p.printForecast(ctx, asCode(s), prompted, f)
		}
		return nil
	}
	store, err := p.store(ctx, false)
	if err != nil {
		return err
	}
	defer store.Close()
	answering, asking, err := p.extractAgent(ctx, s, plan, store, f)
	if err != nil {
		return err
	}
	defer asking.close(p)
	return p.executeExtract(ctx, s, plan, store, f, answering, asking)
}

// executeExtract asks what a plan lists, judges what comes back and tells of it.
func (p *program) executeExtract(ctx context.Context, s *suite.Extract, plan *extractrun.Plan, store *trial.Store, f *runFlags, models agent.Agent, asking *live) error {
	asker, err := extractrun.NewAsker(ctx, s, plan, models, p.environ)
	if err != nil {
		return err
	}
	dir, err := filepath.Abs(s.Dir)
	if err != nil {
		return err
	}
	outcome, err := p.askPlan(ctx, f, asking, runner.Options{
		Store: store, Agent: asker, Plan: plan.Trials, Definitions: asker.Definitions(),
		Run: trial.Run{Suite: s.Name, SuiteDir: dir, SuiteHash: s.Hash, Seed: s.Seed},
	})
	if err != nil {
		return err
	}
	changed := asker.Changed(context.WithoutCancel(ctx))
	if outcome.Run.End == trial.Interrupted {
		return cmp.Or(changed, incomplete(outcome))
	}
	r, err := extractrun.Tell(ctx, s, outcome.Run, store.Records(ctx, outcome.Run.ID), p.parsers, f.threshold)
	if err != nil {
		return err
	}
	command := fmt.Sprintf("kept as run %s; every miss at its line: sooth report %s --format html > report.html", outcome.Run.ID, outcome.Run.ID)
	if err := p.showExtract(r, f.output, command); err != nil {
		return err
	}
	if changed != nil {
		return changed
	}
	gated := extractGate(r, f.gates)
	if err := incomplete(outcome); err != nil {
		if gated != nil {
			p.say("%v", gated)
		}
		return err
	}
	return gated
}

// showExtract writes a report to where it is wanted.
func (p *program) showExtract(r *extractreport.Report, o output, command string) error {
	p.clear()
	options := extractreport.Options{Verbose: o.verbose, Command: command}
	return p.write(o.file, func(w io.Writer) error { return extractreport.Write(w, r, o.format, options) })
}

// compareExtract holds the second of two runs of a suite of kind extract against
// the first.
func (p *program) compareExtract(ctx context.Context, store *trial.Store, runs [2]trial.Run, dir string, f *regrade) error {
	if err := errors.Join(checkThreshold(f.threshold), f.output.checkExtract()); err != nil {
		return err
	}
	s, err := suite.LoadExtract(dir)
	if err != nil {
		return err
	}
	for _, run := range runs {
		if err := isOf(run, dir, s.Name); err != nil {
			return err
		}
	}
	r, err := extractrun.Against(ctx, s, runs[0], store.Records(ctx, runs[0].ID), runs[1], store.Records(ctx, runs[1].ID), p.parsers, f.threshold)
	if err != nil {
		return err
	}
	if err := p.showExtract(r, f.output, ""); err != nil {
		return err
	}
	return extractGate(r, f.gates)
}

// retellExtract tells of an earlier run of a suite of kind extract.
func (p *program) retellExtract(ctx context.Context, store *trial.Store, run trial.Run, dir string, f *regrade) error {
	config, err := p.evalConfig()
	if err := errors.Join(err, checkThreshold(f.threshold), f.output.checkExtract()); err != nil {
		return err
	}
	if f.threshold == 0 && config.Threshold != nil {
		f.threshold = *config.Threshold
	}
	s, err := suite.LoadExtract(dir)
	if err != nil {
		return fmt.Errorf("the suite of run %s: %w", run.ID, err)
	}
	if err := isOf(run, dir, s.Name); err != nil {
		return err
	}
	r, err := extractrun.Tell(ctx, s, run, store.Records(ctx, run.ID), p.parsers, f.threshold)
	if err != nil {
		return err
	}
	if err := p.showExtract(r, f.output, ""); err != nil {
		return err
	}
	return extractGate(r, f.gates)
}
