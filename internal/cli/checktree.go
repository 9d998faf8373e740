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
	"sooth/fact/factmem"
	"sooth/internal/cache"
	"sooth/internal/check"
	"sooth/internal/index"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/ctags"
	"sooth/lang/gofact"
	"sooth/lang/golang"
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
	facts   string // folder of facts.db; where it cannot be made, facts are kept in memory
	cache   string // folder of cache.db; where it cannot be made, nothing is kept
	version string // of the tree, where texts name it
	level   string // toolchain at which code is judged, "go1.26"; empty: the one in use
}

// grounds brings the facts of a tree up to date and wires the oracles.
func (p *program) grounds(ctx context.Context, dir string, t treeOptions) (g *grounds, err error) {
	g = &grounds{}
	defer func() {
		if err != nil {
			err = errors.Join(err, g.close())
		}
	}()
	o := check.Options{Dir: dir, Version: t.version}
	var readers []lang.Reader
	tools, err := toolchain.Find(ctx, p.environ)
	switch {
	case errors.Is(err, toolchain.ErrNotFound):
		g.notes = append(g.notes, "no go command was found, so names of Go are undecided; hint: install Go and put it on PATH")
	case err != nil:
		return g, err
	default:
		var kept *cache.Cache
		if kept, err = g.cache(ctx, p, t.cache); err != nil {
			return g, err
		}
		if readers, err = g.golang(tools, kept, t.level, &o); err != nil {
			return g, err
		}
	}
	if r, err := ctags.Find(ctx, p.environ); err == nil {
		readers = append(readers, r)
	} else if !errors.Is(err, ctags.ErrNotFound) {
		return g, err
	}
	store, err := g.store(ctx, t.facts)
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

// cache opens cache.db; nil where nothing can be written.
func (g *grounds) cache(ctx context.Context, p *program, state string) (*cache.Cache, error) {
	if err := os.MkdirAll(state, 0o755); err != nil {
		return nil, nil // what can be made again is made again
	}
	c, err := cache.Open(ctx, filepath.Join(state, "cache.db"), cache.Options{Warn: func(err error) { p.say("warning: %v", err) }})
	if err != nil {
		return nil, err
	}
	g.closing = append(g.closing, c.Close)
	return c, nil
}

// golang wires what reads and checks Go.
func (g *grounds) golang(tools *toolchain.Go, kept *cache.Cache, level string, o *check.Options) ([]lang.Reader, error) {
	var shared golang.Cache
	if kept != nil {
		shared = kept
	}
	reader, err := gofact.NewReader(gofact.Options{Go: tools, Cache: shared})
	if err != nil {
		return nil, err
	}
	if o.Packages, err = gofact.NewPackages(gofact.PackagesOptions{Go: tools, Dir: o.Dir, Cache: shared}); err != nil {
		return nil, err
	}
	if o.Code, err = golang.NewChecker(golang.Options{Go: tools, Cache: shared, Level: level}); err != nil {
		return nil, err
	}
	return []lang.Reader{reader}, nil
}

// store opens facts.db; where nothing can be written, one in memory.
func (g *grounds) store(ctx context.Context, state string) (fact.Store, error) {
	if os.MkdirAll(state, 0o755) == nil {
		s, err := factdb.Open(ctx, filepath.Join(state, "facts.db"), factdb.Options{})
		if err != nil {
			return nil, err
		}
		g.closing = append(g.closing, s.Close)
		return s, nil
	}
	s := factmem.New()
	g.closing = append(g.closing, s.Close)
	return s, nil
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
