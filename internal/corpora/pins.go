package corpora

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sooth/internal/toolchain"
)

// Pins returns a go.mod that requires a module, with all that its packages
// import, and the go.sum to it. level is the language version: "1.26".
func Pins(ctx context.Context, g *toolchain.Go, p Pin, level string) (goMod, goSum []byte, err error) {
	dir, err := os.MkdirTemp("", "sooth-pins-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "go.mod")
	if err := os.WriteFile(name, fmt.Appendf(nil, "module questions\n\ngo %s\n\nrequire %s %s\n", level, p.Module, p.Version), 0o644); err != nil {
		return nil, nil, err
	}
	// A package of the module that cannot be listed is no reason to give up: what
	// is asked about the others can be judged.
	_, listed := g.Run(ctx, dir, []string{"GOFLAGS=-mod=mod"}, "list", "-e", "-deps", "-buildvcs=false", "-pgo=off", "-f", "{{.ImportPath}}", p.Module+"/...")
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if goMod, err = os.ReadFile(name); err != nil {
		return nil, nil, err
	}
	goSum, err = os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		return nil, nil, fmt.Errorf("%s@%s: no sums: %w", p.Module, p.Version, listed)
	}
	if p.Sum != "" && !strings.Contains(string(goSum), p.Module+" "+p.Version+" "+p.Sum+"\n") {
		return nil, nil, fmt.Errorf("%s@%s: %w", p.Module, p.Version, ErrSum)
	}
	return goMod, goSum, nil
}
