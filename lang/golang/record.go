package golang

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
)

// record is what is kept of a package beside its export data, because nothing
// else of its source is.
type record struct {
	Path    string
	Name    string
	Files   []string // of the build
	Ignored []string // Go files that the build leaves out
	Open    string   `json:",omitempty"` // why the package was not read completely; empty: it was
	// Deprecated holds the deprecation paragraphs by symbol ("Get",
	// "Client.Do"), the package's own under "".
	Deprecated map[string]deprecation `json:",omitempty"`
}

// encode returns the value that is kept: the length of the record, the record,
// the export data.
func encode(r *record, export []byte) ([]byte, error) {
	head, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	value := binary.AppendUvarint(nil, uint64(len(head)))
	return append(append(value, head...), export...), nil
}

// decode is the reverse of encode.
func decode(value []byte) (*record, []byte, error) {
	size, n := binary.Uvarint(value)
	if n <= 0 || uint64(len(value)-n) < size {
		return nil, nil, errors.New("a package record is cut short")
	}
	r := new(record)
	if err := json.NewDecoder(bytes.NewReader(value[n : n+int(size)])).Decode(r); err != nil {
		return nil, nil, err
	}
	return r, value[n+int(size):], nil
}
