package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/fact/factfilter"
	"sooth/internal/process"
	"sooth/internal/rankreport"
	"sooth/internal/rankrun"
	"sooth/suite"
	"sooth/trial"
)

// rankRunFlags are the flags of rank run.
type rankRunFlags struct {
	systems, classes, queries []string
	k, jobs, repeats          int
	qrels, export             string
	format, file              string
	tolerance                 float64
	check, verbose            bool
}

func (p *program) rankRunCommand() *cobra.Command {
	f := &rankRunFlags{}
	c := &cobra.Command{
		Use:   "run SUITE",
		Short: "ask search engines the queries of a suite, and measure what they answer",
		Long: `Run asks every system of a suite of kind search every query, records each ranking durably, and measures it: programs, tools of MCP
servers, HTTP services, run files, our own index, ripgrep. A search that failed is an error, never an empty ranking. Interrupted
or killed, the same command goes on where it stopped. A suite says which programs are run: read it first.`,
		Example: "  sooth rank run examples/go-search\n  sooth rank run examples/go-search --systems bleve-plain,bleve-camel --class A --format json > result.json\n  sooth rank run examples/go-search --export runs && sooth rank eval runs/qrels.txt runs/*.run",
		Args:    exactly("SUITE"),
		RunE:    func(c *cobra.Command, args []string) error { return p.rankRun(c.Context(), args[0], f) },
	}
	flags := c.Flags()
	flags.StringSliceVar(&f.systems, "systems", nil, "only these `systems`, separated by commas")
	flags.StringSliceVar(&f.classes, "class", nil, "only queries of these `classes`")
	flags.StringSliceVar(&f.queries, "query", nil, "only the queries with these `ids`")
	flags.IntVar(&f.k, "k", 0, "`number` of documents that count (default: as the suite says)")
	flags.StringVar(&f.qrels, "qrels", "", "`file` of judgements that decides instead of the suite's truth")
	flags.IntVar(&f.jobs, "jobs", 1, "queries in flight at once, a `number`; times are those of a busy engine then")
	flags.IntVar(&f.repeats, "repeats", 1, "ask everything a `number` of times: latencies of all, and which answers are not stable; the first is measured")
	flags.Float64Var(&f.tolerance, "tolerance", 0, "`share` of searches, 0 to 1, that may fail without exit code 4")
	flags.BoolVar(&f.check, "check", false, "only check the suite and whether every system is ready")
	flags.StringVar(&f.export, "export", "", "write judgements and rankings as TREC files into `folder`")
	flags.StringVar(&f.format, "format", "text", "`format`: "+strings.Join(rankrun.Formats(), ", "))
	flags.StringVarP(&f.file, "output", "o", "", "write to `file` instead of stdout")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "text, markdown: every query; --check: the digests of every system's files, as a suite states them")
	return c
}

func (p *program) rankRun(ctx context.Context, dir string, f *rankRunFlags) error {
	if err := knownFormat(f.format, "", rankrun.Formats()...); err != nil {
		return err
	}
	switch {
	case f.k < 0 || f.k > 1000:
		return usage(fmt.Errorf("--k %d: want 1 to 1000", f.k))
	case f.repeats < 1 || f.repeats > 1000:
		return usage(fmt.Errorf("--repeats %d: want 1 to 1000", f.repeats))
	case f.jobs < 1:
		return usage(fmt.Errorf("--jobs %d: want 1 or more", f.jobs))
	case !(f.tolerance >= 0 && f.tolerance <= 1):
		return usage(fmt.Errorf("--tolerance %v: want 0 to 1", f.tolerance))
	}
	s, err := suite.LoadSearch(dir, suite.SearchOptions{K: f.k, Qrels: f.qrels, Filter: p.filterFacts(ctx)})
	if err != nil {
		return err
	}
	for _, w := range s.Warnings {
		p.say("warning: %s", w)
	}
	o := rankrun.Options{
		Suite: s, Systems: f.systems, Classes: f.classes, Queries: f.queries, Repeats: f.repeats, Jobs: f.jobs, Tolerance: f.tolerance, Now: p.now,
		Around: rankrun.Surroundings{
			Environ: p.environ, Version: Version(), Facts: p.searchFacts,
			Look: func(name string) (string, error) {
				path, _ := process.Lookup(p.environ, "PATH")
				return process.Find(name, path)
			},
		},
		OnProgress: func(done, total int) { p.progress("asked", done, total) },
		OnWarmup:   func(system string, n int) { p.say("%s: warmed up with %d queries", system, n) },
	}
	if f.check {
		systems, err := rankrun.Check(ctx, o)
		if err != nil {
			return rankRunError(err)
		}
		fmt.Fprintf(p.out, "%s: %d queries in %d classes, %d systems, all of them ready\n", s.Name, len(s.Queries), len(s.Classes), len(s.Systems))
		if f.verbose {
			for _, y := range systems {
				fmt.Fprintf(p.out, "%s:\n  digests:\n", y.Name)
				for _, file := range y.Files {
					fmt.Fprintf(p.out, "    %q: %q\n", file.Path, file.SHA256)
				}
			}
		}
		return nil
	}
	if err := checkOutput(f.file); err != nil {
		return err
	}
	store, err := p.store(ctx, false)
	if err != nil {
		return err
	}
	defer store.Close()
	o.Store = store
	result, err := rankrun.Run(ctx, o)
	if err != nil {
		return rankRunError(err)
	}
	outcome := result.Outcome
	if outcome.Resumed > 0 {
		p.say("resumed run %s: %d rankings were there, %d asked", outcome.Run.ID, outcome.Resumed, outcome.Asked)
	}
	if outcome.Run.End == trial.Interrupted {
		return &failure{code: exitIncomplete, err: fmt.Errorf("interrupted after %d of %d searches, all of them kept; hint: the same command goes on", outcome.Counts.Recorded(), outcome.Run.Trials)}
	}
	if err := p.showRankRun(result.Report, f); err != nil {
		return err
	}
	if changed := changedFiles(result.Report); len(changed) > 0 {
		return &failure{code: exitSurroundings, err: fmt.Errorf("changed during the run: %s; hint: a search must not write what it searches; the figures stand beside the change in the report", strings.Join(changed, ", "))}
	}
	if outcome.Run.End == trial.ErrorsTolerance {
		return &failure{code: exitIncomplete, err: fmt.Errorf("%d of %d searches failed; hint: the reasons are in the report; --tolerance sets what is borne", outcome.Counts.InfraErrors, outcome.Run.Trials)}
	}
	return nil
}

// showRankRun writes the report and, where wanted, the TREC files.
func (p *program) showRankRun(r *rankreport.Report, f *rankRunFlags) error {
	p.clear()
	if f.export != "" {
		if err := rankrun.Export(f.export, r); err != nil {
			return err
		}
		p.say("wrote %s and a run for each of %d systems", filepath.Join(f.export, "qrels.txt"), len(r.Systems))
	}
	return p.write(f.file, func(w io.Writer) error { return rankrun.Write(w, r, f.format, f.verbose) })
}

// changedFiles lists what of the systems is not what it was.
func changedFiles(r *rankreport.Report) []string {
	var list []string
	for _, y := range r.Systems {
		for _, file := range y.Files {
			if file.After != "" {
				list = append(list, fmt.Sprintf("%s (system %s)", file.Path, y.Name))
			}
		}
	}
	return list
}

// rankRunError finds the exit code of an error of rankrun.
func rankRunError(err error) error {
	var unknown *rankrun.Unknown
	if errors.As(err, &unknown) {
		return usage(err)
	}
	return err
}

// validateSearch says what is in a suite of kind search.
func (p *program) validateSearch(ctx context.Context, dir string, strict bool) error {
	s, err := suite.LoadSearch(dir, suite.SearchOptions{Filter: p.filterFacts(ctx)})
	if err != nil {
		return err
	}
	documents := "no universe"
	if s.Universe != nil {
		documents = fmt.Sprintf("%d documents in the universe", s.Universe.Len())
	}
	fmt.Fprintf(p.out, "%s: %d queries, %d systems, %s, corpus %.12s\n", s.Name, len(s.Queries), len(s.Systems), documents, s.Corpus)
	for _, c := range s.Classes {
		queries, negative := 0, 0
		for _, q := range s.Queries {
			switch {
			case q.Class != c.Name:
			case q.Negative:
				negative++
			default:
				queries++
			}
		}
		fmt.Fprintf(p.out, "  class %s (%s): %d queries, %d negative, primary measure %s\n", c.Name, c.Truth, queries, negative, c.Primary)
	}
	for _, y := range s.Systems {
		fmt.Fprintf(p.out, "  system %s (%s)\n", y.Name, y.Kind)
	}
	for _, w := range s.Warnings {
		fmt.Fprintf(p.out, "warning: %s\n", w)
	}
	if strict && len(s.Warnings) > 0 {
		return &failure{code: exitFound, err: fmt.Errorf("%d warnings", len(s.Warnings))}
	}
	return nil
}

// searchFacts opens the index of a folder for a system of kind facts.
func (p *program) searchFacts(ctx context.Context, dir string) (fact.Snapshot, error) {
	store, err := factdb.Open(ctx, rankrun.FactsFile(dir), factdb.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	snapshot, err := store.Snapshot(ctx)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return &openFacts{snapshot, store}, nil
}

// filterFacts answers the filters of a suite from the index of a folder.
func (p *program) filterFacts(ctx context.Context) func(string, []factfilter.Filter) ([]factfilter.Selection, error) {
	return func(dir string, filters []factfilter.Filter) (list []factfilter.Selection, err error) {
		file := rankrun.FactsFile(dir)
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("%q is not there; hint: sooth index %s", filepath.ToSlash(file), filepath.ToSlash(dir))
		}
		snapshot, err := p.searchFacts(ctx, dir)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, snapshot.Close()) }()
		return factfilter.Select(ctx, snapshot, filters)
	}
}

// openFacts closes the store with its snapshot.
type openFacts struct {
	fact.Snapshot
	store *factdb.Store
}

func (o *openFacts) Close() error { return errors.Join(o.Snapshot.Close(), o.store.Close()) }
