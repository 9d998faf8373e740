package goapi

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// goroot returns the Go distribution that the tests run with.
var goroot = sync.OnceValue(func() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(out))
})

func load(t testing.TB) *API {
	t.Helper()
	a, err := Load(goroot())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// standard type-checks the standard library from source, without the bodies of
// functions, for linux/amd64 without cgo.
type standard struct {
	context  build.Context
	fset     *token.FileSet
	packages map[string]*types.Package
	files    map[string][]*ast.File
}

// sharedStandard is read by all tests: type-checking it takes seconds.
var sharedStandard = sync.OnceValue(newStandard)

func newStandard() *standard {
	s := &standard{context: build.Default, fset: token.NewFileSet(), packages: map[string]*types.Package{"unsafe": types.Unsafe}, files: map[string][]*ast.File{}}
	s.context.GOROOT, s.context.GOOS, s.context.GOARCH, s.context.CgoEnabled, s.context.GOPATH = goroot(), "linux", "amd64", false, ""
	return s
}

func (s *standard) Import(path string) (*types.Package, error) {
	if p := s.packages[path]; p != nil {
		return p, nil
	}
	dir := filepath.Join(goroot(), "src", filepath.FromSlash(path))
	if _, err := os.Stat(dir); err != nil {
		dir = filepath.Join(goroot(), "src", "vendor", filepath.FromSlash(path))
	}
	p, err := s.context.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(s.fset, filepath.Join(dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	config := types.Config{Importer: s, IgnoreFuncBodies: true, Sizes: types.SizesFor("gc", "amd64"), FakeImportC: true}
	pkg, err := config.Check(path, s.fset, files, nil)
	if err != nil {
		return nil, err
	}
	s.packages[path], s.files[path] = pkg, files
	return pkg, nil
}

// publicPackages returns the import paths of the standard library that a
// program may import.
func publicPackages(t testing.TB) []string {
	t.Helper()
	var paths []string
	src := filepath.Join(goroot(), "src")
	err := filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		path := filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(name, src), string(filepath.Separator)))
		switch {
		case path == "":
			return nil
		case path == "cmd" || path == "vendor" || path == "builtin" || path == "unsafe" || d.Name() == "testdata" || d.Name() == "internal" || strings.HasPrefix(d.Name(), "_"):
			return fs.SkipDir
		}
		c := newStandard().context
		if p, err := c.ImportDir(name, 0); err == nil && p.Name != "main" && len(p.GoFiles) > 0 {
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) < 150 {
		t.Fatalf("found %d packages of the standard library", len(paths))
	}
	return paths
}

// symbols returns the exported symbols of a package as Since names them, those
// that types have by embedding included.
func symbols(pkg *types.Package) []string {
	var list []string
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		list = append(list, name)
		if _, ok := obj.(*types.TypeName); ok {
			for member := range members(obj.Type()) {
				list = append(list, name+"."+member)
			}
		}
	}
	return list
}

// members returns the exported fields and methods of a type, promoted ones
// included.
func members(t types.Type) map[string]bool {
	found := map[string]bool{}
	for _, typ := range []types.Type{t, types.NewPointer(t)} {
		set := types.NewMethodSet(typ)
		for i := range set.Len() {
			if m := set.At(i).Obj(); m.Exported() {
				found[m.Name()] = true
			}
		}
	}
	seen := map[types.Type]bool{}
	var fields func(types.Type)
	fields = func(t types.Type) {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok || seen[t] {
			return
		}
		seen[t] = true
		for f := range s.Fields() {
			if f.Exported() {
				found[f.Name()] = true
			}
			if f.Embedded() {
				fields(f.Type())
			}
		}
	}
	fields(t)
	return found
}
