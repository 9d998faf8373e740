package universe

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Summary says what a universe holds.
type Summary struct {
	Documents int
	Kinds     map[string]int
	Sources   map[string]int
	Bytes     int64  // of universe.jsonl
	SHA256    string // of universe.jsonl, hex
}

// String lists the counts, one a line.
func (s Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d documents, %d bytes, sha256 %s\n", s.Documents, s.Bytes, s.SHA256)
	for _, kind := range []string{"package", "type", "func", "method", "field", "const", "var"} {
		fmt.Fprintf(&b, "  %-8s %6d\n", kind, s.Kinds[kind])
	}
	for _, source := range Sources() {
		fmt.Fprintf(&b, "  %-8s %6d\n", source, s.Sources[source])
	}
	return b.String()
}

// Encode writes documents as JSON lines.
func Encode(w io.Writer, documents []Document) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, d := range documents {
		if err := e.Encode(d); err != nil {
			return err
		}
	}
	return nil
}

// Summarize counts documents and hashes their JSON lines.
func Summarize(documents []Document) (Summary, error) {
	s := Summary{Documents: len(documents), Kinds: map[string]int{}, Sources: map[string]int{}}
	hash := sha256.New()
	counter := &counting{w: hash}
	if err := Encode(counter, documents); err != nil {
		return Summary{}, err
	}
	for _, d := range documents {
		s.Kinds[d.Kind]++
		s.Sources[d.Source]++
	}
	s.Bytes, s.SHA256 = counter.n, fmt.Sprintf("%x", hash.Sum(nil))
	return s, nil
}

type counting struct {
	w io.Writer
	n int64
}

func (c *counting) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return c.w.Write(p)
}

// Write writes a universe into a folder: universe.jsonl, and universe.tsv with
// id, declaration and comment of a document on one line, for engines that
// search lines and as the list of all documents.
func Write(dir string, documents []Document) (Summary, error) {
	s, err := Summarize(documents)
	if err != nil {
		return s, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return s, err
	}
	if err := writeFile(filepath.Join(dir, "universe.jsonl"), func(w io.Writer) error { return Encode(w, documents) }); err != nil {
		return s, err
	}
	return s, writeFile(filepath.Join(dir, "universe.tsv"), func(w io.Writer) error {
		for _, d := range documents {
			if _, err := fmt.Fprintf(w, "%s\t%s\t%s\n", d.ID, oneLine(d.Signature), oneLine(d.Doc)); err != nil {
				return err
			}
		}
		return nil
	})
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		f.Close()
		return err
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
