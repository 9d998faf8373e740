package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"sooth/internal/rankpool"
	"sooth/rank"
	"sooth/stat"
)

func (p *program) rankPoolCommand() *cobra.Command {
	o := rankpool.Options{}
	file := ""
	c := &cobra.Command{
		Use:   "pool RUN...",
		Short: "collect what no one has judged among the first documents of runs",
		Long: `Pool writes the first documents of every run that have no judgement yet as a tab-separated file with a blank column "grade", for a
person to fill in. Documents come in a random order, without ranks, scores or systems, so that who judges does not know what is judged.
Rank judge reads the file back.`,
		Example: "  sooth rank pool old.run new.run --depth 10 --qrels qrels.txt --topics topics.tsv -o to-judge.tsv",
		RunE: func(c *cobra.Command, args []string) error {
			o.Runs = args
			return asUsage(p.rankPool(c.Context(), o, file))
		},
	}
	f := c.Flags()
	f.IntVar(&o.Depth, "depth", 10, "first documents of every run, a `number`")
	f.StringVar(&o.Qrels, "qrels", "", "`file` of the judgements that there are")
	f.StringVar(&o.Topics, "topics", "", "tab-separated `file` of topic and query, shown to who judges")
	f.StringVar(&o.Universe, "universe", "", "tab-separated `file` of document and title, shown to who judges")
	f.Uint64Var(&o.Seed, "seed", 1, "`seed` of the order")
	f.BoolVar(&o.Systems, "show-systems", false, "say which runs returned a document; not for who judges")
	f.BoolVar(&o.Rank.Lenient, "lenient", false, "read numbers as trec_eval does; of two equal documents the first or better")
	f.StringVarP(&file, "output", "o", "", "write to `file` instead of stdout")
	return c
}

func (p *program) rankPool(ctx context.Context, o rankpool.Options, file string) error {
	switch {
	case len(o.Runs) == 0:
		return usage(errors.New("no run; hint: sooth rank pool old.run new.run --qrels qrels.txt"))
	case o.Depth < 1:
		return usage(fmt.Errorf("--depth %d: at least 1 document of every run is pooled", o.Depth))
	case pipes(append(slices.Clone(o.Runs), o.Qrels, o.Topics, o.Universe)...) > 1:
		return usage(errors.New(`standard input can be read once only; hint: give one "-"`))
	}
	pool, err := rankpool.Collect(ctx, o, p.in)
	if err != nil {
		return err
	}
	if err := p.write(file, pool.Write); err != nil {
		return err
	}
	p.say("%d documents of %d topics to judge, %d judged already", len(pool.Items), pool.Topics, pool.Judged)
	return nil
}

func (p *program) rankJudgeCommand() *cobra.Command {
	o := rankpool.JudgeOptions{}
	file := ""
	c := &cobra.Command{
		Use:   "judge FILE...",
		Short: "read files of rank pool, filled in, back into judgements",
		Long: `Judge checks files that rank pool wrote and people filled in, and writes qrels: the judgements that there were, as they are, and
the new ones behind them. With the files of several judges it measures their agreement (Cohen's kappa); documents on which they
disagree stay unjudged unless --resolve says otherwise.`,
		Example: "  sooth rank judge to-judge.tsv --qrels qrels.txt -o new-qrels.txt\n  sooth rank judge ann.tsv bob.tsv --qrels qrels.txt -o new-qrels.txt --resolve lower",
		RunE: func(c *cobra.Command, args []string) error {
			o.Files = args
			return asUsage(p.rankJudge(c.Context(), o, file))
		},
	}
	f := c.Flags()
	f.StringVar(&o.Qrels, "qrels", "", "`file` of the judgements that there are")
	f.StringVar(&o.Topics, "topics", "", "tab-separated `file` of topics that may be judged beside those of the qrels")
	f.StringVar(&o.Resolve, "resolve", "", "the grade where judges disagree: lower, higher, first (the first `file`'s)")
	f.IntVarP(&o.Rank.Level, "level", "l", 1, "smallest `grade` that is relevant, for the agreement")
	f.BoolVar(&o.Rank.Lenient, "lenient", false, "read the qrels as trec_eval does")
	f.StringVarP(&file, "output", "o", "", "write the new qrels to `file`, which must not be there, instead of stdout")
	return c
}

func (p *program) rankJudge(ctx context.Context, o rankpool.JudgeOptions, file string) error {
	switch {
	case len(o.Files) == 0:
		return usage(errors.New("no file; hint: sooth rank judge FILE --qrels QRELS -o NEW, where FILE is of sooth rank pool"))
	case !slices.Contains([]string{"", "lower", "higher", "first"}, o.Resolve):
		return usage(fmt.Errorf("--resolve %q; hint: lower, higher or first", o.Resolve))
	case pipes(append(slices.Clone(o.Files), o.Qrels, o.Topics)...) > 1:
		return usage(errors.New(`standard input can be read once only; hint: give one "-"`))
	}
	if file != "" {
		if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
			return usage(fmt.Errorf("--output: %s is there already; hint: judgements are work, name a new file", file))
		}
	}
	j, err := rankpool.Judge(ctx, o, p.in)
	if err != nil {
		return err
	}
	if err := p.write(file, j.Write); err != nil {
		return err
	}
	for _, d := range j.Disagreements {
		fmt.Fprintln(p.err, "disagreement: "+d)
	}
	for _, a := range j.Pairs {
		p.say("%s and %s: %d of %d documents graded alike; agreement beyond chance (kappa) %s; relevant or not: %s", a.First, a.Second, a.Alike, a.Kappa.N, kappa(a.Kappa), kappa(a.Binary))
	}
	p.say("%d judgements of %d topics added to %d; %d left blank, %d judged already, %d open where judges disagree", j.Added, j.Topics, j.Before, j.Blank, j.Known, j.Open)
	return nil
}

func kappa(i stat.Interval) string {
	if i.Value == nil {
		return "not defined: " + i.Reason
	}
	return fmt.Sprintf("%.3f (95 %% CI %.3f to %.3f, %d documents)", *i.Value, *i.Low, *i.High, i.N)
}

// asUsage marks what is wrong with files that the caller named as his to mend.
func asUsage(err error) error {
	var input *rank.InputError
	var problems rankpool.Problems
	if errors.As(err, &input) || errors.As(err, &problems) {
		return usage(err)
	}
	return err
}
