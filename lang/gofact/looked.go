package gofact

import (
	"bytes"
	"context"
	"go/ast"
	"go/token"
	"path"
	"path/filepath"
	"strings"

	"sooth/fact"
	"sooth/lang/goapi"
)

// looked is what the syntax of a package says: every file of its folders, built
// or not.
type looked struct {
	state   string // of the folder, where it is of the tree
	full    bool   // facts were made; else there are only types
	name    string // declared
	module  string
	version string
	dir     string
	facts   []fact.Fact
	types   map[string]*typeSyntax // "path.Name", "path_test.Name"
	order   []string               // of types, as declared
	open    string
}

// read parses a package; without full only its types are collected.
func (p *Packages) read(ctx context.Context, at location, full bool) *looked {
	l := &looked{module: at.module, version: at.version, open: at.open, types: map[string]*typeSyntax{}}
	var files []*sourceFile
	root, much := "", declarations
	if at.own {
		root, much = p.dir, whole
	}
	if !full {
		much = bare
	}
	fset := token.NewFileSet()
	for i, place := range at.dirs {
		if i == 0 {
			l.dir = place.dir
		}
		names, err := readDirNames(place.dir)
		if err != nil {
			l.isOpen(place.name + ": " + err.Error())
		}
		for _, base := range names {
			if ctx.Err() != nil {
				return l
			}
			f := parseFile(fset, root, place.dir, base, path.Join(place.name, base), at.path, much)
			if f.broken != "" {
				l.isOpen(f.broken)
			}
			if f.syntax != nil {
				f.exclude(&p.tags)
				files = append(files, f)
			}
		}
	}
	p.declare(l, at, files, full)
	return l
}

// isOpen notes the first reason why there may be more than was read.
func (l *looked) isOpen(reason string) {
	if l.open == "" {
		l.open = reason
	}
}

// declare adds the definitions of the files and collects the types.
func (p *Packages) declare(l *looked, at location, files []*sourceFile, full bool) {
	aliases := localAliases(files)
	for _, f := range files {
		if f.cgo && at.module != "std" { // there is a version without cgo of all that the standard library exports
			l.isOpen(f.name + ": imports \"C\"; cgo is not run")
		}
		if l.name == "" && !f.test && !ignored(f) {
			l.name = f.syntax.Name.Name
		}
		if full {
			(&declarer{file: f, strength: fact.Syntax, aliases: aliases[f.path], add: func(x fact.Fact) { l.facts = append(l.facts, x) }}).declare()
		}
		l.collect(f, aliases[f.path])
	}
	if !full {
		return
	}
	if len(files) > 0 {
		l.facts = append(l.facts, packageFact(at.path, at.module, l.name, at.dirs[0].name, fact.Syntax))
		if p, ok := packageDefinition(files, at.path, fact.Syntax); ok {
			l.facts = append(l.facts, p)
		}
	}
	l.facts = append(l.facts, deprecated(files, l.facts, fact.Syntax)...)
}

// packageFact says where a package was read; its Detail is the declared name.
func packageFact(path, module, name, folder string, strength fact.Strength) fact.Fact {
	f := fact.Fact{Kind: fact.Package, Language: language, Subject: path, Object: module, Detail: name, Strength: strength}
	f.Span.File = folder
	return f
}

// ignored reports whether a file is left out of every build, as by
// "//go:build ignore", so that its package clause says nothing.
func ignored(f *sourceFile) bool {
	head, _, _ := bytes.Cut(f.text, []byte("\npackage "))
	return bytes.Contains(head, []byte("//go:build ignore"))
}

// localAliases returns the aliases of types of the same package, by package.
func localAliases(files []*sourceFile) map[string]map[string]string {
	aliases := map[string]map[string]string{}
	for _, f := range files {
		for _, decl := range f.syntax.Decls {
			g, ok := decl.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, spec := range g.Specs {
				s, ok := spec.(*ast.TypeSpec)
				if !ok || !s.Assign.IsValid() {
					continue
				}
				if target, ok := ast.Unparen(s.Type).(*ast.Ident); ok && target.Name != s.Name.Name {
					if aliases[f.path] == nil {
						aliases[f.path] = map[string]string{}
					}
					aliases[f.path][s.Name.Name] = target.Name
				}
			}
		}
	}
	return aliases
}

// deprecated returns the deprecations of the files of one folder.
func deprecated(files []*sourceFile, definitions []fact.Fact, strength fact.Strength) []fact.Fact {
	byPath := map[string][]*ast.File{}
	noted := map[string]bool{}
	for _, f := range files {
		byPath[f.path] = append(byPath[f.path], f.syntax)
		if bytes.Contains(f.text, []byte("Deprecated:")) {
			noted[f.path] = true
		}
	}
	var facts []fact.Fact
	for path := range noted {
		paragraphs := map[string]string{}
		for symbol, p := range goapi.Deprecations(byPath[path]) {
			paragraphs[symbol] = p.Text
		}
		facts = append(facts, deprecations(path, paragraphs, definitions, strength)...)
		if text, ok := paragraphs[""]; ok {
			f := fact.Fact{Kind: fact.Deprecated, Language: language, Subject: path, Detail: text, Strength: strength}
			for _, file := range files {
				if file.path == path && file.syntax.Doc != nil && strings.Contains(file.syntax.Doc.Text(), "Deprecated:") {
					f.Span = file.word(file.syntax.Name.Pos(), len(file.syntax.Name.Name))
					break
				}
			}
			facts = append(facts, f)
		}
	}
	return facts
}

// packageName returns what a package calls itself; empty: not known. It reads
// package clauses only.
func (p *Packages) packageName(l *layout, importPath string) string {
	at := location{}
	if own := l.byPath[importPath]; own != nil {
		at.dirs = []place{{dir: filepath.Join(p.dir, filepath.FromSlash(own[0].rel))}}
	} else {
		p.mu.Lock()
		name, known := p.names[importPath]
		p.mu.Unlock()
		if known {
			return name
		}
		at = p.outside(l, importPath, false)
	}
	name := ""
	for _, place := range at.dirs {
		names, _ := readDirNames(place.dir)
		for _, base := range names {
			if name == "" && !strings.HasSuffix(base, "_test.go") {
				if h := readHeader(place.dir, base); h.name != "" && !h.ignored {
					name = h.name
				}
			}
		}
	}
	if l.byPath[importPath] == nil {
		p.mu.Lock()
		p.names[importPath] = name
		p.mu.Unlock()
	}
	return name
}
