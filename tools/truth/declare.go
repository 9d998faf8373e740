package main

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// declaration is what go/parser alone says of one declared name.
type declaration struct {
	path, pkg       string // import path ("_test" appended for external tests), name of the package
	file            string // relative to the module
	test, excluded  bool
	receiver        string
	pointer         bool
	generic         bool
	name, kind      string // kind: func, method, struct, interface, type, alias, field, interface method, const, var
	doc, line, end  int    // first line of the comment (or line), of the declaration; last line
	nameLine        int
	params, results string
	paramList       []parameter
	resultList      []parameter
	doctext         string
	embeds          []string // as written
	body            *ast.BlockStmt
	source          string // text of the body
	typ             string // of a field, const or var: its type as written
}

type parameter struct{ name, typ string }

func (d declaration) symbol() string {
	if d.receiver != "" {
		return d.path + "." + d.receiver + "." + d.name
	}
	return d.path + "." + d.name
}

func (d declaration) exported() bool {
	return ast.IsExported(d.name) && (d.receiver == "" || ast.IsExported(d.receiver))
}

// sourceFile is one parsed file.
type sourceFile struct {
	path, pkg, file string
	test, excluded  bool
	lines           int
	imports         map[string]string // path to the name that it has in this file; "" where it is the package's own
	syntax          *ast.File
	text            []byte
}

// tree is a module as go/parser sees it.
type tree struct {
	module, dir  string
	fset         *token.FileSet
	files        []*sourceFile
	declarations []declaration
}

// readTree parses the Go files below dir (or only in the folders below, where
// given), without nested modules, vendor, testdata and hidden folders.
func readTree(module, dir string, only ...string) (*tree, error) {
	t := &tree{module: module, dir: dir, fset: token.NewFileSet()}
	root, _, _ := strings.Cut(module, "@")
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		if d.IsDir() {
			base := d.Name()
			if rel != "." && (base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil && rel != "." {
				return fs.SkipDir
			}
			return nil
		}
		folder := filepath.ToSlash(filepath.Dir(rel))
		if !strings.HasSuffix(name, ".go") || len(only) > 0 && !contains(only, folder) {
			return nil
		}
		importPath := path.Join(root, folder)
		if module == "std" {
			importPath = folder
		}
		return t.readFile(name, filepath.ToSlash(rel), importPath)
	})
	return t, err
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func (t *tree) readFile(name, rel, importPath string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	syntax, err := parser.ParseFile(t.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil // a file that does not parse declares nothing that can be labelled
	}
	ok, err := build.Default.MatchFile(filepath.Dir(name), filepath.Base(name))
	f := &sourceFile{path: importPath, pkg: syntax.Name.Name, file: rel, test: strings.HasSuffix(rel, "_test.go"), excluded: !ok || err != nil,
		lines: bytes.Count(text, []byte("\n")), imports: map[string]string{}, syntax: syntax, text: text}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		f.lines++
	}
	if f.test && strings.HasSuffix(f.pkg, "_test") {
		f.path += "_test"
	}
	for _, s := range syntax.Imports {
		p, _ := strconv.Unquote(s.Path.Value)
		f.imports[p] = ""
		if s.Name != nil {
			f.imports[p] = s.Name.Name
		}
		if p == "C" {
			f.excluded = true
		}
	}
	t.files = append(t.files, f)
	for _, d := range syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			t.function(f, d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				t.spec(f, d, s)
			}
		}
	}
	return nil
}

func (t *tree) line(p token.Pos) int { return t.fset.Position(p).Line }

func (t *tree) print(n ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, t.fset, n); err != nil {
		return "?"
	}
	return b.String()
}

// add appends a declaration of name that spans node.
func (t *tree) add(f *sourceFile, d declaration, name *ast.Ident, node ast.Node, doc *ast.CommentGroup) {
	d.path, d.pkg, d.file, d.test, d.excluded = f.path, f.pkg, f.file, f.test, f.excluded
	d.name, d.nameLine = name.Name, t.line(name.Pos())
	d.line, d.end = t.line(node.Pos()), t.line(node.End())
	d.doc = d.line
	if doc != nil {
		d.doc, d.doctext = t.line(doc.Pos()), doc.Text()
	}
	t.declarations = append(t.declarations, d)
}

func (t *tree) function(f *sourceFile, fn *ast.FuncDecl) {
	d := declaration{kind: "func", generic: fn.Type.TypeParams != nil, body: fn.Body}
	if fn.Recv != nil && len(fn.Recv.List) == 1 {
		d.kind = "method"
		e := fn.Recv.List[0].Type
		if s, ok := e.(*ast.StarExpr); ok {
			d.pointer, e = true, s.X
		}
		switch x := e.(type) {
		case *ast.IndexExpr:
			d.generic, e = true, x.X
		case *ast.IndexListExpr:
			d.generic, e = true, x.X
		}
		id, ok := e.(*ast.Ident)
		if !ok {
			return
		}
		d.receiver = id.Name
	}
	t.signature(&d, fn.Type)
	if fn.Body != nil {
		d.source = string(f.text[t.fset.Position(fn.Body.Pos()).Offset:t.fset.Position(fn.Body.End()).Offset])
	}
	t.add(f, d, fn.Name, fn, fn.Doc)
}

// signature fills in parameters and results as they are written.
func (t *tree) signature(d *declaration, ft *ast.FuncType) {
	bare := &ast.FuncType{Params: ft.Params, Results: ft.Results}
	text := strings.TrimPrefix(t.print(bare), "func")
	if strings.Contains(text, "\n") {
		text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), ", )", ")")
		text = strings.ReplaceAll(text, "( ", "(")
	}
	d.paramList, d.resultList = t.fields(ft.Params), t.fields(ft.Results)
	depth := 0
	for i, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				d.params, d.results = text[:i+1], text[i+1:]
				return
			}
		}
	}
}

func (t *tree) fields(l *ast.FieldList) []parameter {
	var out []parameter
	if l == nil {
		return nil
	}
	for _, f := range l.List {
		typ := t.print(f.Type)
		if len(f.Names) == 0 {
			out = append(out, parameter{"", typ})
		}
		for _, n := range f.Names {
			out = append(out, parameter{n.Name, typ})
		}
	}
	return out
}
