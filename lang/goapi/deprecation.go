package goapi

import "go/ast"

// Paragraph is the deprecation notice of a symbol.
type Paragraph struct {
	Text        string // the paragraph from "Deprecated:" on, lines joined by blanks
	Replacement string // the first replacement that it names, as written: "os.ReadFile", "Reader.Open"; empty: none could be read
}

// Deprecations returns the deprecated symbols that the files of one package
// declare: "Get", "Client.Do", "Header.Xattrs" (methods, fields and interface
// methods by their type without a star), "" for the package itself. A symbol
// is deprecated when a paragraph of its doc comment begins with "Deprecated: ".
func Deprecations(files []*ast.File) map[string]Paragraph {
	return nil
}
