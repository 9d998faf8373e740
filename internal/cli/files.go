package cli

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// exists says whether there is something at a path.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// checkOutput refuses, before anything is done, a file that could not be written
// after it; the empty name is stdout.
func checkOutput(name string) error {
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return usage(fmt.Errorf("--output: %w", err))
	}
	return f.Close()
}

// write writes to a file, or to stdout where none is named.
func (p *program) write(name string, what func(io.Writer) error) error {
	if name == "" {
		b := bufio.NewWriter(p.out)
		return cmp.Or(what(b), b.Flush())
	}
	f, err := os.Create(name)
	if err != nil {
		return usage(fmt.Errorf("--output: %w", err))
	}
	b := bufio.NewWriter(f)
	return cmp.Or(what(b), b.Flush(), f.Close())
}

// replace writes a file beside an old one, with its mode, and puts it into its
// place, so that whatever happens one of them is there as a whole.
func replace(name string, text []byte) error {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err := errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
