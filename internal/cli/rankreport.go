package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"sooth/internal/rankrun"
)

func (p *program) rankReportCommand() *cobra.Command {
	f := &rankRunFlags{}
	c := &cobra.Command{
		Use:   "report RUN",
		Short: "measure the rankings of a run again, or lay its JSON out",
		Long: `Report measures the rankings that a run recorded, with its suite as it is now, and asks no engine. RUN is the beginning of a run's
name, last, or a file with the JSON of rank run.`,
		Example: "  sooth rank report last --format markdown\n  sooth rank report result.json --export runs",
		Args:    exactly("RUN"),
		RunE:    func(c *cobra.Command, args []string) error { return p.rankTellAgain(c.Context(), args[0], f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.export, "export", "", "write judgements and rankings as TREC files into `folder`")
	flags.StringVar(&f.format, "format", "text", "`format`: "+strings.Join(rankrun.Formats(), ", "))
	flags.StringVarP(&f.file, "output", "o", "", "write to `file` instead of stdout")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "text, markdown: every query")
	return c
}

func (p *program) rankTellAgain(ctx context.Context, name string, f *rankRunFlags) error {
	if err := knownFormat(f.format, "", rankrun.Formats()...); err != nil {
		return err
	}
	r, err := p.rankReport(ctx, name)
	if err != nil {
		return err
	}
	return p.showRankRun(r, f)
}
