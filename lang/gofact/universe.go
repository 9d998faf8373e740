package gofact

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path"
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

// needs notes that a package with a fixed key must be in the cache.
func (u *universe) needs(k *pack) {
	if k.fixed && k.key != "" {
		u.direct[k] = true
	}
}

// mark is the key in the cache of the word that it holds all that is needed.
func (u *universe) mark() string {
	h := sha256.New()
	for _, k := range u.order {
		if u.direct[k] {
			fmt.Fprintln(h, k.key)
		}
	}
	return digest("all of", hex.EncodeToString(h.Sum(nil)))
}

// complete sees to it that the cache holds all packages with a fixed key that
// are needed. trusted says that it may be taken at its word.
func (u *universe) complete(ctx context.Context, trusted bool) error {
	mark := u.mark()
	if _, ok, err := u.reader.cache.Get(ctx, mark); err != nil || ok && trusted {
		return err
	}
	missing := map[string]bool{}
	for k := range u.direct {
		ok, err := u.reader.checker.Holds(ctx, k.key)
		if err != nil {
			return err
		}
		if !ok {
			missing[k.listed.ImportPath] = true
		}
	}
	if len(missing) > 0 {
		if err := u.build(ctx, missing); err != nil {
			return err
		}
	}
	return u.reader.cache.Put(ctx, mark, []byte{1})
}

// build reads packages with a fixed key from source into the cache, in a
// universe that is dropped afterwards. Of what they need only what is missing
// itself is kept.
func (u *universe) build(ctx context.Context, missing map[string]bool) error {
	b := u.reader.newUniverse(u.listing, nil)
	b.source = true
	needed := map[*pack]bool{}
	for i := len(b.order) - 1; i >= 0; i-- { // what needs a package comes after it
		if k := b.order[i]; missing[k.listed.ImportPath] || needed[k] {
			needed[k] = true
			for _, d := range k.deps {
				needed[d] = true
			}
		}
	}
	var jobs []*job
	byPack := map[*pack]*job{}
	for _, k := range b.order {
		if !needed[k] || k.key == "" {
			continue
		}
		k.keep = missing[k.listed.ImportPath]
		if !k.keep { // held, and all that it needs too
			ok, err := u.reader.checker.Holds(ctx, k.key)
			if err != nil {
				return err
			}
			for _, d := range k.deps {
				ok = ok && (d.cached || d.key == "")
			}
			k.cached = ok
		}
		j := &job{index: len(jobs), run: func(ctx context.Context) error { return b.load(ctx, k) }}
		for _, d := range k.deps {
			j.after(byPack[d])
		}
		byPack[k] = j
		jobs = append(jobs, j)
	}
	return perform(ctx, jobs, u.reader.jobs)
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

// prepareOwn finds out the key of a package whose source may change: its content
// and the shapes of what it imports, so that a change that nobody outside can see
// ends here.
func (u *universe) prepareOwn(ctx context.Context, k *pack) error {
	for _, d := range k.deps {
		if err := u.prepare(ctx, d); err != nil {
			return err
		}
	}
	k.files = u.reader.buildFiles(k)
	if len(k.files) == 0 {
		return nil
	}
	parts := []string{"own", formatVersion, u.reader.checker.Version(), k.listed.ImportPath, k.listed.LanguageVersion()}
	for _, name := range k.files {
		text, err := os.ReadFile(filepath.Join(k.listed.Dir, name))
		parts = append(parts, name, string(text), fmt.Sprint(err == nil))
	}
	for _, d := range k.deps {
		parts = append(parts, d.listed.ImportPath, d.identity())
	}
	k.key = digest(parts...)
	shape, ok, err := u.reader.cache.Get(ctx, "shape/"+k.key)
	if err != nil {
		return err
	}
	if ok {
		k.shape = string(shape)
		return nil
	}
	imports, err := u.imports(ctx, k)
	if err != nil {
		return err
	}
	return u.check(ctx, k, imports)
}

// loadOwn reads a package whose shape is in the cache. What its export data
// mentions must not be there in part if it is to be read from source.
func (u *universe) loadOwn(ctx context.Context, k *pack) error {
	for _, d := range k.deps {
		if !d.fixed {
			if err := u.load(ctx, d); err != nil {
				return err
			}
		}
	}
	value, ok, err := u.reader.cache.Get(ctx, k.key)
	if err != nil {
		return err
	}
	open, export, found := bytes.Cut(value, []byte{0})
	if ok && found {
		k.open = string(open)
		return u.read(k, export)
	}
	imports, err := u.imports(ctx, k)
	if err != nil {
		return err
	}
	return u.check(ctx, k, imports)
}

// check makes the types of a package of the tree from source and keeps them
// without places, which are no part of its shape.
func (u *universe) check(ctx context.Context, k *pack, imports map[string]*types.Package) error {
	fset := token.NewFileSet()
	var syntax []*ast.File
	open := func(reason string) {
		if k.open == "" {
			k.open = strings.ReplaceAll(reason, "\x00", "")
		}
	}
	for _, name := range k.files {
		f := parseFile(fset, u.reader.root(k), k.listed.Dir, name, path.Join(k.listed.ImportPath, name), k.listed.ImportPath, bare)
		if f.broken != "" {
			open(f.broken)
		}
		if f.syntax != nil {
			syntax = append(syntax, f.syntax)
		}
	}
	if reason := golang.TooHeavy(syntax); reason != "" {
		open(reason)
		k.shape = k.key
		return nil
	}
	conf := types.Config{
		GoVersion: k.listed.LanguageVersion(), IgnoreFuncBodies: true, FakeImportC: true, Sizes: u.reader.checker.Sizes(),
		Importer: importerOf(k.listed, imports, u.why),
		Error: func(err error) {
			var failed types.Error
			if !errors.As(err, &failed) || !failed.Soft {
				open(err.Error())
			}
		},
	}
	pkg, _ := conf.Check(k.listed.ImportPath, fset, syntax, nil)
	var value bytes.Buffer
	value.WriteString(k.open)
	value.WriteByte(0)
	if err := gcexportdata.Write(&value, token.NewFileSet(), pkg); err != nil {
		return fmt.Errorf("package %q: %w", k.listed.ImportPath, err)
	}
	k.shape = u.shapeOf(pkg, k.open)
	if err := u.reader.cache.Put(ctx, k.key, value.Bytes()); err != nil {
		return err
	}
	if err := u.reader.cache.Put(ctx, "shape/"+k.key, []byte(k.shape)); err != nil {
		return err
	}
	if sharesStructs(pkg) {
		_, export, _ := bytes.Cut(value.Bytes(), []byte{0})
		return u.read(k, export)
	}
	u.add(k, pkg)
	return nil
}

// why says why there is no package at a path.
func (u *universe) why(path string) string {
	if k := u.packs[path]; k != nil && k.open != "" {
		return k.open
	}
	return "no such package"
}

// importerOf returns what gives a type checker the imports of a package.
func importerOf(p *golang.Listed, imports map[string]*types.Package, why func(path string) string) types.Importer {
	return importerFunc(func(path string) (*types.Package, error) {
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		if mapped := p.ImportMap[path]; mapped != "" {
			path = mapped
		}
		if pkg := imports[path]; pkg != nil {
			return pkg, nil
		}
		return nil, errors.New(why(path))
	})
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// sharesStructs reports whether two types of a package have the same fields, as
// A and B after "type A B".
func sharesStructs(pkg *types.Package) bool {
	seen := map[*types.Struct]bool{}
	for _, name := range pkg.Scope().Names() {
		if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && !tn.IsAlias() {
			if s, ok := tn.Type().Underlying().(*types.Struct); ok {
				if seen[s] {
					return true
				}
				seen[s] = true
			}
		}
	}
	return false
}
