package cli

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sooth/internal/rankdiff"
	"sooth/suite"
)

func (p *program) rankDiffCommand() *cobra.Command {
	format, file, verbose := "text", "", false
	c := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "tell two versions of a suite's corpus apart: documents, queries, what answers them",
		Long: `Diff reads two suites of kind search and says which documents came and went, which queries are new, gone or asked otherwise, and
whose right answers changed, and how much of that is due to documents alone. Runs on different corpora are never compared.`,
		Example: "  sooth rank diff ../release/search-suite search-suite\n  sooth rank diff old new --format json",
		Args:    exactly("OLD", "NEW"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := knownFormat(format, "", rankdiff.Formats()...); err != nil {
				return err
			}
			o := suite.SearchOptions{Filter: p.filterFacts(c.Context())}
			old, err := suite.LoadSearch(args[0], o)
			if err != nil {
				return err
			}
			newer, err := suite.LoadSearch(args[1], o)
			if err != nil {
				return err
			}
			return p.write(file, func(out io.Writer) error { return rankdiff.Of(old, newer).Write(out, format, verbose) })
		},
	}
	c.Flags().StringVar(&format, "format", format, "`format`: "+strings.Join(rankdiff.Formats(), ", "))
	c.Flags().StringVarP(&file, "output", "o", "", "write to `file` instead of stdout")
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "text: every document")
	return c
}
