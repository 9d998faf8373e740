// Package claim finds what a text says about code.
//
// Parse reads the words alone, by the closed grammar of
// docs/format/claim.md; whether anything it finds exists is for the oracles.
package claim

import (
	"cmp"
	"slices"

	"sooth/source"
)

// Kind is the kind of a claim.
type Kind string

// The kinds of claims. Their grammar is in docs/format/claim.md.
const (
	Citation  Kind = "citation"  // a file, a line or a range of lines exists
	Location  Kind = "location"  // a symbol stands at a place
	Symbol    Kind = "symbol"    // a symbol exists
	Signature Kind = "signature" // a symbol has a signature
	Structure Kind = "structure" // calls, imports, implements, embeds, returns, …
	Contains  Kind = "contains"  // a file contains a string
	Code      Kind = "code"      // a fenced block of code is right
	Behaviour Kind = "behaviour" // a test passes, a function returns
)

// Claim is one statement of a text about code.
//
// A claim of kind Structure without a verb is a sentence that mentions code and
// that no pattern reads: it is not understood.
type Claim struct {
	Kind    Kind   `json:"kind"`
	Text    string `json:"text"` // the words of the claim as they stand in the text
	Subject string `json:"subject,omitempty"`
	Verb    string `json:"verb,omitempty"` // of structure: "calls", "imports", …
	Object  string `json:"object,omitempty"`
	Negated bool   `json:"negated,omitempty"`
	source.Position
	Place    source.Span `json:"place,omitzero"`     // of a citation or location: what is cited
	Modality string      `json:"modality,omitempty"` // empty: asserted; otherwise a word of the list in docs/format/claim.md
	Anchor   string      `json:"anchor,omitempty"`   // of a symbol or citation: the reason to believe that it is about this code base
	Pattern  string      `json:"pattern,omitempty"`  // the pattern of the grammar that read it
	Within   string      `json:"within,omitempty"`   // the file, package or type that the heading above names
	Unsaid   bool        `json:"unsaid,omitempty"`   // of a symbol: it is mentioned, but the words do not say that it is there
	Whose    string      `json:"whose,omitempty"`    // of a symbol: whose the words say that it is: "click" in "click has `x`"
	Block    *Block      `json:"-"`                  // of code: the block
}

// Options say what is known of a text beside its words.
type Options struct {
	// Name is the name of the text's file, if it has one: a change log or a
	// roadmap asserts nothing about the present.
	Name string
	// Version is the version that the text is about, such as "v1.4.3".
	// Statements about any other version are not assertions.
	Version string
	// Plain: the text is not Markdown; backquotes still mark code.
	Plain bool
}

// Parse returns the claims of a text in the order of the text. Any bytes are a
// text. The time taken grows in proportion to the text.
func Parse(text string, o Options) []Claim {
	p := &reader{text: text, lines: source.NewLines(text), own: ownVersions(text, o), document: documentModality(o.Name)}
	var blocks []Block
	if o.Plain {
		p.units(plainUnits(text))
	} else {
		blocks = Blocks(text)
		p.units(markdownUnits(text, blocks))
	}
	slices.SortStableFunc(p.claims, func(a, b Claim) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(rank(a.Kind), rank(b.Kind)))
	})
	return p.claims
}

// rank orders claims that begin at one place.
func rank(k Kind) int {
	return slices.Index([]Kind{Code, Structure, Contains, Behaviour, Signature, Location, Symbol, Citation}, k)
}

// reader holds what is known while a text is read from its beginning.
type reader struct {
	text     string
	lines    *source.Lines
	own      []string // versions that the text is about
	document string   // the modality of the whole text
	headings []heading
	leads    []lead // introductions of the open lists, outermost first
	table    table
	previous []entity // what "it" means
	carried  []entity // the subject that goes on after a semicolon
	claims   []Claim

	above     string // the modality of the introduction or label directly above
	semicolon bool   // the sentence before ended in one
}

// add appends a claim about text[start:end].
func (p *reader) add(c Claim, start, end int) {
	c.Position = p.lines.Position(start)
	c.Text = p.text[start:end]
	if c.Within == "" {
		c.Within = p.within()
	}
	p.claims = append(p.claims, c)
}
