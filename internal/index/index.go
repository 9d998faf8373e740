// Package index brings a store of facts up to date with a tree: it walks, sees
// what changed, and hands it to the readers of languages. No code of the tree
// runs.
package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sooth/fact"
	"sooth/internal/git"
	"sooth/lang"
)

// Options say what is indexed, and by whom.
type Options struct {
	Dir     string        // the tree
	Store   fact.Store    // its facts
	Readers []lang.Reader // each asked once; that of Go and that of all others
	Environ []string      // where git is looked for
	Now     time.Time     // the beginning
	Limits  Limits        // zero: defaultLimits
	NoGit   bool          // no facts of commits
	Fresh   bool          // read everything again
	// Progress is told how far a stage is; nil: nobody is. Total 0: not known.
	Progress func(stage string, done, total int)
}

// Result says what was done.
type Result struct {
	State   fact.State
	Files   int      // in the tree
	Changed int      // files that changed, came or went since the last index
	Read    int      // units that were read
	Removed int      // units that are gone
	Notes   []string // what the caller should know, one line each
	Written bool     // a new generation was made
}

const (
	filePrefix  = "file:"
	fileVersion = "file/1"
)

// run is one index in the making.
type run struct {
	Options
	root    *os.Root
	result  Result
	walker  *walker
	looked  []looked
	changed []string
	stamps  []fact.Stamp
	known   []fact.Unit
	state   fact.State
	same    bool            // nothing changed at all: known is not read
	history *git.Repository // nil: none
	head    string          // its newest commit; empty: none
	write   []fact.Unit     // units of the history
	keep    map[string]bool // units that the tree has now
	replace []fact.Unit     // units of files
}

// Run brings o.Store up to date. A tree that did not change is seen to be so
// by its stamps alone. fact.ErrBusy: another process is indexing it.
func Run(ctx context.Context, o Options) (Result, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return Result{}, err
	}
	if o.Dir, err = filepath.EvalSymlinks(dir); err != nil {
		return Result{}, err
	}
	if o.Limits == (Limits{}) {
		o.Limits = defaultLimits()
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	root, err := os.OpenRoot(o.Dir)
	if err != nil {
		return Result{}, err
	}
	defer root.Close()
	for range 3 {
		r := &run{Options: o, root: root, keep: map[string]bool{}}
		again, err := r.once(ctx)
		if err != nil || !again {
			return r.result, err
		}
	}
	return Result{}, fact.ErrBusy // somebody else wrote between our looks, each time
}

// once looks and writes; again: another process wrote in between.
func (r *run) once(ctx context.Context) (again bool, err error) {
	if err := r.look(ctx); err != nil {
		return false, err
	}
	if r.same || !r.stale() {
		r.result.State = r.state
		return false, nil
	}
	g, err := r.Store.Begin(ctx)
	if err != nil {
		return false, err
	}
	defer g.Rollback()
	if state, err := r.Store.State(ctx); err != nil || state.Generation != r.state.Generation {
		return err == nil, err
	}
	if err := r.fill(ctx, g); err != nil {
		return false, err
	}
	if err := g.Commit(ctx, r.next(), r.stamps); err != nil {
		return false, err
	}
	r.result.Written = true
	r.result.State, err = r.Store.State(ctx)
	return false, err
}

func (r *run) next() fact.State {
	return fact.State{Tree: r.Dir, Module: module(r.Dir), Readers: r.versions()}
}

// fill writes what is new and takes away what is gone.
func (r *run) fill(ctx context.Context, g fact.Generation) error {
	emit := func(u fact.Unit) error {
		r.result.Read++
		return g.Replace(ctx, u)
	}
	for _, list := range [][]fact.Unit{r.replace, r.write} {
		for _, u := range list {
			if err := emit(u); err != nil {
				return err
			}
		}
	}
	for _, reader := range r.Readers {
		if err := r.ask(ctx, reader, emit); err != nil {
			return err
		}
	}
	var gone []string
	for _, u := range r.known {
		if !r.keep[u.Name] {
			gone = append(gone, u.Name)
		}
	}
	r.result.Removed = len(gone)
	return g.Remove(ctx, gone...)
}

// ask lets the reader of a language read what is stale.
func (r *run) ask(ctx context.Context, reader lang.Reader, emit func(fact.Unit) error) error {
	t := lang.Tree{Dir: r.Dir}
	for _, f := range r.looked {
		t.Files = append(t.Files, lang.File{Name: f.Path, Hash: f.Hash})
	}
	if slices.Contains(r.state.Readers, reader.Version()) && !r.Fresh {
		t.Known, t.Changed = []fact.Unit{}, append([]string{}, r.changed...)
		for _, u := range r.known {
			if u.Version == reader.Version() {
				t.Known = append(t.Known, u)
			}
		}
	}
	n := 0
	stage := "reading " + reader.Language()
	r.Progress(stage, 0, 0)
	units, err := reader.Read(ctx, t, func(u fact.Unit) error {
		n++
		r.Progress(stage, n, 0)
		if strings.HasPrefix(u.Name, filePrefix) || strings.HasPrefix(u.Name, commitPrefix) {
			return fmt.Errorf("the reader of %s made a unit named %q", reader.Language(), u.Name)
		}
		r.keep[u.Name] = true
		return emit(u)
	})
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("reading %s: %w", reader.Language(), err)
	}
	for _, name := range units {
		r.keep[name] = true
	}
	return nil
}
