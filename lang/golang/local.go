package golang

import (
	"context"
	"errors"
	"fmt"
	"go/build"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// localTree holds the packages of the tree on disk that code imports. They are
// read without function bodies and kept as long as no file of theirs changes.
type localTree struct {
	fset     *token.FileSet
	packages map[string]*types.Package
	records  map[string]*record
	states   map[string]string // of the folder of each package, as it was read
	found    map[string]*build.Package
}

// pkg returns a package of the tree, or nil.
func (l *localTree) pkg(path string) *types.Package {
	if l == nil {
		return nil
	}
	return l.packages[path]
}

// localDir returns the folder of a package of the tree; empty: the path is not
// one of the tree's module, or another module stands between.
func (m *moduleContext) localDir(p string) string {
	if m.dir == "" || !within(p, m.mod.Module.Path) || !plainPath(p) {
		return ""
	}
	dir := m.dir
	for _, element := range strings.Split(strings.Trim(p[len(m.mod.Module.Path):], "/"), "/") {
		if element == "" {
			continue
		}
		dir = filepath.Join(dir, element)
		if _, err := os.Lstat(filepath.Join(dir, "go.mod")); err == nil {
			return ""
		}
	}
	return dir
}

// loadLocal reads the packages of the tree among paths, with what they need.
// The caller holds m.mu.
func (c *Checker) loadLocal(ctx context.Context, m *moduleContext, paths []string) error {
	if m.dir == "" {
		return nil
	}
	if m.local == nil || m.local.changed(m) {
		m.local = &localTree{fset: token.NewFileSet(), packages: map[string]*types.Package{}, records: map[string]*record{}, states: map[string]string{}, found: map[string]*build.Package{}}
	}
	var order, outside []string
	for _, p := range paths {
		c.findLocal(m, p, &order, &outside)
	}
	if err := c.require(ctx, m, outside); err != nil {
		return err
	}
	for _, p := range order {
		if err := ctx.Err(); err != nil {
			return err
		}
		if m.local.packages[p] == nil {
			c.checkLocal(m, p)
		}
	}
	return nil
}

// findLocal finds the package at p and what it imports; order gets packages of
// the tree, each after what it imports, outside all other imports.
func (c *Checker) findLocal(m *moduleContext, p string, order, outside *[]string) {
	l := m.local
	dir := m.localDir(p)
	if dir == "" || l.states[p] != "" {
		return
	}
	l.states[p] = folderState(dir)
	b := c.build
	found, err := b.ImportDir(dir, 0)
	var none *build.NoGoError
	if errors.As(err, &none) || found == nil || len(found.GoFiles) == 0 {
		return
	}
	l.found[p] = found
	for _, i := range found.Imports {
		if m.localDir(i) != "" {
			c.findLocal(m, i, order, outside)
		} else if i != "C" {
			*outside = append(*outside, i)
		}
	}
	*order = append(*order, p)
}

// checkLocal makes the types of a package of the tree.
func (c *Checker) checkLocal(m *moduleContext, p string) {
	l := m.local
	found := l.found[p]
	rec := &record{Path: p, Name: found.Name, Files: found.GoFiles, Ignored: found.IgnoredGoFiles}
	t := &task{listed: &listed{ImportPath: p, Dir: found.Dir, Name: found.Name, GoFiles: found.GoFiles, IgnoredGoFiles: found.IgnoredGoFiles}}
	r := &reading{checker: c, fset: l.fset}
	files := r.parse(t, rec)
	version := "go1.16"
	if m.mod.Go != "" {
		version = "go" + m.mod.Go
	}
	conf := types.Config{
		GoVersion: version, IgnoreFuncBodies: true, FakeImportC: true, Sizes: c.sizes,
		Importer: importerFunc(func(path string) (*types.Package, error) {
			switch {
			case path == "unsafe":
				return types.Unsafe, nil
			case l.packages[path] != nil:
				return l.packages[path], nil
			case m.universe.records[path] != nil:
				return m.universe.packages[path], nil
			}
			return nil, fmt.Errorf("no package %q", path)
		}),
		Error: func(err error) { rec.open("it has a type error: " + err.Error()) },
	}
	t.pkg, _ = conf.Check(p, l.fset, files, nil)
	rec.Deprecated = t.deprecations(files)
	l.packages[p], l.records[p] = t.pkg, rec
}

// changed reports whether a folder of the tree is not as it was read.
func (l *localTree) changed(m *moduleContext) bool {
	for p, state := range l.states {
		if folderState(m.localDir(p)) != state {
			return true
		}
	}
	return false
}

// folderState describes the Go files of a folder by name, size and time.
func folderState(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "cannot be read: " + err.Error()
	}
	parts := []string{dir}
	for _, e := range entries {
		if path.Ext(e.Name()) != ".go" {
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, e.Name())); err == nil {
			parts = append(parts, e.Name(), fmt.Sprint(info.Size(), info.ModTime().UnixNano(), info.Mode()))
		}
	}
	return digest(parts...)
}
