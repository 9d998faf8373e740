package trial

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"sooth/internal/sqlite"
)

// NewID makes the name of a run out of 40 random bits.
func NewID(random io.Reader) (string, error) {
	var b [5]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", err
	}
	return hex.EncodeToString(b[:]), nil
}

// Begin records that a run has begun; its End becomes Running. records are those
// that it takes over from earlier runs: it begins with all of them or, after an
// error, not at all.
func (s *Store) Begin(ctx context.Context, r Run, records iter.Seq2[Record, error]) error {
	r.End, r.Finished = Running, time.Time{}
	return s.write(ctx, func(tx *sql.Tx) error {
		if err := insertRun(tx, r); err != nil {
			return err
		}
		i := s.insertion(tx)
		for record, err := range records {
			if err != nil {
				return err
			}
			row, err := newRow(record)
			if err != nil {
				return err
			}
			if err := i.add(row); err != nil {
				return err
			}
		}
		return nil
	})
}

func insertRun(tx *sql.Tx, r Run) error {
	if err := r.validate(); err != nil {
		return err
	}
	r = r.normal()
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = tx.Exec("INSERT INTO run (id, plan, started, body, seal) VALUES (?, ?, ?, ?, ?)", r.ID, r.Plan, nanoseconds(r.Started), body, seal(body))
	if sqlite.IsConstraint(err) {
		return fmt.Errorf("there is a run %q already; hint: remove it with sooth runs prune, or use another --db", r.ID)
	}
	return err
}

// nanoseconds is t since 1970, for sorting: times that do not fit are put at
// the ends.
func nanoseconds(t time.Time) int64 {
	switch {
	case t.Year() < 1700:
		return -1 << 62
	case t.Year() > 2250:
		return 1 << 62
	}
	return t.UnixNano()
}

// Finish records how a run ended.
func (s *Store) Finish(ctx context.Context, id string, end EndState, at time.Time) error {
	return s.change(ctx, id, func(r *Run) { r.End, r.Finished = end, at })
}

// Resume records that an ended run goes on.
func (s *Store) Resume(ctx context.Context, id string) error {
	return s.change(ctx, id, func(r *Run) { r.End, r.Finished = Running, time.Time{} })
}

func (s *Store) change(ctx context.Context, id string, f func(*Run)) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		var body, sealed []byte
		err := tx.QueryRow("SELECT body, seal FROM run WHERE id = ?", id).Scan(&body, &sealed)
		if errors.Is(err, sql.ErrNoRows) {
			return noRun(id)
		}
		if err != nil {
			return err
		}
		r, err := s.decodeRun(body, sealed)
		if err != nil {
			return err
		}
		f(&r)
		if err := r.validate(); err != nil {
			return err
		}
		r = r.normal()
		if body, err = json.Marshal(r); err != nil {
			return err
		}
		_, err = tx.Exec("UPDATE run SET body = ?, seal = ? WHERE id = ?", body, seal(body), id)
		return err
	})
}

func (s *Store) decodeRun(body, sealed []byte) (Run, error) {
	var r Run
	if !bytes.Equal(sealed, seal(body)) {
		return r, s.db.Corrupt("the description of a run is not what was written")
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return r, s.db.Corrupt("the description of a run: " + err.Error())
	}
	return r, nil
}
