package oracle

import (
	"sooth/claim"
	"sooth/fact"
	"sooth/source"
)

// Verify returns the verdict that a claim is true. reason is one clause that
// says what makes it so.
func Verify(c claim.Claim, s fact.Strength, reason string, evidence ...source.Span) Verdict {
	return Verdict{Claim: c, Outcome: Verified, Reason: reason, Strength: s, Evidence: evidence}
}

// Refute returns the verdict that a claim is false, which two witnesses at
// least must say: with fewer it is Undecided.
func Refute(c claim.Claim, s fact.Strength, reason string, witnesses []string, suggestion string, evidence ...source.Span) Verdict {
	if len(witnesses) < 2 {
		return Undecide(c, OpenWorld, "only one witness: "+reason)
	}
	return Verdict{Claim: c, Outcome: Refuted, Reason: reason, Strength: s, Witnesses: witnesses, Suggestion: suggestion, Evidence: evidence}
}
