package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"sooth/internal/rankeval"
)

func (p *program) rankCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "rank",
		Short:   "judge search quality",
		Example: "  sooth rank eval qrels.txt run.txt",
		Args:    known,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.rankEvalCommand(), p.rankRunCommand(), p.rankReportCommand(), p.rankCompareCommand(), p.rankPoolCommand(), p.rankJudgeCommand(), p.rankDiffCommand())
	return c
}

func (p *program) rankEvalCommand() *cobra.Command {
	var o rankeval.Options
	c := &cobra.Command{
		Use:   "eval QRELS RUN...",
		Short: "measure how good rankings are, as trec_eval does",
		Long: `Eval reads relevance judgements and one or more runs in TREC's formats, plain or compressed, and prints measures. One run is
printed byte for byte as trec_eval 10.0 prints it, but for its defects (--explain names them); several are compared with the first.`,
		Example: "  sooth rank eval qrels.txt run.txt -m nDCG@10 -m RR@10\n  sooth rank eval qrels.txt old.run new.run --format html > comparison.html",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.Qrels, o.Runs = args[0], args[1:]
			}
			err := rankeval.Run(c.Context(), o, p.in, p.out, p.err)
			if err != nil {
				return &failure{code: rankeval.ExitCode(err), err: err, silent: errors.Is(err, errPipe)}
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringArrayVarP(&o.Measures, "measure", "m", nil, "a `measure` (nDCG@10, map, P_5) or a set (official, all_trec); may be repeated")
	f.BoolVarP(&o.Topics, "topics", "q", false, "values of each topic as well")
	f.BoolVarP(&o.NoMean, "no-summary", "n", false, "without the values over all topics")
	f.BoolVarP(&o.Complete, "complete", "c", false, "topics that the run lacks count, as 0")
	f.IntVarP(&o.Level, "level", "l", 1, "smallest `grade` that is relevant")
	f.BoolVarP(&o.Judged, "judged-only", "J", false, "leave out documents without a judgement")
	f.IntVarP(&o.Depth, "depth", "M", 0, "documents kept for each topic, a `number`; 0: all")
	f.IntVarP(&o.Size, "collection", "N", 0, "documents in the collection, a `number`, for utility")
	f.StringVar(&o.Format, "format", "", "`format`: "+strings.Join(rankeval.Formats(), ", ")+" (default: trec for one run, text for several)")
	f.BoolVar(&o.Ties, "ties", false, "expected, least and largest value over the orders of equal scores")
	f.BoolVar(&o.Lenient, "lenient", false, "read numbers as trec_eval does; of two equal documents the first or better")
	f.BoolVar(&o.Explain, "explain", false, "say where trec_eval is not followed, and why")
	f.Uint64Var(&o.Seed, "seed", 1, "`seed` of what is drawn at random in comparisons")
	f.IntVar(&o.Threads, "threads", 0, "a `number`; 0: one for each processor")
	return c
}
