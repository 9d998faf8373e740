package factdb

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"sooth/fact"
)

// snapshot is one connection inside a transaction that reads: SQLite shows it
// the generation that was newest at its first look.
type snapshot struct {
	store    *Store
	state    fact.State
	unpacked unpacked

	mutex      sync.Mutex // guards what follows, and the connection
	conn       *sql.Conn  // nil: closed
	statements map[string]*sql.Stmt
}

var errSnapshotClosed = errors.New("the snapshot is closed")

// pin takes a connection and fixes its generation.
func (s *Store) pin(ctx context.Context) (*snapshot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.closing.RLock()
	defer s.closing.RUnlock()
	if s.closed {
		return nil, errClosed
	}
	// The driver watches a context that can be cancelled with a goroutine for
	// each statement. All of ours are short; contexts are asked between them.
	steady := context.WithoutCancel(ctx)
	conn, err := s.db.Reader().Conn(steady)
	if err != nil {
		return nil, s.explain(err)
	}
	r := &snapshot{store: s, conn: conn, statements: map[string]*sql.Stmt{}}
	if _, err := conn.ExecContext(steady, "BEGIN"); err != nil {
		return nil, errors.Join(s.explain(err), conn.Close())
	}
	body, err := r.meta(metaState)
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if r.state, err = s.readState(body); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// readState reads the state of a generation; nothing is the state of a store
// that was never written.
func (s *Store) readState(body []byte) (fact.State, error) {
	if len(body) == 0 {
		return fact.State{Open: []fact.Open{}, Counts: map[fact.Kind]int{}, Strengths: map[fact.Strength]int{}}, nil
	}
	d := &decoder{bytes: body}
	state := d.state()
	if d.err != nil {
		return fact.State{}, s.corrupt("the state")
	}
	return state, nil
}

// corrupt says which part of the file cannot be read.
func (s *Store) corrupt(what string) error { return advise(s.db.Corrupt(what + " cannot be read")) }

// Close implements [fact.Snapshot].
func (r *snapshot) Close() error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.conn == nil {
		return nil
	}
	conn := r.conn
	r.conn = nil
	var failed error
	for _, s := range r.statements {
		failed = errors.Join(failed, s.Close())
	}
	_, err := conn.ExecContext(context.Background(), "ROLLBACK")
	return r.store.explain(errors.Join(failed, err, conn.Close()))
}

// rows runs a query and hands each row's scan function to f.
func (r *snapshot) rows(f func(scan func(...any) error) error, query string, args ...any) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.conn == nil {
		return errSnapshotClosed
	}
	statement := r.statements[query]
	if statement == nil {
		var err error
		if statement, err = r.conn.PrepareContext(context.Background(), query); err != nil {
			return r.store.explain(err)
		}
		r.statements[query] = statement
	}
	rows, err := statement.QueryContext(context.Background(), args...)
	if err != nil {
		return r.store.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return r.store.explain(err)
		}
	}
	return r.store.explain(rows.Err())
}

func (r *snapshot) meta(name string) (body []byte, err error) {
	err = r.rows(func(scan func(...any) error) error { return scan(&body) }, "SELECT body FROM meta WHERE name = ?", name)
	return body, err
}

// State implements [fact.Reader].
func (r *snapshot) State(ctx context.Context) (fact.State, error) {
	if err := ctx.Err(); err != nil {
		return fact.State{}, err
	}
	body, err := r.meta(metaState) // anew, so that nobody shares its maps
	if err != nil {
		return fact.State{}, err
	}
	return r.store.readState(body)
}

func (r *snapshot) stamps(ctx context.Context) ([]fact.Stamp, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	body, err := r.meta(metaStamps)
	if err != nil || len(body) == 0 {
		return nil, err
	}
	plain, err := r.store.unpack.DecodeAll(body, nil)
	if err != nil {
		return nil, r.store.corrupt("the stamps of files")
	}
	d := &decoder{bytes: plain}
	list := d.stamps()
	if d.err != nil {
		return nil, r.store.corrupt("the stamps of files")
	}
	return list, nil
}

func (r *snapshot) units(ctx context.Context) ([]fact.Unit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list := []fact.Unit{}
	err := r.rows(func(scan func(...any) error) error {
		var name, body []byte
		if err := scan(&name, &body); err != nil {
			return err
		}
		d := &decoder{bytes: body}
		u := d.unit(string(name))
		if d.err != nil {
			return r.store.corrupt("a unit")
		}
		list = append(list, u.Unit)
		return nil
	}, "SELECT name, body FROM unit ORDER BY name")
	return list, err
}
