// Package factmem keeps facts in memory: for tests, for trees that are looked at
// once, and as the plain twin that the store on disk is held against.
package factmem

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"sooth/fact"
)

// Store is a [fact.Store] in memory. The zero value is empty and ready.
type Store struct {
	writing sync.Mutex // held from Begin to Commit or Rollback
	newest  atomic.Pointer[view]
	closed  atomic.Bool
}

var _ fact.Store = (*Store)(nil)

// New returns an empty store.
func New() *Store { return &Store{} }

// errClosed is what a closed store, snapshot or generation says.
func errClosed(what string) error { return fmt.Errorf("the %s is closed", what) }

func (s *Store) view() (*view, error) {
	if s.closed.Load() {
		return nil, errClosed("store of facts")
	}
	if v := s.newest.Load(); v != nil {
		return v, nil
	}
	return newView(fact.State{}, nil, nil), nil
}

// Facts implements [fact.Reader].
func (s *Store) Facts(ctx context.Context, q fact.Query) iter.Seq2[fact.Fact, error] {
	v, err := s.view()
	if err != nil {
		return func(yield func(fact.Fact, error) bool) { yield(fact.Fact{}, err) }
	}
	return v.facts(ctx, q)
}

// Search implements [fact.Reader].
func (s *Store) Search(ctx context.Context, text string, limit int) ([]fact.Hit, error) {
	v, err := s.view()
	if err != nil {
		return nil, err
	}
	return v.search(ctx, text, limit)
}

// State implements [fact.Reader].
func (s *Store) State(ctx context.Context) (fact.State, error) {
	v, err := s.view()
	if err != nil {
		return fact.State{}, err
	}
	return v.describe(ctx)
}

// Snapshot implements [fact.Store].
func (s *Store) Snapshot(ctx context.Context) (fact.Snapshot, error) {
	v, err := s.view()
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	return &snapshot{view: v}, nil
}

// Stamps implements [fact.Store].
func (s *Store) Stamps(ctx context.Context) ([]fact.Stamp, error) {
	v, err := s.view()
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	return slices.Clone(v.stamps), nil
}

// Units implements [fact.Store].
func (s *Store) Units(ctx context.Context) ([]fact.Unit, error) {
	v, err := s.view()
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	list := make([]fact.Unit, 0, len(v.units))
	for _, name := range slices.Sorted(maps.Keys(v.units)) {
		u := *v.units[name]
		u.Facts = nil
		u.Files, u.Depends = slices.Clone(u.Files), slices.Clone(u.Depends)
		list = append(list, u)
	}
	return list, nil
}

// Close implements [fact.Store]. Snapshots stay readable.
func (s *Store) Close() error {
	s.closed.Store(true)
	return nil
}

// Begin implements [fact.Store].
func (s *Store) Begin(ctx context.Context) (fact.Generation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.closed.Load() {
		return nil, errClosed("store of facts")
	}
	if !s.writing.TryLock() {
		return nil, fact.ErrBusy
	}
	v, err := s.view()
	if err != nil {
		s.writing.Unlock()
		return nil, err
	}
	return &generation{store: s, base: v, units: maps.Clone(v.units)}, nil
}

type snapshot struct {
	*view
	closed atomic.Bool
}

func (s *snapshot) Facts(ctx context.Context, q fact.Query) iter.Seq2[fact.Fact, error] {
	if s.closed.Load() {
		return func(yield func(fact.Fact, error) bool) { yield(fact.Fact{}, errClosed("snapshot")) }
	}
	return s.facts(ctx, q)
}

func (s *snapshot) Search(ctx context.Context, text string, limit int) ([]fact.Hit, error) {
	if s.closed.Load() {
		return nil, errClosed("snapshot")
	}
	return s.search(ctx, text, limit)
}

func (s *snapshot) State(ctx context.Context) (fact.State, error) {
	if s.closed.Load() {
		return fact.State{}, errClosed("snapshot")
	}
	return s.describe(ctx)
}

func (s *snapshot) Close() error {
	s.closed.Store(true)
	return nil
}

// generation is what is being written; it belongs to one goroutine.
type generation struct {
	store *Store
	base  *view
	units map[string]*fact.Unit
	done  bool
}

func (g *generation) ready(ctx context.Context) error {
	if g.done {
		return errClosed("generation")
	}
	return ctx.Err()
}

func (g *generation) Replace(ctx context.Context, u fact.Unit) error {
	if err := g.ready(ctx); err != nil {
		return err
	}
	if u.Name == "" {
		return errors.New("a unit needs a name")
	}
	u.Files, u.Depends, u.Facts = slices.Clone(u.Files), slices.Clone(u.Depends), slices.Clone(u.Facts)
	g.units[u.Name] = &u
	return nil
}

func (g *generation) Remove(ctx context.Context, names ...string) error {
	if err := g.ready(ctx); err != nil {
		return err
	}
	for _, name := range names {
		delete(g.units, name)
	}
	return nil
}

func (g *generation) Commit(ctx context.Context, s fact.State, stamps []fact.Stamp) error {
	if err := g.ready(ctx); err != nil {
		return err
	}
	s.Generation = g.base.state.Generation + 1
	stamps = slices.Clone(stamps)
	slices.SortFunc(stamps, func(a, b fact.Stamp) int { return strings.Compare(a.Path, b.Path) })
	g.store.newest.Store(newView(s, g.units, stamps))
	return g.Rollback()
}

func (g *generation) Rollback() error {
	if !g.done {
		g.done = true
		g.units = nil
		g.store.writing.Unlock()
	}
	return nil
}
