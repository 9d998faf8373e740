package factdb

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/sqlite"
)

// generation is one transaction that writes; it belongs to one goroutine.
type generation struct {
	store *Store
	tx    *sql.Tx // nil: ended
	state fact.State
	open  map[string]string // reason by unit
	files map[string]int64  // ids of paths
	sql   map[string]*sql.Stmt
	keys  []keyChange
	left  bool // a page went away: its path may be of no use
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// Begin implements [fact.Store].
func (s *Store) Begin(ctx context.Context) (fact.Generation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.closing.RLock()
	defer s.closing.RUnlock()
	if s.closed {
		return nil, errClosed
	}
	if !s.writing.TryLock() {
		return nil, fact.ErrBusy
	}
	tx, err := s.db.Begin(ctx)
	if err != nil {
		s.writing.Unlock()
		if errors.Is(err, sqlite.ErrLocked) {
			return nil, fact.ErrBusy
		}
		return nil, s.explain(err)
	}
	g := &generation{store: s, tx: tx, open: map[string]string{}, files: map[string]int64{}, sql: map[string]*sql.Stmt{}}
	if err := g.load(); err != nil {
		return nil, errors.Join(s.explain(err), g.Rollback())
	}
	return g, nil
}

// cacheKiB is the memory for pages of the file while one generation is
// written; what does not fit goes to the log before its time.
const cacheKiB = "16384"

// load reads what the new generation starts from.
func (g *generation) load() error {
	if _, err := g.tx.Exec("PRAGMA cache_size = -" + cacheKiB); err != nil {
		return err
	}
	var body []byte
	if err := g.tx.QueryRow("SELECT body FROM meta WHERE name = ?", metaState).Scan(&body); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	var err error
	if g.state, err = g.store.readState(body); err != nil {
		return err
	}
	for _, o := range g.state.Open {
		g.open[o.Unit] = o.Reason
	}
	rows, err := g.tx.Query("SELECT id, path FROM file")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var path []byte
		if err := rows.Scan(&id, &path); err != nil {
			return err
		}
		g.files[string(path)] = id
	}
	return rows.Err()
}

// exec runs a statement that is prepared once.
func (g *generation) exec(query string, args ...any) (sql.Result, error) {
	statement, err := g.prepare(query)
	if err != nil {
		return nil, err
	}
	return statement.Exec(args...)
}

// row reads one value of one row.
func (g *generation) row(to any, query string, args ...any) error {
	statement, err := g.prepare(query)
	if err != nil {
		return err
	}
	return statement.QueryRow(args...).Scan(to)
}

func (g *generation) prepare(query string) (*sql.Stmt, error) {
	statement := g.sql[query]
	if statement == nil {
		var err error
		if statement, err = g.tx.Prepare(query); err != nil {
			return nil, err
		}
		g.sql[query] = statement
	}
	return statement, nil
}

func (g *generation) ready(ctx context.Context) error {
	if g.tx == nil {
		return errors.New("the generation is closed")
	}
	return ctx.Err()
}

// count adds a unit to the state, or takes it away.
func (g *generation) count(u *unit, sign int) {
	g.state.Units += sign
	for k, n := range u.kinds {
		if g.state.Counts[k] += sign * n; g.state.Counts[k] == 0 {
			delete(g.state.Counts, k)
		}
	}
	for s, n := range u.strengths {
		if g.state.Strengths[s] += sign * n; g.state.Strengths[s] == 0 {
			delete(g.state.Strengths, s)
		}
	}
	delete(g.open, u.Name)
	if sign > 0 && u.Open != "" {
		g.open[u.Name] = u.Open
	}
}

// Commit implements [fact.Generation].
func (g *generation) Commit(ctx context.Context, given fact.State, stamps []fact.Stamp) error {
	if err := g.ready(ctx); err != nil {
		return err
	}
	defer g.Rollback()
	return g.store.explain(g.commit(given, stamps))
}

func (g *generation) commit(given fact.State, stamps []fact.Stamp) error {
	if err := g.writeKeys(); err != nil {
		return err
	}
	if g.left {
		if _, err := g.tx.Exec("DELETE FROM file WHERE id NOT IN (SELECT file FROM page)"); err != nil {
			return err
		}
	}
	s := g.state
	s.Generation++
	s.Tree, s.Module, s.Readers = given.Tree, given.Module, given.Readers
	s.Open = s.Open[:0]
	for _, name := range sortedKeys(g.open) {
		s.Open = append(s.Open, fact.Open{Unit: name, Reason: g.open[name]})
	}
	var state, list encoder
	state.state(&s)
	stamps = slices.Clone(stamps)
	slices.SortFunc(stamps, func(a, b fact.Stamp) int { return strings.Compare(a.Path, b.Path) })
	list.stamps(stamps)
	for name, body := range map[string][]byte{metaState: state.bytes, metaStamps: g.store.pack.EncodeAll(list.bytes, nil)} {
		if _, err := g.exec("INSERT INTO meta (name, body) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body", name, body); err != nil {
			return err
		}
	}
	return g.tx.Commit()
}

// Rollback implements [fact.Generation].
func (g *generation) Rollback() error {
	if g.tx == nil {
		return nil
	}
	err := g.tx.Rollback()
	g.tx = nil
	g.store.writing.Unlock()
	if errors.Is(err, sql.ErrTxDone) {
		err = nil
	}
	return g.store.explain(err)
}
