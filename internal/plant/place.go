package plant

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"sooth/internal/toolchain"
	"sooth/suite"
)

// listed is a package as the go command lists it.
type listed struct {
	ImportPath string
	Name       string
	Dir        string
	Export     string
	Standard   bool
	Module     *struct{ Path, Version, Dir string }
}

// program is a reference answer with its types: where faults can be put.
type program struct {
	task     *suite.Task
	name     string // of the file
	source   string
	fset     *token.FileSet
	file     *ast.File
	info     *types.Info
	pkg      *types.Package
	packages map[string]listed // by import path, all dependencies
	modules  map[string]string // module path → directory
}

// open lays out the task's module in dir and reads its reference answer. The
// packages it imports come from the compiler's export data: these are the
// suite's own pinned modules, which the build that confirms compiles anyway.
func open(ctx context.Context, g *toolchain.Go, task *suite.Task, dir string) (*program, error) {
	var files []string
	p := &program{task: task, fset: token.NewFileSet(), packages: map[string]listed{}, modules: map[string]string{}}
	for _, f := range task.Reference {
		if strings.HasSuffix(f.Name, ".go") {
			files = append(files, f.Name)
			p.name, p.source = f.Name, f.Text
		}
	}
	if len(files) != 1 {
		return nil, fmt.Errorf("the reference has %d Go files, want one", len(files))
	}
	if strings.Contains(p.source, "\r") {
		return nil, fmt.Errorf("%q has carriage returns", p.name)
	}
	if err := writeModule(dir, task); err != nil {
		return nil, err
	}
	if err := write(filepath.Join(dir, "reference", p.name), p.source); err != nil {
		return nil, err
	}
	out, err := g.Run(ctx, dir, nil, "list", "-deps", "-export", "-json=ImportPath,Name,Dir,Export,Standard,Module", "./reference")
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		p.packages[l.ImportPath] = l
		if l.Module != nil && l.Module.Dir != "" {
			p.modules[l.Module.Path] = l.Module.Dir
		}
	}
	if p.file, err = parser.ParseFile(p.fset, p.name, p.source, parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	p.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	config := types.Config{
		GoVersion: "go" + task.Target.Version,
		Importer: importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) {
			return os.Open(p.packages[path].Export)
		}),
	}
	if p.pkg, err = config.Check("solution", p.fset, []*ast.File{p.file}, p.info); err != nil {
		return nil, fmt.Errorf("the reference does not compile: %w", err)
	}
	return p, nil
}

// writeModule writes the task's go.mod and go.sum.
func writeModule(dir string, task *suite.Task) error {
	for _, f := range task.Module.Files {
		if err := write(filepath.Join(dir, f.Name), f.Text); err != nil {
			return err
		}
	}
	return nil
}

func write(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

func (p *program) offset(pos token.Pos) int { return p.fset.Position(pos).Offset }
func (p *program) line(pos token.Pos) int   { return p.fset.Position(pos).Line }

func (p *program) text(n ast.Node) string { return p.source[p.offset(n.Pos()):p.offset(n.End())] }

// oneLine reports that a node begins and ends on one line.
func (p *program) oneLine(n ast.Node) bool { return p.line(n.Pos()) == p.line(n.End()) }

// outside reports that obj is declared by another package.
func (p *program) outside(obj types.Object) bool {
	return obj != nil && obj.Pkg() != nil && obj.Pkg() != p.pkg
}

// imported returns the package of a qualified identifier, or nil.
func (p *program) imported(sel *ast.SelectorExpr) *types.Package {
	if x, ok := sel.X.(*ast.Ident); ok {
		if name, ok := p.info.Uses[x].(*types.PkgName); ok {
			return name.Imported()
		}
	}
	return nil
}

// qualifier returns the name under which the file imports the package of
// path, and whether it does.
func (p *program) qualifier(path string) (string, bool) {
	for _, spec := range p.file.Imports {
		if strings.Trim(spec.Path.Value, "\"`") == path {
			if spec.Name != nil {
				return spec.Name.Name, true
			}
			return p.packages[path].Name, true
		}
	}
	return path[strings.LastIndex(path, "/")+1:], false
}

// free reports that name means nothing at pos.
func (p *program) free(name string, pos token.Pos) bool {
	scope := p.pkg.Scope().Innermost(pos)
	if scope == nil {
		scope = p.pkg.Scope()
	}
	_, obj := scope.LookupParent(name, token.NoPos)
	return obj == nil
}

// named returns the named type of t or of what t points to, when another
// package declares it.
func (p *program) named(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && p.outside(n.Obj()) {
		return n
	}
	return nil
}

// has reports that a value of type t has a field or method of that name,
// in whatever way it is used.
func (p *program) has(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, p.pkg, name)
	if obj == nil {
		if n := p.named(t); n != nil {
			obj, _, _ = types.LookupFieldOrMethod(types.NewPointer(n), true, n.Obj().Pkg(), name)
		}
	}
	return obj != nil
}

// ours reports that path is a package of the module that the task is about.
func (p *program) ours(pkg *types.Package) bool {
	return p.task.ModulePath != "std" && (pkg.Path() == p.task.ModulePath || strings.HasPrefix(pkg.Path(), p.task.ModulePath+"/")) || // the module under test
		p.task.ModulePath == "std" && path.Base(pkg.Path()) != "errors"
}
