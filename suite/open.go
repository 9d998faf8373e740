package suite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// openFolder opens the folder of a suite; the path of its suite.yaml does as
// well. It returns the folder, to be closed, and its name. An error is an
// [*source.Invalid] that says why it cannot be opened.
func openFolder(dir string) (*folder, string, error) {
	wrong := &problems{prefix: filepath.ToSlash(filepath.Clean(dir))}
	info, err := os.Stat(dir)
	switch {
	case dir == "":
		wrong.prefix = "."
		wrong.add(place{}, "name the folder that holds suite.yaml", "the path of the suite is empty")
	case errors.Is(err, fs.ErrNotExist):
		wrong.add(place{}, "name the folder that holds suite.yaml", "no such file or folder")
	case err != nil:
		wrong.add(place{}, "", "cannot read it: %v", errors.Unwrap(err))
	case !info.IsDir() && filepath.Base(dir) != suiteFile:
		wrong.add(place{}, "name the folder that holds suite.yaml", "a file, not the folder of a suite")
	case !info.IsDir():
		dir = filepath.Dir(dir)
		wrong.prefix = filepath.ToSlash(dir)
	}
	if err := wrong.invalid(); err != nil {
		return nil, dir, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		wrong.add(place{}, "", "cannot open the folder: %v", errors.Unwrap(err))
		return nil, dir, wrong.invalid()
	}
	return &folder{root: root, problems: wrong, digests: map[string]digest{}}, dir, nil
}
