// Package witness reads Go source by its syntax alone: the second route to the
// truth of a generated question. It imports go/parser and nothing of this
// module, and it knows no types: what cannot be told from the text of the
// declarations is said to be unknown. That other rooms read declarations too is no
// reason to share code with them: the same mistake would be made on both routes.
//
// Names are written import path, dot, names, as in fact.Fact; external tests
// stand under "path_test". Types are written with whole import paths. Lines
// start at 1.
package witness

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Tree is what the syntax of a tree says. It is not changed after Read and
// safe for concurrent use, apart from the packages of the standard library,
// which are read when first asked for.
type Tree struct {
	Files    map[string]*File
	packages map[string]*Package
	named    map[string][]*Decl // by qualified name
	methods  map[string]int     // last name of functions, methods and interface methods: how many declare it
	calls    map[string][]Call  // by the qualified name of the function that calls
	callers  map[string][]string
	loose    map[string]int // last name of call sites that were not resolved: how often
	modules  map[string]string
	name     string
	root     fs.FS
	std      *outside
	sets     sync.Map // type: *signatures
	faces    sync.Map // interface: *signatures
}

// Package is one package of a tree.
type Package struct {
	Path  string // import path; external tests end in "_test"
	Name  string // of the package clause
	Files []string
	Decls []*Decl // at the top of the files and what stands below them, in order of file and line

	once    sync.Once
	members map[string][]*Decl // by type
}

// File is one file of Go source.
type File struct {
	Name    string // relative to the root, slash-separated
	Package string // import path, "_test" for external tests
	Clause  string // the name in the package clause
	Test    bool   // its name ends in _test.go
	Lines   int    // as an editor counts them
	Imports []Import
	Uses    map[string][]string // import path: the names that the file selects from it
	DotUse  bool                // it has a dot import: names without a qualifier may be anybody's
	Broken  bool                // it has a syntax error

	names map[string]string // local name of an import: its path
}

// Import is one import of a file.
type Import struct {
	Name string // as written; empty: none
	Path string
	Line int
}

// maxFile bounds a file that is parsed, in bytes.
const maxFile = 8 << 20

// Options say where source lies.
type Options struct {
	Root   fs.FS    // the tree
	Name   string   // of the package in the root where there is no go.mod; folders below go by their paths
	Files  []string // of Go source, relative to it
	Goroot fs.FS    // GOROOT, for types of the standard library and the files of api; nil: not known
	// Modules is the module cache, for types of the modules that go.mod requires;
	// nil: not known. It counts only beside Goroot.
	Modules fs.FS
}

// Read reads the files. Those that cannot be parsed are there with Broken set.
func Read(ctx context.Context, o Options) (*Tree, error) {
	t := &Tree{
		Files: map[string]*File{}, packages: map[string]*Package{}, named: map[string][]*Decl{}, methods: map[string]int{},
		calls: map[string][]Call{}, callers: map[string][]string{}, loose: map[string]int{}, modules: map[string]string{}, root: o.Root, name: o.Name,
	}
	if o.Goroot != nil {
		t.std = &outside{goroot: o.Goroot, cache: o.Modules, versions: map[string]string{}, trees: map[string]*Tree{}}
	}
	files := slices.Clone(o.Files)
	slices.Sort(files)
	heads, err := each(ctx, files, func(name string) (*File, error) { return t.head(name) })
	if err != nil {
		return nil, err
	}
	for i, f := range heads {
		if f == nil {
			continue
		}
		if f.Package, err = t.importPath(files[i], f.Clause, f.Test); err != nil {
			return nil, err
		}
		t.Files[f.Name] = f
		p := t.packages[f.Package]
		if p == nil {
			p = &Package{Path: f.Package, Name: f.Clause}
			t.packages[f.Package] = p
		}
		p.Files = append(p.Files, f.Name)
	}
	for _, base := range slices.Sorted(maps.Keys(t.modules)) { // the root first: its versions count
		if text, err := fs.ReadFile(o.Root, path.Join(base, "go.mod")); err == nil && t.std != nil {
			t.std.require(string(text))
		}
	}
	for _, f := range t.Files {
		f.bind(t)
	}
	declared, err := each(ctx, files, func(name string) ([]*Decl, error) { return t.declarations(name) })
	if err != nil {
		return nil, err
	}
	for i, list := range declared {
		f := t.Files[files[i]]
		if f == nil {
			continue
		}
		for _, d := range list {
			t.named[d.Symbol()] = append(t.named[d.Symbol()], d)
			t.packages[f.Package].Decls = append(t.packages[f.Package].Decls, d)
			if d.callable() {
				t.methods[d.LastName()]++
			}
		}
	}
	t.rehome()
	called, err := each(ctx, files, func(name string) (*bodies, error) { return t.bodies(name) })
	if err != nil {
		return nil, err
	}
	for i, b := range called {
		if b == nil {
			continue
		}
		t.Files[files[i]].Uses = b.uses
		for _, c := range b.calls {
			t.calls[c.caller] = append(t.calls[c.caller], c.Call)
			if c.Target != "" && !slices.Contains(t.callers[c.Target], c.caller) {
				t.callers[c.Target] = append(t.callers[c.Target], c.caller)
			}
			if c.Way == Unknown {
				t.loose[c.Name]++
			}
		}
	}
	return t, nil
}

// rehome puts methods that were declared by an alias of a type under the type.
func (t *Tree) rehome() {
	for _, p := range t.packages {
		for _, d := range p.Decls {
			owner, name, ok := strings.Cut(d.Name, ".")
			if !ok || d.Sort != Method {
				continue
			}
			if home := t.home(p.Path, owner); home != owner {
				before := d.Symbol()
				t.named[before] = slices.DeleteFunc(t.named[before], func(o *Decl) bool { return o == d })
				d.Name = home + "." + name
				t.named[d.Symbol()] = append(t.named[d.Symbol()], d)
			}
		}
	}
}

// home returns the type that a name of a package stands for: the name itself, or
// what an alias of the same package means.
func (t *Tree) home(pkg, name string) string {
	for range maxEmbedding {
		list := t.named[pkg+"."+name]
		if len(list) != 1 || list[0].Sort != Alias {
			return name
		}
		target, ok := strings.CutPrefix(list[0].Type, pkg+".")
		if !ok || strings.ContainsAny(target, ".[") {
			return name
		}
		name = target
	}
	return name
}

// each does something for each name, on all cores, and keeps the order.
func each[T any](ctx context.Context, names []string, do func(string) (T, error)) ([]T, error) {
	out := make([]T, len(names))
	errs := make([]error, len(names))
	var next sync.Mutex
	at := 0
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for ctx.Err() == nil {
				next.Lock()
				i := at
				at++
				next.Unlock()
				if i >= len(names) {
					return
				}
				out[i], errs[i] = do(names[i])
			}
		})
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", names[i], err)
		}
	}
	return out, nil
}

// Package returns a package of the tree; nil: there is none of that path.
func (t *Tree) Package(importPath string) *Package { return t.packages[importPath] }

// Declared returns the declarations of a qualified name; several: build tags
// choose between them.
func (t *Tree) Declared(symbol string) []*Decl { return t.named[symbol] }

// Calls returns what a function calls.
func (t *Tree) Calls(caller string) []Call { return t.calls[caller] }

// Callers returns the functions with a call that was resolved to a symbol, and
// variables whose initial value has one.
func (t *Tree) Callers(symbol string) []string { return t.callers[symbol] }

// Loose says how many call sites of that last name could not be resolved.
func (t *Tree) Loose(last string) int { return t.loose[last] }

// Text returns the bytes of a file.
func (t *Tree) Text(name string) ([]byte, error) { return fs.ReadFile(t.root, name) }

// HasCallable says whether a function or method of that last name is declared.
func (t *Tree) HasCallable(last string) bool { return t.methods[last] > 0 }
