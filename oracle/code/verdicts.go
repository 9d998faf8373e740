package code

import (
	"cmp"
	"go/version"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/lang"
	"sooth/oracle"
	"sooth/score"
	"sooth/source"
)

// verdicts says of every name that the program took from elsewhere whether it
// is there.
func verdicts(r lang.Report) []oracle.Verdict {
	var list []oracle.Verdict
	add := func(symbol string, at source.Span, v oracle.Verdict) {
		v.Claim = claim.Claim{Kind: claim.Symbol, Text: symbol, Subject: symbol, Position: source.Position{Line: at.Line, Column: at.Column}}
		v.Oracle, v.Strength = Name, r.Strength
		list = append(list, v)
	}
	for _, ref := range r.References {
		add(qualified(ref), ref.Span, oracle.Verdict{Outcome: oracle.Verified, Reason: "the symbol exists"})
	}
	for _, p := range r.Problems {
		name := p.Symbol
		if name == "" {
			name = p.Message
		}
		switch {
		case p.Accuses:
			add(name, p.Span, oracle.Verdict{Outcome: oracle.Refuted, Reason: string(p.Kind), Suggestion: p.Suggestion, Witnesses: []string{"type checker", p.Evidence}})
		case p.Unsure != "":
			add(name, p.Span, oracle.Verdict{Outcome: oracle.Undecided, Reason: "open world: " + p.Unsure})
		}
	}
	slices.SortStableFunc(list, func(a, b oracle.Verdict) int {
		return cmp.Or(cmp.Compare(a.Claim.Line, b.Claim.Line), cmp.Compare(a.Claim.Column, b.Claim.Column))
	})
	return list
}

// qualified is a reference's symbol with its package.
func qualified(r lang.Reference) string {
	if r.Symbol == "" {
		return r.Package
	}
	return r.Package + "." + r.Symbol
}

// newer reports whether a first release lies after a target. What has no
// known first release was always there.
func newer(since, target string) bool {
	if since == "" || target == "" {
		return false
	}
	return version.Compare("go"+strings.TrimPrefix(since, "go"), "go"+strings.TrimPrefix(target, "go")) > 0
}

// sortByPlace puts diagnostics in order of file, line and column.
func sortByPlace(list []score.Diagnostic) {
	slices.SortStableFunc(list, func(a, b score.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.File, b.Span.File), cmp.Compare(a.Span.Line, b.Span.Line), cmp.Compare(a.Span.Column, b.Span.Column))
	})
}

