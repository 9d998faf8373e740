package trial

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"sooth/internal/sqlite"
)

// Options say how a store is opened.
type Options struct {
	ReadOnly bool          // the file must exist and is not changed
	Wait     time.Duration // for a lock of another process; 0: 5 seconds
}

// Store keeps runs and their records in one file. It is append-only: a record
// is never changed, and only Prune removes any. It is safe for concurrent use,
// by several processes too.
type Store struct {
	db   *sqlite.DB
	puts chan *put
	idle sync.WaitGroup // the goroutine that commits

	closing sync.RWMutex // held for reading while something is handed to puts
	closed  bool
	broken  atomic.Pointer[error] // set by the first fault of the file: nothing is written after it

	statements struct{ addText, addRecord *sql.Stmt }
}

// verifiedBytes bounds the files whose structure is read before they are
// written: beyond it the check would cost more than a tenth of a second at
// every start, and faults are found when their pages are used.
const verifiedBytes = 32 << 20

// cachedKiB is what a store keeps of its pages. It mostly appends, so that more
// would make a long run larger and hardly faster.
const cachedKiB = 1000

// Open opens the store at path and makes it where it is missing. A file that
// cannot be used is left as it is and gives an [*sqlite.Error].
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	db, err := sqlite.Open(ctx, path, sqlite.Options{
		ApplicationID: applicationID, Migrations: migrations(),
		Durable: true, ReadOnly: o.ReadOnly, Wait: o.Wait, Cache: cachedKiB,
	})
	if err != nil {
		return nil, err
	}
	s := &Store{db: db}
	if o.ReadOnly {
		return s, nil
	}
	if err := s.prepare(ctx, path); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s.puts = make(chan *put, maxBatch)
	s.idle.Go(s.commitAll)
	return s, nil
}

func (s *Store) prepare(ctx context.Context, path string) error {
	if info, err := os.Stat(path); err == nil && info.Size() <= verifiedBytes {
		if err := s.db.Verify(ctx); err != nil {
			return err
		}
	}
	for _, p := range []struct {
		to    **sql.Stmt
		query string
	}{
		{&s.statements.addText, "INSERT INTO text (hash, sum, body) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING"},
		{&s.statements.addRecord, `
			INSERT INTO record (run, place, task, arm, model, repeat, state, system, prompt, answer, body, seal)
			SELECT number, ?, ?, ?, ?, ?, ?,
				(SELECT number FROM text WHERE hash = ?), (SELECT number FROM text WHERE hash = ?), (SELECT number FROM text WHERE hash = ?), ?, ?
			FROM run WHERE id = ?`},
	} {
		var err error
		if *p.to, err = s.db.Prepare(ctx, p.query); err != nil {
			return err
		}
	}
	return nil
}

// Close waits for what is being committed and closes the file.
func (s *Store) Close() error {
	s.closing.Lock()
	if s.closed {
		s.closing.Unlock()
		return nil
	}
	s.closed = true
	if s.puts != nil {
		close(s.puts)
	}
	s.closing.Unlock()
	s.idle.Wait()
	return s.db.Close()
}

// write runs one transaction, unless the file is known to be damaged.
func (s *Store) write(ctx context.Context, f func(*sql.Tx) error) error {
	if err := s.broken.Load(); err != nil {
		return *err
	}
	return s.note(s.db.Write(ctx, f))
}

// note explains an error and remembers that the file is corrupt: a damaged
// file is not written any more.
func (s *Store) note(err error) error {
	err = s.db.Explain(err)
	if err != nil && (errors.Is(err, sqlite.ErrCorrupt) || errors.Is(err, sqlite.ErrForeign)) {
		s.broken.CompareAndSwap(nil, &err)
	}
	return err
}

// errClosed is what a closed store says.
func errClosed() error { return errors.New("the store of runs is closed") }

// DuplicateError says that a record is there already.
type DuplicateError struct {
	Run, Task, Arm, Model string
	Repeat, Order         int
}

func (e *DuplicateError) Error() string {
	return fmt.Sprintf("run %q has a record of task %q, arm %q, model %q, repeat %d, or at place %d of its plan, already",
		e.Run, e.Task, e.Arm, e.Model, e.Repeat, e.Order)
}
