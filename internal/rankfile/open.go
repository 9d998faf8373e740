// Package rankfile opens files of judgements and of rankings: plain text is
// mapped into memory, gzip and zstd are decompressed, pipes are read to their
// end; what is large waits in a temporary file.
package rankfile

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/zstd"

	"sooth/rank"
)

const (
	// InMemory is how much of a pipe or a compressed file is kept in memory, in
	// bytes; what is longer goes into a temporary file.
	InMemory  = 16 << 20
	tooLarge  = 64 << 30 // decompressed
	zstdLimit = 64 << 20 // memory of the decoder's window
)

// File is an open input. Its Text must not be used after Close.
type File struct {
	Text    rank.Text
	release func()
}

// Close gives back what the text needed.
func (f *File) Close() { f.release() }

// Open reads a file, "-" standing for stdin: plain text is mapped into memory,
// compressed text and pipes are kept in memory while small and in a temporary
// file beyond. What the caller can mend is a *rank.InputError.
func Open(ctx context.Context, name string, stdin io.Reader) (*File, error) {
	if name == "-" {
		return drain(ctx, "standard input", stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, unreadable(name, err)
	}
	if info.IsDir() {
		return nil, &rank.InputError{Name: name, Reason: "this is a folder", Hint: "name the file in it"}
	}
	if !info.Mode().IsRegular() { // a named pipe, /dev/fd/63
		return drain(ctx, name, f)
	}
	var head [4]byte
	n, err := f.ReadAt(head[:], 0)
	if err != nil && err != io.EOF {
		return nil, unreadable(name, err)
	}
	if compression(head[:n]) != "" {
		return drain(ctx, name, f)
	}
	return mapped(name, f, info.Size())
}

func unreadable(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	hint := ""
	if errors.Is(err, fs.ErrNotExist) {
		hint = "the arguments are QRELS and then one or more runs"
	}
	return &rank.InputError{Name: name, Reason: err.Error(), Hint: hint}
}

// compression names the format that a file starts with.
func compression(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return "gzip"
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return "zstd"
	}
	return ""
}

// drain reads r to its end, decompressing what is compressed.
func drain(ctx context.Context, name string, r io.Reader) (*File, error) {
	head := make([]byte, 4)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, unreadable(name, err)
	}
	r = io.MultiReader(bytes.NewReader(head[:n]), r)
	kind := compression(head[:n])
	switch kind {
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, damaged(name, kind, err)
		}
		defer z.Close()
		r = z
	case "zstd":
		z, err := zstd.NewReader(r, zstd.WithDecoderMaxWindow(zstdLimit), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, damaged(name, kind, err)
		}
		defer z.Close()
		r = z
	}
	r = &stoppable{ctx, r}
	var memory bytes.Buffer
	size, err := io.Copy(&memory, io.LimitReader(r, InMemory))
	if err == nil && size < InMemory {
		return &File{rank.Text{Name: name, Data: memory.Bytes()}, func() {}}, nil
	}
	if err == nil {
		var f *File
		if f, err = spool(name, &memory, r); err == nil {
			return f, nil
		}
	}
	if kind != "" && ctx.Err() == nil {
		return nil, damaged(name, kind, err)
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

func damaged(name, kind string, err error) error {
	return &rank.InputError{Name: name, Reason: kind + " data cannot be read: " + err.Error(), Hint: "the file is damaged or not complete"}
}

// spool puts what does not fit into memory into a file that nobody else sees.
func spool(name string, start, rest io.Reader) (*File, error) {
	f, err := os.CreateTemp("", "sooth-rank-*")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	remove := func() { os.Remove(f.Name()) }
	if _, err := io.Copy(f, start); err != nil {
		remove()
		return nil, err
	}
	n, err := io.Copy(f, io.LimitReader(rest, tooLarge))
	if err == nil && n == tooLarge {
		err = errors.New("more than 64 GiB of text")
	}
	var size int64
	if err == nil {
		size, err = f.Seek(0, io.SeekEnd)
	}
	if err != nil {
		remove()
		return nil, err
	}
	m, err := mapped(name, f, size)
	if err != nil {
		remove()
		return nil, err
	}
	unmap := m.release
	m.release = func() { unmap(); remove() }
	return m, nil
}

// stoppable ends reading when the context is cancelled.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s *stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// read reads a whole file, where it cannot be mapped.
func read(name string, f *os.File) (*File, error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, unreadable(name, err)
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, unreadable(name, err)
	}
	return &File{rank.Text{Name: name, Data: data}, func() {}}, nil
}
