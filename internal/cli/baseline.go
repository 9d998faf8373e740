package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sooth/extract/fixture"
	"sooth/internal/extractrun"
	"sooth/suite"
)

func (p *program) baselineCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "baseline",
		Short:   "show and update what runs of an extraction suite are compared with",
		Example: "  sooth baseline show examples/security-claims\n  sooth baseline update --from last --force",
		Args:    known,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.baselineShowCommand(), p.baselineUpdateCommand())
	return c
}

func (p *program) baselineShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "show SUITE",
		Short:   "print the baseline of a suite of kind extract",
		Example: "  sooth baseline show examples/security-claims",
		Args:    exactly("SUITE"),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := suite.LoadExtract(args[0])
			if err != nil {
				return err
			}
			b := s.Corpus.Manifest.Baseline
			if b == nil {
				return usage(fmt.Errorf("%s has no baseline; hint: sooth run %s, then sooth baseline update --from last --force", s.ManifestPath(), args[0]))
			}
			for _, l := range []struct {
				name  string
				value string
			}{
				{"prompt", b.Prompt}, {"prompt version", b.PromptVersion}, {"prompt hash", b.PromptHash}, {"model", b.Model}, {"measured at", b.MeasuredAt}, {"run", b.Run},
				{"fixtures hash", b.FixturesHash}, {"precision", ratio(b.Precision)}, {"recall", ratio(b.Recall)}, {"f1", ratio(b.F1)},
			} {
				if l.value == "" {
					l.value = "not known"
				}
				fmt.Fprintf(p.out, "%-15s %s\n", l.name, l.value)
			}
			if b.Fixtures == nil {
				fmt.Fprintln(p.out, "fixtures        results of single fixtures were not kept: a run can be reviewed, never found to be a regression")
			} else {
				fmt.Fprintf(p.out, "fixtures        %d\n", len(b.Fixtures))
			}
			if n := b.Bundled(); n > 0 {
				fmt.Fprintf(p.out, "of %d fixtures the repeats were not kept singly: they count as one answer\n", n)
			}
			if b.FixturesHash != "" && b.FixturesHash != s.FixturesHash {
				fmt.Fprintln(p.out, "the fixtures have changed since: runs of today are not compared with it")
			}
			return nil
		},
	}
}

// ratio writes a rate; empty: there is none.
func ratio(x *float64) string {
	if x == nil {
		return ""
	}
	return fmt.Sprintf("%.4f", *x)
}

// baselineFlags are the flags of baseline update.
type baselineFlags struct {
	from, arm, model, suite string
	force                   bool
}

func (p *program) baselineUpdateCommand() *cobra.Command {
	f := &baselineFlags{}
	c := &cobra.Command{
		Use:   "update --from RUN [--force]",
		Short: "make a run what later ones are compared with; without --force only say what would change",
		Long: `Update writes the results of a run, fixture by fixture, as the baseline into manifest.toml, and keeps comments and order of the file.
Without --force it shows what would change, changes nothing and exits with 2.`,
		Example: "  sooth baseline update --from last --arm v1 --force",
		Args:    exactly(),
		RunE:    func(c *cobra.Command, _ []string) error { return p.baselineUpdate(c.Context(), f) },
	}
	c.Flags().StringVar(&f.from, "from", "", "the `run` that becomes the baseline: the beginning of its name, or last")
	c.Flags().StringVar(&f.arm, "arm", "", "the `arm` of the run, where it has several")
	c.Flags().StringVar(&f.model, "model", "", "the `model` of the run, where it has several")
	c.Flags().StringVar(&f.suite, "suite", "", "`folder` of the suite (default: where the run was made from)")
	c.Flags().BoolVar(&f.force, "force", false, "really write it")
	return c
}

func (p *program) baselineUpdate(ctx context.Context, f *baselineFlags) error {
	if f.from == "" {
		return usage(errors.New("--from is missing; hint: --from last names the newest run, sooth runs list all of them"))
	}
	store, err := p.existing(ctx, true)
	if err != nil {
		return err
	}
	defer store.Close()
	run, err := p.find(ctx, store, f.from)
	if err != nil {
		return err
	}
	dir := run.SuiteDir
	if f.suite != "" {
		dir = f.suite
	}
	s, err := suite.LoadExtract(dir)
	if err != nil {
		return err
	}
	if err := isOf(run, dir, s.Name); err != nil {
		return err
	}
	b, err := extractrun.Baseline(ctx, s, run, store.Records(ctx, run.ID), f.arm, f.model)
	if err != nil {
		return err
	}
	name, text, err := manifestOf(s)
	if err != nil {
		return err
	}
	updated, edits, err := fixture.Update(text, name, b)
	if err != nil {
		return usage(err)
	}
	if len(edits) == 0 {
		p.say("%s has this baseline already", s.ManifestPath())
		return nil
	}
	for _, e := range edits {
		switch {
		case e.Before == "":
			fmt.Fprintf(p.out, "+ %s = %s\n", e.Key, e.After)
		case e.After == "":
			fmt.Fprintf(p.out, "- %s = %s\n", e.Key, e.Before)
		default:
			fmt.Fprintf(p.out, "~ %s = %s → %s\n", e.Key, e.Before, e.After)
		}
	}
	if !f.force {
		return usage(fmt.Errorf("%d values of %s would change, nothing was changed; hint: add --force", len(edits), s.ManifestPath()))
	}
	if err := replace(name, updated); err != nil {
		return err
	}
	p.say("wrote %s", near(name))
	return nil
}

// near is the name of a file as seen from the working folder, where it is below it.
func near(name string) string {
	here, err := os.Getwd()
	if err != nil {
		return name
	}
	if short, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(short) {
		return short
	}
	return name
}
