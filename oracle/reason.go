package oracle

import (
	"strings"

	"sooth/claim"
)

// The closed list of reasons of an undecided verdict, as docs/format/verdict.md
// explains them. A reason may go on after a colon.
const (
	NotUnderstood  = "not understood"   // the sentence is outside the grammar
	NoAnchor       = "no anchor"        // nothing says that the name belongs to this code base
	OpenWorld      = "open world"       // what could hold it was not read completely, or cannot be seen in the code
	Ambiguous      = "ambiguous"        // several things have that name and differ, or the words have several meanings
	External       = "external"         // it belongs to something that is not here
	NotAnAssertion = "not an assertion" // negated, planned, past, an example
	NotAvailable   = "not available"    // the oracle that would decide is missing
)

// Reasons returns the closed list in the order of docs/format/verdict.md.
func Reasons() []string {
	return []string{NotUnderstood, NoAnchor, OpenWorld, Ambiguous, External, NotAnAssertion, NotAvailable}
}

// ReasonOf returns the member of the closed list that a reason begins with;
// empty: it is none, as those of verified and refuted verdicts.
func ReasonOf(reason string) string {
	head, _, _ := strings.Cut(reason, ":")
	for _, r := range Reasons() {
		if head == r {
			return r
		}
	}
	return ""
}

// Undecide returns the verdict that a claim was not decided, for a reason of
// the closed list; what says more and may be empty.
func Undecide(c claim.Claim, reason, what string) Verdict {
	if what != "" {
		reason += ": " + what
	}
	return Verdict{Claim: c, Outcome: Undecided, Reason: reason}
}
