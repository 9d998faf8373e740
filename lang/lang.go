// Package lang is the contract between the program and the languages it can
// read: what is handed to a language to check, and what comes back.
package lang

import (
	"context"

	"sooth/fact"
	"sooth/score"
	"sooth/source"
)

// Target is what code must run on.
type Target struct {
	Language string `json:"language" yaml:"language"` // "go"
	Version  string `json:"version" yaml:"go"`        // of the language: "1.21"
}

// File is one file of a program.
type File struct {
	Name string // slash-separated, relative to the module's root
	Text string
	Hash string // of a file of a Tree: SHA-256 of its content, hex, when it was looked at; empty: not known
}

// Module is the module that code is checked in: its dependencies are pinned
// and were downloaded before.
type Module struct {
	Files []File // "go.mod", "go.sum"; for Go
	Dir   string // a tree on disk whose packages the code may import; empty: none
}

// Program is code to check.
type Program struct {
	Files  []File
	Module Module
	Target Target
}

// Checker checks programs against a language's own compiler front end and
// symbol information, without running any code of the program. It is safe for
// concurrent use.
type Checker interface {
	// Check reports what the language says of p. An error means that nothing
	// could be found out (no toolchain, no network, cancelled), never that the
	// program is wrong.
	Check(ctx context.Context, p Program) (Report, error)
	// Version identifies the checker and toolchain: two checkers of equal
	// version give equal reports. It is part of cache keys.
	Version() string
}

// Extractor takes the code out of an answer.
type Extractor interface {
	// Extract returns the files of the answer's program. It never fails: an
	// answer without code has no files and says so in Reason.
	Extract(answer string) Extraction
	// Version identifies the rules: extractors of equal version take equal
	// programs out of equal answers. It is part of cache keys.
	Version() string
}

// Extraction is the code of an answer.
type Extraction struct {
	Files  []Extracted
	Reason string // which block was taken and why, or why there is no code
}

// Extracted is one file taken out of an answer.
type Extracted struct {
	File             // as it is checked
	Given     string // as the answer has it
	FirstLine int    // line of the answer on which Given starts, starting at 1
	// Lines maps lines of File.Text to lines of Given, both starting at 1:
	// line n of the file is line Lines[n-1] of Given; 0: a line that we added
	// (a package clause, an import around a snippet). Nil: the same lines.
	Lines []int
}

// Report is what a language says of a program.
type Report struct {
	Toolchain  string        // "go1.26.8"
	Strength   fact.Strength // Compiler where types were checked
	Parsed     bool          // false: a syntax error; nothing but Problems is known
	Problems   []Problem     // in order of file, line, column
	References []Reference   // every use of a symbol from outside the program, in the same order
	Features   []Feature     // uses of language features and builtins with a known first release
	Open       []Open        // packages that could not be read completely, with the reason
}

// Problem is one classified error of the front end.
type Problem struct {
	score.Diagnostic
	// Accuses says that the problem is an invented name, found in the syntax
	// tree in a closed world by two witnesses: it counts against `exists`.
	Accuses bool
	// Unsure says why a name that was not found is not accused: its operand is
	// itself invalid, its package is open. It makes `exists` unknown.
	Unsure string
	// Soft problems (unused imports and variables) are errors to the compiler
	// but leave the types whole.
	Soft bool
}

// Reference is a use of a symbol that the program did not declare.
type Reference struct {
	Span       source.Span
	Package    string // import path
	Module     string // module path; "std" for the standard library
	Version    string // of the module
	Symbol     string // "Client.Do", "Get"; qualified by type, not by package
	Since      string // first release with the symbol, "1.21"; empty: not known or always there
	SinceFrom  string // evidence: "api/go1.21.txt: pkg slices, func Sort…"
	Deprecated string // the "Deprecated:" paragraph; empty: not deprecated
	// Replacement is the alternative that the paragraph names, and
	// ReplacementSince its first release; empty when none could be read.
	Replacement      string
	ReplacementSince string
	// ReplacementKnown says that the replacement was resolved to a symbol that exists.
	ReplacementKnown bool
}

// Feature is a use of a language feature or builtin function.
type Feature struct {
	Span  source.Span
	Name  string // "range over integers", "builtin clear"
	Since string // "1.22"
	From  string // evidence: the release notes or specification section
	Note  bool   // older targets accept the program, but it means something else there: never a violation
}

// Open is a package that was not read completely, so that nothing in it can be
// called invented.
type Open struct {
	Package string
	Reason  string
}
