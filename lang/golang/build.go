package golang

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
)

// reading is the reading of packages from source: one universe of its own, in
// which every package is complete before another one uses it, dropped when what
// was read is in the cache.
type reading struct {
	checker *Checker
	fset    *token.FileSet
	tasks   map[string]*task
}

// task is one package of a reading.
type task struct {
	listed  *listed
	key     string
	version string // language version, "go1.21"
	deps    []*task
	discard bool // what is read is not kept in the cache
	needed  bool // its types are asked for: it or a package that needs it is missing
	value   []byte
	done    chan struct{}
	pkg     *types.Package
	err     error
}

// fromSource reads from source those of the listed packages that the cache does
// not have, and keeps them. The caller holds m.mu.
func (c *Checker) fromSource(ctx context.Context, m *moduleContext, packages []*listed) error {
	c.building.Lock() // two contexts share most of what they need
	defer c.building.Unlock()
	r := &reading{checker: c, fset: token.NewFileSet(), tasks: map[string]*task{}}
	order, err := r.plan(ctx, m, packages)
	if err != nil {
		return err
	}
	turn := make(chan struct{}, c.jobs)
	var wait sync.WaitGroup
	for _, t := range order {
		if !t.needed {
			continue
		}
		wait.Go(func() {
			defer close(t.done)
			for _, d := range t.deps {
				<-d.done
			}
			turn <- struct{}{}
			defer func() { <-turn }()
			if t.err = ctx.Err(); t.err == nil {
				t.err = r.load(ctx, t)
			}
		})
	}
	wait.Wait()
	for _, t := range order {
		if t.err != nil {
			return t.err
		}
	}
	return nil
}

// plan makes a task of each package and finds those that must be loaded: the
// missing ones and what they need.
func (r *reading) plan(ctx context.Context, m *moduleContext, packages []*listed) ([]*task, error) {
	c := r.checker
	var order []*task
	for _, p := range packages {
		t := &task{listed: p, key: m.resolved[p.ImportPath].Key, done: make(chan struct{}), version: packageVersion(p)}
		if p.Standard {
			t.key = c.stdKey(p.ImportPath)
		}
		if t.key == "" || p.ImportPath == "unsafe" {
			continue
		}
		for _, path := range imports(p) {
			if d := r.tasks[path]; d != nil {
				t.deps = append(t.deps, d)
			}
		}
		value, _, err := c.cache.Get(ctx, "package/"+t.key)
		if err != nil {
			return nil, err
		}
		if _, _, err := decode(value); err == nil {
			t.value = value
		}
		r.tasks[p.ImportPath] = t
		order = append(order, t)
	}
	for i := len(order) - 1; i >= 0; i-- { // what needs a package comes after it
		if t := order[i]; t.needed || t.value == nil {
			t.needed = true
			for _, d := range t.deps {
				d.needed = true
			}
		}
	}
	return order, nil
}

// packageVersion returns the language version of a package, as the go command gives
// it to the compiler.
func packageVersion(p *listed) string {
	switch {
	case p.Standard:
		return ""
	case p.Module == nil || p.Module.GoVersion == "":
		return "go1.16"
	}
	return "go" + p.Module.GoVersion
}

// load makes the types of a package, from its export data or its source.
func (r *reading) load(ctx context.Context, t *task) error {
	closure := map[string]*types.Package{"unsafe": types.Unsafe}
	t.collect(closure)
	if t.value != nil {
		_, export, err := decode(t.value)
		if err != nil {
			return err
		}
		t.value = nil
		t.pkg, err = gcexportdata.Read(bytes.NewReader(export), r.fset, closure, t.listed.ImportPath)
		return err
	}
	rec := &record{Path: t.listed.ImportPath, Name: t.listed.Name, Files: t.listed.GoFiles, Ignored: t.listed.IgnoredGoFiles}
	files := r.parse(t, rec)
	conf := types.Config{
		GoVersion:        t.version,
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Sizes:            r.checker.sizes,
		Importer:         importerFunc(t.importPackage),
		Error: func(err error) {
			rec.open("it has a type error: " + err.Error())
		},
	}
	t.pkg, _ = conf.Check(t.listed.ImportPath, r.fset, files, nil)
	if t.discard {
		return nil
	}
	rec.Deprecated = t.deprecations(files)
	var export bytes.Buffer
	if err := gcexportdata.Write(&export, r.fset, t.pkg); err != nil {
		return fmt.Errorf("package %q: %w", t.listed.ImportPath, err)
	}
	value, err := encode(rec, export.Bytes())
	if err != nil {
		return err
	}
	return r.checker.cache.Put(ctx, "package/"+t.key, value)
}

// open notes the first reason why a package was not read completely.
func (r *record) open(reason string) {
	if r.Open == "" {
		r.Open = reason
	}
}

// parse parses the files of a package and looks for cgo in those left out.
func (r *reading) parse(t *task, rec *record) []*ast.File {
	var files []*ast.File
	for _, name := range t.listed.GoFiles {
		text, err := readSource(filepath.Join(t.listed.Dir, name))
		if err == nil {
			var f *ast.File
			f, err = parser.ParseFile(r.fset, name, withoutBodies(text), parser.ParseComments|parser.SkipObjectResolution)
			if f != nil {
				files = append(files, f)
			}
		}
		if err != nil {
			rec.open("it has a syntax error: " + err.Error())
		}
	}
	if t.listed.Standard {
		return files // has a version without cgo of all that it exports
	}
	for _, name := range t.listed.IgnoredGoFiles {
		text, err := readSource(filepath.Join(t.listed.Dir, name))
		if err != nil {
			continue
		}
		f, _ := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if f != nil && importsC(f) && r.withC(t.listed.Dir, name) {
			rec.open("its file " + name + " needs cgo, which is not run")
		}
	}
	return files
}

// withC reports whether the build of this platform would have a file if cgo were
// run: that of another platform is looked at by the witnesses only.
func (r *reading) withC(dir, name string) bool {
	tags := r.checker.build
	tags.CgoEnabled = true
	match, err := tags.MatchFile(dir, name)
	return match || err != nil
}

// maxSource bounds the size of a source file that is read, in bytes; the
// largest of the standard library has 1.3 MB.
const maxSource = 32 << 20

// readSource reads a regular file of a sensible size.
func readSource(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSource {
		return nil, fmt.Errorf("%q is not a file of at most %d bytes", name, maxSource)
	}
	return os.ReadFile(name)
}

func importsC(f *ast.File) bool {
	for _, i := range f.Imports {
		if strings.Trim(i.Path.Value, "`\"") == "C" {
			return true
		}
	}
	return false
}

// collect adds to closure all packages that t needs.
func (t *task) collect(closure map[string]*types.Package) {
	for _, d := range t.deps {
		if path := d.listed.ImportPath; closure[path] == nil && d.pkg != nil {
			closure[path] = d.pkg
			d.collect(closure)
		}
	}
}

// importPackage gives the type checker what the package imports.
func (t *task) importPackage(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if mapped := t.listed.ImportMap[path]; mapped != "" {
		path = mapped
	}
	for _, d := range t.deps {
		if d.listed.ImportPath == path && d.pkg != nil {
			return d.pkg, nil
		}
	}
	return nil, fmt.Errorf("no package %q", path)
}

// importerFunc is a types.Importer.
type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }
