// Command universe writes the documentation of the standard library of an
// installed Go toolchain as a search corpus.
//
//	universe [--goroot DIR] [--out DIR] [--level go1.26] [--compare FILE]
//
// It writes DIR/universe.jsonl, one document a line in order of id (see
// package universe), and DIR/universe.tsv, the same as id, declaration and
// comment between tabs. The same toolchain gives the same bytes. The summary
// (counts by kind and source, SHA-256 of universe.jsonl) goes to standard
// output. A toolchain of another level than the truth was made for is refused
// unless --level "" is given. With --compare FILE, a universe.jsonl of another
// toolchain, nothing is written but the difference to it.
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
	out := flag.String("out", "scratch", "`folder` to write into")
	level := flag.String("level", "go1.26", "`release` that the toolchain must have; empty: any")
	compare := flag.String("compare", "", "print the difference to the universe in `file` instead of writing one")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *goroot, *out, *level, *compare); err != nil {
		fmt.Fprintln(os.Stderr, "universe: error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, goroot, out, level, compare string) error {
	library, err := universe.Load(ctx, goroot)
	if err != nil {
		return err
	}
	if level != "" && library.Level() != level {
		return fmt.Errorf("the toolchain in %q is %s, the queries were made for %s; hint: install %s, or give --level \"\" and make the truth again", goroot, library.Version, level, level)
	}
	if compare != "" {
		return difference(compare, library)
	}
	summary, err := universe.Write(out, library.Documents())
	if err != nil {
		return err
	}
	fmt.Printf("%s %s/%s\n%s", library.Version, universe.GOOS, universe.GOARCH, summary)
	return nil
}

func difference(file string, library *universe.Library) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	before, err := universe.Decode(f)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	fmt.Print(universe.Compare(before, library.Documents()))
	return nil
}
