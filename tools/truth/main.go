// Command truth makes the labels of internal/truth: true statements about real
// modules and mutants of them that are false, as tools say that the judge does
// not use: go/parser, universal-ctags, plain search, the compiler, gopls, go doc
// and $GOROOT/api. See docs/design/0012-truth-by-mutation.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	out := flag.String("o", "../../internal/truth/testdata", "folder of the labels")
	gopls := flag.String("gopls", "gopls", "the gopls command")
	split := flag.Bool("split", false, "name the held-out half and stop")
	only := flag.String("module", "", "only this module")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, options{out: *out, gopls: *gopls, split: *split, only: *only}); err != nil {
		fmt.Fprintln(os.Stderr, "truth:", err)
		os.Exit(1)
	}
}
