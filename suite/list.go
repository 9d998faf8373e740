package suite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sooth/source"
)

// Listed is one suite that was found: the data of `sooth suite list`.
type Listed struct {
	Dir    string
	Suite  *Suite  // of kind code; nil when it is none, or cannot be loaded
	Search *Search // of kind search, likewise
	// Extract is a suite of kind extract, likewise.
	Extract *Extract
	Err     error // why all are nil
}

// List finds the suites in and below a folder, at most four folders deep, in
// order of path. Folders whose names begin with "." or "_", testdata, and what
// lies inside a suite are left out. The error says that the folder could not
// be read.
func List(dir string) ([]Listed, error) {
	var found []Listed
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil && name == dir {
			return err
		}
		if err != nil || !d.IsDir() {
			return nil // an unreadable folder elsewhere hides only itself
		}
		rel, _ := filepath.Rel(dir, name)
		if base := d.Name(); rel != "." && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
			return fs.SkipDir
		}
		if rel != "." && strings.Count(filepath.ToSlash(rel), "/") >= 4 {
			return fs.SkipDir
		}
		if _, err := os.Stat(filepath.Join(name, suiteFile)); err != nil {
			return nil
		}
		listed := Listed{Dir: name}
		switch KindOf(name) {
		case SearchKind:
			listed.Search, listed.Err = LoadSearch(name, SearchOptions{})
		case ExtractKind:
			listed.Extract, listed.Err = LoadExtract(name)
		default:
			listed.Suite, listed.Err = Load(name)
		}
		var invalid *source.Invalid
		if listed.Err != nil && !errors.As(listed.Err, &invalid) {
			return listed.Err
		}
		found = append(found, listed)
		return fs.SkipDir
	})
	return found, err
}
