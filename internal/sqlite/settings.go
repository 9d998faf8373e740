package sqlite

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// dsn writes the driver's connection string. Settings go here, not into
// statements: a PRAGMA that is executed reaches one connection of a pool.
func dsn(path string, o Options, mode string, immutable bool) string {
	q := url.Values{"mode": {mode}}
	q.Add("_pragma", "busy_timeout("+strconv.FormatInt(o.Wait.Milliseconds(), 10)+")")
	if o.Cache > 0 {
		q.Add("_pragma", "cache_size(-"+strconv.Itoa(o.Cache)+")")
	}
	if mode == "rwc" {
		q.Add("_pragma", "journal_mode(WAL)")
		if o.Durable {
			q.Add("_pragma", "synchronous(FULL)")
		} else {
			q.Add("_pragma", "synchronous(NORMAL)")
		}
		q.Set("_txlock", "immediate")
	}
	q.Add("_pragma", "foreign_keys(1)")
	if immutable {
		q.Set("immutable", "1")
	}
	slashed := filepath.ToSlash(path)
	if runtime.GOOS == "windows" && !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return "file://" + (&url.URL{Path: slashed}).EscapedPath() + "?" + q.Encode()
}

// writable makes the folder and says early what the driver would say in a word.
func writable(path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return &Error{Kind: ErrReadOnly, Path: path, Detail: "its folder cannot be made: " + reason(err), Err: err}
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	switch {
	case errors.Is(err, fs.ErrPermission) || readOnlyFileSystem(err):
		return &Error{Kind: ErrReadOnly, Path: path, Detail: reason(err), Err: err}
	case err != nil:
		return &Error{Kind: kindOf(err), Path: path, Detail: reason(err), Err: err}
	}
	if err := f.Close(); err != nil {
		return err
	}
	// The log stands beside the file: the folder must take new files too.
	probe, err := os.CreateTemp(dir, ".sooth-probe-*")
	if err != nil {
		if errors.Is(err, fs.ErrPermission) || readOnlyFileSystem(err) {
			return &Error{Kind: ErrReadOnly, Path: path, Detail: "its folder takes no new files", Err: err}
		}
		return &Error{Kind: kindOf(err), Path: path, Detail: reason(err), Err: err}
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}
