// Package universe turns the standard library of an installed Go toolchain
// into the documents of a search corpus: one document for each package, type,
// function, method, field, constant and variable that is exported.
package universe

// Document is one thing that a search engine can find.
type Document struct {
	// ID is the import path of a package, or the import path, a dot and the
	// name: "net/http", "net/http.Get", "net/http.Client.Do". It is the
	// Subject of a definition in docs/format/fact.md.
	ID string `json:"id"`
	// Kind is "package", "type", "func", "method", "field", "const" or "var".
	Kind string `json:"kind"`
	// Source says where the package stands: see the constants below.
	Source string `json:"source"`
	// Package is the import path.
	Package string `json:"package"`
	// Name is what stands behind the import path: "Client.Do"; of a package
	// the name in its package clause.
	Name string `json:"name"`
	// Signature is the declaration on one line, without body and members.
	Signature string `json:"signature"`
	// Doc is the text of the doc comment, of a field without one that of the
	// comment on its line; of a constant or variable both its own comment and
	// the one on its group.
	Doc string `json:"doc"`
	// File is where the name is declared, below $GOROOT/src, and Line its line,
	// starting at 1. They are not part of the corpus.
	File string `json:"-"`
	Line int    `json:"-"`
}

// The sources, highest authority first: what the compatibility promise of Go 1
// covers, what only the standard library itself may import, and the copies of
// golang.org/x that are vendored into it.
const (
	Standard = "std"
	Internal = "internal"
	Vendored = "vendor"
)

// Sources lists the sources, highest authority first.
func Sources() []string { return []string{Standard, Internal, Vendored} }

// The platform whose files are read, whatever the host is, so that the same
// toolchain gives the same documents everywhere.
const (
	GOOS   = "linux"
	GOARCH = "amd64"
)
