package gofact

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sooth/internal/toolchain"
)

// layout is a workspace with the modules that it may import from.
type layout struct {
	*workspace
	looked   time.Time // when it was last known to be right
	walked   []string  // folders that were looked into
	state    string    // of walked
	modState string
	byPath   map[string][]*folder
	modules  []*dependency       // longest path first
	headers  *headers            // what own files import; nil: not read yet
	read     time.Time           // when headers were last known to be right
	others   map[string][]string // packages that nothing imports, by last element; nil: not listed yet
}

// dependency is a module that is not of the tree, or is replaced.
type dependency struct {
	path, version string
	name          string   // in facts: "example.org/m@v1.2.3"
	roots         []string // folders to look in, absolute
}

// present reports whether a module is on this machine.
func (d *dependency) present() bool { return slices.ContainsFunc(d.roots, isDir) }

// laidOut returns the layout of the tree: with fresh as it is now, else as it
// was when no module file of it differed. A look for changes costs a look at
// every folder, so that it is only done before something is said to be absent.
func (p *Packages) laidOut(ctx context.Context, fresh bool) (*layout, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if l := p.layout; l != nil && (now.Sub(l.looked) < lookAgain || l.moduleState() == l.modState && (!fresh || stampsOf(l.walked) == l.state)) {
		if fresh && now.Sub(l.looked) >= lookAgain {
			l.looked = now
		}
		return l, nil
	}
	names, walked, err := goFiles(p.dir)
	if err != nil {
		return nil, fmt.Errorf("cannot read the tree %q: %w", p.dir, err)
	}
	l := &layout{workspace: layOut(p.dir, names), looked: now, walked: walked, byPath: map[string][]*folder{}}
	l.state, l.modState = stampsOf(walked), l.moduleState()
	for _, f := range l.folders {
		l.byPath[f.path] = append(l.byPath[f.path], f)
	}
	l.modules = p.buildList(ctx, l.workspace)
	p.layout = l
	return l, ctx.Err()
}

// moduleState describes the module files of the tree.
func (l *layout) moduleState() string {
	var names []string
	for _, m := range l.workspace.modules {
		names = append(names, filepath.Join(m.dir, "go.mod"))
		if m.work != "" {
			names = append(names, m.work)
		}
	}
	return stampsOf(names)
}

// stampsOf describes files or folders by their times: a file that comes or goes
// changes the time of its folder.
func stampsOf(names []string) string {
	var b []byte
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			b = strconv.AppendInt(b, info.ModTime().UnixNano(), 36)
		}
		b = append(b, ' ')
	}
	return string(b)
}

// folderState describes the Go files of a package of the tree.
func folderState(at location) string {
	var b strings.Builder
	for _, place := range at.dirs {
		names, _ := readDirNames(place.dir)
		for _, name := range names {
			info, err := os.Stat(filepath.Join(place.dir, name))
			if err == nil {
				fmt.Fprintln(&b, name, info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return b.String()
}

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

// standardPaths returns the import paths of the standard library that have Go
// files, sorted; those of commands are left out.
func standardPaths(goroot string) []string {
	root := filepath.Join(goroot, "src")
	var paths []string
	_ = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		rel, _ := filepath.Rel(root, file)
		if d.IsDir() {
			if file != root && (notOwn(d.Name()) || rel == "cmd") {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			dir := filepath.ToSlash(filepath.Dir(rel))
			if n := len(paths); dir != "." && (n == 0 || paths[n-1] != dir) {
				paths = append(paths, dir)
			}
		}
		return nil
	})
	slices.Sort(paths)
	return slices.Compact(paths)
}

// digest returns the hash of parts, each with its length, so that no two lists
// of parts share a hash.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:", len(p))
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil))
}
