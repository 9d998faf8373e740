package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/check"
	"sooth/internal/index"
	"sooth/internal/toolchain"
	"sooth/lang/gofact"
	"sooth/lang/golang"
)

// grounds are what texts about a code base are judged by: one generation of its
// facts.
type grounds struct {
	facts fact.Snapshot
	judge *check.Checker
	notes []string // what a reader must know of the tree
	closers
}

// grounds wires the oracles over the newest facts. Close it before the tree.
func (t *tree) grounds(ctx context.Context, r index.Result) (g *grounds, err error) {
	g = &grounds{notes: slices.Concat(t.notes, about(r))}
	defer func() {
		if err != nil {
			err = errors.Join(err, g.close())
		}
	}()
	if g.facts, err = t.store.Snapshot(ctx); err != nil {
		return g, err
	}
	g.add(g.facts.Close)
	o := check.Options{Dir: t.dir, Store: g.facts, Version: t.options.version, Behave: t.options.behave}
	if err := t.golang(ctx, &o); err != nil {
		return g, err
	}
	if g.judge, err = check.Open(ctx, o); err != nil {
		return g, err
	}
	g.add(g.judge.Close)
	return g, nil
}

// golang wires what looks at packages of Go afresh and checks blocks of code.
// Without a go command there is neither.
func (t *tree) golang(ctx context.Context, o *check.Options) error {
	tools, err := t.program.toolchain(ctx)
	if errors.Is(err, toolchain.ErrNotFound) {
		return nil // readers say so
	}
	if err != nil {
		return err
	}
	if o.Packages, err = gofact.NewPackages(gofact.PackagesOptions{Go: tools, Dir: o.Dir, Cache: t.cache}); err != nil {
		return err
	}
	o.Code, err = golang.NewChecker(golang.Options{Go: tools, Cache: t.cache, Level: t.options.level})
	return err
}

// grounds brings the facts of a code base up to date and wires the oracles.
func (p *program) grounds(ctx context.Context, dir string, o treeOptions) (*grounds, error) {
	t, err := p.tree(ctx, dir, o)
	if err != nil {
		return nil, err
	}
	r, err := t.update(ctx)
	if err != nil {
		return nil, errors.Join(err, t.close())
	}
	g, err := t.grounds(ctx, r)
	if err != nil {
		return nil, errors.Join(err, t.close())
	}
	g.closers = append(closers{t.close}, g.closers...)
	return g, nil
}

// about says what a reader of verdicts must know of the tree.
func about(r index.Result) []string {
	notes := r.Notes
	var names []string
	for _, o := range r.State.Open {
		names = append(names, fmt.Sprintf("%s (%s)", o.Unit, o.Reason))
	}
	if n := len(names); n > 0 {
		more := ""
		if n > 3 {
			names, more = names[:3], fmt.Sprintf(" and %d more", n-3)
		}
		notes = append(notes, "not read completely, so that nothing is called missing from it: "+strings.Join(names, ", ")+more)
	}
	return notes
}
