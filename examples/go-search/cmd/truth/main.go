// Command truth writes the queries of this suite whose answers a machine
// knows: classes A, B, D, E, F, H and the queries that nothing answers.
//
//	truth [--goroot DIR] [--out queries] [--level go1.26]
//
// The same toolchain gives the same bytes; the test of package truth compares
// them with the files that are committed.
package main

import (
	"context"
	"flag"
	"fmt"
	"go/build"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"sooth/examples/go-search/truth"
	"sooth/examples/go-search/universe"
)

func main() {
	goroot := flag.String("goroot", build.Default.GOROOT, "the toolchain's `folder`")
	out := flag.String("out", "queries", "`folder` to write into")
	level := flag.String("level", "go1.26", "`release` that the toolchain must have; empty: any")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *goroot, *out, *level); err != nil {
		fmt.Fprintln(os.Stderr, "truth: error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, goroot, out, level string) error {
	library, err := universe.Load(ctx, goroot)
	if err != nil {
		return err
	}
	if level != "" && library.Level() != level {
		return fmt.Errorf("the toolchain in %q is %s, not %s; hint: install %s, or give --level \"\"", goroot, library.Version, level, level)
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	files := truth.Files(truth.Make(library))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(out, name), []byte(files[name]), 0o666); err != nil {
			return err
		}
		if name != truth.Witness {
			fmt.Printf("%s: %d queries\n", name, strings.Count(files[name], "\n")-2)
		}
	}
	return nil
}
