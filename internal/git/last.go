package git

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// LastChange returns the newest commit that leads to a revision and changed a
// file, by the history of that file alone; empty: there is none. Where the
// history has merges it is git's choice which side counts.
func (r *Repository) LastChange(ctx context.Context, revision, name string) (string, error) {
	id, err := r.Resolve(ctx, revision)
	if err != nil {
		return "", err
	}
	if !local(name) {
		return "", fmt.Errorf("%q: %w %q", name, ErrNoFile, revision)
	}
	out, err := r.output(ctx, 1<<10, "rev-list", "--max-count=1", "--end-of-options", id, "--", name)
	return strings.TrimSpace(string(out)), err
}

// LastLines returns the newest commit that leads to a revision and changed some
// of the lines first to last (from 1) that a file has there, as git follows them;
// empty: there is none.
func (r *Repository) LastLines(ctx context.Context, revision, name string, first, last int) (string, error) {
	id, err := r.Resolve(ctx, revision)
	if err != nil {
		return "", err
	}
	if !local(name) || first < 1 || last < first {
		return "", fmt.Errorf("%q lines %d to %d: %w %q", name, first, last, ErrNoFile, revision)
	}
	out, err := r.output(ctx, 1<<10, "log", "--max-count=1", "--no-patch", "--no-color", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-notes", "--no-mailmap", "--no-decorate",
		"--format=%H", "-L"+strconv.Itoa(first)+","+strconv.Itoa(last)+":"+name, id)
	return strings.TrimSpace(string(out)), err
}

// Touched returns the files, deleted ones too, in which a commit differs from its
// first parent, or all of its files if it has none, below the folder, in order. It compares
// trees and reads no log.
func (r *Repository) Touched(ctx context.Context, commit string) ([]string, error) {
	id, err := r.Resolve(ctx, commit)
	if err != nil {
		return nil, err
	}
	parent, err := r.Resolve(ctx, id+"^")
	if err != nil {
		return r.Files(ctx, id)
	}
	return r.list(ctx, "diff-tree", "-r", "-z", "--no-ext-diff", "--no-textconv", "--no-renames", "--relative", "--ignore-submodules=all", "--name-only", "--end-of-options", parent, id)
}
