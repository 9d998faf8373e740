package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"sooth/internal/assemble"
	"sooth/internal/compare"
	"sooth/internal/render"
	"sooth/suite"
	"sooth/trial"
)

func (p *program) compareCommand() *cobra.Command {
	f := &regrade{}
	c := &cobra.Command{
		Use:   "compare RUN RUN",
		Short: "compare two runs of one suite, task by task",
		Long: `Compare grades two runs of one suite and compares each arm of the second with the same arm of the first: what was lost,
what was gained, and whether that is more than noise.`,
		Example: "  sooth compare 3f9a last",
		Args:    exactly("RUN", "RUN"),
		RunE:    func(c *cobra.Command, args []string) error { return p.compare(c.Context(), args[0], args[1], f) },
	}
	f.add(c)
	return c
}

func (p *program) compare(ctx context.Context, first, second string, f *regrade) error {
	wrong := f.output.check()
	store, err := p.existing(ctx, true)
	if err != nil {
		return errors.Join(wrong, err)
	}
	defer store.Close()
	var runs [2]trial.Run
	for i, id := range []string{first, second} {
		if runs[i], err = p.find(ctx, store, id); err != nil {
			return err
		}
	}
	dir := f.dirOf(runs[0])
	if suite.KindOf(dir) == suite.ExtractKind {
		return p.compareExtract(ctx, store, runs, dir, f)
	}
	if wrong != nil {
		return wrong
	}
	s, err := suite.Load(dir)
	if err != nil {
		return err
	}
	tools, err := p.instruments(ctx, s, f.judging)
	if err != nil {
		return err
	}
	defer tools.close()
	var sides [2]assemble.Input
	for i, run := range runs {
		graded, err := tools.grader.Grade(ctx, store.Records(ctx, run.ID))
		if err != nil {
			return err
		}
		sides[i] = assemble.Input{Suite: s, Run: run, Graded: graded, Toolchain: tools.go_.Version, Sandbox: tools.sandbox}
	}
	r, err := assemble.Runs(sides[0], sides[1])
	var refused *compare.Refused
	if errors.As(err, &refused) {
		return usage(err)
	}
	if err != nil {
		return err
	}
	return p.show(r, f.output, render.Options{})
}
