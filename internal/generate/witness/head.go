package witness

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// parse parses a file; nil: it cannot be read. What has a syntax error is
// parsed as far as it goes.
func (t *Tree) parse(name string, mode parser.Mode) (*token.FileSet, *ast.File, []byte, bool) {
	info, err := fs.Stat(t.root, name)
	if err != nil || info.Size() > maxFile || !info.Mode().IsRegular() {
		return nil, nil, nil, true
	}
	text, err := fs.ReadFile(t.root, name)
	if err != nil {
		return nil, nil, nil, true
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, mode)
	return fset, f, text, err != nil
}

// head reads the package clause and the imports of a file.
func (t *Tree) head(name string) (*File, error) {
	fset, syntax, text, broken := t.parse(name, parser.ImportsOnly|parser.SkipObjectResolution)
	if syntax == nil || syntax.Name == nil || syntax.Name.Name == "" || syntax.Name.Name == "_" {
		return nil, nil
	}
	f := &File{Name: name, Clause: syntax.Name.Name, Test: strings.HasSuffix(name, "_test.go"), Broken: broken, Lines: countLines(text)}
	for _, spec := range syntax.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		i := Import{Path: p, Line: fset.PositionFor(spec.Pos(), false).Line}
		if spec.Name != nil {
			i.Name = spec.Name.Name
		}
		f.DotUse = f.DotUse || i.Name == "."
		f.Imports = append(f.Imports, i)
	}
	return f, nil
}

// countLines counts as editors do: a newline at the end begins no line.
func countLines(text []byte) int {
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// bind finds out by which name each import is known in the file.
func (f *File) bind(t *Tree) {
	f.names = map[string]string{}
	for _, i := range f.Imports {
		name := i.Name
		switch name {
		case "_", ".":
			continue
		case "":
			name = t.packageName(i.Path)
		}
		f.names[name] = i.Path
	}
}

// packageName returns the name of the package clause at a path: that of the
// tree, else what the path suggests.
func (t *Tree) packageName(importPath string) string {
	if p := t.packages[importPath]; p != nil {
		return p.Name
	}
	return GuessName(importPath)
}

// GuessName returns the package name that an import path suggests: its last
// element without a major version, "go-" before and ".vN", "-go" or ".go" after.
func GuessName(importPath string) string {
	base := path.Base(importPath)
	if strings.HasPrefix(base, "v") && len(base) > 1 && strings.Trim(base[1:], "0123456789") == "" && importPath != base {
		base = path.Base(path.Dir(importPath))
	}
	if i := strings.LastIndex(base, ".v"); i > 0 && strings.Trim(base[i+2:], "0123456789") == "" {
		base = base[:i]
	}
	base = strings.TrimPrefix(base, "go-")
	base = strings.TrimSuffix(strings.TrimSuffix(base, ".go"), "-go")
	if i := strings.LastIndexByte(base, '-'); i >= 0 {
		base = base[i+1:]
	}
	return base
}
