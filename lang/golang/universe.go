package golang

import (
	"bytes"
	"context"
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/gcexportdata"
)

// universe holds the packages of one module context as types that belong
// together. Packages are read from export data one by one; those that they
// mention are there in part until they are read themselves.
type universe struct {
	fset     *token.FileSet
	packages map[string]*types.Package
	records  map[string]*record
}

func newUniverse() *universe {
	return &universe{fset: token.NewFileSet(), packages: map[string]*types.Package{"unsafe": types.Unsafe}, records: map[string]*record{}}
}

// require makes packages ready to be imported, reading from the cache what is
// there and from source what is not. Paths that nothing provides are left out
// without an error; m.resolved says why. The caller holds m.mu.
func (c *Checker) require(ctx context.Context, m *moduleContext, paths []string) error {
	std, err := c.standardPaths(ctx)
	if err != nil {
		return err
	}
	var ask, later []string // of the go command; to be read once it has said where they are
	for _, p := range paths {
		if m.universe.records[p] != nil || p == "unsafe" {
			continue
		}
		if _, known := m.resolved[p]; !known && !std[p] {
			if m.askable(p) {
				ask, later = append(ask, p), append(later, p)
			}
			continue
		}
		key := c.key(m, std, p)
		if key == "" {
			continue
		}
		ok, err := c.read(ctx, m, p, key)
		if err != nil {
			return err
		}
		if !ok {
			ask, later = append(ask, p), append(later, p)
		}
	}
	if len(ask) == 0 {
		return nil
	}
	packages, err := c.list(ctx, m, ask)
	if err != nil {
		return err
	}
	if missing := c.resolve(m, packages); len(missing) > 0 {
		return &MissingError{Modules: missing}
	}
	if err := c.save(ctx, m); err != nil {
		return err
	}
	if err := c.fromSource(ctx, m, packages); err != nil {
		return err
	}
	for _, p := range later {
		key := c.key(m, std, p)
		if key == "" {
			continue
		}
		ok, err := c.read(ctx, m, p, key)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("package %q was read, but the cache does not hold it", p)
		}
	}
	return nil
}

// key returns the key under which a package is kept; empty: no such package.
func (c *Checker) key(m *moduleContext, std map[string]bool, path string) string {
	if path == "unsafe" {
		return ""
	}
	if r, ok := m.resolved[path]; ok {
		return r.Key
	}
	if std[path] {
		return c.stdKey(path)
	}
	return ""
}

// read adds a package from the cache to the universe, and reports whether the
// cache has it.
func (c *Checker) read(ctx context.Context, m *moduleContext, path, key string) (bool, error) {
	value, ok, err := c.cache.Get(ctx, "package/"+key)
	if err != nil || !ok {
		return false, err
	}
	r, export, err := decode(value)
	if err != nil {
		return false, nil // as good as absent: it is read from source again
	}
	if _, err := gcexportdata.Read(bytes.NewReader(export), m.universe.fset, m.universe.packages, path); err != nil {
		return false, fmt.Errorf("package %q: %w", path, err)
	}
	m.universe.records[path] = r
	return true, nil
}

// record returns what is kept of a package that types mention, or nil. The
// package itself need not be part of the universe in full.
func (c *Checker) record(ctx context.Context, m *moduleContext, path string) *record {
	if r := m.universe.records[path]; r != nil {
		return r
	}
	key := c.key(m, c.std.paths, path)
	if key == "" {
		return nil
	}
	value, ok, err := c.cache.Get(ctx, "package/"+key)
	if err != nil || !ok {
		return nil
	}
	r, _, err := decode(value)
	if err != nil {
		return nil
	}
	return r
}

// askable reports whether the go command may be asked for an import path: it
// is one that a module of go.mod could provide, and nothing that the go command
// takes for an option, a pattern, a file or a version.
func (m *moduleContext) askable(path string) bool {
	return plainPath(path) && m.provides(path).Path != ""
}
