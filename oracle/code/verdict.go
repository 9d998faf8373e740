package code

import (
	"slices"
	"strings"

	"sooth/claim"
	"sooth/oracle"
	"sooth/score"
	"sooth/source"
)

// verdicts says of each name of the report whether it is true: a symbol that
// was found is verified, at its first use; an accusation is refuted; a name
// that could not be looked up is undecided.
func (c *court) verdicts() []oracle.Verdict {
	var list []oracle.Verdict
	verdict := func(symbol string, at source.Span, outcome oracle.Outcome, reason string) oracle.Verdict {
		return oracle.Verdict{
			Claim:   claim.Claim{Kind: claim.Symbol, Text: symbol, Subject: symbol, Position: source.Position{Line: at.Line, Column: at.Column}},
			Outcome: outcome, Reason: reason, Oracle: Name, Strength: c.report.Strength, Evidence: []source.Span{at},
		}
	}
	seen := map[string]bool{}
	for _, ref := range c.report.References {
		if name := nameOf(ref); !seen[name] {
			seen[name] = true
			list = append(list, verdict(name, ref.Span, oracle.Verified, "the package declares it"))
		}
	}
	for _, p := range c.report.Problems {
		switch {
		case p.Accuses:
			v := verdict(subject(p.Diagnostic), p.Span, oracle.Refuted, string(p.Kind))
			v.Suggestion = p.Suggestion
			if p.Evidence != "" {
				v.Witnesses = strings.Split(p.Evidence, "; ")
			}
			list = append(list, v)
		case p.Unsure != "":
			list = append(list, verdict(subject(p.Diagnostic), p.Span, oracle.Undecided, c.undecided(p.Diagnostic)))
		}
	}
	slices.SortStableFunc(list, func(x, y oracle.Verdict) int { return bySpan(x.Evidence[0], y.Evidence[0]) })
	return list
}

// undecided picks the reason of an undecided verdict from the closed list of
// docs/format/verdict.md: a name of a package that was not read completely is
// in an open world; otherwise what stands before the name gives it no anchor.
func (c *court) undecided(d score.Diagnostic) string {
	if d.Kind == score.InventedPackage {
		return "open world"
	}
	for _, open := range c.report.Open {
		if d.Symbol == open.Package || strings.HasPrefix(d.Symbol, open.Package+".") {
			return "open world"
		}
	}
	return "no anchor"
}
