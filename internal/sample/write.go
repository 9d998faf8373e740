package sample

import (
	"errors"
	"io/fs"
	"os"
	"path"
)

// Rejected is the folder of a corpus that keeps the drafts that somebody has
// rejected, so that they are not made again. Its name begins with "_": no corpus
// reads it.
const Rejected = "_rejected"

// Write writes the drafts that are neither in the folder of a corpus nor rejected
// there. It counts those that were written, and those that were left as they are.
func Write(dir string, drafts []Draft) (written, kept int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, 0, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, 0, err
	}
	defer root.Close()
	for _, d := range drafts {
		if _, err := root.Lstat(path.Join(Rejected, path.Base(d.File()))); err == nil {
			kept++
			continue
		}
		if err := root.Mkdir(d.Category, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return written, kept, err
		}
		f, err := root.OpenFile(d.File(), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			kept++
			continue
		}
		if err != nil {
			return written, kept, err
		}
		_, err = f.WriteString(d.Text)
		if err := errors.Join(err, f.Close()); err != nil {
			return written, kept, err
		}
		written++
	}
	return written, kept, nil
}
