package golang

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
)

// DirCache is a Cache in a folder, one file for each key. Several processes may
// use one folder: a value appears whole or not at all. It never removes a file;
// removing the folder, or files of it, at any time is safe.
type DirCache struct{ dir string }

// NewDirCache returns the cache in dir, which is made when first needed.
func NewDirCache(dir string) *DirCache { return &DirCache{dir: dir} }

// file returns the name of the file for a key; keys are hashed, so that no key
// can name a file elsewhere.
func (d *DirCache) file(key string) string {
	name := digest(key)
	return filepath.Join(d.dir, name[:2], name[2:])
}

// checksumSize is how many bytes stand before the value in a file: a file that
// was cut short or changed is as good as none.
const checksumSize = 4

// Get implements Cache.
func (d *DirCache) Get(_ context.Context, key string) ([]byte, bool, error) {
	data, err := os.ReadFile(d.file(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("cannot read the cache: %w", err)
	}
	if len(data) < checksumSize || [checksumSize]byte(data) != checksum(data[checksumSize:]) {
		return nil, false, nil
	}
	return data[checksumSize:], true, nil
}

// Put implements Cache.
func (d *DirCache) Put(_ context.Context, key string, value []byte) error {
	name := d.file(key)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("cannot write the cache: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(name), "new-*")
	if err != nil {
		return fmt.Errorf("cannot write the cache: %w", err)
	}
	sum := checksum(value)
	_, err = f.Write(append(sum[:], value...))
	if err := errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("cannot write the cache: %w", err)
	}
	if err := os.Rename(f.Name(), name); err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("cannot write the cache: %w", err)
	}
	return nil
}

func checksum(value []byte) [checksumSize]byte {
	sum := crc32.ChecksumIEEE(value)
	return [checksumSize]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}
}
