package mcptool

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

// filter passes the lines on that are messages and drops all others: one line of a
// log on standard output would end the session. What is dropped is counted; it
// is a fault of the server, and is reported.
type filter struct {
	in     *bufio.Reader
	closer io.Closer
	limit  int64       // bytes of one message
	over   atomic.Bool // a message was larger: the session is over
	noise  atomic.Int64
	first  atomic.Pointer[string] // the first line that was dropped
	rest   []byte
	err    error
}

func newFilter(r io.ReadCloser, limit int64) *filter {
	return &filter{in: bufio.NewReaderSize(r, 1<<16), closer: r, limit: limit}
}

// Read returns bytes of whole messages only.
func (f *filter) Read(p []byte) (int, error) {
	for len(f.rest) == 0 {
		if f.err != nil {
			return 0, f.err
		}
		f.next()
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// next reads one line; it becomes rest if it is a message.
func (f *filter) next() {
	var line []byte
	for {
		part, err := f.in.ReadSlice('\n')
		if int64(len(line)+len(part)) <= f.limit {
			line = append(line, part...)
		} else if begun := bytes.TrimLeft(line, " \t\r"); len(begun) == 0 || begun[0] != '{' {
			line = append(line[:0], begun[:min(len(begun), 120)]...) // noise, however long
		} else {
			f.over.Store(true)
			f.err = fmt.Errorf("a line of more than %d MiB", f.limit>>20)
			return
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		f.err = err
		break
	}
	switch trimmed := bytes.TrimSpace(line); {
	case len(trimmed) == 0:
	case message(trimmed):
		f.rest = append(bytes.Clone(trimmed), '\n')
	default:
		if f.noise.Add(1) == 1 {
			text := string(trimmed[:min(len(trimmed), 120)])
			f.first.Store(&text)
		}
	}
}

// message says whether a line is one JSON object of JSON-RPC. A log line that
// is JSON too is none.
func message(line []byte) bool {
	if line[0] != '{' {
		return false
	}
	var m struct {
		Version string `json:"jsonrpc"`
	}
	return json.Unmarshal(line, &m) == nil && m.Version != ""
}

func (f *filter) Close() error { return f.closer.Close() }
