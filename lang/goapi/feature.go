package goapi

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Feature is a use of a language feature or builtin function that not every
// release of Go has.
type Feature struct {
	Pos, End token.Pos
	Name     string // "range over integer", "builtin clear"
	Since    string // "1.22"
	From     string // "Go 1.22 release notes, Changes to the language"
	// Note says that a compiler set to an older release accepts the program,
	// but it means something else there.
	Note bool
}

// Features returns the uses of language features and builtin functions in
// files, in source order. Where info lacks an entry, as in a program with
// errors, only what the syntax alone decides is reported.
func Features(fset *token.FileSet, files []*ast.File, info *types.Info) []Feature {
	return nil
}
