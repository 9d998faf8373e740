package gofact

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/gcexportdata"

	"sooth/lang/golang"
)

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
		hash := ""
		if k.own {
			hash = u.reader.contents.of(path.Join(k.rel, name))
		} else if text, err := os.ReadFile(filepath.Join(k.listed.Dir, name)); err == nil {
			hash = hashOf(text)
		}
		parts = append(parts, name, hash)
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
	var files []*sourceFile
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
		files = append(files, f)
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
	if !k.own || u.reader.contents.are(k.rel, files) { // else they were written again, and are not what the key says
		if err := u.reader.cache.Put(ctx, k.key, value.Bytes()); err != nil {
			return err
		}
		if err := u.reader.cache.Put(ctx, "shape/"+k.key, []byte(k.shape)); err != nil {
			return err
		}
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
