package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sooth/internal/sqlite"
)

var background = context.Background()

func options() sqlite.Options {
	return sqlite.Options{
		ApplicationID: 0x736f5465, Durable: true,
		Migrations: []string{"CREATE TABLE word (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;"},
	}
}

func open(t *testing.T, path string, o sqlite.Options) *sqlite.DB {
	t.Helper()
	d, err := sqlite.Open(background, path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func add(d *sqlite.DB, words ...string) error {
	return d.Write(background, func(tx *sql.Tx) error {
		for _, w := range words {
			if _, err := tx.Exec("INSERT INTO word (text) VALUES (?)", w); err != nil {
				return err
			}
		}
		return nil
	})
}

func count(t *testing.T, d *sqlite.DB) (n int) {
	t.Helper()
	if err := d.Reader().QueryRow("SELECT count(*) FROM word").Scan(&n); err != nil {
		t.Fatal(d.Explain(err))
	}
	return n
}

// filled makes a closed file of many pages.
func filled(t *testing.T, path string) {
	t.Helper()
	d := open(t, path, options())
	var words []string
	for i := range 2000 {
		words = append(words, fmt.Sprintf("%04d %s", i, strings.Repeat("w", 100)))
	}
	if err := add(d, words...); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSettings: every connection has the settings, the writer and the readers,
// in a path that a connection string could misread.
func TestSettings(t *testing.T) {
	for _, durable := range []bool{true, false} {
		path := filepath.Join(t.TempDir(), "a b?mode=ro&x#y%20%zz;ü", "words.db")
		o := options()
		o.Durable = durable
		d := open(t, path, o)
		if err := add(d, "a"); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
		synchronous := "1"
		if durable {
			synchronous = "2"
		}
		for name, want := range map[string]string{"journal_mode": "wal", "synchronous": synchronous, "foreign_keys": "1", "busy_timeout": "5000"} {
			var got string
			err := d.Write(background, func(tx *sql.Tx) error { return tx.QueryRow("PRAGMA " + name).Scan(&got) })
			if err != nil || got != want {
				t.Errorf("writer: %s is %q, want %q: %v", name, got, want, err)
			}
		}
		var readers []*sql.Rows // held open, so that each is a connection of its own
		for range 3 {
			rows, err := d.Reader().Query("PRAGMA busy_timeout")
			if err != nil || !rows.Next() {
				t.Fatal(err)
			}
			var got string
			if err := rows.Scan(&got); err != nil || got != "5000" {
				t.Errorf("reader: %q, %v", got, err)
			}
			readers = append(readers, rows)
		}
		for _, rows := range readers {
			rows.Close()
		}
		if _, err := d.Reader().Exec("INSERT INTO word (text) VALUES ('b')"); !errors.Is(d.Explain(err), sqlite.ErrReadOnly) {
			t.Errorf("a reader wrote: %v", err)
		}
	}
}

func TestWriteUndoes(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "words.db"), options())
	if err := add(d, "a", "b", "a"); !sqlite.IsConstraint(err) {
		t.Errorf("a duplicate: %v", err)
	}
	func() {
		defer func() { recover() }()
		d.Write(background, func(tx *sql.Tx) error {
			tx.Exec("INSERT INTO word (text) VALUES ('c')")
			panic("x")
		})
	}()
	if n := count(t, d); n != 0 {
		t.Errorf("%d words of transactions that failed", n)
	}
	if err := add(d, "a"); err != nil {
		t.Errorf("after a panic: %v", err)
	}
}

// TestMigrations: old files are brought up to date, once, by whoever is first.
func TestMigrations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "words.db")
	filled(t, path)
	o := options()
	o.Migrations = append(o.Migrations, "ALTER TABLE word ADD COLUMN note TEXT", "UPDATE word SET note = coalesce(note, '') || 'x'")
	var ro sqlite.Options = o
	ro.ReadOnly = true
	if _, err := sqlite.Open(background, path, ro); !errors.Is(err, sqlite.ErrOlder) {
		t.Errorf("an older file, for reading: %v", err)
	}
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			d, err := sqlite.Open(background, path, o)
			if err != nil {
				t.Error(err)
				return
			}
			d.Close()
		})
	}
	workers.Wait()
	d := open(t, path, o)
	var n int
	if err := d.Reader().QueryRow("SELECT count(*) FROM word WHERE note = 'x'").Scan(&n); err != nil || n != 2000 {
		t.Errorf("%d rows were brought up to date once, want 2000: %v", n, err)
	}
	o.Migrations = append(o.Migrations, "UPDATE word SET note = 'y'; SELECT nonsense")
	if _, err := sqlite.Open(background, path, o); err == nil || !strings.Contains(err.Error(), "schema 4") {
		t.Errorf("a migration that fails: %v", err)
	}
	if err := d.Reader().QueryRow("SELECT count(*) FROM word WHERE note = 'x'").Scan(&n); err != nil || n != 2000 {
		t.Errorf("a migration that failed changed rows: %d, %v", n, err)
	}
}

func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "words.db")
	o := options()
	o.Wait = 50 * time.Millisecond
	first, second := open(t, path, o), open(t, path, o)
	err := first.Write(background, func(tx *sql.Tx) error {
		if err := add(second, "b"); !errors.Is(err, sqlite.ErrLocked) || !strings.Contains(err.Error(), "hint: wait for the other process") {
			t.Errorf("a locked file: %v", err)
		}
		if n := count(t, second); n != 0 { // reading goes on
			t.Errorf("%d words", n)
		}
		_, err := tx.Exec("INSERT INTO word (text) VALUES ('a')")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := add(second, "b"); err != nil {
		t.Error(err)
	}
	if n := count(t, first); n != 2 {
		t.Errorf("%d words, want 2", n)
	}
}
