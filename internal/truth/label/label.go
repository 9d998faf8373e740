// Package label defines a labelled statement: what is known, by tools that the
// judge does not use, to be true of a module, and a mutant of it that is known
// to be false.
package label

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// Form is what a statement says of its subject.
type Form string

// The forms of statements.
const (
	Exists     Form = "exists"     // a symbol of that name exists
	Member     Form = "member"     // Receiver has the method or field Name
	Location   Form = "location"   // the symbol's declaration begins at File:Line
	Within     Form = "within"     // the symbol is declared in File
	Citation   Form = "citation"   // File has the lines Line to EndLine
	File       Form = "file"       // File exists
	Calls      Form = "calls"      // the function calls Object directly
	Signature  Form = "signature"  // the function has Params and Results
	Returns    Form = "returns"    // the function returns Object
	Implements Form = "implements" // the type implements Object
	Embeds     Form = "embeds"     // the type embeds Object
	Imports    Form = "imports"    // File imports the package Object
	Package    Form = "package"    // there is a package Object, imported by Path
	Since      Form = "since"      // the symbol exists since Go Object
	Deprecated Form = "deprecated" // the symbol is deprecated
	Contains   Form = "contains"   // File contains the text Object
	Code       Form = "code"       // the block Object compiles beside the module
)

// Statement is one statement of fact, not yet in words.
type Statement struct {
	Form     Form   `json:"form,omitempty"`
	Kind     string `json:"kind,omitempty"` // func, method, type, interface, struct, field, const, var
	Package  string `json:"package,omitempty"`
	Path     string `json:"path,omitempty"`     // import path
	Receiver string `json:"receiver,omitempty"` // type of a method or field
	Pointer  bool   `json:"pointer,omitempty"`  // the receiver is a pointer
	Value    bool   `json:"value,omitempty"`    // of a mutant: the receiver is none, though the true one is
	Name     string `json:"name,omitempty"`
	File     string `json:"file,omitempty"` // relative to the module
	Line     int    `json:"line,omitempty"` // from 1
	EndLine  int    `json:"end_line,omitempty"`
	Object   string `json:"object,omitempty"`  // by Form
	Params   string `json:"params,omitempty"`  // "(a int, b string)"
	Results  string `json:"results,omitempty"` // " error", " (int, error)" or nothing
	// Fault is the token of a mutant that makes it false.
	Fault string `json:"fault,omitempty"`
}

// Label is a true statement with a mutant of it, or one statement alone.
type Label struct {
	Module string `json:"module"` // path@version, or "std"
	Symbol string `json:"symbol"` // what the halves are split by
	Class  string `json:"class"`  // M1 to M10
	Style  string `json:"style"`  // how the mutant was made
	Tools  string `json:"tools"`  // what the label rests on
	// Shared: other declarations, of other types or packages, have the name, so
	// that the name alone does not say which is meant.
	Shared bool `json:"shared,omitempty"`
	// Expect is what a right judge says of the mutant: "refuted"; of a statement
	// alone: "verified", or "undecided" where no static tool can know.
	Expect string    `json:"expect"`
	True   Statement `json:"true"`
	// Mutant holds the fields that differ from True; nil: True stands alone.
	Mutant *Statement `json:"mutant,omitempty"`
}

// False returns the whole mutated statement.
func (l Label) False() Statement {
	s := l.True
	if l.Mutant == nil {
		return s
	}
	to, from := reflect.ValueOf(&s).Elem(), reflect.ValueOf(*l.Mutant)
	for i := range from.NumField() {
		if f := from.Field(i); !f.IsZero() {
			to.Field(i).Set(f)
		}
	}
	if s.Value {
		s.Pointer = false
	}
	if l.Mutant.Results == NoResults {
		s.Results = ""
	}
	return s
}

// NoResults in a mutant takes the results away.
const NoResults = "-"

// Write writes labels as gzip'd JSON lines; equal labels give equal bytes.
func Write(w io.Writer, labels []Label) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(z)
	enc.SetEscapeHTML(false)
	for _, l := range labels {
		if err := enc.Encode(l); err != nil {
			return err
		}
	}
	return z.Close()
}

// Read reads what Write wrote. Unknown fields are errors.
func Read(r io.Reader) ([]Label, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	dec := json.NewDecoder(z)
	dec.DisallowUnknownFields()
	var out []Label
	for {
		var l Label
		switch err := dec.Decode(&l); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, fmt.Errorf("labels: line %d: %w", len(out)+1, err)
		}
		out = append(out, l)
	}
}

// Form is the form of the statement.
func (l Label) Form() Form { return l.True.Form }
