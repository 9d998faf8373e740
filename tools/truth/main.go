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
	only := flag.String("module", "", "only this module; of -questions the module that they are about, MODULE@VERSION")
	questions := flag.String("questions", "", "a file of generated questions to hold against a third route")
	dir := flag.String("dir", "", "the folder of their code base")
	sample := flag.Int("sample", 25, "how many questions of a kind gopls is asked")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *questions != "" {
		if err := checkQuestions(ctx, *questions, *only, *dir, *gopls, *sample); err != nil {
			fmt.Fprintln(os.Stderr, "truth:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(ctx, options{out: *out, gopls: *gopls, split: *split, only: *only}); err != nil {
		fmt.Fprintln(os.Stderr, "truth:", err)
		os.Exit(1)
	}
}
