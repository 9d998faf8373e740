package gofact

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/tools/go/gcexportdata"

	"sooth/lang/golang"
)

// universe holds the packages of one module and of all that it needs, as types
// that belong together. A package is read from export data, or from its source
// without function bodies, when it is first needed.
//
// What a package in the cache mentions of others is there in part until they
// are read themselves. A package that is read from source must never be there
// in part before: those of modules are read from source in a universe of their
// own (see build), those of the tree before all that depends on them.
type universe struct {
	reader  *run
	listing *listing
	packs   map[string]*pack
	order   []*pack
	mu      sync.Mutex                // of types, while export data is read
	types   map[string]*types.Package // complete or in part
	members *memberNames
	direct  map[*pack]bool // packages with a fixed key that others without one import
	source  bool           // what the cache does not hold is read from source
}

// pack is a package of a universe, as others import it.
type pack struct {
	listed           *golang.Listed
	unit             string  // name of its unit; empty: it has none
	own              bool    // of the tree
	rel              string  // its folder there
	deps             []*pack // imported ones
	key              string  // in the cache; empty: not known yet, or nothing can be read
	fixed            bool    // key is that of a version of a module or of the standard library
	cached           bool    // in a universe that reads from source: the cache holds it and all that it needs
	keep             bool    // there: it is to be kept
	prepared, loaded sync.Once
	types            *types.Package
	files            []string // of the build, of a package without a fixed key
	open             string   // why it is not complete
	unprepared, err  error    // of prepare, of load
	shape            string   // of a package without a fixed key
}

// newUniverse arranges a listing. own says which folders are of the tree.
func (r *run) newUniverse(l *listing, own map[string]*folder) *universe {
	u := &universe{reader: r, listing: l, direct: map[*pack]bool{}, packs: map[string]*pack{}, types: map[string]*types.Package{"unsafe": types.Unsafe}}
	u.members = newMemberNames(&u.mu)
	var fixed []*golang.Listed
	for _, p := range l.packages {
		if p.ForTest != "" || p.ImportPath == "unsafe" {
			continue
		}
		k := &pack{listed: p, own: own[p.Dir] != nil, fixed: p.Standard}
		if f := own[p.Dir]; f != nil {
			k.rel = f.rel
		}
		if m := p.Module; m != nil && !p.Standard {
			k.fixed = !m.Main && (m.Replace == nil && m.Version != "" || m.Replace != nil && m.Replace.Version != "")
		}
		if k.own || strings.HasPrefix(p.Dir, r.dir+string(filepath.Separator)) { // vendored: whoever made the tree wrote it
			k.fixed = false
		}
		for _, path := range p.ImportPaths() {
			if d := u.packs[path]; d != nil {
				k.deps = append(k.deps, d)
				k.fixed = k.fixed && (d.fixed || d.listed.Dir == "" && !d.own) // what cannot be found depends on nothing
			}
		}
		u.packs[p.ImportPath] = k
		u.order = append(u.order, k)
		if k.fixed {
			fixed = append(fixed, p)
		}
	}
	for path, key := range r.checker.Keys(fixed) {
		u.packs[path].key = key
	}
	return u
}

// errLost says that the cache lost a package that it was said to hold, or the
// machine the source of one.
var errLost = errors.New("a package is not on this machine any more; hint: try again")

// prepare finds out the shape of a package without a fixed key. If the cache does
// not have it, its types are ready afterwards.
func (u *universe) prepare(ctx context.Context, k *pack) error {
	k.prepared.Do(func() {
		if k.unprepared = ctx.Err(); k.unprepared == nil && !k.fixed {
			k.unprepared = u.prepareOwn(ctx, k)
		}
	})
	return k.unprepared
}

// load makes the types of a package ready, and those that it imports if it must
// be read from source.
func (u *universe) load(ctx context.Context, k *pack) error {
	if err := u.prepare(ctx, k); err != nil {
		return err
	}
	k.loaded.Do(func() {
		switch {
		case k.types != nil || k.key == "":
		case k.fixed:
			k.err = u.loadFixed(ctx, k)
		default:
			k.err = u.loadOwn(ctx, k)
		}
		if k.types == nil && k.err == nil && k.open == "" {
			k.open = "there is nothing to read"
			if e := k.listed.Error; e != nil {
				k.open = strings.TrimSpace(e.Err)
			}
		}
	})
	return k.err
}

func (u *universe) loadFixed(ctx context.Context, k *pack) error {
	if k.cached || !u.source {
		export, open, ok, err := u.reader.checker.Export(ctx, k.key)
		if err != nil {
			return err
		}
		if !ok {
			return errLost
		}
		k.open = open
		return u.read(k, export)
	}
	if !isDir(k.listed.Dir) {
		return errLost
	}
	imports, err := u.imports(ctx, k)
	if err != nil {
		return err
	}
	pkg, err := u.reader.checker.Source(ctx, k.listed, k.key, k.keep, imports)
	if err == nil {
		u.add(k, pkg)
	}
	return err
}

// add makes a package that is complete known to those that are read later.
func (u *universe) add(k *pack, pkg *types.Package) {
	k.types = pkg
	u.mu.Lock()
	defer u.mu.Unlock()
	u.types[k.listed.ImportPath] = pkg
}

// read makes the types of a package from export data.
func (u *universe) read(k *pack, export []byte) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	pkg, err := gcexportdata.Read(bytes.NewReader(export), token.NewFileSet(), u.types, k.listed.ImportPath)
	if err != nil {
		return fmt.Errorf("package %q: %w", k.listed.ImportPath, err)
	}
	k.types = pkg
	return nil
}

// has reports whether a package is one of the universe, and not of a test.
func (u *universe) has(pkg *types.Package) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.types[pkg.Path()] == pkg
}

// imports loads what a package imports.
func (u *universe) imports(ctx context.Context, k *pack) (map[string]*types.Package, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m := map[string]*types.Package{}
	for _, d := range k.deps {
		if err := u.load(ctx, d); err != nil {
			return nil, err
		}
		if d.types != nil {
			m[d.listed.ImportPath] = d.types
		}
	}
	return m, nil
}

// identity returns what tells the version of a package that others import.
func (k *pack) identity() string {
	if k.fixed {
		return k.key
	}
	return k.shape
}
