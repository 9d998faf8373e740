// Package perturb makes variants of source code that mean the same: other white
// space, other line ends, a comment more or none at all. What a prompt reads out
// of code should not change with them.
//
// Every variant is held against the original by the language's own parser
// where one is at hand, else token by token; where it would not mean the same,
// it is not made, and the reason is said.
package perturb

import (
	"context"
	"fmt"
	"slices"
)

// Kind is a way to change code that keeps its meaning.
type Kind string

// The kinds of variants.
const (
	TrailingSpace  Kind = "trailing-space"  // two blanks at the end of lines
	Indentation    Kind = "indentation"     // tabs as four blanks, blanks doubled
	LineEndings    Kind = "line-endings"    // CR LF for LF
	HeaderComment  Kind = "header-comment"  // an innocent comment before the first line
	CommentRemoval Kind = "comment-removal" // no comments but those that tools read
	BlankLines     Kind = "blank-lines"     // an empty line after every third line
)

// Kinds returns all kinds, in the order in which they are reported.
func Kinds() []Kind {
	return []Kind{TrailingSpace, Indentation, LineEndings, HeaderComment, CommentRemoval, BlankLines}
}

// Parser brings source code into a form that is equal for two texts if and only
// if they mean the same; its error says why the text is not of the language.
type Parser struct {
	Name  string // as in "checked by": "go/scanner", "python ast"
	Canon func(ctx context.Context, text string) (string, error)
}

// Variant is one changed text.
type Variant struct {
	Kind Kind
	Text string // empty if it was not made
	// Lines maps lines of Text to lines of the original, both starting at 1:
	// line n is line Lines[n-1] of the original; 0: it was added.
	Lines     []int
	CheckedBy string // the parser that found both to mean the same
	Skipped   string // why it was not made; empty: it was
	Same      bool   // nothing was there to change: Text is the original
}

// Variants returns one variant of each kind, in the order of Kinds. Name tells
// the language; parsers, by name of the language, are preferred to what is built
// in. An error is ctx's only.
func Variants(ctx context.Context, name, text string, kinds []Kind, parsers map[string]Parser) ([]Variant, error) {
	w, reason, err := begin(ctx, name, text, parsers)
	if err != nil {
		return nil, err
	}
	var list []Variant
	for _, k := range Kinds() {
		if !slices.Contains(kinds, k) {
			continue
		}
		v := Variant{Kind: k, Skipped: reason}
		if reason == "" {
			if v, err = w.variant(ctx, k); err != nil {
				return nil, err
			}
		}
		list = append(list, v)
	}
	return list, nil
}

// Language returns the name of the language of a file, as parsers are named;
// empty: not known.
func Language(name, text string) string {
	l, _ := languageOf(name, text)
	return l.name
}

// work is a text whose variants are made.
type work struct {
	original
	given  string
	parser Parser
	canon  string // of the original
}

// begin reads a text, or says why no variant of it can be made.
func begin(ctx context.Context, name, text string, parsers map[string]Parser) (w work, reason string, err error) {
	l, known := languageOf(name, text)
	if !known {
		return w, fmt.Sprintf("the language of %q is not known", name), nil
	}
	if err := l.open(); err != nil {
		return w, "", err
	}
	w.given = text
	if w.original, err = l.read(text); err != nil {
		return w, err.Error(), ctx.Err()
	}
	parser, ok := parsers[l.name]
	if !ok {
		parser = l.parser()
	}
	w.parser = parser
	if w.canon, err = parser.Canon(ctx, text); err != nil {
		return w, fmt.Sprintf("the original is not valid: %s: %v", parser.Name, err), ctx.Err()
	}
	return w, "", ctx.Err()
}

// variant makes one variant and holds it against the original.
func (w work) variant(ctx context.Context, k Kind) (Variant, error) {
	v := Variant{Kind: k}
	changed, reason := w.change(k)
	if reason != "" {
		v.Skipped = reason
		return v, nil
	}
	text := changed.text()
	got, err := w.parser.Canon(ctx, normal(text))
	switch {
	case ctx.Err() != nil:
		return v, ctx.Err()
	case err != nil:
		v.Skipped = fmt.Sprintf("it would not be valid any more: %s: %v", w.parser.Name, err)
		return v, nil
	case got != w.canon:
		v.Skipped = fmt.Sprintf("it would mean something else (%s)", w.parser.Name)
		return v, nil
	}
	v.Text, v.Lines, v.CheckedBy, v.Same = text, changed.numbers(), w.parser.Name, text == w.given
	return v, nil
}
