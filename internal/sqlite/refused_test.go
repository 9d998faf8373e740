package sqlite_test

import (
	"bytes"
	"crypto/rand"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/internal/sqlite"
)

// TestRefused: each of these files gets its own words and stays as it was,
// byte for byte.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		make func(t *testing.T, path string)
		kind error
		want string
	}{
		"empty folder":     {func(t *testing.T, path string) { check(t, os.Mkdir(path, 0o755)) }, sqlite.ErrFailed, "is not a file"},
		"text":             {func(t *testing.T, path string) { check(t, os.WriteFile(path, []byte("hello\n"), 0o644)) }, sqlite.ErrForeign, "not a database of sooth"},
		"garbage":          {change(func(b []byte) []byte { rand.Read(b); return b }), sqlite.ErrForeign, "not a database of sooth"},
		"garbage header":   {change(func(b []byte) []byte { rand.Read(b[:100]); return b }), sqlite.ErrForeign, "not a database of sooth"},
		"cut in header":    {change(func(b []byte) []byte { return b[:60] }), sqlite.ErrCorrupt, "it has 60 bytes"},
		"cut in a page":    {change(func(b []byte) []byte { return b[:len(b)-10] }), sqlite.ErrCorrupt, "bytes of"},
		"cut by half":      {change(func(b []byte) []byte { return b[:len(b)/2] }), sqlite.ErrCorrupt, "bytes of"},
		"first page only":  {change(func(b []byte) []byte { return b[:4096] }), sqlite.ErrCorrupt, "bytes of"},
		"other program":    {statements("CREATE TABLE x (y); INSERT INTO x VALUES (1)"), sqlite.ErrForeign, "another program"},
		"other kind":       {statements("CREATE TABLE x (y); PRAGMA application_id = 5; PRAGMA user_version = 1"), sqlite.ErrForeign, "another file of this one"},
		"newer":            {statements("CREATE TABLE x (y); PRAGMA application_id = 1936675941; PRAGMA user_version = 7"), sqlite.ErrNewer, "was written by a newer sooth (schema 7, this one knows 1); hint: "},
		"newer in the log": {newerInLog, sqlite.ErrNewer, "schema 7"},
		"other in the log": {otherInLog, sqlite.ErrForeign, "another program"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, readOnly := range []bool{false, true} {
				path := filepath.Join(t.TempDir(), "words.db")
				c.make(t, path)
				var before []byte
				if name != "empty folder" {
					before = read(t, path)
				}
				o := options()
				o.ReadOnly = readOnly
				d, err := sqlite.Open(background, path, o)
				if err == nil {
					d.Close()
				}
				if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "; hint: ") || !strings.Contains(err.Error(), path) {
					t.Errorf("got %v, want %v with %q, the path and a hint", err, c.kind, c.want)
				}
				if name != "empty folder" && !bytes.Equal(before, read(t, path)) {
					t.Error("the file was changed")
				}
			}
		})
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// change makes a file of ours and changes its bytes.
func change(f func([]byte) []byte) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		filled(t, path)
		check(t, os.WriteFile(path, f(read(t, path)), 0o644))
	}
}

// statements makes a file by the driver alone.
func statements(s string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		db, err := sql.Open("sqlite", path)
		check(t, err)
		_, err = db.Exec(s)
		check(t, errors.Join(err, db.Close()))
	}
}

// killed makes a file whose statements are in its log only, as a process that
// was killed leaves it.
func killed(t *testing.T, path, before, s string) {
	t.Helper()
	other := path + ".other"
	db, err := sql.Open("sqlite", other+"?_pragma=journal_mode(WAL)&_pragma=wal_autocheckpoint(0)")
	check(t, err)
	db.SetMaxOpenConns(1)
	if before != "" {
		_, err = db.Exec(before + "; PRAGMA wal_checkpoint(TRUNCATE)")
		check(t, err)
	}
	_, err = db.Exec(s)
	check(t, err)
	for _, end := range []string{"", "-wal"} {
		check(t, os.WriteFile(path+end, read(t, other+end), 0o644))
	}
	check(t, db.Close())
}

func newerInLog(t *testing.T, path string) {
	killed(t, path, "CREATE TABLE x (y); PRAGMA application_id = 1936675941; PRAGMA user_version = 1", "PRAGMA user_version = 7")
}

func otherInLog(t *testing.T, path string) {
	killed(t, path, "", "CREATE TABLE x (y); INSERT INTO x VALUES (1)")
}

// TestKilledInTheMaking: what a killed process leaves of a new file is used.
func TestKilledInTheMaking(t *testing.T) {
	for name, make := range map[string]func(*testing.T, string){
		"no byte":       func(t *testing.T, path string) { check(t, os.WriteFile(path, nil, 0o644)) },
		"no schema":     statements("PRAGMA journal_mode = WAL"),
		"schema in log": func(t *testing.T, path string) { schemaInLog(t, path) },
		"first change":  firstChange,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "words.db")
			make(t, path)
			d := open(t, path, options())
			if err := add(d, "a"); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// firstChange leaves a file as a process does that is killed in its first change,
// before the log is switched on: with the journal that undoes it.
func firstChange(t *testing.T, path string) {
	other := filepath.Join(t.TempDir(), "other.db")
	db, err := sql.Open("sqlite", "file://"+filepath.ToSlash(other)+"?_pragma=cache_size(1)&_pragma=cache_spill(1)")
	check(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	_, err = db.Exec("BEGIN IMMEDIATE; CREATE TABLE x (y)")
	check(t, err)
	for range 50 { // more than the cache holds, so that some of it is written
		_, err = db.Exec("INSERT INTO x VALUES (zeroblob(3000))")
		check(t, err)
	}
	statements("PRAGMA journal_mode = WAL")(t, path)
	journal := read(t, other+"-journal")
	if len(journal) == 0 {
		t.Fatal("no journal was written")
	}
	check(t, os.WriteFile(path+"-journal", journal, 0o644))
}

func schemaInLog(t *testing.T, path string) {
	killed(t, path, "", options().Migrations[0]+"PRAGMA application_id = 1936675941; PRAGMA user_version = 1")
}

func TestMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "words.db")
	o := options()
	o.ReadOnly = true
	if _, err := sqlite.Open(background, path, o); !errors.Is(err, sqlite.ErrMissing) {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Dir(path)); err == nil {
		t.Error("reading made a folder")
	}
}

// TestFlippedPages: pages that were overwritten are found by Verify, or at the
// latest when they are read.
func TestFlippedPages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "words.db")
	filled(t, path)
	sound := read(t, path)
	found := 0
	for page := 1; page < len(sound)/4096; page++ {
		b := bytes.Clone(sound)
		rand.Read(b[page*4096 : (page+1)*4096])
		check(t, os.WriteFile(path, b, 0o644))
		o := options()
		o.ReadOnly = true
		d, err := sqlite.Open(background, path, o)
		if err == nil {
			err = d.Verify(background)
			d.Close()
		}
		if !errors.Is(err, sqlite.ErrCorrupt) {
			t.Errorf("page %d: %v", page, err)
			continue
		}
		found++
	}
	if found == 0 {
		t.Error("no page was tried")
	}
}
