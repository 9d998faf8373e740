package trial

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"sooth/internal/sqlite"
)

// Lock is the right of one process to execute one plan. The operating system
// takes it back when the process ends, however it ends.
type Lock struct {
	file *os.File
	path string
}

// LockedError says that another process executes the same plan.
type LockedError struct {
	Run string // empty while the other has not begun it
	PID int    // 0 when it could not be read
}

func (e *LockedError) Error() string {
	run, by := "the run", "another process"
	if e.Run != "" {
		run = fmt.Sprintf("run %q", e.Run)
	}
	if e.PID != 0 {
		by = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("%s is being executed by %s; hint: wait for it or stop it, then run the same command again", run, by)
}

// owner is what the holder of a lock writes into its file, for others to read.
type owner struct {
	PID int    `json:"pid"`
	Run string `json:"run"`
}

// Lock takes the lock of a plan, by its hash. It does not wait: while another
// process, or another part of this one, holds it, the error is a [*LockedError].
//
// The lock is of the plan, not of the run, so that two processes that start
// together cannot both begin one.
func (s *Store) Lock(plan string) (*Lock, error) {
	if len(plan) != 64 || strings.Trim(plan, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("plan %q is not a hash", plan)
	}
	path := s.db.Path() + ".lock-" + plan[:16]
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, &sqlite.Error{Kind: sqlite.ErrReadOnly, Path: s.db.Path(), Detail: err.Error(), Err: err}
		}
		if err := lockFile(f); err != nil {
			defer f.Close()
			if !errors.Is(err, errHeld) {
				return nil, fmt.Errorf("lock %q: %w; hint: the file system must support locks, use --db to name a place on another one", path, err)
			}
			var o owner
			if text, err := io.ReadAll(io.LimitReader(f, 1024)); err == nil {
				_ = json.Unmarshal(text, &o) // half written: nothing is known of the other yet
			}
			return nil, &LockedError{Run: o.Run, PID: o.PID}
		}
		l := &Lock{file: f, path: path}
		// The last holder removes the file: what was locked may be gone by now.
		mine, err := f.Stat()
		there, err2 := os.Stat(path)
		if err != nil || err2 != nil || !os.SameFile(mine, there) {
			f.Close()
			continue
		}
		if err := l.Note(""); err != nil {
			return nil, errors.Join(err, l.Release())
		}
		return l, nil
	}
}

// Note tells other processes which run is executed under the lock.
func (l *Lock) Note(run string) error {
	text, err := json.Marshal(owner{PID: os.Getpid(), Run: run})
	if err != nil {
		return err
	}
	if _, err := l.file.WriteAt(text, 0); err != nil {
		return err
	}
	return l.file.Truncate(int64(len(text)))
}

// Release gives the lock back.
func (l *Lock) Release() error {
	_ = os.Remove(l.path) // where an open file cannot be removed it stays, and is used again
	return l.file.Close()
}
