package gofact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/build"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"sooth/fact"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/golang"
)

// formatVersion changes whenever what Read emits, or what is kept in the cache,
// changes its form or meaning.
const formatVersion = "gofact/1"

// Options says how trees are read.
type Options struct {
	Go *toolchain.Go
	// Cache keeps the export data of packages between reads and processes, as a
	// golang.Checker does; nil: in memory, for the life of the reader.
	Cache golang.Cache
	// Jobs is how many packages are read at once; 0: one for each processor.
	Jobs int
}

// Reader is the lang.Reader for Go. A unit is a package with its tests, named by
// its import path; a second package of that path in the tree has its folder
// behind it. Beside them stand units "implements:path" that say which types of a
// package implement which interfaces, and "outside:path" for modules that are
// folders beside the tree.
type Reader struct {
	go_     *toolchain.Go
	checker *golang.Checker
	cache   golang.Cache
	jobs    int
	tags    build.Context
}

var _ lang.Reader = (*Reader)(nil)

// memoryCache bounds the cache of a reader that was given none, in bytes.
const memoryCache = 256 << 20

// NewReader returns a Reader. It reads nothing yet.
func NewReader(o Options) (*Reader, error) {
	if o.Cache == nil {
		o.Cache = golang.NewMemoryCache(memoryCache)
	}
	checker, err := golang.NewChecker(golang.Options{Go: o.Go, Cache: o.Cache, Jobs: o.Jobs})
	if err != nil {
		return nil, err
	}
	return &Reader{go_: o.Go, checker: checker, cache: o.Cache, jobs: cmp.Or(max(o.Jobs, 0), runtime.GOMAXPROCS(0)), tags: golang.BuildContext(o.Go)}, nil
}

// Language implements lang.Reader.
func (r *Reader) Language() string { return language }

// Version implements lang.Reader.
func (r *Reader) Version() string { return formatVersion + ", " + r.checker.Version() }

// run is one reading of a tree.
type run struct {
	*Reader
	dir     string
	emit    func(fact.Unit) error
	stale   *staleness
	emitMu  sync.Mutex
	emitted map[string]bool
	names   map[string]bool // of all units
	methods map[string]*methodIndex
	outside []interfaceMethods // of packages that the tree imports
	seen    map[string]bool    // packages of outside
}

// Read implements lang.Reader.
func (r *Reader) Read(ctx context.Context, t lang.Tree, emit func(fact.Unit) error) ([]string, error) {
	dir, err := filepath.Abs(t.Dir)
	if err != nil {
		return nil, err
	}
	if !isDir(dir) {
		return nil, fmt.Errorf("cannot read the tree %q: not a folder", t.Dir)
	}
	files := make([]string, 0, len(t.Files))
	for _, f := range t.Files {
		files = append(files, f.Name)
	}
	w := layOut(dir, files)
	o := &run{Reader: r, dir: dir, emit: emit, stale: newStaleness(t, r.Version()), emitted: map[string]bool{}, names: map[string]bool{}, methods: map[string]*methodIndex{}, seen: map[string]bool{}}
	for _, m := range append(slices.Clone(w.modules), nil) {
		var folders []*folder
		for _, f := range w.folders {
			if f.module == m {
				folders = append(folders, f)
			}
		}
		if len(folders) == 0 {
			continue
		}
		if err := o.module(ctx, m, folders); err != nil {
			return nil, err
		}
	}
	if err := o.implements(ctx); err != nil {
		return nil, err
	}
	var names []string
	for name := range o.names {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, ctx.Err()
}

// module reads the folders of one module; m is nil for those without one.
func (o *run) module(ctx context.Context, m *module, folders []*folder) error {
	if m == nil {
		return o.syntaxOnly(ctx, folders, "no go.mod stands above it")
	}
	for _, fresh := range []bool{false, true} {
		l, err := o.list(ctx, m, folders, fresh)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return o.syntaxOnly(ctx, folders, path.Join(m.rel, "go.mod")+": "+listFault+": "+firstLine(err.Error()))
		}
		if err = o.listed(ctx, l, folders, !fresh); !errors.Is(err, errLost) {
			return err
		}
	}
	return errLost
}

// listFault begins the reason why packages are open that could not be listed.
const listFault = "the go command cannot list its packages"

// firstLine returns the first line of a message that says something.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return s
}

// syntaxOnly reads folders whose packages cannot be resolved.
func (o *run) syntaxOnly(ctx context.Context, folders []*folder, why string) error {
	for _, f := range folders {
		if err := ctx.Err(); err != nil {
			return err
		}
		un := &unit{name: o.name(f), folder: f, why: why}
		if err := o.unit(ctx, nil, un); err != nil {
			return err
		}
	}
	return nil
}

// name returns the name of the unit of a folder, which no other one has.
func (o *run) name(f *folder) string {
	name := f.path
	if o.names[name] {
		name += " (" + f.rel + ")"
	}
	o.names[name] = true
	return name
}

// listed reads the folders of a module whose packages were listed. trusted says
// that the cache may be taken at its word about what it holds.
func (o *run) listed(ctx context.Context, l *listing, folders []*folder, trusted bool) error {
	own := map[string]*folder{}
	for _, f := range folders {
		own[filepath.Join(o.dir, filepath.FromSlash(f.rel))] = f
	}
	u := o.newUniverse(l, own)
	units := o.units(u, own, folders)
	for _, k := range u.order {
		if !k.fixed {
			for _, d := range k.deps {
				u.needs(d)
			}
		}
	}
	for _, un := range units {
		for _, k := range un.imports {
			u.needs(k)
		}
	}
	if err := u.complete(ctx, trusted); err != nil {
		return err
	}
	if err := o.schedule(ctx, u, units); err != nil {
		return err
	}
	return o.interfaces(ctx, u, units)
}

// units makes a unit of each folder.
func (o *run) units(u *universe, own map[string]*folder, folders []*folder) []*unit {
	byFolder := map[*folder]*unit{}
	byPack := map[*pack]*unit{}
	var units []*unit
	add := func(un *unit) {
		if before, again := o.unitOf(un.folder); again {
			un.name = before
		} else {
			un.name = o.name(un.folder)
			o.stale.folders[un.folder] = un.name
		}
		byFolder[un.folder] = un
		units = append(units, un)
	}
	for _, k := range u.order {
		f := own[k.listed.Dir]
		if f == nil || byFolder[f] != nil {
			continue
		}
		f.path = k.listed.ImportPath
		un := &unit{folder: f, pack: k, inside: k.listed, depends: map[string]bool{}}
		if v := u.listing.byID[f.path+" ["+f.path+".test]"]; v != nil && len(k.listed.TestGoFiles) > 0 {
			un.inside = v
		}
		for _, id := range []string{f.path + "_test [" + f.path + ".test]", f.path + "_test"} {
			if v := u.listing.byID[id]; v != nil && un.external == nil {
				un.external = v
			}
		}
		if e := k.listed.Error; e != nil && !strings.Contains(e.Err, "build constraints exclude all Go files") && !strings.Contains(e.Err, "no non-test Go files") {
			un.why = f.rel + ": " + firstLine(e.Err)
		}
		byPack[k] = un
		add(un)
	}
	for _, f := range folders {
		if byFolder[f] == nil {
			add(&unit{folder: f, depends: map[string]bool{}})
		}
	}
	for _, un := range units {
		un.requires(u, byPack)
	}
	return units
}

// requires notes what a unit imports.
func (un *unit) requires(u *universe, byPack map[*pack]*unit) {
	seen := map[*pack]bool{}
	for _, p := range []*golang.Listed{un.inside, un.external} {
		if p == nil {
			continue
		}
		for _, id := range p.ImportPaths() {
			plain, _, _ := strings.Cut(id, " ")
			k := u.packs[plain]
			if k == nil || k == un.pack || seen[k] {
				continue
			}
			seen[k] = true
			un.imports = append(un.imports, k)
			if other := byPack[k]; other != nil {
				un.depends[other.name] = true
			}
		}
	}
}

// unitOf returns the name that the unit of a folder was given before.
func (o *run) unitOf(f *folder) (string, bool) {
	name, ok := o.stale.folders[f]
	return name, ok
}

// buildFiles returns the files of a package that others import. Those of the
// tree with cgo belong to it: the names of C are taken for granted.
func (o *run) buildFiles(k *pack) []string {
	if !k.own {
		return k.listed.GoFiles
	}
	cgo := false
	for _, name := range k.listed.IgnoredGoFiles {
		cgo = cgo || slices.ContainsFunc(readHeader(k.listed.Dir, name).imports, func(i imported) bool { return i.path == "C" })
	}
	if !cgo || k.listed.Standard {
		return k.listed.GoFiles
	}
	tags := o.tags
	tags.CgoEnabled = true
	var files []string
	for _, name := range slices.Concat(k.listed.GoFiles, k.listed.IgnoredGoFiles) {
		if match, err := tags.MatchFile(k.listed.Dir, name); err == nil && match {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files
}

// root returns the folder that links of a package must not leave; empty: any.
func (o *run) root(k *pack) string {
	if k.own {
		return o.dir
	}
	return ""
}
