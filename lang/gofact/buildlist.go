package gofact

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sooth/internal/toolchain"
)

// dependency is a module that is not of the tree, or is replaced.
type dependency struct {
	path, version string
	name          string   // in facts: "example.org/m@v1.2.3"
	roots         []string // folders to look in, absolute
}

// present reports whether a module is on this machine.
func (d *dependency) present() bool { return slices.ContainsFunc(d.roots, isDir) }

// buildList returns the modules that the modules of a tree import from. A
// go.mod of Go 1.17 or later lists them all; for others, and in a go.work, the
// go command is asked.
func (p *Packages) buildList(ctx context.Context, w *workspace) []*dependency {
	var list []*dependency
	seen := map[moduleVersion]bool{}
	add := func(d *dependency) {
		if key := (moduleVersion{d.path, d.version}); !seen[key] {
			seen[key] = true
			list = append(list, d)
		}
	}
	asked := map[string]bool{}
	for _, m := range w.modules {
		if m.work != "" || !m.file.complete() && len(m.file.Require) > 0 {
			at := cmp.Or(m.work, m.dir)
			if asked[at] {
				continue
			}
			asked[at] = true
			if all, err := p.askBuildList(ctx, m); err == nil {
				for _, r := range all {
					add(p.dependency(m, r.old, r.new))
				}
				continue
			}
		}
		for _, r := range m.file.Require {
			add(p.dependency(m, r, m.file.replaced(r)))
		}
	}
	slices.SortStableFunc(list, func(a, b *dependency) int { return cmp.Compare(len(b.path), len(a.path)) })
	return list
}

// replaced returns what go.mod puts in the place of a module.
func (m *moduleFile) replaced(v moduleVersion) moduleVersion {
	for _, r := range m.Replace {
		if r.Old.Path == v.Path && (r.Old.Version == "" || r.Old.Version == v.Version) {
			return r.New
		}
	}
	return v
}

// dependency says where a module is: in the module cache, in a folder that
// replaces it, or vendored.
func (p *Packages) dependency(m *module, old, from moduleVersion) *dependency {
	d := &dependency{path: old.Path, version: old.Version, name: old.Path + "@" + old.Version}
	if from.Version == "" && from != old {
		dir := filepath.FromSlash(from.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(m.dir, dir)
		}
		d.roots, d.name = []string{dir}, old.Path
		return d
	}
	d.version = from.Version
	if from.Path == old.Path {
		d.name = old.Path + "@" + from.Version
	}
	if cache := modulesDir(p.go_); cache != "" {
		d.roots = append(d.roots, filepath.Join(cache, filepath.FromSlash(escape(from.Path))+"@"+escape(from.Version)))
	}
	d.roots = append(d.roots, filepath.Join(m.dir, "vendor", filepath.FromSlash(old.Path)))
	return d
}

// modulesDir returns the module cache; empty: there is none.
func modulesDir(g *toolchain.Go) string {
	dir := ""
	for _, kv := range g.Env() {
		if d, ok := strings.CutPrefix(kv, "GOMODCACHE="); ok {
			dir = d
		}
	}
	return dir
}

// escape writes a module path or version as the module cache does: capitals
// as "!" and the small letter.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('!')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// selected is a module of a build list with what replaces it.
type selected struct{ old, new moduleVersion }

// askBuildList asks the go command for the modules of a build. The answer is
// kept as long as no go.mod of the tree changes.
func (p *Packages) askBuildList(ctx context.Context, m *module) ([]selected, error) {
	parts := []string{"build list", p.go_.Version, m.dir, m.work}
	for _, name := range []string{filepath.Join(m.dir, "go.mod"), filepath.Join(m.dir, "go.sum"), m.work} {
		text, _ := os.ReadFile(name)
		parts = append(parts, string(text))
	}
	key := digest(parts...)
	out, ok, err := p.cache.Get(ctx, key)
	if err != nil || !ok {
		env := []string{"GOPROXY=off"}
		if m.work != "" {
			env = append(env, "GOWORK="+m.work)
		}
		if out, err = p.go_.Run(ctx, m.dir, env, "list", "-m", "-e", "-mod=readonly", "-buildvcs=false", "-json=Path,Version,Main,Replace", "all"); err != nil {
			return nil, err
		}
		if m.work == "" {
			_ = p.cache.Put(ctx, key, out) // asked again where it cannot be kept
		}
	}
	var all []selected
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var l struct {
			Path, Version string
			Main          bool
			Replace       *moduleVersion
		}
		if err := d.Decode(&l); err != nil {
			return nil, err
		}
		if l.Main {
			continue
		}
		s := selected{moduleVersion{l.Path, l.Version}, moduleVersion{l.Path, l.Version}}
		if l.Replace != nil {
			s.new = *l.Replace
		}
		all = append(all, s)
	}
	return all, nil
}
