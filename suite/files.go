package suite

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sooth/internal/nearest"
)

// Bounds of what a suite may hold, in bytes.
const (
	maxYAML = 1 << 20  // suite.yaml, a task.yaml, a go.mod
	maxText = 10 << 20 // any other file that is read as one text
)

// suiteFile is the file that makes a folder a suite.
const suiteFile = "suite.yaml"

// folder reads the files of a suite. Nothing outside of it can be read: names
// are checked, and symbolic links that lead out are refused by os.Root.
type folder struct {
	root     *os.Root
	problems *problems
	digests  map[string]digest // of every file read, by path
}

// digest identifies the content of a file.
type digest struct {
	size int64
	sum  [sha256.Size]byte
}

// name checks a path that a suite names at a place, and returns it clean.
func (f *folder) name(name string, at place) (string, bool) {
	const hint = "a path in a suite is relative to the suite's folder, written with /"
	switch {
	case name == "":
		f.problems.add(at, hint, "the path is empty")
	case strings.ContainsAny(name, "\x00\\"):
		f.problems.add(at, hint, "path %q has a character that paths in a suite must not have", name)
	case path.IsAbs(name) || filepath.IsAbs(name) || filepath.VolumeName(name) != "":
		f.problems.add(at, hint, "path %q is absolute", name)
	case !filepath.IsLocal(name):
		f.problems.add(at, hint, "path %q leaves the suite's folder", name)
	default:
		return path.Clean(name), true
	}
	return "", false
}

// open opens a regular file that is named at a place. Without required, a file
// that does not exist is no problem.
func (f *folder) open(name string, at place, required bool) (*os.File, bool) {
	info, err := f.root.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		what := "not a regular file"
		if info.IsDir() {
			what = "a folder, not a file"
		}
		f.problems.add(at, "", "%q is %s", name, what)
		return nil, false
	}
	var file *os.File
	if err == nil {
		file, err = f.root.Open(name)
	}
	if err != nil {
		if required || !errors.Is(err, fs.ErrNotExist) {
			f.unreadable(name, at, err)
		}
		return nil, false
	}
	return file, true
}

// unreadable says why a file or folder could not be opened.
func (f *folder) unreadable(name string, at place, err error) {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.problems.add(at, f.beside(name), "%q does not exist", name)
	case strings.Contains(err.Error(), "escapes"):
		f.problems.add(at, "replace the link by a copy", "%q leaves the suite's folder through a symbolic link", name)
	default:
		f.problems.add(at, "", "cannot read %q: %v", name, err)
	}
}

// beside is the hint for a file that is missing: a similar name in its folder.
func (f *folder) beside(name string) string {
	dir, base := path.Split(name)
	entries, err := f.entries(path.Clean("./" + dir))
	if err != nil {
		return ""
	}
	var known []string
	for _, e := range entries {
		known = append(known, e.Name())
	}
	if near := nearest.Word(base, known); near != "" {
		return "did you mean `" + dir + near + "`?"
	}
	return ""
}

// entries lists a folder in order of name.
func (f *folder) entries(name string) ([]fs.DirEntry, error) {
	d, err := f.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	list, err := d.ReadDir(-1)
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, err
}

// read returns the content of a file that is named at a place.
func (f *folder) read(name string, at place, limit int64, required bool) ([]byte, bool) {
	file, ok := f.open(name, at, required)
	if !ok {
		return nil, false
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		f.unreadable(name, at, err)
		return nil, false
	}
	if int64(len(text)) > limit {
		f.problems.add(at, "", "%q is larger than %d MiB", name, limit>>20)
		return nil, false
	}
	f.digests[name] = digest{int64(len(text)), sha256.Sum256(text)}
	return text, true
}

// note remembers the digest of a file that was read as a stream.
func (f *folder) note(name string, size int64, sum hash.Hash) {
	f.digests[name] = digest{size, [sha256.Size]byte(sum.Sum(nil))}
}

// hash returns the SHA-256 over every file read, in hex: for each in order of
// its path, the length of the path as eight bytes, big endian, the path, the size
// of the file likewise, and the SHA-256 of its content.
func (f *folder) hash() string {
	var all bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(f.digests)) {
		d := f.digests[name]
		binary.Write(&all, binary.BigEndian, uint64(len(name)))
		all.WriteString(name)
		binary.Write(&all, binary.BigEndian, uint64(d.size))
		all.Write(d.sum[:])
	}
	sum := sha256.Sum256(all.Bytes())
	return hex.EncodeToString(sum[:])
}
