package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"sooth/internal/plant"
	"sooth/internal/sandbox"
	"sooth/suite"
)

func (p *program) suiteCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "suite",
		Short:   "make, list, validate, fetch, review and plant suites",
		Example: "  sooth suite validate examples/go-api",
		Args:    known,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.suiteNewCommand(), p.suiteListCommand(), p.suiteValidateCommand(), p.suitePlantCommand(), p.suiteReviewCommand(), p.suiteFetchCommand())
	return c
}

func (p *program) suiteListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list [DIR]",
		Short:   "list the suites in and below a folder",
		Example: "  sooth suite list examples",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			found, err := suite.List(dir)
			if err != nil {
				return usage(err)
			}
			if len(found) == 0 {
				p.say("no suite in or below %s; hint: a suite is a folder with suite.yaml in it", dir)
			}
			for _, l := range found {
				if l.Search != nil {
					fmt.Fprintf(p.out, "%s\t%s\t%d queries\t%d classes\t%d systems\n", l.Dir, l.Search.Name, len(l.Search.Queries), len(l.Search.Classes), len(l.Search.Systems))
					continue
				}
				if e := l.Extract; e != nil {
					fmt.Fprintf(p.out, "%s\t%s\t%d fixtures\t%d arms\t%d recorded answers\n", l.Dir, e.Name, len(e.Corpus.Reviewed()), len(e.Arms), len(e.Recorded))
					continue
				}
				if l.Suite == nil {
					fmt.Fprintf(p.out, "%s\tinvalid\t%s\n", l.Dir, strings.ReplaceAll(l.Err.Error(), "\n", "; "))
					continue
				}
				fmt.Fprintf(p.out, "%s\t%s\t%d tasks\t%d arms\t%d recorded answers\n", l.Dir, l.Suite.Name, len(l.Suite.Tasks), len(l.Suite.Arms), len(l.Suite.Recorded))
			}
			return nil
		},
	}
}

func (p *program) suiteValidateCommand() *cobra.Command {
	strict := false
	c := &cobra.Command{
		Use:     "validate SUITE",
		Short:   "say what is in a suite and what is wrong with it",
		Long:    "Validate reads a whole suite and lists every mistake with its place (exit code 2), and what its author may not have meant as warnings.",
		Example: "  sooth suite validate examples/go-api",
		Args:    exactly("SUITE"),
		RunE: func(c *cobra.Command, args []string) error {
			if suite.KindOf(args[0]) == suite.SearchKind {
				return p.validateSearch(c.Context(), args[0], strict)
			}
			if suite.KindOf(args[0]) == suite.ExtractKind {
				return p.validateExtract(args[0], strict)
			}
			s, err := suite.Load(args[0])
			if err != nil {
				return err
			}
			sum := s.Validate()
			fmt.Fprintf(p.out, "%s: %d tasks (%d with hidden tests, %d with a reference), %d planted faults, %d recorded answers, %d trials planned\n",
				s.Name, sum.Tasks, sum.Tested, sum.Reference, sum.Planted, sum.Recorded, sum.Trials)
			for _, a := range sum.Arms {
				fmt.Fprintf(p.out, "  arm %s (%s): %d recorded, %d missing\n", a.Name, a.Kind, a.Recorded, a.Missing)
			}
			for _, w := range sum.Warnings {
				fmt.Fprintf(p.out, "warning: %s\n", w)
			}
			if strict && len(sum.Warnings) > 0 {
				return &failure{code: exitFound, err: fmt.Errorf("%d warnings", len(sum.Warnings))}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&strict, "strict", false, "exit with 3 when there are warnings")
	return c
}

func (p *program) suitePlantCommand() *cobra.Command {
	o := plant.Options{}
	file := ""
	c := &cobra.Command{
		Use:   "plant SUITE",
		Short: "put faults into the reference answers, each confirmed by an independent tool",
		Long: `Plant makes the control arm "planted": machine-made faults of every kind in the suite's reference answers, each confirmed by
go build, an API file, a "Deprecated:" paragraph or the hidden tests. They are written to planted.jsonl in the suite's folder.`,
		Example: "  sooth suite plant examples/go-api",
		Args:    exactly("SUITE"),
		RunE:    func(c *cobra.Command, args []string) error { return p.plant(c.Context(), args[0], file, o) },
	}
	c.Flags().Uint64Var(&o.Seed, "seed", 1, "`seed` of which places and names are taken")
	c.Flags().IntVar(&o.Jobs, "jobs", runtime.NumCPU(), "tasks at once, a `number`")
	c.Flags().StringVarP(&file, "output", "o", "", "write to `file` instead of planted.jsonl in the suite's folder")
	return c
}

func (p *program) plant(ctx context.Context, dir, file string, o plant.Options) error {
	s, err := suite.Load(dir)
	if err != nil {
		return err
	}
	if o.Go, err = p.toolchain(ctx); err != nil {
		return err
	}
	box, err := sandbox.Find(ctx, p.environ)
	if err != nil {
		return err
	}
	o.Run = plant.Hidden{Go: o.Go, Sandbox: box}
	done := 0
	o.Done = func(string, int) { done++; p.progress("planted", done, len(s.Tasks)) }
	list, stats, err := plant.Make(ctx, s, o)
	if err != nil {
		return err
	}
	if file == "" {
		file = filepath.Join(s.Dir, "planted.jsonl")
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := errors.Join(plant.Write(f, list), f.Close()); err != nil {
		return err
	}
	fmt.Fprint(p.out, stats.Markdown())
	return nil
}
