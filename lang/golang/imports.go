package golang

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"sooth/internal/nearest"
	"sooth/lang"
	"sooth/score"
)

// importPath returns the path of an import declaration.
func importPath(s *ast.ImportSpec) string {
	p, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		return ""
	}
	return p
}

// outside returns the import paths of the program that it does not provide
// itself, sorted.
func (c *check) outside() []string {
	var paths []string
	for _, p := range c.parts {
		for _, f := range p.files {
			for _, s := range f.syntax.Imports {
				if path := importPath(s); path != "" && path != "C" && c.own(path) == nil {
					paths = append(paths, path)
				}
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// own returns the package of the program with an import path, or nil.
func (c *check) own(path string) *part {
	for _, p := range c.parts {
		if p.path == path {
			return p
		}
	}
	return nil
}

// importable reports whether a package at path can be had by the type checker.
func (c *check) importable(path string) bool {
	return path == "unsafe" || c.own(path) != nil || c.module.universe.records[path] != nil || c.local.pkg(path) != nil
}

// checkImports reports the imports that the go command refuses.
func (c *check) checkImports(ctx context.Context, p *part) {
	for _, f := range p.files {
		for _, s := range f.syntax.Imports {
			if problem, bad := c.importProblem(ctx, p, s); bad {
				problem.Span = c.span(s.Path.Pos(), s.Path.End())
				c.report(problem)
			}
		}
	}
}

// importProblem says what is wrong with an import, in this order: where a
// package may be imported from, then whether there is one.
func (c *check) importProblem(ctx context.Context, p *part, s *ast.ImportSpec) (lang.Problem, bool) {
	path := importPath(s)
	problem := func(kind score.Kind, message string) (lang.Problem, bool) {
		return lang.Problem{Diagnostic: score.Diagnostic{Kind: kind, Symbol: path, Message: message}}, true
	}
	std := c.checker.std.paths
	switch {
	case path == "":
		return lang.Problem{}, false // the type checker says so
	case path == "C":
		c.opened["C"] = "cgo is not run"
		q, bad := problem(score.CouldNotDetermine, "the file needs cgo, which is not run")
		q.Unsure = "cgo is not run"
		return q, bad
	case path[0] == '.':
		return problem(score.OtherError, fmt.Sprintf("%q is relative, but relative import paths are not supported in module mode", path))
	case path[0] == '/':
		return problem(score.OtherError, fmt.Sprintf("cannot import absolute path %q", path))
	case path == "main":
		return problem(score.OtherError, "import \"main\" is a program, not an importable package")
	}
	if parent, ok := internalTo(path); ok && (std[path] || parent == "" || !within(p.path, parent)) && c.exists(path) {
		return problem(score.OtherError, "use of internal package "+path+" not allowed")
	}
	if firstElement(path) == "vendor" && std[path] {
		return problem(score.OtherError, "package "+path+" is vendored by the standard library and cannot be imported")
	}
	if own := c.own(path); own != nil {
		if own.types != nil && own.types.Name() == "main" {
			return problem(score.OtherError, fmt.Sprintf("import %q is a program, not an importable package", path))
		}
		return lang.Problem{}, false
	}
	if !c.importable(path) {
		return c.noPackage(ctx, path), true
	}
	if r := c.recordOf(ctx, path); r != nil {
		if r.Name == "main" {
			return problem(score.OtherError, fmt.Sprintf("import %q is a program, not an importable package", path))
		}
		if r.Open != "" {
			c.opened[path] = r.Open
		}
	}
	if r, ok := c.module.resolved[path]; ok && r.Error != "" {
		c.opened[path] = r.Error
		q, bad := problem(score.OtherError, "package "+path+": "+r.Error)
		q.Unsure = "a package that it needs cannot be read"
		return q, bad
	}
	return lang.Problem{}, false
}

// exists reports whether some module has a package.
func (c *check) exists(path string) bool {
	return c.checker.std.paths[path] || c.importable(path)
}

// noPackage classifies an import that nothing provides. It is accused where the
// module that would hold the package is here in full: the standard library for
// paths without a dot, the program's own module, a module of go.mod. A path
// that no module of go.mod begins may exist elsewhere: nobody can tell.
func (c *check) noPackage(ctx context.Context, path string) lang.Problem {
	p := lang.Problem{Diagnostic: score.Diagnostic{Kind: score.InventedPackage, Symbol: path}}
	own := c.module.mod.Module.Path
	r := c.module.resolved[path]
	switch {
	case r.Dir != "" || r.Key != "":
		p.Kind = score.OtherError
		p.Message = r.Error
		p.Unsure = "the package has no files for this platform"
	case within(path, own):
		p.Message = fmt.Sprintf("package %s is not in module %s", path, own)
		if c.absentFolder(c.module.dir, path[len(own):]) {
			p.Accuses = true
			p.Evidence = "the module is given in full; no folder of it holds such a package"
		} else {
			p.Unsure = "a folder of that name is there"
		}
	case c.module.provides(path).Path != "":
		c.notInModule(ctx, &p, path)
	case !c.dotted(path):
		c.notInStandard(&p, path)
	default:
		p.Kind = score.OtherError
		p.Message = "no required module provides package " + path
		p.Unsure = "open world: no module of go.mod begins with this path, so its packages are not known"
		c.opened[path] = "no module of go.mod provides it"
	}
	return p
}

// dotted reports whether the first element of a path has a dot: others are
// reserved for the standard library.
func (c *check) dotted(path string) bool {
	for _, r := range firstElement(path) {
		if r == '.' {
			return true
		}
	}
	return false
}

// notInStandard accuses a path of the standard library's name space. A path of
// several elements whose first no package of the standard library has may be
// one of somebody's own module.
func (c *check) notInStandard(p *lang.Problem, path string) {
	p.Message = fmt.Sprintf("package %s is not in std", path)
	first := firstElement(path)
	known := first == path
	for s := range c.checker.std.paths {
		known = known || firstElement(s) == first
	}
	if !known {
		p.Kind = score.OtherError
		p.Unsure = "open world: it may be a package of a module of the writer's own"
		c.opened[path] = "neither the standard library nor a module of go.mod provides it"
		return
	}
	dir := filepath.Join(c.checker.go_.Root, "src", filepath.FromSlash(path))
	if _, err := os.Stat(dir); !os.IsNotExist(err) || !plainPath(path) {
		p.Unsure = "the standard library has a folder of that name"
		return
	}
	p.Accuses = true
	p.Evidence = fmt.Sprintf("go list std names %d packages and not this one; there is no folder src/%s in %s", len(c.checker.std.paths), path, c.checker.go_.Version)
	p.Suggestion = nearest.Symbol(path, nearest.Close, slices.Values(c.importableStd()))
}

// importableStd returns the packages of the standard library that any program
// may import, sorted.
func (c *check) importableStd() []string {
	var list []string
	for p := range c.checker.std.paths {
		if _, internal := internalTo(p); !internal && firstElement(p) != "vendor" && firstElement(p) != "cmd" {
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list
}

// absentFolder reports whether dir, when there is one, has no folder rel.
func (c *check) absentFolder(dir, rel string) bool {
	if dir == "" {
		return true
	}
	_, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(rel)))
	return os.IsNotExist(err)
}

// specAt returns the import declaration at a place, or nil.
func (p *part) specAt(pos token.Pos) *ast.ImportSpec {
	for _, f := range p.files {
		for _, s := range f.syntax.Imports {
			if s.Pos() <= pos && pos < s.End() {
				return s
			}
		}
	}
	return nil
}
