package golang

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sooth/internal/nearest"
	"sooth/lang"
	"sooth/score"
)

// notInModule judges an import path that a module of go.mod begins, but does
// not provide. The module is here in full, so the package does not exist in it;
// it may still be a module of its own that lives below: then the module's own
// texts name it.
func (c *check) notInModule(ctx context.Context, p *lang.Problem, path string) {
	m := c.module.provides(path)
	p.Message = fmt.Sprintf("module %s %s does not contain package %s", m.Path, m.Version, path)
	if said := c.module.resolved[path].Error; strings.Contains(said, "go.sum") {
		p.Kind, p.Message, p.Unsure = score.OtherError, said, "go.sum does not pin the module that provides it"
		return
	}
	dir := c.moduleDir(ctx, m.Path)
	if dir == "" {
		p.Unsure = "module " + m.Path + " cannot be read"
		c.opened[path] = p.Unsure
		return
	}
	rel := strings.TrimPrefix(strings.TrimPrefix(path, m.Path), "/")
	if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(rel))); !os.IsNotExist(err) {
		p.Kind, p.Unsure = score.OtherError, "the module has a folder of that name, without Go files for this platform"
		return
	}
	file, files, err := mentions(dir, path, rel)
	switch {
	case err != nil:
		p.Unsure = "module " + m.Path + " cannot be read: " + err.Error()
	case file != "":
		p.Unsure = "it may be a module of its own: " + file + " of module " + m.Path + " names it"
		c.opened[path] = p.Unsure
	default:
		p.Accuses = true
		p.Evidence = fmt.Sprintf("go list: module %s %s has no such package; none of its %d files names the path, and it has no folder %s", m.Path, m.Version, files, rel)
		p.Suggestion = nearest.Symbol(path, nearest.Close, c.packagesOf(dir, m.Path))
	}
}

// moduleDir returns the folder of a module in use; empty: not known.
func (c *check) moduleDir(ctx context.Context, path string) string {
	var dir string
	_ = c.checker.inScratch(c.module, func(scratch string) error {
		out, err := c.checker.go_.Run(ctx, scratch, offline(), "list", "-m", "-e", "-mod=readonly", "-buildvcs=false", "-json=Dir", "--", path)
		if err != nil {
			return err
		}
		var m struct{ Dir string }
		if err := json.Unmarshal(out, &m); err != nil {
			return err
		}
		dir = m.Dir
		return nil
	})
	return dir
}

// mentions looks for a file below dir that contains an import path, or names
// its part below the module between slashes, quotes or blanks. It returns the
// name of the first such file and the number of files that it read.
func mentions(dir, path, rel string) (file string, files int, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := readSource(name)
		if err != nil {
			return nil // too large to be a text
		}
		files++
		if names(text, path) || strings.Contains(rel, "/") && names(text, rel) {
			file, _ = filepath.Rel(dir, name)
			return fs.SkipAll
		}
		return nil
	})
	return file, files, err
}

// names reports whether a text contains a path as a whole, not as the beginning
// or end of a longer element.
func names(text []byte, path string) bool {
	part := func(b byte) bool { return wordByte(b) || b == '-' }
	for i := 0; ; {
		at := bytes.Index(text[i:], []byte(path))
		if at < 0 {
			return false
		}
		from, to := i+at, i+at+len(path)
		if (from == 0 || !part(text[from-1])) && (to == len(text) || !part(text[to])) {
			return true
		}
		i = to
	}
}

// packagesOf yields the import paths of the packages of a module that a program
// may import.
func (c *check) packagesOf(dir, module string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			if base := d.Name(); name != dir && (base == "internal" || base == "testdata" || base[0] == '.' || base[0] == '_') {
				return fs.SkipDir
			}
			if files, _ := filepath.Glob(filepath.Join(name, "*.go")); len(files) > 0 {
				rel, _ := filepath.Rel(dir, name)
				path := module
				if rel != "." {
					path += "/" + filepath.ToSlash(rel)
				}
				if !yield(path) {
					return fs.SkipAll
				}
			}
			return nil
		})
	}
}
