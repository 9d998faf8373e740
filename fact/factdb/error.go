package factdb

import (
	"errors"
	"strings"

	"sooth/internal/sqlite"
)

// Error says why facts.db cannot be used. What is in it can be made again, so
// the advice differs from that for files that cannot; nothing is ever deleted
// by itself.
type Error struct {
	File *sqlite.Error // what is wrong with the file
}

func (e *Error) Error() string {
	return strings.TrimSuffix(e.File.Error(), "; hint: "+e.File.Hint()) + "; hint: " + e.Hint()
}

// Unwrap gives the error of the file: errors.Is tells what is wrong with it.
func (e *Error) Unwrap() error { return e.File }

// Hint says what to do next, in one clause.
func (e *Error) Hint() string {
	switch e.File.Kind {
	case sqlite.ErrCorrupt, sqlite.ErrOlder:
		return "nothing was changed; facts can be made again: delete the file by hand and run sooth index"
	case sqlite.ErrForeign:
		return "nothing was changed; if the file is of no use, delete it by hand, or name another folder with --db"
	case sqlite.ErrNewer:
		return "nothing was changed; install the newer version, or delete the file by hand and run sooth index: facts can be made again"
	case sqlite.ErrMissing:
		return "run sooth index first"
	}
	return e.File.Hint()
}

// explain gives an error of the file our advice.
func (s *Store) explain(err error) error {
	if err == nil {
		return nil
	}
	err = s.db.Explain(err)
	// What the schema forbids, and columns of another type than we write, are
	// faults of the file as well.
	if sqlite.IsConstraint(err) || strings.HasPrefix(err.Error(), "sql: Scan error") {
		err = s.db.Corrupt(err.Error())
	}
	return advise(err)
}

func advise(err error) error {
	var ours *Error
	var file *sqlite.Error
	if err == nil || errors.As(err, &ours) || !errors.As(err, &file) {
		return err
	}
	return &Error{File: file}
}
