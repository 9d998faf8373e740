// Package oracle says whether a claim is true, and how it knows: the second
// joint, "sooth.verdict/1" in docs/format/verdict.md.
package oracle

import (
	"context"

	"sooth/claim"
	"sooth/fact"
	"sooth/source"
)

// Outcome is what a verdict says.
type Outcome string

// The outcomes of a verdict. Refuted is an accusation: it needs a closed world
// and two independent witnesses. What no machine can decide is Undecided.
const (
	Verified  Outcome = "verified"
	Refuted   Outcome = "refuted"
	Undecided Outcome = "undecided"
)

// Verdict is the judgement of one claim.
type Verdict struct {
	Claim      claim.Claim   `json:"claim"`
	Outcome    Outcome       `json:"outcome"`
	Reason     string        `json:"reason"`               // one clause; of Undecided: from the closed list in docs/format/verdict.md
	Near       bool          `json:"near,omitempty"`       // a location off by at most three lines
	Oracle     string        `json:"oracle"`               // the oracle's name
	Strength   fact.Strength `json:"strength"`             // how it knows
	Witnesses  []string      `json:"witnesses,omitempty"`  // of Refuted: the two independent look-ups
	Suggestion string        `json:"suggestion,omitempty"` // the nearest true name
	Evidence   []source.Span `json:"evidence,omitempty"`
}

// Oracle judges claims of the kinds that it knows. It is safe for concurrent
// use.
type Oracle interface {
	// Name is the oracle's name in verdicts: "citation", "symbol", "structure".
	Name() string
	// Judges says whether the claim is one that this oracle knows how to judge.
	Judges(c claim.Claim) bool
	// Judge judges one claim. An error means that the judging failed (I/O,
	// cancelled), never that the claim is false: that is a Verdict.
	Judge(ctx context.Context, c claim.Claim) (Verdict, error)
}
