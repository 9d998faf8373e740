package witness

import (
	"strings"
)

// The sorts of declarations.
const (
	Func            = "func"
	Method          = "method"
	Struct          = "struct"
	Interface       = "interface"
	Type            = "type"
	Alias           = "alias"
	Const           = "const"
	Var             = "var"
	Field           = "field"
	InterfaceMethod = "interface method"
)

// Decl is one declaration, or a field or method that stands in one.
type Decl struct {
	Package string
	Name    string // "F", "T", "T.M", "T.Field"
	Sort    string
	File    string
	Line    int // of the name
	First   int // of the declaration, doc comment left out
	End     int
	Test    bool   // it stands in a file of tests
	Doc     string // text of the doc comment, of the group too
	// Of functions and methods. Results are empty for none.
	Pointer    bool // the receiver is a pointer
	Params     []Param
	Results    []Param
	TypeParams []string
	// Type is that of a field, variable, constant or alias, and what a defined
	// type is made of, with whole import paths; "?" in it: not known.
	Type     string
	Source   string   // of a field: its type as written
	Embedded bool     // of a field
	Embeds   []string // of an interface: what it embeds
	Generic  bool     // of a type: it has type parameters
	Union    bool     // of an interface: it holds types, so that it is a constraint
	Value    string   // of a constant: its literal as written; empty: none or not one
}

// Param is a parameter or result.
type Param struct {
	Name   string
	Type   string // with whole import paths
	Source string // as written
}

// Symbol is the qualified name.
func (d *Decl) Symbol() string { return d.Package + "." + d.Name }

// LastName is the last segment of the name.
func (d *Decl) LastName() string { return d.Name[strings.LastIndexByte(d.Name, '.')+1:] }

func (d *Decl) callable() bool {
	return d.Sort == Func || d.Sort == Method || d.Sort == InterfaceMethod
}
