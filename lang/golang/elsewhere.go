package golang

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
)

// maxSearch bounds how many files of a module are searched for a suggestion.
const maxSearch = 3000

// elsewhere returns the first other package of the module that exports a name
// at package level, as "import/path.Name"; empty: none does, or the package
// belongs to the standard library. It is asked only for a name that is accused.
func (c *check) elsewhere(path, name string) string {
	r, ok := c.module.resolved[path]
	below := strings.Trim(strings.TrimPrefix(path, r.Module), "/")
	root, found := strings.CutSuffix(filepath.ToSlash(r.Dir), below)
	if !ok || r.Dir == "" || !found || !token.IsExported(name) {
		return ""
	}
	files, suggestion := 0, ""
	_ = filepath.WalkDir(filepath.FromSlash(root), func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := d.Name(); d.IsDir() && filepath.ToSlash(file) != strings.TrimSuffix(root, "/") && (base == "internal" || base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_') {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		if files++; files > maxSearch {
			return fs.SkipAll
		}
		if exports(file, name) {
			rel, err := filepath.Rel(filepath.FromSlash(root), filepath.Dir(file))
			if err == nil {
				suggestion = strings.TrimSuffix(r.Module+"/"+filepath.ToSlash(rel), "/.") + "." + name
				return fs.SkipAll
			}
		}
		return nil
	})
	return suggestion
}

// exports reports whether a file of a package that can be imported declares a
// name at package level.
func exports(file, name string) bool {
	text, err := readSource(file)
	if err != nil || !bytes.Contains(text, []byte(name)) {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
	if err != nil || f.Name.Name == "main" {
		return false
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == name {
				return true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Name.Name == name {
						return true
					}
				case *ast.ValueSpec:
					for _, id := range s.Names {
						if id.Name == name {
							return true
						}
					}
				}
			}
		}
	}
	return false
}
