package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

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
		Use:   "compare EARLIER LATER",
		Short: "compare two runs of one suite, task by task",
		Long: `Compare grades two runs of one suite, as it is now, and compares each arm of the later one with the same arm of the earlier: what was
lost, what was gained, and whether that is more than noise. Tasks that only one of them asked are told as new and gone, and tasks that were
asked in other words are not compared. EARLIER may be previous: the newest run of the suite before LATER that ended, in the same mode and judged at the same level.`,
		Example: "  sooth compare 3f9a last\n  sooth compare previous last --format comment",
		Args:    exactly("EARLIER", "LATER"),
		RunE:    func(c *cobra.Command, args []string) error { return p.compare(c.Context(), args[0], args[1], f) },
	}
	f.add(c)
	return c
}

// previous is the name for the run before another.
const previous = "previous"

// compare tells of the later of two runs, held against the earlier.
func (p *program) compare(ctx context.Context, first, second string, f *regrade) error {
	wrong := errors.Join(f.judging.check(), f.output.check())
	store, err := p.existing(ctx, true)
	if err != nil {
		return errors.Join(wrong, err)
	}
	defer store.Close()
	later, err := p.find(ctx, store, second)
	if err != nil {
		return err
	}
	earlier, err := p.earlier(ctx, store, first, later)
	if err != nil {
		return err
	}
	dir := f.dirOf(later)
	if suite.KindOf(dir) == suite.ExtractKind {
		return p.compareExtract(ctx, store, [2]trial.Run{earlier, later}, dir, f)
	}
	if wrong != nil {
		return wrong
	}
	s, err := f.suiteOf(later)
	if err != nil {
		return err
	}
	tools, err := p.instruments(ctx, s, f.judging)
	if err != nil {
		return err
	}
	defer tools.close()
	sides := [2]assemble.Input{{Run: earlier}, {Run: later}}
	for i := range sides {
		side := &sides[i]
		side.Suite, side.Toolchain, side.Sandbox = s, tools.go_.Version, tools.sandbox
		if side.Graded, err = tools.grader.Grade(ctx, side.Today(store.Records(ctx, side.Run.ID))); err != nil {
			return err
		}
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

// errFirst says that a run is the first of its suite.
var errFirst = errors.New("there is no earlier run")

// earlier finds the run that another is held against.
func (p *program) earlier(ctx context.Context, store *trial.Store, id string, later trial.Run) (trial.Run, error) {
	if id != previous {
		return p.find(ctx, store, id)
	}
	runs, err := store.Runs(ctx)
	if err != nil {
		return trial.Run{}, err
	}
	for _, r := range slices.Backward(runs) {
		if r.Suite == later.Suite && r.Mode == later.Mode && r.Toolchain == later.Toolchain && r.End == trial.Completed && r.Started.Before(later.Started) {
			return r.Run, nil
		}
	}
	return trial.Run{}, usage(fmt.Errorf("%w of suite %q that ended before %s (%s, judged at %s); hint: sooth runs list", errFirst, later.Suite, later.ID, later.Mode, later.Toolchain))
}
