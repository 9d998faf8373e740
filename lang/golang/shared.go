package golang

import (
	"context"
	"go/ast"
	"go/build"
	"go/token"
	"go/types"

	"sooth/internal/toolchain"
)

// BuildContext returns what selects the files of a package: the target of g,
// without cgo and without tags of the user.
func BuildContext(g *toolchain.Go) build.Context { return buildContext(g) }

// shallowText is the size below which a text cannot nest deep enough to end the
// process, in bytes.
const shallowText = 100_000

// TooDeep reports whether a source nests more brackets, or strings together
// more operators, than a parser and a type checker should be given.
func TooDeep(text []byte) bool { return len(text) > shallowText && tooDeep(string(text)) }

// TooHeavy says why the declarations of a package are too much for a type
// checker; empty: they are not.
func TooHeavy(files []*ast.File) string { return tooHeavy(files) }

// Listed is a package as `go list -json` gives it.
type Listed = listed

// ListFields is what `go list -json=` must give for a Listed.
const ListFields = "ImportPath,Dir,Name,Standard,GoFiles,IgnoredGoFiles,Imports,ImportMap,Module,Error,DepsErrors,Incomplete"

// ImportPaths returns the import paths that a package needs, vendored ones and test
// variants by their full path, sorted.
func (p *listed) ImportPaths() []string { return imports(p) }

// LanguageVersion returns the language version of a package, as the go command
// gives it to the compiler; empty: that of the toolchain.
func (p *listed) LanguageVersion() string { return packageVersion(p) }

// Keys returns the keys under which the cache of c holds the packages, by
// import path. They must be of the standard library or of versions of modules,
// and stand after what they import.
func (c *Checker) Keys(packages []*Listed) map[string]string {
	m := &moduleContext{resolved: map[string]resolved{}}
	c.resolve(m, packages)
	keys := map[string]string{}
	for _, p := range packages {
		if p.Standard {
			keys[p.ImportPath] = c.stdKey(p.ImportPath)
		} else if r := m.resolved[p.ImportPath]; r.Key != "" {
			keys[p.ImportPath] = r.Key
		}
	}
	return keys
}

// Export returns the export data that the cache holds under a key of Keys, and
// why the package was not read completely.
func (c *Checker) Export(ctx context.Context, key string) (export []byte, open string, ok bool, err error) {
	value, ok, err := c.cache.Get(ctx, "package/"+key)
	if err != nil || !ok {
		return nil, "", false, err
	}
	r, export, err := decode(value)
	if err != nil {
		return nil, "", false, nil // as good as absent
	}
	return export, r.Open, true, nil
}

// Holds reports whether the cache holds a package under a key of Keys.
func (c *Checker) Holds(ctx context.Context, key string) (bool, error) {
	_, _, ok, err := c.Export(ctx, key)
	return ok, err
}

// Source makes the types of a package from its source, function bodies left
// out, and with keep puts them into the cache under a key of Keys. imports holds
// the packages that it imports, by their full path.
func (c *Checker) Source(ctx context.Context, p *Listed, key string, keep bool, imports map[string]*types.Package) (*types.Package, error) {
	t := &task{listed: p, key: key, version: packageVersion(p), discard: !keep}
	for path, pkg := range imports {
		t.deps = append(t.deps, &task{listed: &listed{ImportPath: path}, pkg: pkg})
	}
	r := &reading{checker: c, fset: token.NewFileSet()}
	err := r.load(ctx, t)
	return t.pkg, err
}

// Sizes returns the sizes of types on the target.
func (c *Checker) Sizes() types.Sizes { return c.sizes }

// WithoutBodies returns a Go source in which blanks stand for what is inside the
// bodies of declared functions; every place outside stays the same.
func WithoutBodies(source []byte) []byte { return withoutBodies(source) }

// Head returns a Go source up to the first declaration that is not an import:
// all that the go command reads of it but directives to embed files.
func Head(source []byte) []byte { return head(source) }
