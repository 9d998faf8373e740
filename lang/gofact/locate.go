package gofact

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
)

// location is where a package is read.
type location struct {
	path    string // without "_test"
	module  string
	version string
	own     bool
	dirs    []place // several: modules of one path
	open    string  // why there may be more; with no dirs: why there is none
}

// place is one folder of a package.
type place struct {
	dir  string // absolute
	name string // in facts
}

// mayOwn reports whether a package of that path could be of the tree.
func (l *layout) mayOwn(path string) bool {
	return slices.ContainsFunc(l.workspace.modules, func(m *module) bool {
		_, ok := below(path, m.file.Path)
		return ok || m.file.Path == "std"
	}) || len(l.workspace.modules) == 0
}

// errNoPackage says that nothing provides a package; it is told in
// lang.Symbols.Open.
var errNoPackage = errors.New("no package of that import path is in the tree, its modules or the standard library")

// locate finds the folders of a package.
func (p *Packages) locate(ctx context.Context, path string, inside bool) (location, error) {
	l, err := p.laidOut(ctx, false)
	if err != nil {
		return location{}, err
	}
	at := location{path: path}
	if l.byPath[path] == nil && l.mayOwn(path) {
		if l, err = p.laidOut(ctx, true); err != nil {
			return location{}, err
		}
	}
	if own := l.byPath[path]; own == nil {
		if base, ok := strings.CutSuffix(path, testSuffix); ok && (l.byPath[base] != nil || p.outside(l, base, inside).dirs != nil) {
			at.path = base
		}
	}
	if own := l.byPath[at.path]; own != nil {
		at.own = true
		for _, f := range own {
			if f.module != nil {
				at.module = f.module.file.Path
			}
			at.dirs = append(at.dirs, place{filepath.Join(p.dir, filepath.FromSlash(f.rel)), f.rel})
		}
		return at, nil
	}
	return p.outside(l, at.path, inside), nil
}

// outside finds the folder of a package of the standard library or of a module.
func (p *Packages) outside(l *layout, path string, inside bool) location {
	at := location{path: path}
	if !filepath.IsLocal(path) || path == "." || strings.Contains(path, "@") {
		at.open = errNoPackage.Error()
		return at
	}
	name := path
	if inside && !standard(path) {
		name = "vendor/" + path
	}
	if dir := filepath.Join(p.go_.Root, "src", filepath.FromSlash(name)); (standard(path) || inside) && hasGoFiles(dir) {
		at.module, at.version = "std", strings.TrimPrefix(p.go_.Version, "go")
		at.dirs = []place{{dir, name}}
		return at
	}
	for _, m := range l.modules {
		rel, ok := below(path, m.path)
		if !ok {
			continue
		}
		at.module, at.version = m.path, m.version
		for _, root := range m.roots {
			dir := filepath.Join(root, filepath.FromSlash(rel))
			if hasGoFiles(dir) {
				at.open = ""
				at.dirs = []place{{dir, strings.TrimSuffix(m.name+"/"+rel, "/")}}
				return at
			}
		}
		if !m.present() && at.open == "" {
			at.open = "module " + m.path + "@" + m.version + " is not on this machine; hint: download it (go mod download)"
		}
	}
	if at.open == "" {
		at.open = errNoPackage.Error()
	}
	return at
}

// standard reports whether an import path has the form of the standard
// library's: no dot in its first element.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// below returns path relative to prefix, slash-separated, and whether it is
// prefix or stands below it.
func below(path, prefix string) (string, bool) {
	rest, ok := strings.CutPrefix(path, prefix)
	if !ok || rest != "" && rest[0] != '/' {
		return "", false
	}
	return strings.TrimPrefix(rest, "/"), true
}

func hasGoFiles(dir string) bool {
	names, err := readDirNames(dir)
	return err == nil && len(names) > 0
}
