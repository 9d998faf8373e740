// Package claim finds what a text says about code.
package claim

import "sooth/source"

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
type Claim struct {
	Kind    Kind   `json:"kind"`
	Text    string `json:"text"` // the words of the claim as they stand in the text
	Subject string `json:"subject,omitempty"`
	Verb    string `json:"verb,omitempty"` // of structure: "calls", "imports", …
	Object  string `json:"object,omitempty"`
	Negated bool   `json:"negated,omitempty"`
	source.Position
	Place source.Span `json:"place,omitzero"` // of a citation or location: what is cited
}
