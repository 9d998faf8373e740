// Package sqlite opens the program's database files: the driver, its
// settings, migrations, and what is said when a file cannot be used.
//
// A file that is corrupt, foreign or written by a newer version is never
// moved, repaired or written.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // registers the driver "sqlite"
)

// Options say what a file is and how it is opened.
type Options struct {
	// ApplicationID marks the kind of the file in its header; not zero.
	ApplicationID int32
	// Migrations are SQL scripts; the n-th, counted from 1, leads from schema
	// version n-1 to n. Scripts that were released never change.
	Migrations []string
	// Durable makes a commit survive a loss of power (synchronous=FULL);
	// otherwise the last commits may be lost then, never torn
	// (synchronous=NORMAL).
	Durable bool
	// ReadOnly opens a file that must exist, and changes nothing.
	ReadOnly bool
	// Cache bounds the pages that each connection keeps in memory, in KiB; 0: 2,000.
	Cache int
	// Wait is how long a lock of another process is waited for; 0: 5 seconds.
	Wait time.Duration
}

// DB is an open file: one connection that writes, as many as needed that read.
// It is safe for concurrent use.
type DB struct {
	path     string
	readOnly bool
	write    *sql.DB // nil when read-only
	read     *sql.DB
}

// Open opens the file at path, makes it where it is missing, and brings it to
// the newest schema. An error that concerns the file is an [*Error].
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	if o.ApplicationID == 0 || len(o.Migrations) == 0 {
		return nil, errors.New("sqlite: an application id and a schema are needed")
	}
	if o.Wait == 0 {
		o.Wait = 5 * time.Second
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	immutable, err := inspect(ctx, path, o)
	if err != nil {
		return nil, err
	}
	d := &DB{path: path, readOnly: o.ReadOnly}
	if !o.ReadOnly {
		if err := writable(path); err != nil {
			return nil, err
		}
		// The writer comes first: it makes the file and its schema.
		if d.write, err = sql.Open("sqlite", dsn(path, o, "rwc", false)); err != nil {
			return nil, err
		}
		d.write.SetMaxOpenConns(1)
		if err := d.migrate(ctx, o); err != nil {
			d.write.Close()
			return nil, d.Explain(err)
		}
	}
	if d.read, err = sql.Open("sqlite", dsn(path, o, "ro", immutable)); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	// No upper bound: a consumer may hold one result open while it asks for
	// another, and a bound would then wait for itself.
	d.read.SetMaxIdleConns(2)
	if o.ReadOnly {
		var version int
		err := d.read.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
		if err == nil && version != len(o.Migrations) {
			err = d.versionError(version, len(o.Migrations))
		}
		if err != nil {
			return nil, errors.Join(d.Explain(err), d.Close())
		}
	}
	return d, nil
}

// Path returns the absolute path of the file.
func (d *DB) Path() string { return d.path }

// Reader returns the connections that read. What they return must go through
// [DB.Explain].
func (d *DB) Reader() *sql.DB { return d.read }

// Write runs one transaction on the writing connection: committed when f
// returns nil, undone otherwise. Writers of this process wait for each other
// without a limit, those of others for Options.Wait.
//
// Once begun, a transaction is not interrupted by ctx.
func (d *DB) Write(ctx context.Context, f func(*sql.Tx) error) error {
	if d.readOnly {
		return &Error{Kind: ErrReadOnly, Path: d.path, Detail: "it was opened for reading only"}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	tx, err := d.write.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return d.Explain(err)
	}
	defer tx.Rollback() // after Commit it does nothing; it also ends a panic's transaction
	if err := f(tx); err != nil {
		return d.Explain(err)
	}
	return d.Explain(tx.Commit())
}

// Begin starts a transaction on the writing connection that the caller ends,
// for work that is handed over piece by piece; others of this process wait for
// its end. What it returns must go through [DB.Explain]. Once begun, it is not
// interrupted by ctx.
func (d *DB) Begin(ctx context.Context) (*sql.Tx, error) {
	if d.readOnly {
		return nil, &Error{Kind: ErrReadOnly, Path: d.path, Detail: "it was opened for reading only"}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	tx, err := d.write.BeginTx(context.WithoutCancel(ctx), nil)
	return tx, d.Explain(err)
}

// Prepare prepares a statement of the writing connection, for use with
// tx.Stmt inside [DB.Write]. It lives until Close.
func (d *DB) Prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if d.readOnly {
		return nil, &Error{Kind: ErrReadOnly, Path: d.path, Detail: "it was opened for reading only"}
	}
	s, err := d.write.PrepareContext(ctx, query)
	return s, d.Explain(err)
}

// Compact gives the room of deleted rows back to the file system.
func (d *DB) Compact(ctx context.Context) error {
	if d.readOnly {
		return &Error{Kind: ErrReadOnly, Path: d.path, Detail: "it was opened for reading only"}
	}
	_, err := d.write.ExecContext(ctx, "VACUUM")
	return d.Explain(err)
}

// Verify reads the whole structure of the file and returns an ErrCorrupt for
// the first fault. Its time grows with the file: about 100 ms for 100 MB.
func (d *DB) Verify(ctx context.Context) error {
	var found string
	if err := d.read.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil {
		return d.Explain(err)
	}
	if found != "ok" {
		return d.Corrupt(strings.ReplaceAll(found, "\n", " "))
	}
	return nil
}

// Close closes the file. The last process to do so folds the log into it.
func (d *DB) Close() error {
	var list []error
	for _, db := range []*sql.DB{d.read, d.write} { // the writer last: it may fold the log
		if db != nil {
			list = append(list, d.Explain(db.Close()))
		}
	}
	return errors.Join(list...)
}
