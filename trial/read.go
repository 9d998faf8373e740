package trial

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
)

// Records yields the records of a run in the order of its plan, one in memory
// at a time. The run is named as in [Store.Run]. The sequence ends after the
// first error, which is yielded with a zero record.
func (s *Store) Records(ctx context.Context, run string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		number, _, err := s.find(ctx, run)
		if err != nil {
			yield(Record{}, err)
			return
		}
		s.records(ctx, s.db.Reader(), number, yield)
	}
}

// querier is a pool of connections, or a transaction that sees one state.
type querier interface {
	QueryContext(ctx context.Context, query string, arguments ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, arguments ...any) *sql.Row
}

func (s *Store) records(ctx context.Context, q querier, run int64, yield func(Record, error) bool) {
	rows, err := q.QueryContext(ctx, `
			SELECT r.place, r.task, r.arm, r.model, r.repeat, r.state, r.body, r.seal, s.hash, s.sum, s.body, p.hash, p.sum, p.body, a.hash, a.sum, a.body
			FROM record r JOIN text s ON s.number = r.system JOIN text p ON p.number = r.prompt JOIN text a ON a.number = r.answer
			WHERE r.run = ? ORDER BY r.place`, run)
	if err != nil {
		yield(Record{}, s.note(err))
		return
	}
	defer rows.Close()
	for rows.Next() {
		r, err := s.scan(rows)
		if !yield(r, err) || err != nil {
			return
		}
	}
	if err := rows.Err(); err != nil {
		yield(Record{}, s.note(err))
	}
}

// scan reads one row and checks its seal.
func (s *Store) scan(rows *sql.Rows) (Record, error) {
	var (
		columns         Record
		body, sealed    []byte
		hashed, content [3]sql.RawBytes
		sums            [3]int64
		hashes          [3][sha256.Size]byte
	)
	err := rows.Scan(&columns.Order, &columns.Task, &columns.Arm, &columns.Model, &columns.Repeat, (*string)(&columns.State), &body, &sealed,
		&hashed[0], &sums[0], &content[0], &hashed[1], &sums[1], &content[1], &hashed[2], &sums[2], &content[2])
	if err != nil {
		return Record{}, s.note(err)
	}
	for i := range content {
		copy(hashes[i][:], hashed[i])
		if sums[i] != checksum(hashed[i], content[i]) {
			return Record{}, s.note(s.db.Corrupt(fmt.Sprintf("a text of the record at place %d is not what was written", columns.Order)))
		}
	}
	if !bytes.Equal(sealed, seal(body, hashes[:]...)) {
		return Record{}, s.note(s.db.Corrupt(fmt.Sprintf("the record at place %d is not what was written", columns.Order)))
	}
	var r Record
	if err := json.Unmarshal(body, &r); err != nil {
		return Record{}, s.note(s.db.Corrupt(fmt.Sprintf("the record at place %d: %v", columns.Order, err)))
	}
	if r.Order != columns.Order || r.Task != columns.Task || r.Arm != columns.Arm || r.Model != columns.Model ||
		r.Repeat != columns.Repeat || r.State != columns.State {
		return Record{}, s.note(s.db.Corrupt(fmt.Sprintf("the record at place %d is filed under another name", columns.Order)))
	}
	r.System, r.Prompt, r.Answer = string(content[0]), string(content[1]), string(content[2])
	return r, nil
}
