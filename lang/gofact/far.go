package gofact

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// far finds packages of the modules that nothing in the tree imports, and those
// inside the standard library.
func (p *Packages) far(ctx context.Context, l *layout, qualifier string) ([]string, error) {
	if strings.Contains(qualifier, "/") {
		return nil, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if l.others == nil {
		others := map[string][]string{}
		add := func(s string) {
			for _, name := range []string{path.Base(s), lastElement(s)} {
				if !slices.Contains(others[name], s) {
					others[name] = append(others[name], s)
				}
			}
		}
		for _, s := range p.std() {
			add(s)
		}
		for _, m := range l.modules {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			add(m.path)
			for _, s := range p.packagesOf(ctx, m) {
				add(s)
			}
		}
		for _, list := range others {
			slices.Sort(list)
		}
		l.others = others
	}
	return slices.Clone(l.others[qualifier]), nil
}

// packagesOf returns the import paths of the packages of a module. Those of a
// version in the module cache are kept.
func (p *Packages) packagesOf(ctx context.Context, m *dependency) []string {
	for _, root := range m.roots {
		if !isDir(root) {
			continue
		}
		key := digest("packages of a module", root)
		if value, ok, err := p.cache.Get(ctx, key); err == nil && ok {
			var paths []string
			if json.Unmarshal(value, &paths) == nil {
				return paths
			}
		}
		paths := packagesBelow(root, m.path)
		if bytes.Contains([]byte(filepath.Base(root)), []byte("@")) {
			if value, err := json.Marshal(paths); err == nil {
				_ = p.cache.Put(ctx, key, value) // listed again where it cannot be kept
			}
		}
		return paths
	}
	return nil
}

// packagesBelow returns the import paths of the folders with Go files of a
// module.
func packagesBelow(root, module string) []string {
	paths := []string{}
	_ = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if d.IsDir() {
			if file != root && (notOwn(d.Name()) || isFile(filepath.Join(file, "go.mod"))) {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			rel, err := filepath.Rel(root, filepath.Dir(file))
			if p := path.Join(module, filepath.ToSlash(rel)); err == nil && (len(paths) == 0 || paths[len(paths)-1] != p) {
				paths = append(paths, p)
			}
		}
		return nil
	})
	slices.Sort(paths)
	return slices.Compact(paths)
}
