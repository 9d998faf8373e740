package gofact

import (
	"bytes"
	"go/parser"
	"go/token"
	"path/filepath"
)

// header is what the beginning of a file says: its package clause and imports.
type header struct {
	name    string // of the package; empty: it cannot be read
	ignored bool
	imports []imported
}

// imported is an import; name is empty where the import gives none.
type imported struct{ name, path string }

// readHeader reads the beginning of a file.
func readHeader(dir, base string) header {
	text, err := readSource("", filepath.Join(dir, base))
	if err != nil {
		return header{}
	}
	syntax, _ := parser.ParseFile(token.NewFileSet(), base, text, parser.ImportsOnly|parser.SkipObjectResolution)
	if syntax == nil || syntax.Name == nil {
		return header{}
	}
	h := header{name: syntax.Name.Name}
	head, _, _ := bytes.Cut(text, []byte("\npackage "))
	h.ignored = bytes.Contains(head, []byte("//go:build ignore"))
	for _, s := range syntax.Imports {
		i := imported{path: importPath(s)}
		if s.Name != nil {
			i.name = s.Name.Name
		}
		h.imports = append(h.imports, i)
	}
	return h
}
