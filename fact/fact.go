// Package fact defines what is true of a code base: the first joint,
// "sooth.fact/1" in docs/format/fact.md.
package fact

import "sooth/source"

// Kind is the kind of a fact.
type Kind string

// The kinds of facts.
const (
	Definition Kind = "definition" // Subject is declared at Span
	Reference  Kind = "reference"  // Subject (the enclosing declaration) uses Object at Span
	Call       Kind = "call"       // Subject calls Object at Span
	Import     Kind = "import"     // Subject (a package) imports Object (a package) at Span
	Implements Kind = "implements" // Subject (a type) implements Object (an interface)
	Embeds     Kind = "embeds"     // Subject (a type) embeds Object (a type)
	Promotes   Kind = "promotes"   // Subject (a type) has Object (a field or method) by promotion
	Returns    Kind = "returns"    // Subject (a function) returns Object (a type) as result Index
	Deprecated Kind = "deprecated" // Subject is deprecated; Detail is the paragraph
	Available  Kind = "available"  // Subject exists since Object (a version)
	File       Kind = "file"       // Subject (a path) has Index lines
	Commit     Kind = "commit"     // Subject (a commit) changed Object (a path)
	Package    Kind = "package"    // Subject (an import path) was read from Span.File (its folder); Object is its module
	Literal    Kind = "literal"    // a string or struct tag with the words Detail stands at Span
)

// Strength says how a fact or verdict was found, strongest first.
type Strength string

// The strengths. Results of different strength never mix silently.
const (
	Compiler  Strength = "compiler"
	Index     Strength = "index"
	Syntax    Strength = "syntax"
	Execution Strength = "execution"
	Git       Strength = "git"
	Text      Strength = "text"
)

// Fact is one true statement about a code base.
//
// Go symbols are written import path, dot, names: "net/http.Client.Do" for a
// method or field (of T and *T alike, promoted ones under the type that declares
// them), "net/http.Get"; local packages by their import path; external tests
// under "path_test". Type parameters are not part of a name. A function without
// a name is "pkg.F.func1", counted in its enclosing function from 1 on. A package
// is a definition under its import path (see [Fact.IsPackage]).
type Fact struct {
	Kind      Kind        `json:"kind"`
	Language  string      `json:"language"`
	Subject   string      `json:"subject"`             // qualified: "net/http.(*Client).Do", "pkg/a.go"
	Object    string      `json:"object,omitempty"`    // qualified, by Kind
	Detail    string      `json:"detail,omitempty"`    // of a definition its signature as declared; else by Kind
	Symbol    string      `json:"symbol,omitempty"`    // of a definition: "package", "func", "method", "interface method", "struct", "interface", "type", "alias", "field", "const", "var"; other languages: their word
	Doc       string      `json:"doc,omitempty"`       // of a definition: the summary of its doc comment, one sentence
	DocLine   int         `json:"doc_line,omitempty"`  // of a definition: first line of its doc comment; 0: none
	Excluded  bool        `json:"excluded,omitempty"`  // from a file that the host's build tags leave out
	Index     int         `json:"index,omitempty"`     // by Kind: result number from 0, number of lines
	Span      source.Span `json:"span"`                // the whole declaration or use
	Name      source.Span `json:"name,omitzero"`       // of a definition: its name alone
	Interface bool        `json:"interface,omitempty"` // of a call: through an interface; Object is the interface's method
	Strength  Strength    `json:"strength"`
}
