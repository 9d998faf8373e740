// Package truth judges judges: it puts statements that are known to be true or
// false (package label) into words, asks a judge about each, and measures
// whom it accused rightly, whom wrongly, and what it let pass.
//
// See docs/design/0012-truth-by-mutation.md. The package promises nothing
// before version 1.
package truth

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"sooth/internal/truth/label"
	"sooth/oracle"
)

// Judge returns a verdict for each claim of a text about the module whose
// unpacked sources lie in dir.
type Judge func(ctx context.Context, dir, text string) ([]oracle.Verdict, error)

//go:embed testdata/*.jsonl.gz
var cached embed.FS

// Labels returns the labels that are kept with the sources, in a fixed order.
func Labels() ([]label.Label, error) {
	names, err := fs.Glob(cached, "testdata/*.jsonl.gz")
	if err != nil {
		return nil, err
	}
	var out []label.Label
	for _, name := range names {
		f, err := cached.Open(name)
		if err != nil {
			return nil, err
		}
		list, err := label.Read(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, list...)
	}
	return out, nil
}

// Expectation is what a right judge says of a text.
type Expectation string

// The expectations of a text.
const (
	IsTrue  Expectation = "true"      // verified; never refuted
	IsFalse Expectation = "false"     // refuted; never verified
	Unknown Expectation = "unknown"   // undecided; never refuted
	NoClaim Expectation = "non-claim" // nothing in it is accused
)

// Text is a statement in words.
type Text struct {
	Module   string // as in label.Label; of "std" judged beside another module
	Symbol   string
	Class    string // M1 to M10, N
	Style    string
	Form     label.Form
	Phrasing int  // number of the phrasing, from 1
	Anchored bool // the words say whose the name is
	Expect   Expectation
	Words    string
	// Statement is what the words say; of a non-claim it is empty.
	Statement label.Statement
	// True is the statement that was mutated.
	True label.Statement
}

// Texts puts labels into words, in all phrasings that say what matters. A
// phrasing that leaves out what makes the mutant false is passed over.
func Texts(labels []label.Label) []Text {
	var out []Text
	for _, l := range labels {
		mutant := l.False()
		for i, p := range phrasings(l) {
			t := Text{Module: l.Module, Symbol: l.Symbol, Class: l.Class, Style: l.Style, Form: l.True.Form, Phrasing: i + 1, Anchored: p.anchored,
				Statement: l.True, True: l.True, Expect: IsTrue}
			t.Words = p.words(l.True)
			if !p.anchored && l.Shared && byName(l.True.Form) {
				continue // what is false of one of that name may be true of another
			}
			if l.Mutant == nil {
				if l.Expect == "undecided" {
					t.Expect = Unknown
					if !p.anchored {
						continue // the bare name of a method is the interface's, too
					}
				}
				out = append(out, t)
				continue
			}
			f := t
			f.Statement, f.Expect, f.Words = mutant, IsFalse, p.words(mutant)
			if f.Words == t.Words {
				continue
			}
			out = append(out, t, f)
		}
	}
	return out
}

// byName says whether a statement of the form, in a phrasing without anchor,
// may mean any declaration of the name.
func byName(f label.Form) bool {
	switch f {
	case label.Calls, label.Signature, label.Returns, label.Implements, label.Embeds, label.Imports, label.Since, label.Deprecated:
		return true
	}
	return false
}
