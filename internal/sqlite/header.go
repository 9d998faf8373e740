package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The fields of the file header that are read here; "Database File Format",
// section 1.3. All numbers are big endian.
const (
	headerSize   = 100
	pageSizeAt   = 16 // two bytes; 1 stands for 65536
	changeAt     = 24 // file change counter
	pagesAt      = 28 // size of the database in pages
	versionAt    = 60 // user_version
	kindAt       = 68 // application_id
	validForAt   = 92 // the change counter for which pagesAt is valid
	headerString = "SQLite format 3\x00"
)

// inspect looks at the file before the driver touches it, because the driver
// would fold a leftover log into a file that is not ours. It says whether the
// file has to be opened as one that nobody changes: in a folder that takes no
// new files the driver cannot keep the index of its log.
func inspect(ctx context.Context, path string, o Options) (immutable bool, err error) {
	head, size, err := readHeader(path)
	if errors.Is(err, fs.ErrNotExist) {
		if o.ReadOnly {
			return false, &Error{Kind: ErrMissing, Path: path, Detail: "there is no such file", Err: err}
		}
		return false, nil
	}
	if err != nil {
		return false, &Error{Kind: kindOf(err), Path: path, Detail: reason(err), Err: err}
	}
	log, err := os.Stat(path + "-wal")
	logged := err == nil && log.Size() > 0
	d := &DB{path: path}
	if size == 0 && !logged {
		if o.ReadOnly {
			return false, &Error{Kind: ErrMissing, Path: path, Detail: "the file is empty"}
		}
		return false, nil // made and not yet written, as by a killed process
	}
	if !bytes.HasPrefix(head, []byte(headerString)) {
		return false, &Error{Kind: ErrForeign, Path: path, Detail: "it does not begin as one does"}
	}
	if len(head) < headerSize {
		return false, d.Corrupt(fmt.Sprintf("it has %d bytes", size))
	}
	number := func(at int) uint32 { return binary.BigEndian.Uint32(head[at:]) }
	if !logged {
		page := int64(binary.BigEndian.Uint16(head[pageSizeAt:]))
		if page == 1 {
			page = 65536
		}
		if want := page * int64(number(pagesAt)); number(changeAt) == number(validForAt) && size < want {
			return false, d.Corrupt(fmt.Sprintf("it has %d bytes of %d", size, want))
		}
		immutable = o.ReadOnly && !takesFiles(filepath.Dir(path))
	}
	kind, version := int32(number(kindAt)), int(int32(number(versionAt)))
	tables := 1 // unknown
	if !logged && kind == 0 && begun(path, size) {
		if o.ReadOnly {
			return false, &Error{Kind: ErrMissing, Path: path, Detail: "the file is empty"}
		}
		return false, nil // killed while the log was switched on: the writer undoes it
	}
	if logged || kind == 0 {
		// What is in the log counts; a reader does not fold it into the file.
		kind, version, tables, err = ask(ctx, path, o, immutable)
		if err != nil {
			return false, d.Explain(err)
		}
	}
	switch {
	case kind == 0 && version == 0 && tables == 0:
		if o.ReadOnly {
			return false, &Error{Kind: ErrMissing, Path: path, Detail: "the file is empty"}
		}
		return false, nil // killed between its making and its schema
	case kind != o.ApplicationID:
		return false, &Error{Kind: ErrForeign, Path: path, Detail: "it belongs to another program or is another file of this one"}
	case version > len(o.Migrations):
		return false, d.versionError(version, len(o.Migrations))
	case version < 1:
		return false, d.Corrupt(fmt.Sprintf("it has schema %d", version))
	}
	return immutable, nil
}

// begun reports whether the file is of a process that was killed in its very
// first change, before it had a table: a page at most, and beside it the journal
// that leads back to nothing ("Database File Format", section 3). A connection
// that cannot write could not read it.
func begun(path string, size int64) bool {
	f, err := os.Open(path + "-journal")
	if err != nil {
		return false
	}
	defer f.Close()
	const before = 16 // where the journal says how many pages the file had
	head := make([]byte, before+4)
	if _, err := io.ReadFull(f, head); err != nil {
		return false
	}
	return size <= 65536 && binary.BigEndian.Uint32(head[before:]) <= 1
}

// readHeader returns the first bytes of the file and its size.
func readHeader(path string) ([]byte, int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%q is not a file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	head := make([]byte, headerSize)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, 0, err
	}
	return head[:n], info.Size(), nil
}

// ask reads the marks of the file through a connection that cannot write.
func ask(ctx context.Context, path string, o Options, immutable bool) (kind int32, version, tables int, err error) {
	db, err := sql.Open("sqlite", dsn(path, o, "ro", immutable))
	if err != nil {
		return 0, 0, 0, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for query, to := range map[string]any{
		"PRAGMA application_id":              &kind,
		"PRAGMA user_version":                &version,
		"SELECT count(*) FROM sqlite_schema": &tables,
	} {
		if err := db.QueryRowContext(ctx, query).Scan(to); err != nil {
			return 0, 0, 0, err
		}
	}
	return kind, version, tables, nil
}

// takesFiles says whether a new file can be made in dir.
func takesFiles(dir string) bool {
	probe, err := os.CreateTemp(dir, ".sooth-probe-*")
	if err != nil {
		return false
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name())) == nil
}
