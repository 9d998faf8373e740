package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"sooth/internal/gate"
	"sooth/internal/rankcompare"
	"sooth/internal/rankfile"
	"sooth/internal/rankreport"
	"sooth/internal/rankrun"
	"sooth/rank"
	"sooth/suite"
)

// rankCompareFlags are the flags of rank compare.
type rankCompareFlags struct {
	trec    rankcompare.TREC
	runs    []string
	primary string
	where   []string
	gates   []string
	format  string
	file    string
	all     bool
	seed    uint64
}

func (p *program) rankCompareCommand() *cobra.Command {
	f := &rankCompareFlags{}
	c := &cobra.Command{
		Use:   "compare A B",
		Short: "say which of two rankings is better, where, and whether that is more than noise",
		Long: `Compare takes two runs in TREC's format with --qrels, or two systems of a rank run with --run, and says for each class of queries
and each measure what both reach, the difference with its interval and exact tests, what so many queries could show, how the first
relevant document moved, and which queries won and lost. A gate fails the command where a regression is not ruled out.`,
		Example: "  sooth rank compare old.run new.run --qrels qrels.txt -m nDCG@10 -m RR@10\n" +
			"  sooth rank compare old new --run run.json --gate 'nDCG@10 > -0.02' --gate 'class=D: P@5 > -0.05'\n" +
			"  sooth rank compare old.run new.run --qrels qrels.txt --format html -o comparison.html",
		RunE: func(c *cobra.Command, args []string) error {
			err := p.rankCompare(c.Context(), args, f)
			var input *rank.InputError
			var invalid *rankcompare.Invalid
			if errors.As(err, &input) || errors.As(err, &invalid) {
				return usage(err)
			}
			return err
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.trec.Qrels, "qrels", "", "`file` of judgements; A and B are files of runs")
	flags.StringArrayVar(&f.runs, "run", nil, "`file` with the JSON of a rank run, or the beginning of a run's name, or last; A and B are systems of it; given twice, B is one of the second")
	flags.StringArrayVarP(&f.trec.Measures, "measure", "m", nil, "with --qrels: a `measure`, the first is the primary one; may be repeated")
	flags.StringVar(&f.trec.Topics, "topics", "", "with --qrels: tab-separated `file` of topic, query, class and labels")
	flags.IntVarP(&f.trec.Options.Level, "level", "l", 1, "with --qrels: smallest `grade` that is relevant")
	flags.IntVarP(&f.trec.Options.Depth, "cut", "M", 0, "with --qrels: documents kept for each topic, a `number`; 0: all")
	flags.BoolVarP(&f.trec.Options.JudgedOnly, "judged-only", "J", false, "with --qrels: leave out documents without a judgement")
	flags.BoolVarP(&f.trec.Options.Complete, "complete", "c", false, "with --qrels: topics that a run lacks count, as 0")
	flags.BoolVar(&f.trec.Options.Lenient, "lenient", false, "with --qrels: read numbers as trec_eval does; of two equal documents the first or better")
	flags.IntVar(&f.trec.Options.Threads, "threads", 0, "with --qrels: a `number`; 0: one for each processor")
	flags.IntVar(&f.trec.Depth, "depth", 10, "with --qrels: documents shown, and within which a first relevant one counts, a `number`")
	flags.StringVar(&f.primary, "primary", "", "the `comparison` decided on beforehand: RR@10, or 'class=D: P@5'")
	flags.StringArrayVar(&f.where, "where", nil, "only queries with this `label=value`; may be repeated")
	flags.StringArrayVar(&f.gates, "gate", nil, "exit 3 unless this is `shown`: 'nDCG@10 > -0.02', 'class=D: P@5 > -0.05'; may be repeated")
	flags.StringVar(&f.format, "format", "text", "`format`: "+strings.Join(rankcompare.Formats(), ", "))
	flags.StringVarP(&f.file, "output", "o", "", "write to `file` instead of stdout")
	flags.BoolVar(&f.all, "all", false, "text and markdown: every query that got better or worse, not the first few")
	flags.Uint64Var(&f.seed, "seed", 1, "`seed` of what is drawn at random")
	return c
}

func (p *program) rankCompare(ctx context.Context, args []string, f *rankCompareFlags) error {
	if err := knownFormat(f.format, "", rankcompare.Formats()...); err != nil {
		return err
	}
	gates, err := parseGates(f.gates)
	if err != nil {
		return err
	}
	var where []rankcompare.Label
	for _, text := range f.where {
		l, err := rankcompare.ParseLabel(text)
		if err != nil {
			return usage(err)
		}
		where = append(where, l)
	}
	in, err := p.rankInput(ctx, args, f)
	if err != nil {
		return err
	}
	in.Where, in.Gates, in.Seed = where, gates, f.seed
	if f.primary != "" {
		if in.Primary, err = primary(f.primary); err != nil {
			return err
		}
	}
	r, err := rankcompare.Compare(in)
	if err != nil {
		return usage(err)
	}
	if err := p.write(f.file, func(w io.Writer) error { return rankcompare.Write(w, r, f.format, f.all) }); err != nil {
		return err
	}
	return failedGates(r.Gates)
}

// rankInput reads what is compared.
func (p *program) rankInput(ctx context.Context, args []string, f *rankCompareFlags) (rankcompare.Input, error) {
	var in rankcompare.Input
	switch {
	case len(args) > 2:
		return in, usage(fmt.Errorf("unexpected argument %q; hint: two are compared at a time", args[2]))
	case f.trec.Qrels != "" && len(f.runs) > 0:
		return in, usage(errors.New("--qrels is for TREC runs and --run for rank runs; hint: give one of them"))
	case f.trec.Qrels != "":
		if len(args) < 2 {
			return in, usage(errors.New("two runs are needed; hint: sooth rank compare old.run new.run --qrels qrels.txt"))
		}
		t := f.trec
		t.A, t.B = args[0], args[1]
		if t.Depth < 1 || t.Options.Depth < 0 || t.Options.Level < 0 {
			return in, usage(errors.New("--depth, -M and -l take numbers from 1 up"))
		}
		if pipes(t.Qrels, t.A, t.B, t.Topics) > 1 {
			return in, usage(errors.New(`standard input can be read once only; hint: give one "-"`))
		}
		in, warnings, err := t.Load(ctx, p.in)
		for _, w := range warnings {
			fmt.Fprintln(p.err, "warning: "+w)
		}
		return in, err
	case len(f.runs) == 0:
		return in, usage(errors.New("--qrels or --run is missing; hint: --qrels FILE for two TREC runs, --run FILE for two systems of a rank run"))
	case len(f.runs) > 2:
		return in, usage(errors.New("--run is there more than twice; hint: two are compared at a time"))
	}
	var reports []*rankreport.Report
	for _, name := range f.runs {
		r, err := p.rankReport(ctx, name)
		if err != nil {
			return in, err
		}
		reports = append(reports, r)
	}
	runs := rankcompare.Runs{First: reports[0], Second: reports[len(reports)-1]}
	if len(args) > 0 {
		runs.A = args[0]
	}
	if len(args) > 1 {
		runs.B = args[1]
	} else if len(args) == 1 && len(reports) == 2 {
		runs.B = args[0] // the same system in two runs
	}
	return runs.Load()
}

// rankReport reads the JSON of a rank run, or measures the records of one in the
// store again, where the name is not that of a file.
func (p *program) rankReport(ctx context.Context, name string) (*rankreport.Report, error) {
	if _, err := os.Stat(name); name == "-" || err == nil || !errors.Is(err, fs.ErrNotExist) {
		file, err := rankfile.Open(ctx, name, p.in)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return rankcompare.ReadRun(name, file.Text.Data)
	}
	store, err := p.existing(ctx, true)
	if err != nil {
		return nil, noRun(name, err)
	}
	defer store.Close()
	run, err := p.find(ctx, store, name)
	if err != nil {
		return nil, noRun(name, err)
	}
	if run.Mode != "search" {
		return nil, usage(fmt.Errorf("run %s is of suite %q, which asks no search engine; hint: sooth compare compares such runs", run.ID, run.Suite))
	}
	s, err := suite.LoadSearch(run.SuiteDir, suite.SearchOptions{Filter: p.filterFacts(ctx)})
	if err != nil {
		return nil, fmt.Errorf("the suite of run %s: %w", run.ID, err)
	}
	r, err := rankrun.Again(ctx, s, store, run)
	return r, rankRunError(err)
}

// noRun says that a name is neither a file nor a run.
func noRun(name string, err error) error {
	code := exitSurroundings
	var f *failure
	if errors.As(err, &f) {
		code, err = f.code, f.err
	}
	return &failure{code: code, err: fmt.Errorf("%s is no file, and as the name of a run: %w", name, err)}
}

func pipes(names ...string) int {
	n := 0
	for _, name := range names {
		if name == "-" {
			n++
		}
	}
	return n
}

// primary reads "RR@10" or "class=D: P@5".
func primary(text string) (*rankcompare.Target, error) {
	g, err := gate.Parse(text + " > 0")
	class, ok := g.Label("class")
	if err != nil || len(g.Scope) > 1 || len(g.Scope) == 1 && !ok {
		return nil, usage(fmt.Errorf("--primary %q is no measure and no class with one; hint: --primary RR@10 or --primary 'class=D: P@5'", text))
	}
	return &rankcompare.Target{Class: class, Measure: g.Name}, nil
}
