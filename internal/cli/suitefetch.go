package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"sooth/internal/corpora"
)

func (p *program) suiteFetchCommand() *cobra.Command {
	cutOff := ""
	c := &cobra.Command{
		Use:   "fetch FILE",
		Short: "fetch the code bases that a list pins",
		Long: `Fetch downloads the Go modules that a list of corpora names (corpora.yaml), through the module proxy, and holds each against
its sum. Nothing of them is run. One that cannot be fetched is told and leaves exit code 4; what is there already is not fetched again.
With --cut-off it says which of them a model can have read.`,
		Example: "  sooth suite fetch examples/generated/corpora.yaml\n  sooth suite fetch examples/generated/corpora.yaml --cut-off 2025-06-30",
		Args:    exactly("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			var day time.Time
			if cutOff != "" {
				var err error
				if day, err = time.Parse(time.DateOnly, cutOff); err != nil {
					return usage(fmt.Errorf("--cut-off is %q; hint: a day as 2025-06-30", cutOff))
				}
			}
			return p.suiteFetch(c.Context(), args[0], day)
		},
	}
	c.Flags().StringVar(&cutOff, "cut-off", "", "`day` on which the training of a model ended")
	return c
}

func (p *program) suiteFetch(ctx context.Context, file string, cutOff time.Time) error {
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		file = filepath.Join(file, "corpora.yaml")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return usage(fmt.Errorf("%w; hint: a list of corpora, such as examples/generated/corpora.yaml", err))
	}
	list, err := corpora.Read(text, file)
	if err != nil {
		return usage(err)
	}
	g, err := p.toolchain(ctx)
	if err != nil {
		return err
	}
	missing := 0
	for _, e := range list {
		f, err := corpora.Fetch(ctx, g, e.Pin(), filepath.Join(p.db, "corpora"))
		state, more := "fetched", f.Dir
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, corpora.ErrSum):
			return &failure{code: exitFound, err: err}
		case err != nil:
			state, more = "MISSING", err.Error()
			missing++
		case f.Open != "":
			state, more = "fetched, dependencies missing", f.Dir+": "+f.Open
		}
		line := fmt.Sprintf("%s@%s\t%s", e.Module, e.Version, state)
		if !cutOff.IsZero() {
			line += "\t" + string(e.Exposure(cutOff))
		}
		fmt.Fprintf(p.out, "%s\t%s\n", line, oneLine(more))
	}
	if missing > 0 {
		return &failure{code: exitIncomplete, err: fmt.Errorf("%d of %d corpora are missing: what needs them is skipped, not passed; hint: the same command fetches what is left", missing, len(list))}
	}
	return nil
}
