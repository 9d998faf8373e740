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
		rows, err := s.db.Reader().QueryContext(ctx, `
			SELECT r.place, r.task, r.arm, r.model, r.repeat, r.state, r.body, r.seal, s.hash, s.body, p.hash, p.body, a.hash, a.body
			FROM record r JOIN text s ON s.number = r.system JOIN text p ON p.number = r.prompt JOIN text a ON a.number = r.answer
			WHERE r.run = ? ORDER BY r.place`, number)
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
}

// scan reads one row and checks its seal.
func (s *Store) scan(rows *sql.Rows) (Record, error) {
	var (
		columns          Record
		body, sealed     []byte
		claimed, content [3]sql.RawBytes
		hashes           [3][sha256.Size]byte
	)
	err := rows.Scan(&columns.Order, &columns.Task, &columns.Arm, &columns.Model, &columns.Repeat, (*string)(&columns.State), &body, &sealed,
		&claimed[0], &content[0], &claimed[1], &content[1], &claimed[2], &content[2])
	if err != nil {
		return Record{}, s.note(err)
	}
	for i := range content {
		hashes[i] = sha256.Sum256(content[i])
		if !bytes.Equal(hashes[i][:], claimed[i]) {
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
