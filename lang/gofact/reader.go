package gofact

import (
	"cmp"
	"context"
	"fmt"
	"go/build"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"sooth/fact"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/golang"
)

// formatVersion changes whenever what Read emits, or what is kept in the cache,
// changes its form or meaning.
const formatVersion = "gofact/5"

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
// package implement which interfaces, "available:outside" that says since when there
// is what the tree uses of others, and "outside:path" for modules that are
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
	dir      string
	emit     func(fact.Unit) error
	stale    *staleness
	contents *contents
	emitMu   sync.Mutex
	emitted  map[string]bool
	names    map[string]bool // of all units
	methods  map[string]*methodIndex
	outside  []interfaceMethods     // of packages that the tree imports
	seen     map[string]bool        // packages of outside
	required map[string]requirement // by import path
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
	o := &run{Reader: r, dir: dir, emit: emit, stale: newStaleness(t, r.Version()), contents: newContents(t, dir), emitted: map[string]bool{}, names: map[string]bool{}, methods: map[string]*methodIndex{}, seen: map[string]bool{}, required: map[string]requirement{}}
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
	if err := o.available(ctx); err != nil {
		return nil, err
	}
	var names []string
	for name := range o.names {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, ctx.Err()
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
