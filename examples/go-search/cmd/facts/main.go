// Command facts writes the documents of the standard library as a store of
// facts, so that the full text of `sooth facts search` is measured over the
// same documents as the other engines.
//
//	facts [--goroot DIR] --out DIR
//
// It makes DIR/.sooth/facts.db anew. Each document is a definition as an index
// of Go code has it: its declaration, and of its comment the first sentence.
package main

import (
	"context"
	"flag"
	"fmt"
	"go/build"
	"os"
	"os/signal"

	"sooth/examples/go-search/universe"
)

func main() {
	goroot := flag.String("goroot", build.Default.GOROOT, "the toolchain's `folder`")
	out := flag.String("out", "scratch/facts", "`folder` to write into")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *goroot, *out); err != nil {
		fmt.Fprintln(os.Stderr, "facts: error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, goroot, out string) error {
	library, err := universe.Load(ctx, goroot)
	if err != nil {
		return err
	}
	n, err := universe.WriteFacts(ctx, out, library)
	if err != nil {
		return err
	}
	fmt.Printf("%d definitions\n", n)
	return nil
}
