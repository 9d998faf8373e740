package gofact

import (
	"context"
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"sooth/lang/golang"
	"sooth/source"
)

// resolve checks the types of the package with its tests, then of its external
// test, and emits what they say.
func (d *reading) resolve(ctx context.Context, inside, external []*sourceFile) error {
	un := d.unit
	imports := map[string]*types.Package{}
	var pkg *types.Package
	if len(inside) > 0 {
		for _, path := range un.inside.ImportPaths() {
			if err := d.imported(ctx, imports, path, nil); err != nil {
				return err
			}
		}
		pkg = d.check(un.folder.path, un.inside, inside, imports)
		d.methods.collect(pkg, d.place)
	}
	if len(external) == 0 || un.external == nil {
		return nil
	}
	variants := map[string]*types.Package{}
	if un.inside != un.pack.listed && pkg != nil {
		variants[un.inside.ImportPath] = pkg
	}
	outside := map[string]*types.Package{}
	for _, path := range un.external.ImportPaths() {
		if err := d.imported(ctx, outside, path, variants); err != nil {
			return err
		}
	}
	test := d.check(un.folder.path+testSuffix, un.external, external, outside)
	d.methods.collect(test, d.place)
	return nil
}

// imported adds the package at an import path to those that are imported: one
// of the universe, or with variants one that was read anew for a test.
func (d *reading) imported(ctx context.Context, imports map[string]*types.Package, path string, variants map[string]*types.Package) error {
	if pkg := variants[path]; pkg != nil {
		imports[path] = pkg
		return nil
	}
	u := d.universe
	if k := u.packs[path]; k != nil {
		if err := u.load(ctx, k); err != nil {
			return err
		}
		if k.types != nil {
			imports[path] = k.types
		}
		return nil
	}
	listed := u.listing.byID[path]
	if listed == nil || listed.ForTest == "" || variants == nil {
		return nil
	}
	below := map[string]*types.Package{}
	for _, p := range listed.ImportPaths() {
		if err := d.imported(ctx, below, p, variants); err != nil {
			return err
		}
	}
	fset := token.NewFileSet()
	var syntax []*ast.File
	plain, _, _ := strings.Cut(path, " ")
	files, version := listed.GoFiles, listed.LanguageVersion()
	if k := u.packs[plain]; k != nil {
		version = k.listed.LanguageVersion()
		if k.files != nil {
			files = k.files
		}
	}
	for _, name := range files {
		if f := parseFile(fset, d.reader.dir, listed.Dir, name, name, plain, bare); f.syntax != nil {
			syntax = append(syntax, f.syntax)
		}
	}
	conf := types.Config{
		GoVersion: version, IgnoreFuncBodies: true, FakeImportC: true, Sizes: d.reader.checker.Sizes(),
		Importer: importerOf(listed, below, u.why), Error: func(error) {},
	}
	pkg, _ := conf.Check(plain, fset, syntax, nil)
	variants[path], imports[path] = pkg, pkg
	return nil
}

// check checks the types of files and emits what they use.
func (d *reading) check(path string, listed *golang.Listed, files []*sourceFile, imports map[string]*types.Package) *types.Package {
	var syntax []*ast.File
	for _, f := range files {
		syntax = append(syntax, f.syntax)
	}
	if reason := golang.TooHeavy(syntax); reason != "" {
		d.isOpen(files[0].name + ": " + reason)
		return types.NewPackage(path, "")
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{
		GoVersion: d.unit.pack.listed.LanguageVersion(), FakeImportC: true, Sizes: d.reader.checker.Sizes(),
		Importer: importerOf(listed, imports, d.universe.why),
		Error: func(err error) {
			var failed types.Error
			if !errors.As(err, &failed) {
				d.isOpen(err.Error())
			} else if !failed.Soft {
				at := failed.Fset.PositionFor(failed.Pos, false)
				d.isOpen(source.Span{File: at.Filename, Line: at.Line, Column: at.Column}.String() + ": " + failed.Msg)
			}
		},
	}
	pkg, _ := conf.Check(path, d.fset, syntax, info)
	aliases := localAliases(files)
	for _, f := range files {
		d.own(f, info, aliases[f.path])
	}
	local := map[*types.TypeName]string{}
	for o, name := range d.naming.own {
		if tn, ok := o.(*types.TypeName); ok && pkg != nil && tn.Pkg() == pkg && tn.Parent() != pkg.Scope() {
			local[tn] = name
		}
	}
	d.methods.collectLocal(pkg, local, d.place)
	for _, f := range files {
		(&user{reading: d, file: f, info: info}).uses()
		d.relations(f, info)
	}
	return pkg
}

// own notes the names of members and local types that a file declares.
func (d *reading) own(f *sourceFile, info *types.Info, aliases map[string]string) {
	note := func(id *ast.Ident, subject string) {
		if o := info.Defs[id]; o != nil {
			d.naming.own[o] = subject
		}
	}
	members := func(owner string, typ ast.Expr) {
		eachMember(owner, typ, func(m member) { note(m.name, m.subject) })
	}
	spec := func(prefix string, s *ast.TypeSpec) {
		note(s.Name, prefix+"."+s.Name.Name)
		members(prefix+"."+s.Name.Name, s.Type)
	}
	r := &declarer{file: f, aliases: aliases}
	for _, decl := range f.syntax.Decls {
		switch decl := decl.(type) {
		case *ast.GenDecl:
			for _, s := range decl.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					spec(f.path, s)
				case *ast.ValueSpec:
					if s.Type != nil && len(s.Names) > 0 {
						members(f.path+"."+s.Names[0].Name, s.Type)
					} else if len(s.Values) > 0 && len(s.Names) > 0 {
						if lit, ok := s.Values[0].(*ast.CompositeLit); ok && lit.Type != nil {
							members(f.path+"."+s.Names[0].Name, lit.Type)
						}
					}
				}
			}
		case *ast.FuncDecl:
			subject := r.subject(decl)
			note(decl.Name, subject)
			if decl.Body == nil {
				continue
			}
			ast.Inspect(decl.Body, func(n ast.Node) bool {
				if g, ok := n.(*ast.GenDecl); ok && g.Tok == token.TYPE {
					for _, s := range g.Specs {
						spec(subject, s.(*ast.TypeSpec))
					}
				}
				return true
			})
		}
	}
}

// place returns the span of the name of an object of the unit.
func (d *reading) place(o types.Object) source.Span {
	p := d.fset.PositionFor(o.Pos(), false)
	return source.Span{File: p.Filename, Line: p.Line, Column: p.Column, EndLine: p.Line, EndColumn: p.Column + len(o.Name())}
}
