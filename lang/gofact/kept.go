package gofact

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"sooth/lang"
)

// keptKey is the key in the cache of what Symbols says of a package; empty: it
// may change under us. Packages of a released standard library and of versions
// in the module cache do not, as long as what they embed comes from the same
// versions.
func (p *Packages) keptKey(l *layout, at location) string {
	if at.own || at.open != "" || len(at.dirs) != 1 || !p.released() {
		return ""
	}
	parts := []string{"symbols of a package, 3", formatVersion, p.go_.Version, p.go_.Root, p.go_.OS, p.go_.Arch, at.path, at.dirs[0].dir}
	if at.module != "std" {
		versions := p.versions(l)
		if versions == nil {
			return ""
		}
		parts = append(parts, versions...)
	}
	return digest(parts...)
}

// released reports whether the standard library is that of a release, which is
// not worked on.
func (p *Packages) released() bool { return strings.HasPrefix(p.go_.Version, "go1.") }

// versions names the modules that a tree imports from, and whether they are
// here; nil: one is a folder that may change.
func (p *Packages) versions(l *layout) []string {
	cache := modulesDir(p.go_)
	if cache == "" {
		return nil
	}
	list := []string{}
	for _, m := range l.modules {
		if !strings.Contains(filepath.Base(m.roots[0]), "@") || !inFolder(cache, m.roots[0]) || slices.ContainsFunc(m.roots[1:], isDir) {
			return nil
		}
		here := "absent"
		if isDir(m.roots[0]) {
			here = "here"
		}
		list = append(list, m.path, m.roots[0], here)
	}
	return list
}

// inFolder reports whether a name stands below a folder, by the names alone.
func inFolder(folder, name string) bool {
	rel, err := filepath.Rel(folder, name)
	return err == nil && filepath.IsLocal(rel)
}

// kept returns what was kept of a package under a key.
func (p *Packages) kept(ctx context.Context, key string) (lang.Symbols, bool) {
	value, ok, err := p.cache.Get(ctx, key)
	if err != nil || !ok {
		return lang.Symbols{}, false
	}
	var s lang.Symbols
	if gob.NewDecoder(bytes.NewReader(value)).Decode(&s) != nil {
		return lang.Symbols{}, false
	}
	return s, true
}

// keep keeps what Symbols says of a package; where it cannot be kept it is read
// again. A package that may have more than was read is not kept: what it lacks
// may come, but for what the standard library embeds of C.
func (p *Packages) keep(ctx context.Context, key string, s lang.Symbols) {
	if s.Open != "" || len(s.OpenTypes) > 0 && s.Module != "std" {
		return
	}
	var b bytes.Buffer
	if gob.NewEncoder(&b).Encode(s) == nil {
		_ = p.cache.Put(ctx, key, b.Bytes())
	}
}

// keptPaths returns the import paths of the standard library, which are listed
// once for a release.
func (p *Packages) keptPaths() []string {
	ctx := context.Background() // they are listed once for all who ask
	key := digest("packages of the standard library", p.go_.Version, p.go_.Root)
	var paths []string
	if value, ok, err := p.cache.Get(ctx, key); p.released() && err == nil && ok && json.Unmarshal(value, &paths) == nil && len(paths) > 0 {
		return paths
	}
	paths = standardPaths(p.go_.Root)
	if value, err := json.Marshal(paths); err == nil && p.released() && len(paths) > 0 {
		_ = p.cache.Put(ctx, key, value)
	}
	return paths
}
