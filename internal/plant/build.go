package plant

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"sooth/internal/toolchain"
)

// complaint is one error of the go command.
type complaint struct {
	line int
	text string // without its place; the indented lines after it are joined
}

// build compiles all mutants in one go command and returns what it says of
// each. Mutants whose imports do not load are built apart: they keep the go
// command from compiling anything.
func build(ctx context.Context, g *toolchain.Go, dir, folder, file string, list []*mutant) (map[*mutant][]complaint, error) {
	if len(list) == 0 {
		return nil, nil
	}
	names := map[string]*mutant{}
	for i, m := range list {
		name := fmt.Sprintf("%s/m%04d", folder, i)
		names[name] = m
		if err := write(filepath.Join(dir, filepath.FromSlash(name), file), m.text); err != nil {
			return nil, err
		}
	}
	defer os.RemoveAll(filepath.Join(dir, folder))
	// -e: all errors of a package, not the first ten.
	_, err := g.Run(ctx, dir, nil, "build", "-gcflags=-e", "./"+folder+"/...")
	said := map[*mutant][]complaint{}
	for _, m := range list {
		said[m] = nil
	}
	if err == nil {
		return said, nil
	}
	var failed *toolchain.Error
	if ctx.Err() != nil || !errors.As(err, &failed) {
		return nil, err
	}
	complaints := parse(failed.Stderr)
	if len(complaints) == 0 {
		return nil, err // nothing about the code: no network, no space
	}
	for name, list := range complaints {
		m, ok := names[strings.TrimSuffix(name, "/"+file)]
		if !ok {
			return nil, fmt.Errorf("go build speaks of %q: %w", name, err)
		}
		said[m] = list
	}
	return said, nil
}

// parse reads the go command's errors, by file.
func parse(text string) map[string][]complaint {
	place := regexp.MustCompile(`^(?:vet: )?(?:\./)?([^\s:]+\.go):(\d+)(?::\d+)?: (.*)$`)
	found := map[string][]complaint{}
	var file string
	for line := range strings.SplitSeq(text, "\n") {
		if m := place.FindStringSubmatch(line); m != nil {
			n, err := strconv.Atoi(m[2])
			if err != nil {
				continue
			}
			file = filepath.ToSlash(m[1])
			found[file] = append(found[file], complaint{n, m[3]})
		} else if list := found[file]; strings.HasPrefix(line, "\t") && len(list) > 0 {
			list[len(list)-1].text += " " + strings.TrimSpace(line)
		} else {
			file = ""
		}
	}
	return found
}
