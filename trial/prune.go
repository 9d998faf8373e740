package trial

import (
	"context"
	"database/sql"
	"errors"
)

// Prune removes the runs for which keep is false, with their records and what
// no other run needs, and returns them. A run that a process executes at this
// moment is not removed: the error, after the others were, is a [*LockedError].
//
// It is the only thing that removes a record.
func (s *Store) Prune(ctx context.Context, keep func(Summary) bool) ([]Summary, error) {
	all, numbers, err := s.runs(ctx, "ORDER BY started, number")
	if err != nil {
		return nil, err
	}
	var pruned []Summary
	var held error
	for i, r := range all {
		if keep(r) {
			continue
		}
		err := s.remove(ctx, r, numbers[i])
		var locked *LockedError
		if errors.As(err, &locked) {
			held = errors.Join(held, err)
			continue
		}
		if err != nil {
			return pruned, errors.Join(held, err)
		}
		pruned = append(pruned, r)
	}
	if len(pruned) == 0 {
		return nil, held
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM text WHERE number NOT IN (
			SELECT system FROM record UNION SELECT prompt FROM record UNION SELECT answer FROM record)`)
		return err
	})
	if err == nil {
		err = s.db.Compact(ctx)
	}
	return pruned, errors.Join(held, err)
}

// remove removes one run, unless a process executes it.
func (s *Store) remove(ctx context.Context, r Summary, number int64) (err error) {
	lock, err := s.Lock(r.Plan)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	return s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.Exec("DELETE FROM record WHERE run = ?", number); err != nil {
			return err
		}
		_, err := tx.Exec("DELETE FROM run WHERE number = ?", number)
		return err
	})
}
