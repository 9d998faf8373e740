package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// corpus is a module with all that labels are checked against.
type corpus struct {
	*tree
	ctx       context.Context
	tags      map[tag]string             // universal-ctags: where a name is declared, with the signature that it read
	words     map[string]bool            // every word of every file of the module, its dependencies and GOROOT/src
	members   map[string]map[string]bool // type name: fields and methods declared on any type of that name, anywhere in these
	embedded  map[string]int             // type name: how many types of that name embed something
	types     map[string]int             // type name: how many types have it
	packages  map[string]map[string]bool // package name: names declared at the top of any package of that name
	declared  map[string]int             // name: declarations of it anywhere
	byName    map[string][]*declaration  // declarations of the module
	bySymbol  map[string][]*declaration
	variables map[string]bool // lower-case names of parameters, fields and variables of the module
	files     map[string]*sourceFile
	paths     []string       // all files of the module, relative
	dropped   map[string]int // why items were left out
	probes    []*probe
	programs  []*probe
	listing   map[string][]string // folder: what go list says that it imports
}

type tag struct {
	file, name string
	line       int
}

// readCorpus reads a module and everything that a name could come from.
func readCorpus(ctx context.Context, module, work string) (*corpus, error) {
	t, err := read(ctx, module, work)
	if err != nil {
		return nil, err
	}
	c := &corpus{tree: t, ctx: ctx, words: map[string]bool{}, members: map[string]map[string]bool{}, embedded: map[string]int{}, types: map[string]int{},
		packages: map[string]map[string]bool{}, byName: map[string][]*declaration{}, bySymbol: map[string][]*declaration{},
		files: map[string]*sourceFile{}, dropped: map[string]int{}, declared: map[string]int{}, variables: map[string]bool{}}
	for i := range t.declarations {
		d := &t.declarations[i]
		c.byName[d.name] = append(c.byName[d.name], d)
		c.bySymbol[d.symbol()] = append(c.bySymbol[d.symbol()], d)
	}
	for _, f := range t.files {
		c.files[f.file] = f
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.Field:
				c.variable(x.Names...)
				if id, ok := ast.Unparen(x.Type).(*ast.Ident); ok && len(x.Names) == 0 {
					c.variable(id) // an embedded type is a field of its name
				}
				if star, ok := x.Type.(*ast.StarExpr); ok && len(x.Names) == 0 {
					if id, ok := star.X.(*ast.Ident); ok {
						c.variable(id)
					}
				}
			case *ast.ValueSpec:
				c.variable(x.Names...)
			case *ast.AssignStmt:
				for _, e := range x.Lhs {
					if id, ok := e.(*ast.Ident); ok {
						c.variable(id)
					}
				}
			}
			return true
		})
	}
	if err := c.readTags(); err != nil {
		return nil, err
	}
	return c, c.readClosure()
}

func (c *corpus) variable(names ...*ast.Ident) {
	for _, n := range names {
		if !n.IsExported() {
			c.variables[n.Name] = true
		}
	}
}

// readTags runs universal-ctags over the module.
func (c *corpus) readTags() error {
	dirs := []string{"."}
	if c.module == "std" {
		dirs = standard()
	}
	args := append([]string{"--output-format=json", "--languages=Go", "--fields=+nKS", "--sort=no", "-f", "-", "-R"}, dirs...)
	text, err := output(c.ctx, c.dir, "ctags", args...)
	if err != nil {
		return fmt.Errorf("universal-ctags with JSON is needed: %w", err)
	}
	c.tags = map[tag]string{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var t struct {
			Name, Path, Signature string
			Line                  int
		}
		if json.Unmarshal(lines.Bytes(), &t) == nil {
			c.tags[tag{strings.TrimPrefix(t.Path, "./"), t.Name, t.Line}] = t.Signature
		}
	}
	if len(c.tags) == 0 {
		return fmt.Errorf("universal-ctags found nothing in %s", c.dir)
	}
	return lines.Err()
}

// readClosure collects words from the module, its dependencies and GOROOT/src,
// and what their types and packages declare.
func (c *corpus) readClosure() error {
	goroot, err := locate(c.ctx, "std", "")
	if err != nil {
		return err
	}
	folders := map[string]bool{}
	if c.module != "std" {
		text, err := output(c.ctx, c.dir, "go", "list", "-e", "-deps", "-test", "-f", "{{if not .Standard}}{{.Dir}}{{end}}", "./...")
		if err != nil {
			return err
		}
		for _, d := range strings.Fields(string(text)) {
			if !strings.HasPrefix(d, c.dir+"/") && d != c.dir {
				folders[d] = true
			}
		}
		if err := c.collect(c.dir, true); err != nil {
			return err
		}
	}
	for d := range folders {
		entries, err := os.ReadDir(d)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if !e.IsDir() {
				c.collectFile(filepath.Join(d, e.Name()))
			}
		}
	}
	return c.collect(goroot, false)
}

func (c *corpus) collect(root string, own bool) error {
	return filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if own || d.Name() != "testdata" && !(root != name && filepath.Base(filepath.Dir(name)) == "src" && d.Name() == "cmd") {
				return nil
			}
			return fs.SkipDir
		}
		if own {
			rel, _ := filepath.Rel(root, name)
			c.paths = append(c.paths, filepath.ToSlash(rel))
			c.collectFile(name)
		} else if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			c.collectFile(name)
		}
		return nil
	})
}

// collectFile takes in the words of a file and, of Go, its declarations.
func (c *corpus) collectFile(name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		return
	}
	for _, w := range bytes.FieldsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r < 128
	}) {
		if len(w) < 60 && !c.words[string(w)] {
			c.words[string(w)] = true
		}
	}
	if !strings.HasSuffix(name, ".go") {
		return
	}
	t := &tree{fset: token.NewFileSet()}
	if _, err := parser.ParseFile(t.fset, name, text, parser.PackageClauseOnly); err != nil || t.readFile(name, name, "x") != nil {
		return
	}
	for _, d := range t.declarations {
		c.declared[d.name]++
		if d.receiver == "" {
			names := c.packages[d.pkg]
			if names == nil {
				names = map[string]bool{}
				c.packages[d.pkg] = names
			}
			names[d.name] = true
			if d.kind == "struct" || d.kind == "interface" || d.kind == "type" || d.kind == "alias" {
				c.types[d.name]++
				if len(d.embeds) > 0 || d.kind == "alias" {
					c.embedded[d.name]++
				}
			}
			continue
		}
		m := c.members[d.receiver]
		if m == nil {
			m = map[string]bool{}
			c.members[d.receiver] = m
		}
		m[d.name] = true
	}
}

// usable says whether statements may be made of a declaration: declared once,
// read on this host, not in a test, known to ctags at the same line.
func (c *corpus) usable(d *declaration) bool {
	switch {
	case d.test || d.excluded || d.generic || d.name == "_" || d.name == "init" || d.name == "main" || len(d.name) < 3:
		return false
	case strings.HasPrefix(d.file, "internal/tests") || d.kind == "alias":
		return false
	case c.module == "std" && !d.exported():
		return false
	case len(c.bySymbol[d.symbol()]) != 1 || d.name == "TODO" || d.name == "Example" || types.Universe.Lookup(d.name) != nil:
		return false
	}
	for _, o := range c.byName[d.name] { // "T.M" and "pkg.F" must mean one thing in the module
		if o != d && o.path != d.path && o.receiver == d.receiver && (d.receiver != "" || o.pkg == d.pkg) {
			return false
		}
	}
	if d.kind == "interface method" || d.kind == "field" {
		return true // this version of ctags does not list all of them; the compiler is the second tool
	}
	if _, ok := c.tags[tag{d.file, d.name, d.nameLine}]; !ok {
		c.drop("ctags disagrees with go/parser about a declaration")
		return false
	}
	return true
}

func (c *corpus) drop(why string) { c.dropped[why]++ }
