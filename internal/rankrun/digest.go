package rankrun

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sooth/internal/rankreport"
)

// missing stands for the digest of what is not there.
const missing = "missing"

// digestAll hashes files and folders of a system under test. What is not there
// is said with the word missing; it is no error: an index may be made later.
func digestAll(ctx context.Context, dir string, paths []string) ([]rankreport.File, error) {
	files := []rankreport.File{}
	for _, p := range paths {
		f, err := digestPath(ctx, resolve(dir, p))
		if err != nil {
			return nil, err
		}
		f.Path = filepath.ToSlash(p)
		files = append(files, f)
	}
	return files, nil
}

// resolve makes a path of a suite one that can be opened.
func resolve(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, filepath.FromSlash(path))
}

// digestPath hashes a file, or a folder: over its files in order of path, for
// each the length of the path and the path, and the SHA-256 of its content.
// Symbolic links in a folder count as their text.
func digestPath(ctx context.Context, path string) (rankreport.File, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return rankreport.File{SHA256: missing}, nil
	}
	if err != nil {
		return rankreport.File{}, err
	}
	if !info.IsDir() {
		sum, size, err := digestFile(ctx, path)
		return rankreport.File{SHA256: hex.EncodeToString(sum), Bytes: size}, err
	}
	type part struct {
		name string
		sum  []byte
	}
	var parts []part
	var total int64
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // gone while we looked: the digest says so
			}
			return err
		}
		if d.IsDir() {
			return ctx.Err()
		}
		rel, err := filepath.Rel(path, name)
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
			p.sum = []byte("link " + target)
		case d.Type().IsRegular():
			var size int64
			if p.sum, size, err = digestFile(ctx, name); err != nil {
				return err
			}
			total += size
		default:
			return nil // sockets and pipes have no content
		}
		parts = append(parts, p)
		return nil
	})
	if err != nil {
		return rankreport.File{}, err
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.name, b.name) })
	h := sha256.New()
	for _, p := range parts {
		for _, s := range []string{p.name, string(p.sum)} {
			var length [8]byte
			binary.BigEndian.PutUint64(length[:], uint64(len(s)))
			h.Write(length[:])
			io.WriteString(h, s)
		}
	}
	return rankreport.File{SHA256: hex.EncodeToString(h.Sum(nil)), Bytes: total}, nil
}

func digestFile(ctx context.Context, path string) ([]byte, int64, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return []byte(missing), 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	h := sha256.New()
	size, err := io.Copy(h, &cancelled{ctx, f})
	return h.Sum(nil), size, err
}

// cancelled is a reader that stops when its context ends.
type cancelled struct {
	ctx context.Context
	in  io.Reader
}

func (c *cancelled) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.in.Read(p)
}
