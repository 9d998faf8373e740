// Package fingerprint says what files and folders are by the bytes in them, and
// whether they are still the same later.
package fingerprint

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// File is a file or folder that was looked at.
type File struct {
	Path   string `json:"path"`            // as it was named, with slashes
	SHA256 string `json:"sha256"`          // of a folder over its files, in order of path; [Missing]
	Bytes  int64  `json:"bytes"`           // of all its files
	After  string `json:"after,omitempty"` // SHA-256 afterwards, where it differs
}

// Missing stands for the digest of what is not there.
const Missing = "missing"

// MaxBytes bounds what is read of one file or folder: more would take a run
// longer than its questions do.
const MaxBytes = 16 << 30

// Resolve makes a path that a suite names, with slashes, one that can be opened:
// it is relative to a folder, or absolute.
func Resolve(dir, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// All looks at files and folders, which are named relative to a folder or
// absolute. What is not there is said with the word missing; it is no error: an
// index may be made later.
func All(ctx context.Context, dir string, paths []string) ([]File, error) {
	files := []File{}
	for _, p := range paths {
		f, err := Sum(ctx, Resolve(dir, p))
		if err != nil {
			return nil, err
		}
		f.Path = filepath.ToSlash(p)
		files = append(files, f)
	}
	return files, nil
}

// Again looks at files once more and notes in After what they are now, where
// that is something else.
func Again(ctx context.Context, dir string, files []File) error {
	for i, before := range files {
		now, err := Sum(ctx, Resolve(dir, before.Path))
		if err != nil {
			return err
		}
		if now.SHA256 != before.SHA256 {
			files[i].After = now.SHA256
		}
	}
	return nil
}

// Sum looks at a file, or at a folder: over its files in order of path, for each
// the length of the path and the path, and the same of the SHA-256 of its content.
// Symbolic links in a folder count as their text. More than [MaxBytes] is an error.
func Sum(ctx context.Context, path string) (File, error) {
	return sum(ctx, path, MaxBytes)
}

func sum(ctx context.Context, path string, most int64) (File, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return File{Path: path, SHA256: Missing}, nil
	}
	if err != nil {
		return File{}, err
	}
	r := &reader{ctx: ctx, path: path, most: most}
	if !info.IsDir() {
		content, err := r.file(path)
		return File{Path: path, SHA256: hex.EncodeToString(content), Bytes: r.total}, err
	}
	parts, err := r.folder()
	if err != nil {
		return File{}, err
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.name, b.name) })
	h := sha256.New()
	for _, p := range parts {
		for _, s := range []string{p.name, p.content} {
			var length [8]byte
			binary.BigEndian.PutUint64(length[:], uint64(len(s)))
			h.Write(length[:])
			io.WriteString(h, s)
		}
	}
	return File{Path: path, SHA256: hex.EncodeToString(h.Sum(nil)), Bytes: r.total}, nil
}

// reader reads one file or folder, within its bound.
type reader struct {
	ctx   context.Context
	path  string
	most  int64
	total int64 // bytes that were read
	in    io.Reader
}

// part is one file of a folder.
type part struct{ name, content string } // path in the folder; SHA-256, or where a link leads

func (r *reader) folder() ([]part, error) {
	var parts []part
	err := filepath.WalkDir(r.path, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // gone while we looked: the sum says so
		}
		if err != nil {
			return err
		}
		if d.IsDir() {
			return r.ctx.Err()
		}
		rel, err := filepath.Rel(r.path, name)
		if err != nil {
			return err
		}
		p := part{name: filepath.ToSlash(rel)}
		switch {
		case d.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(name)
			if err != nil {
				return err
			}
			p.content = "link " + target
		case d.Type().IsRegular():
			content, err := r.file(name)
			if err != nil {
				return err
			}
			p.content = string(content)
		default:
			return nil // sockets and pipes have no content
		}
		parts = append(parts, p)
		return nil
	})
	return parts, err
}

// file returns the SHA-256 of a file.
func (r *reader) file(name string) ([]byte, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return []byte(Missing), nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r.in = f
	h := sha256.New()
	_, err = io.Copy(h, r)
	return h.Sum(nil), err
}

// Read stops when the context ends, and at the bound.
func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.in.Read(p)
	if r.total += int64(n); r.total > r.most {
		return n, fmt.Errorf("%q has more than %d GiB, which are hashed before and after a run; hint: name the files that matter, not their folder", r.path, r.most>>30)
	}
	return n, err
}
