package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sooth/internal/sqlite"
	"sooth/internal/tabular"
	"sooth/trial"
)

func (p *program) runsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "runs",
		Short:   "list, show, export, import and prune runs",
		Example: "  sooth runs list",
		Args:    known,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.runsListCommand(), p.runsShowCommand(), p.runsCallsCommand(), p.runsExportCommand(), p.runsImportCommand(), p.runsPruneCommand())
	return c
}

func (p *program) runsListCommand() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:     "list",
		Short:   "list all runs, newest first",
		Example: "  sooth runs list --json",
		Args:    exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			store, err := p.existing(c.Context(), true)
			if err != nil {
				return err
			}
			defer store.Close()
			runs, err := store.Runs(c.Context())
			if err != nil {
				return err
			}
			if asJSON {
				e := json.NewEncoder(p.out)
				for _, r := range runs {
					if err := e.Encode(r); err != nil {
						return err
					}
				}
				return nil
			}
			return p.listRuns(runs)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "one JSON object a line")
	return c
}

func (p *program) listRuns(runs []trial.Summary) error {
	if len(runs) == 0 {
		p.say("no runs yet; hint: sooth run SUITE makes one")
		return nil
	}
	t := tabular.Table{Words: 4, Head: []string{"run", "suite", "mode", "end", "answered", "no answer", "infra error", "planned", "started"}}
	for _, r := range runs {
		t.Rows = append(t.Rows, []string{
			r.ID, r.Suite, r.Mode, strings.ReplaceAll(string(r.End), "_", " "), strconv.Itoa(r.Counts.Answered), strconv.Itoa(r.Counts.NoAnswer), strconv.Itoa(r.Counts.InfraErrors),
			strconv.Itoa(r.Trials), r.Started.UTC().Format(time.RFC3339),
		})
	}
	return t.Text(p.out)
}

func (p *program) runsShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "show RUN",
		Short:   "print a run and its records as JSON lines, without grading",
		Example: "  sooth runs show last | head -3",
		Args:    exactly("RUN"),
		RunE:    func(c *cobra.Command, args []string) error { return p.export(c.Context(), args[0], "") },
	}
}

func (p *program) runsExportCommand() *cobra.Command {
	file := ""
	c := &cobra.Command{
		Use:     "export RUN",
		Short:   "write a run as JSON lines that runs import reads",
		Example: "  sooth runs export last -o run.jsonl",
		Args:    exactly("RUN"),
		RunE:    func(c *cobra.Command, args []string) error { return p.export(c.Context(), args[0], file) },
	}
	c.Flags().StringVarP(&file, "output", "o", "", "write to `file` instead of stdout")
	return c
}

// export writes a run to a file, or to stdout where none is named.
func (p *program) export(ctx context.Context, id, file string) error {
	store, err := p.existing(ctx, true)
	if err != nil {
		return err
	}
	defer store.Close()
	run, err := p.find(ctx, store, id)
	if err != nil {
		return err
	}
	return p.write(file, func(w io.Writer) error { return store.Export(ctx, run.ID, w) })
}

func (p *program) runsImportCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "import FILE",
		Short:   "read a run that runs export wrote; - reads stdin",
		Example: "  sooth runs import run.jsonl",
		Args:    exactly("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			in := p.in
			if args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return usage(err)
				}
				defer f.Close()
				in = f
			}
			store, err := p.store(c.Context(), false)
			if err != nil {
				return err
			}
			defer store.Close()
			ids, err := store.Import(c.Context(), args[0], in)
			var broken *sqlite.Error
			switch {
			case errors.As(err, &broken):
				return err
			case err != nil:
				return usage(err)
			}
			for _, id := range ids {
				fmt.Fprintf(p.out, "imported run %s\n", id)
			}
			return nil
		},
	}
}

func (p *program) runsPruneCommand() *cobra.Command {
	keep, suites, yes := 0, []string(nil), false
	retained := retention{}
	c := &cobra.Command{
		Use:   "prune [RUN]...",
		Short: "remove runs for good; without --yes only say which",
		Long: `Prune is the only thing that ever removes a record. Name the runs, or keep the newest of each suite with --keep, or with --retain the
newest records and the young ones, whichever are more; a run that a manifest has as its baseline is kept as well. Without
--yes it says what it would remove, changes nothing and exits with 2.`,
		Example: "  sooth runs prune --keep 5\n  sooth runs prune --keep 5 --yes\n  sooth runs prune --retain --records 1000 --days 30 --yes",
		RunE: func(c *cobra.Command, args []string) error {
			if retained.on {
				return p.retain(c.Context(), args, keep, suites, retained, yes)
			}
			return p.prune(c.Context(), args, keep, suites, yes)
		},
	}
	c.Flags().IntVar(&keep, "keep", 0, "keep the newest `number` of runs of each suite, remove the others")
	c.Flags().StringSliceVar(&suites, "suite", nil, "only runs of these `suites`")
	c.Flags().BoolVar(&yes, "yes", false, "really remove them")
	retained.add(c.Flags())
	return c
}

func (p *program) prune(ctx context.Context, ids []string, keep int, suites []string, yes bool) error {
	if (len(ids) == 0) == (keep == 0) || keep < 0 {
		return usage(errors.New("name the runs to remove, or the number to keep of each suite; hint: sooth runs prune --keep 5"))
	}
	store, err := p.existing(ctx, !yes)
	if err != nil {
		return err
	}
	defer store.Close()
	doomed := map[string]bool{}
	for _, id := range ids {
		run, err := p.find(ctx, store, id)
		if err != nil {
			return err
		}
		doomed[run.ID] = true
	}
	list, err := store.Runs(ctx)
	if err != nil {
		return err
	}
	if keep > 0 {
		slices.SortStableFunc(list, func(a, b trial.Summary) int { return b.Started.Compare(a.Started) })
		seen := map[string]int{}
		for _, r := range list {
			if len(suites) > 0 && !slices.Contains(suites, r.Suite) {
				continue
			}
			if seen[r.Suite]++; seen[r.Suite] > keep {
				doomed[r.ID] = true
			}
		}
	}
	return p.remove(ctx, store, list, doomed, yes)
}

// remove removes runs, or says what it would remove.
func (p *program) remove(ctx context.Context, store *trial.Store, list []trial.Summary, doomed map[string]bool, yes bool) error {
	if !yes {
		for _, r := range list {
			if doomed[r.ID] {
				fmt.Fprintf(p.out, "would remove run %s of %s: %d records\n", r.ID, r.Suite, r.Counts.Recorded())
			}
		}
		if len(doomed) == 0 {
			return nil
		}
		return usage(fmt.Errorf("%d runs would be removed, nothing was changed; hint: add --yes", len(doomed)))
	}
	removed, err := store.Prune(ctx, func(r trial.Summary) bool { return !doomed[r.ID] })
	for _, r := range removed {
		fmt.Fprintf(p.out, "removed run %s of %s: %d records\n", r.ID, r.Suite, r.Counts.Recorded())
	}
	return err
}

// existing opens runs.db without making one.
func (p *program) existing(ctx context.Context, readOnly bool) (*trial.Store, error) {
	kept, err := p.kept()
	if err != nil {
		return nil, err
	}
	if !kept {
		return nil, usage(fmt.Errorf("there are no runs in %q; hint: sooth run SUITE makes one, --db names another folder", p.db))
	}
	return p.store(ctx, readOnly)
}

// kept reports whether runs were ever kept in the folder of state.
func (p *program) kept() (bool, error) {
	if err := p.database(); err != nil {
		return false, err
	}
	_, err := os.Stat(filepath.Join(p.db, "runs.db"))
	return !errors.Is(err, fs.ErrNotExist), nil
}
