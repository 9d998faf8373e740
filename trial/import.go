package trial

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxLine bounds one line of an imported file, in bytes.
const maxLine = 256 << 20

// Import reads runs as [Store.Export] wrote them, one or several after another,
// and returns the ids. It imports all of them or, after an error, none. Name
// stands for the reader in messages.
//
// Refused are: other versions of the format, unknown fields, a run that is
// here already, duplicate records, and a file that ends early.
func (s *Store) Import(ctx context.Context, name string, r io.Reader) (ids []string, err error) {
	in := &importer{ctx: ctx, name: name, lines: bufio.NewReaderSize(r, 64<<10)}
	err = s.write(ctx, func(tx *sql.Tx) error {
		return in.runs(func(r Run) error {
			ids = append(ids, r.ID)
			return insertRun(tx, r)
		}, s.insertion(tx).add)
	})
	if err != nil {
		return nil, err
	}
	return ids, nil
}

// runs reads all runs and hands each on, and then its records, one in memory
// at a time. What it hands on is valid in itself; only the store knows of
// duplicates.
func (in *importer) runs(begin func(Run) error, add func(*row) error) error {
	for n := 0; ; n++ {
		err := in.run(begin, add)
		switch {
		case err == io.EOF && n > 0:
			return nil
		case err == io.EOF:
			return fmt.Errorf("%s: the file is empty; hint: sooth runs export writes what can be imported", in.name)
		case err != nil:
			return err
		}
	}
}

// run reads one run; io.EOF before its first line is the end.
func (in *importer) run(begin func(Run) error, add func(*row) error) error {
	line, err := in.next()
	if err != nil {
		return err
	}
	var version struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(line, &version); err != nil {
		return in.fault(err)
	}
	if version.Schema != Schema {
		return in.fault(fmt.Errorf("schema %q, want %q; hint: the file is not an exported run, or was written by another version", version.Schema, Schema))
	}
	var head header
	if err := in.decode(line, &head); err != nil {
		return err
	}
	if head.Run == nil || head.Records == nil || *head.Records < 0 {
		return in.fault(errors.New("the first line of a run must have \"run\" and the number of \"records\""))
	}
	if *head.Records > head.Run.Trials {
		return in.fault(fmt.Errorf("%d records of a plan of %d trials", *head.Records, head.Run.Trials))
	}
	if err := head.Run.validate(); err != nil {
		return in.fault(err)
	}
	if err := begin(*head.Run); err != nil {
		return in.fault(err)
	}
	for i := range *head.Records {
		line, err := in.next()
		if err == io.EOF {
			in.line++
			return in.fault(fmt.Errorf("the file ends after %d of %d records of run %q; hint: it was cut short, export it again", i, *head.Records, head.Run.ID))
		}
		if err != nil {
			return err
		}
		var r Record
		if err := in.decode(line, &r); err != nil {
			return err
		}
		row, err := newRow(r)
		switch {
		case err != nil:
			return in.fault(err)
		case r.Run != head.Run.ID:
			return in.fault(fmt.Errorf("a record of run %q among those of run %q", r.Run, head.Run.ID))
		case r.Order >= head.Run.Trials:
			return in.fault(fmt.Errorf("a record at place %d of a plan of %d trials", r.Order, head.Run.Trials))
		}
		if err := add(row); err != nil {
			return in.fault(err)
		}
	}
	return nil
}

// importer reads lines and knows where it is.
type importer struct {
	ctx   context.Context
	name  string
	lines *bufio.Reader
	line  int // the last one read, starting at 1
}

func (in *importer) fault(err error) error { return fmt.Errorf("%s:%d: %w", in.name, in.line, err) }

// next returns the next line that is not blank, or io.EOF.
func (in *importer) next() ([]byte, error) {
	for {
		if err := in.ctx.Err(); err != nil {
			return nil, err
		}
		var line []byte
		in.line++
		for {
			part, err := in.lines.ReadSlice('\n')
			line = append(line, part...)
			if len(line) > maxLine {
				return nil, in.fault(fmt.Errorf("the line is longer than %d MiB", maxLine>>20))
			}
			if err == nil || err == io.EOF && len(line) > 0 {
				break
			}
			if err == io.EOF {
				in.line--
				return nil, io.EOF
			}
			if err != bufio.ErrBufferFull {
				return nil, in.fault(err)
			}
		}
		// The decoder would replace such bytes silently.
		if !utf8.Valid(line) {
			return nil, in.fault(errors.New("the line is not valid UTF-8"))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
	}
}

// decode reads a line into v and refuses what v would lose: a field that this
// version does not know holds something that was paid for.
func (in *importer) decode(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return in.fault(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return in.fault(errors.New("more than one value in the line"))
	}
	return nil
}
