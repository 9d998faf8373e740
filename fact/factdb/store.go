// Package factdb keeps facts in a SQLite file, facts.db. A generation is one
// transaction: readers go on with what they began with, and a writer that is
// killed leaves the old generation whole.
package factdb

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"sooth/fact"
	"sooth/internal/sqlite"
)

// Options say how a store is opened.
type Options struct {
	ReadOnly bool          // the file must exist and is not changed
	Wait     time.Duration // for a lock of another process; 0: one second
}

// Store is a [fact.Store] in a file. It is safe for concurrent use, by several
// processes too.
type Store struct {
	db      *sqlite.DB
	pack    *zstd.Encoder
	unpack  *zstd.Decoder
	writing sync.Mutex // held from Begin to Commit or Rollback

	closing sync.RWMutex // held for reading while a connection is taken
	closed  bool
}

var _ fact.Store = (*Store)(nil)

var errClosed = errors.New("the store of facts is closed")

// Open opens the store at path and makes it where it is missing. A file that
// cannot be used is left as it is and gives an [*Error].
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	if o.Wait == 0 {
		o.Wait = time.Second
	}
	s := &Store{}
	var err error
	if s.pack, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true), zstd.WithWindowSize(128<<10)); err != nil {
		return nil, err
	}
	if s.unpack, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(256<<20)); err != nil {
		return nil, err
	}
	s.db, err = sqlite.Open(ctx, path, sqlite.Options{ApplicationID: applicationID, Migrations: migrations(), ReadOnly: o.ReadOnly, Wait: o.Wait})
	if err != nil {
		s.unpack.Close()
		return nil, advise(err)
	}
	return s, nil
}

// Path returns the absolute path of the file.
func (s *Store) Path() string { return s.db.Path() }

// Close implements [fact.Store]. Snapshots must be closed before.
func (s *Store) Close() error {
	s.closing.Lock()
	defer s.closing.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	s.unpack.Close()
	return s.explain(s.db.Close())
}

// Facts implements [fact.Reader]. Each sequence is of one generation, the
// newest when it begins.
func (s *Store) Facts(ctx context.Context, q fact.Query) iter.Seq2[fact.Fact, error] {
	return func(yield func(fact.Fact, error) bool) {
		r, err := s.pin(ctx)
		if err != nil {
			yield(fact.Fact{}, err)
			return
		}
		defer r.Close()
		r.Facts(ctx, q)(yield)
	}
}

// Search implements [fact.Reader].
func (s *Store) Search(ctx context.Context, text string, limit int) ([]fact.Hit, error) {
	return ask(ctx, s, func(r *snapshot) ([]fact.Hit, error) { return r.Search(ctx, text, limit) })
}

// State implements [fact.Reader].
func (s *Store) State(ctx context.Context) (fact.State, error) {
	return ask(ctx, s, func(r *snapshot) (fact.State, error) { return r.State(ctx) })
}

// Stamps implements [fact.Store].
func (s *Store) Stamps(ctx context.Context) ([]fact.Stamp, error) {
	return ask(ctx, s, func(r *snapshot) ([]fact.Stamp, error) { return r.stamps(ctx) })
}

// Units implements [fact.Store].
func (s *Store) Units(ctx context.Context) ([]fact.Unit, error) {
	return ask(ctx, s, func(r *snapshot) ([]fact.Unit, error) { return r.units(ctx) })
}

// Snapshot implements [fact.Store].
func (s *Store) Snapshot(ctx context.Context) (fact.Snapshot, error) {
	r, err := s.pin(ctx)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// ask asks one question of the newest generation.
func ask[T any](ctx context.Context, s *Store, question func(*snapshot) (T, error)) (answer T, err error) {
	r, err := s.pin(ctx)
	if err != nil {
		return answer, err
	}
	defer r.Close()
	return question(r)
}
