package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/internal/index"
	"sooth/lang"
	"sooth/oracle/behave"
)

// treeOptions say where the state of a tree lies, and how it is judged.
type treeOptions struct {
	facts   string         // folder of facts.db; where it cannot be written, a folder for this time takes its place
	cache   string         // folder of cache.db, likewise
	version string         // of the tree, where texts name it
	behave  *behave.Oracle // executes what texts say of behaviour; nil: nothing does
	level   string         // toolchain at which code is judged, "go1.26"; empty: the one in use
}

// tree is a code base with its facts, and all that reads it.
type tree struct {
	program *program
	dir     string
	options treeOptions
	store   fact.Store
	readers []lang.Reader
	notes   []string    // which readers this machine lacks
	cache   *cacheLater // of what is known of packages of Go
	closers
}

// tree opens the facts of a code base, as they are. Close it.
func (p *program) tree(ctx context.Context, dir string, o treeOptions) (t *tree, err error) {
	t = &tree{program: p, dir: dir, options: o}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.close())
		}
	}()
	if !writable(o.facts) || !writable(o.cache) {
		folder, err := os.MkdirTemp("", "sooth-")
		if err != nil {
			return t, fmt.Errorf("%s cannot be written: %w; hint: --db names another folder", o.facts, err)
		}
		t.add(func() error { return os.RemoveAll(folder) })
		t.options.facts, t.options.cache = folder, folder
	}
	t.cache = p.cacheLater(ctx, t.options.cache)
	t.add(t.cache.close)
	readers, notes, closing, err := p.readers(ctx, t.options.cache)
	if err != nil {
		return t, err
	}
	t.readers, t.notes = readers, notes
	t.add(closing)
	store, err := openStore(ctx, dir, t.options.facts)
	if err != nil {
		return t, err
	}
	t.store = store
	t.add(store.Close)
	return t, nil
}

// update brings the facts up to date.
func (t *tree) update(ctx context.Context) (index.Result, error) {
	r, err := t.program.upToDate(ctx, index.Options{Dir: t.dir, Store: t.store, Readers: t.readers, Environ: t.program.environ, Now: t.program.now()})
	t.program.clear()
	return r, err
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

// openStore opens facts.db.
func openStore(ctx context.Context, dir, state string) (*factdb.Store, error) {
	s, err := factdb.Open(ctx, filepath.Join(state, "facts.db"), factdb.Options{})
	if err != nil {
		return nil, err
	}
	if err := foreign(ctx, s, dir, state); err != nil {
		return nil, errors.Join(err, s.Close())
	}
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
