package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"sooth/internal/git"
	"sooth/internal/triage"
)

// change is what is new since the branch of a revision and ours part. Nil is
// no change at all: everything counts.
type change struct {
	repository *git.Repository
	dir        string
	revision   string // as the caller named it
	base       string
}

// changes finds where the branch of a revision and ours part.
func (p *program) changes(ctx context.Context, dir, revision string) (*change, error) {
	if revision == "" {
		return nil, nil
	}
	r, err := git.Open(ctx, dir, p.environ)
	if err == nil {
		c := &change{repository: r, dir: dir, revision: revision}
		if c.base, err = r.MergeBase(ctx, revision, "HEAD"); err == nil {
			return c, nil
		}
	}
	told := fmt.Errorf("--changed %s: %w", revision, err)
	switch {
	case errors.Is(err, git.ErrNoRepository):
		return nil, usage(fmt.Errorf("%w: %q; hint: --repo names the folder", told, dir))
	case errors.Is(err, git.ErrNoRevision):
		return nil, usage(fmt.Errorf("%w; hint: git fetch brings it here", told))
	}
	return nil, told
}

// markdown returns the Markdown files that git keeps of the tree, as they are
// in the work tree: relative to the working directory where that is possible.
// Symbolic links are left out.
func (c *change) markdown(ctx context.Context) ([]string, error) {
	files, err := c.repository.Tracked(ctx)
	if err != nil {
		return nil, fmt.Errorf("--changed %s: %w", c.revision, err)
	}
	here, err := os.Getwd()
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	if err != nil {
		here = c.dir
	}
	var list []string
	for _, name := range files {
		if e := strings.ToLower(path.Ext(name)); e != ".md" && e != ".markdown" {
			continue
		}
		file := filepath.Join(c.dir, filepath.FromSlash(name))
		if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if short, err := filepath.Rel(here, file); err == nil {
			file = short
		}
		list = append(list, file)
	}
	return list, nil
}

// added returns the lines that are new in a text; nil: it is no file of the
// tree, so that all of it is.
func (c *change) added(ctx context.Context, in input) (*triage.Lines, error) {
	if c == nil || in.name == "" {
		return nil, nil
	}
	ranges, err := c.repository.Added(ctx, c.base, in.name, []byte(in.text))
	if err != nil {
		return nil, fmt.Errorf("--changed %s: %s: %w", c.revision, in.source, err)
	}
	list := make([]triage.Range, len(ranges))
	for i, g := range ranges {
		list[i] = triage.Range(g)
	}
	return triage.NewLines(list...), nil
}
