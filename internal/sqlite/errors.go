package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// What is wrong with a file; use errors.Is.
var (
	ErrCorrupt  = errors.New("is corrupt")
	ErrForeign  = errors.New("is not a database of sooth, or its beginning is damaged")
	ErrNewer    = errors.New("was written by a newer sooth")
	ErrOlder    = errors.New("was written by an older sooth")
	ErrLocked   = errors.New("is locked by another process")
	ErrReadOnly = errors.New("cannot be written")
	ErrFull     = errors.New("cannot grow: the disk is full")
	ErrMissing  = errors.New("holds nothing")
	ErrFailed   = errors.New("cannot be used") // any other failure of the disk or the file system
)

// Error says why a file cannot be used, and what to do.
type Error struct {
	Kind   error // one of the variables above
	Path   string
	Detail string // one clause, may be empty
	Err    error  // the cause, may be nil
}

func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %v", e.Path, e.Kind)
	if e.Detail != "" {
		if e.Kind == ErrNewer || e.Kind == ErrOlder {
			fmt.Fprintf(&b, " (%s)", e.Detail)
		} else {
			b.WriteString(": " + e.Detail)
		}
	}
	if h := e.Hint(); h != "" {
		b.WriteString("; hint: " + h)
	}
	return b.String()
}

// Unwrap makes both the kind and the cause visible to errors.Is.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// Hint says what to do next, in one clause.
func (e *Error) Hint() string {
	switch e.Kind {
	case ErrCorrupt:
		return "nothing was changed; keep a copy, restore the file from a backup, or name another one with --db"
	case ErrForeign:
		return "nothing was changed; name another file with --db"
	case ErrNewer:
		return "nothing was changed; install the newer version, or name another file with --db"
	case ErrOlder:
		return "run a command that writes to it once, so that it is brought up to date"
	case ErrLocked:
		return "wait for the other process, or stop it"
	case ErrReadOnly:
		return "make the file and its folder writable, or name another place with --db"
	case ErrFull:
		return "make room on the disk and run the same command again; all that was committed is kept"
	case ErrMissing:
		return "nothing was run here yet; name another file with --db"
	default:
		return "check the disk and the rights of the file, or name another place with --db"
	}
}

// Corrupt returns the error for a fault that a reader of the content found.
func (d *DB) Corrupt(detail string) error {
	return &Error{Kind: ErrCorrupt, Path: d.path, Detail: detail}
}

func (d *DB) versionError(version, known int) error {
	kind := ErrNewer
	if version < known {
		kind = ErrOlder
	}
	return &Error{Kind: kind, Path: d.path, Detail: fmt.Sprintf("schema %d, this one knows %d", version, known)}
}

// Explain turns an error of the driver about the file into an [*Error]. Others
// (no rows, constraints, a cancelled context) are returned as they are.
func (d *DB) Explain(err error) error {
	var known *Error
	var failure *driver.Error
	if err == nil || errors.As(err, &known) || !errors.As(err, &failure) {
		return err
	}
	kind := ErrFailed
	switch code := failure.Code(); code & 0xff {
	case codes.SQLITE_CORRUPT:
		kind = ErrCorrupt
	case codes.SQLITE_NOTADB:
		kind = ErrForeign
	case codes.SQLITE_ERROR:
		// The statements are ours and fit the tables that we made: if they do
		// not, the description of the tables was damaged.
		kind = ErrCorrupt
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED, codes.SQLITE_PROTOCOL:
		kind = ErrLocked
	case codes.SQLITE_READONLY, codes.SQLITE_PERM:
		kind = ErrReadOnly
	case codes.SQLITE_FULL:
		kind = ErrFull
	case codes.SQLITE_CANTOPEN:
		if !takesFiles(filepath.Dir(d.path)) {
			kind = ErrReadOnly
		}
	case codes.SQLITE_IOERR:
		// The log's index grows by mapping, whose failure on a full disk has
		// codes of its own.
		if code == codes.SQLITE_IOERR_SHMSIZE || code == codes.SQLITE_IOERR_SHMMAP || diskFull(filepath.Dir(d.path)) {
			kind = ErrFull
		}
	default:
		return err
	}
	return &Error{Kind: kind, Path: d.path, Detail: failure.Error(), Err: err}
}

// IsConstraint says whether err is a row that the schema refuses: a duplicate
// in a unique index, a missing parent.
func IsConstraint(err error) bool {
	var failure *driver.Error
	return errors.As(err, &failure) && failure.Code()&0xff == codes.SQLITE_CONSTRAINT
}

// diskFull says whether a page more can be written in dir.
func diskFull(dir string) bool {
	probe, err := os.CreateTemp(dir, ".sooth-probe-*")
	if err != nil {
		return errors.Is(err, syscall.ENOSPC)
	}
	_, err = probe.Write(make([]byte, 64<<10))
	probe.Close()
	os.Remove(probe.Name())
	return errors.Is(err, syscall.ENOSPC)
}

// kindOf classifies an error of the file system.
func kindOf(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return ErrFull
	case errors.Is(err, fs.ErrPermission), readOnlyFileSystem(err):
		return ErrReadOnly
	default:
		return ErrFailed
	}
}

func readOnlyFileSystem(err error) bool { return errors.Is(err, syscall.EROFS) }

// reason drops the path from an error of the file system: it stands in the
// message already.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
