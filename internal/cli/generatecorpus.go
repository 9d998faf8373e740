package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sooth/internal/corpora"
	"sooth/internal/generate"
	"sooth/internal/toolchain"
)

// corpus is what is asked about.
type corpus struct {
	generate.Corpus
	dir string // where it lies
}

// generateCorpus finds the tree that an argument means: a folder, or a module at
// a version, which is downloaded.
func (p *program) generateCorpus(ctx context.Context, argument, folder string, g *toolchain.Go) (corpus, error) {
	if info, err := os.Stat(argument); err == nil && info.IsDir() {
		rel, err := between(folder, argument)
		return corpus{dir: argument, Corpus: generate.Corpus{Dir: rel}}, err
	}
	module, version, ok := strings.Cut(argument, "@")
	if !ok {
		return corpus{}, usage(fmt.Errorf("%q is no folder; hint: a folder, or MODULE@VERSION", argument))
	}
	if g == nil {
		return corpus{}, toolchain.ErrNotFound
	}
	f, err := corpora.Fetch(ctx, g, corpora.Pin{Module: module, Version: version}, filepath.Join(p.db, "corpora"))
	if err != nil {
		return corpus{}, err
	}
	if f.Open != "" {
		p.say("note: some dependencies are missing, so that less can be asked: %s", oneLine(f.Open))
	}
	return corpus{dir: f.Dir, Corpus: generate.Corpus{Module: module, Version: f.Version, Sum: f.Sum}}, nil
}

// about names the corpus for people.
func (c corpus) about(argument string) string {
	if c.Module != "" {
		return c.Module + "@" + c.Version
	}
	return filepath.ToSlash(filepath.Clean(argument))
}

// between is the way from a folder to another, slash-separated.
func between(from, to string) (string, error) {
	a, err := filepath.Abs(from)
	if err != nil {
		return "", err
	}
	b, err := filepath.Abs(to)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(a, b)
	return filepath.ToSlash(rel), err
}

// suiteName is a plain name for a suite about something.
func suiteName(argument string, c corpus) string {
	name := c.Module + "-" + c.Version
	if c.Module == "" {
		abs, err := filepath.Abs(argument)
		if err != nil {
			abs = argument
		}
		name = filepath.Base(abs)
	}
	name = regexp.MustCompile(`[^A-Za-z0-9._-]+`).ReplaceAllString(name, "-")
	return "generated-" + strings.Trim(name[:min(len(name), 80)], ".-_")
}
