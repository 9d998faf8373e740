package truth

import (
	"go/ast"
	"strconv"
	"strings"

	"sooth/examples/go-search/universe"
)

// index is a universe with the questions that generators ask of it.
type index struct {
	library   *universe.Library
	documents []universe.Document
	byID      map[string]universe.Document
	byLast    map[string][]universe.Document // by the last segment of the name; no packages
	byShort   map[string][]universe.Document // by package name and name: "http.Client.Do"; packages by "http"
	uses      map[string]int                 // of package-level names in the bodies of the standard library, by ID
}

func newIndex(library *universe.Library) *index {
	x := &index{
		library: library, documents: library.Documents(), byID: map[string]universe.Document{},
		byLast: map[string][]universe.Document{}, byShort: map[string][]universe.Document{}, uses: map[string]int{},
	}
	for _, d := range x.documents {
		x.byID[d.ID] = d
		if d.Kind == "package" {
			x.byShort[d.Name] = append(x.byShort[d.Name], d)
			continue
		}
		x.byLast[last(d.Name)] = append(x.byLast[last(d.Name)], d)
		x.byShort[x.short(d)] = append(x.byShort[x.short(d)], d)
	}
	for _, p := range library.Packages {
		for _, file := range p.Files {
			x.countUses(file)
		}
	}
	return x
}

// countUses counts "name.Name" where name is an import of the file.
func (x *index) countUses(file *ast.File) {
	imports := map[string]string{}
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := leaf(importPath)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = importPath
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if operand, ok := s.X.(*ast.Ident); ok && imports[operand.Name] != "" {
				x.uses[imports[operand.Name]+"."+s.Sel.Name]++
			}
		}
		return true
	})
}

// short is a document's name as it stands in a program: "http.Client.Do".
func (x *index) short(d universe.Document) string {
	name := leaf(d.Package)
	if p := x.library.Package(d.Package); p != nil {
		name = p.Types.Name()
	}
	if d.Kind == "package" {
		return name
	}
	return name + "." + d.Name
}

// standard returns the documents of the standard library that a query may be
// about. Left out are syscall, which is frozen and whose thousand constants are
// tables of numbers, and what is deprecated, which is class E.
func (x *index) standard(kinds ...string) []universe.Document {
	var found []universe.Document
	for _, d := range x.documents {
		if d.Source != universe.Standard || d.Package == "syscall" || x.deprecated(d) {
			continue
		}
		for _, kind := range kinds {
			if d.Kind == kind {
				found = append(found, d)
			}
		}
	}
	return found
}

// importable returns every name of the standard library, deprecated ones too;
// without package syscall and debug/..., whose constants are tables of numbers.
func (x *index) importable() []universe.Document {
	var found []universe.Document
	for _, d := range x.documents {
		if d.Source == universe.Standard && d.Kind != "package" && d.Package != "syscall" && !strings.HasPrefix(d.Package, "debug/") {
			found = append(found, d)
		}
	}
	return found
}

// deprecated reports whether a document, its package or the type that it is a
// member of says that it is deprecated.
func (x *index) deprecated(d universe.Document) bool {
	says := func(doc string) bool {
		return strings.HasPrefix(doc, "Deprecated:") || strings.Contains(doc, "\n\nDeprecated:")
	}
	if says(d.Doc) || says(x.byID[d.Package].Doc) {
		return true
	}
	owner, _, member := strings.Cut(d.Name, ".")
	return member && says(x.byID[d.Package+"."+owner].Doc)
}

// ids returns the IDs of documents.
func ids(documents []universe.Document) []string {
	list := make([]string, len(documents))
	for i, d := range documents {
		list[i] = d.ID
	}
	return list
}
