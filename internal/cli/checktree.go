package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/internal/cache"
	"sooth/internal/check"
	"sooth/internal/index"
	"sooth/internal/toolchain"
	"sooth/lang/gofact"
	"sooth/lang/golang"
	"sooth/oracle/behave"
)

// grounds are what texts about a tree are judged by.
type grounds struct {
	judge   *check.Checker
	notes   []string // what a reader must know of the tree
	closing []func() error
}

// close gives back what the grounds hold, the last first.
func (g *grounds) close() error {
	var errs []error
	for i := len(g.closing) - 1; i >= 0; i-- {
		errs = append(errs, g.closing[i]())
	}
	return errors.Join(errs...)
}

// treeOptions say where the state of a tree lies, and how it is judged.
type treeOptions struct {
	facts   string         // folder of facts.db; where it cannot be written, a folder for this time takes its place
	cache   string         // folder of cache.db, likewise
	version string         // of the tree, where texts name it
	behave  *behave.Oracle // executes what texts say of behaviour; nil: nothing does
	level   string         // toolchain at which code is judged, "go1.26"; empty: the one in use
}

// grounds brings the facts of a tree up to date and wires the oracles.
func (p *program) grounds(ctx context.Context, dir string, t treeOptions) (g *grounds, err error) {
	g = &grounds{}
	defer func() {
		if err != nil {
			err = errors.Join(err, g.close())
		}
	}()
	if !writable(t.facts) || !writable(t.cache) {
		folder, err := os.MkdirTemp("", "sooth-")
		if err != nil {
			return g, fmt.Errorf("%s cannot be written: %w; hint: --db names another folder", t.facts, err)
		}
		g.closing = append(g.closing, func() error { return os.RemoveAll(folder) })
		t.facts, t.cache = folder, folder
	}
	o := check.Options{Dir: dir, Version: t.version, Behave: t.behave}
	if err := g.golang(ctx, p, t, &o); err != nil {
		return g, err
	}
	readers, notes, closing, err := p.readers(ctx, t.cache)
	if err != nil {
		return g, err
	}
	g.notes, g.closing = append(g.notes, notes...), append(g.closing, closing)
	store, err := g.store(ctx, dir, t.facts)
	if err != nil {
		return g, err
	}
	result, err := p.upToDate(ctx, index.Options{Dir: dir, Store: store, Readers: readers, Environ: p.environ, Now: p.now()})
	if err != nil {
		return g, err
	}
	p.clear()
	g.notes = append(g.notes, about(result)...)
	snapshot, err := store.Snapshot(ctx)
	if err != nil {
		return g, err
	}
	g.closing = append(g.closing, snapshot.Close)
	o.Store = snapshot
	if g.judge, err = check.Open(ctx, o); err != nil {
		return g, err
	}
	g.closing = append(g.closing, g.judge.Close)
	return g, nil
}

// golang wires what looks at packages of Go afresh and checks blocks of code.
// Without a go command there is neither.
func (g *grounds) golang(ctx context.Context, p *program, t treeOptions, o *check.Options) error {
	tools, err := p.toolchain(ctx)
	if errors.Is(err, toolchain.ErrNotFound) {
		return nil // readers say so
	}
	if err != nil {
		return err
	}
	later := &cacheLater{open: func() (*cache.Cache, error) {
		return cache.Open(ctx, filepath.Join(t.cache, "cache.db"), cache.Options{Warn: func(err error) { p.say("warning: %v", err) }})
	}}
	g.closing = append(g.closing, later.close)
	if o.Packages, err = gofact.NewPackages(gofact.PackagesOptions{Go: tools, Dir: o.Dir, Cache: later}); err != nil {
		return err
	}
	o.Code, err = golang.NewChecker(golang.Options{Go: tools, Cache: later, Level: t.level})
	return err
}

// writable says whether files can be made in a folder, which is made where it is
// missing.
func writable(folder string) bool {
	if os.MkdirAll(folder, 0o755) != nil {
		return false
	}
	f, err := os.CreateTemp(folder, ".try*")
	if err != nil {
		return false
	}
	return errors.Join(f.Close(), os.Remove(f.Name())) == nil
}

// store opens facts.db.
func (g *grounds) store(ctx context.Context, dir, state string) (fact.Store, error) {
	s, err := factdb.Open(ctx, filepath.Join(state, "facts.db"), factdb.Options{})
	if err != nil {
		return nil, err
	}
	g.closing = append(g.closing, s.Close)
	return s, foreign(ctx, s, dir, state)
}

// patience is how long an index that another process is writing is waited for.
const patience = time.Minute

// upToDate brings a store up to date, after another process that does so.
func (p *program) upToDate(ctx context.Context, o index.Options) (index.Result, error) {
	if isTerminal(p.err) {
		o.Progress = p.progress
	}
	for deadline := p.now().Add(patience); ; {
		r, err := index.Run(ctx, o)
		if !errors.Is(err, fact.ErrBusy) || p.now().After(deadline) {
			return r, err
		}
		select {
		case <-ctx.Done():
			return r, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
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
