package universe

import (
	"context"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Package is one package of the standard library, type-checked without the
// bodies of its functions.
type Package struct {
	Path   string // import path; copies of golang.org/x begin with "vendor/"
	Source string
	Files  []*ast.File // in order of file name
	Types  *types.Package
}

// Library is the standard library of one toolchain.
type Library struct {
	GOROOT   string
	Version  string // "go1.26.8", from $GOROOT/VERSION
	Fset     *token.FileSet
	Packages []*Package // in order of import path
	byPath   map[string]*Package
}

// Level returns the language release of the toolchain: "go1.26" of "go1.26.8"
// and "go1.26rc1".
func (l *Library) Level() string { return level(l.Version) }

func level(version string) string {
	digits, dots := strings.TrimPrefix(version, "go"), 0
	end := strings.IndexFunc(digits, func(r rune) bool {
		if r == '.' {
			dots++
		}
		return dots > 1 || r != '.' && (r < '0' || r > '9')
	})
	if end >= 0 {
		digits = digits[:end]
	}
	return "go" + digits
}

// Version reads the version of the toolchain in goroot.
func Version(goroot string) (string, error) {
	text, err := os.ReadFile(filepath.Join(goroot, "VERSION"))
	if err != nil {
		return "", fmt.Errorf("%q is no installed Go toolchain: %w; hint: --goroot \"$(go env GOROOT)\"", goroot, err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(first), nil
}

// Load reads and type-checks the standard library below goroot: no commands
// (cmd/...), no tests, no testdata, and not "builtin", which is no package
// that a program can import. It runs nothing of what it reads.
func Load(ctx context.Context, goroot string) (*Library, error) {
	version, err := Version(goroot)
	if err != nil {
		return nil, err
	}
	l := &Library{GOROOT: goroot, Version: version, Fset: token.NewFileSet(), byPath: map[string]*Package{}}
	paths, err := l.packagePaths()
	if err != nil {
		return nil, err
	}
	i := &importer{ctx: ctx, library: l, build: buildContext(goroot)}
	for _, p := range paths {
		if _, err := i.load(p); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(l.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	if len(l.Packages) == 0 {
		return nil, fmt.Errorf("no packages below %q", filepath.Join(goroot, "src"))
	}
	return l, nil
}

// Package returns the package with an import path, or nil.
func (l *Library) Package(path string) *Package { return l.byPath[path] }

func buildContext(goroot string) build.Context {
	c := build.Default
	c.GOROOT, c.GOPATH = goroot, ""
	c.GOOS, c.GOARCH, c.CgoEnabled = GOOS, GOARCH, false
	c.BuildTags, c.ToolTags, c.InstallSuffix = nil, nil, ""
	return c
}

// packagePaths lists the import paths of all folders with Go files.
func (l *Library) packagePaths() ([]string, error) {
	src := filepath.Join(l.GOROOT, "src")
	var found []string
	err := filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		base := path.Base(rel)
		if d.IsDir() {
			if rel != "." && (rel == "cmd" || rel == "builtin" || base == "testdata" || strings.HasPrefix(base, "_") || strings.HasPrefix(base, ".")) {
				return fs.SkipDir
			}
			return nil
		}
		if dir := path.Dir(rel); dir != "." && strings.HasSuffix(base, ".go") && !strings.HasSuffix(base, "_test.go") && (len(found) == 0 || found[len(found)-1] != dir) {
			found = append(found, dir)
		}
		return nil
	})
	slices.Sort(found)
	return slices.Compact(found), err
}

// sourceOf says which source an import path belongs to.
func sourceOf(importPath string) string {
	switch {
	case strings.HasPrefix(importPath, "vendor/"):
		return Vendored
	case slices.Contains(strings.Split(importPath, "/"), "internal"):
		return Internal
	}
	return Standard
}

// importer loads packages with what they import.
type importer struct {
	ctx     context.Context
	library *Library
	build   build.Context
	stack   []string
}

// Import implements types.Importer.
func (i *importer) Import(importPath string) (*types.Package, error) {
	if importPath == "unsafe" {
		return types.Unsafe, nil
	}
	if first, _, _ := strings.Cut(importPath, "/"); strings.Contains(first, ".") {
		importPath = "vendor/" + importPath
	}
	p, err := i.load(importPath)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return nil, fmt.Errorf("package %q has no files for %s/%s", importPath, GOOS, GOARCH)
	}
	return p.Types, nil
}

// load returns a package; nil if no file of it is for the platform.
func (i *importer) load(importPath string) (*Package, error) {
	if p, ok := i.library.byPath[importPath]; ok {
		return p, nil
	}
	if err := i.ctx.Err(); err != nil {
		return nil, err
	}
	if slices.Contains(i.stack, importPath) {
		return nil, fmt.Errorf("package %q imports itself: %s", importPath, strings.Join(i.stack, " → "))
	}
	i.stack = append(i.stack, importPath)
	defer func() { i.stack = i.stack[:len(i.stack)-1] }()
	p, err := i.check(importPath)
	if err != nil {
		return nil, err
	}
	i.library.byPath[importPath] = p
	if p != nil {
		i.library.Packages = append(i.library.Packages, p)
	}
	return p, nil
}

func (i *importer) check(importPath string) (*Package, error) {
	dir := filepath.Join(i.library.GOROOT, "src", filepath.FromSlash(importPath))
	listed, err := i.build.ImportDir(dir, 0)
	if _, none := err.(*build.NoGoError); none {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("package %q: %w", importPath, err)
	}
	p := &Package{Path: importPath, Source: sourceOf(importPath)}
	for _, name := range listed.GoFiles {
		file, err := parser.ParseFile(i.library.Fset, filepath.Join(dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.Files = append(p.Files, file)
	}
	config := types.Config{
		Importer:         i,
		IgnoreFuncBodies: true,
		Sizes:            types.SizesFor("gc", GOARCH),
	}
	p.Types, err = config.Check(importPath, i.library.Fset, p.Files, nil)
	if err != nil {
		return nil, fmt.Errorf("package %q does not type-check: %w", importPath, err)
	}
	return p, nil
}
