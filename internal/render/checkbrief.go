package render

import (
	"fmt"
	"strings"

	"sooth/internal/report"
	"sooth/oracle"
)

// CheckBrief tells of texts that were checked to who has them before him: the counts,
// then a line for each finding, with undecided also for what is undecided.
func CheckBrief(c *report.Check, undecidedToo bool) string {
	var b strings.Builder
	fmt.Fprintln(&b, counted(c.Counts))
	if reasons := undecided(c); reasons != "" {
		fmt.Fprintf(&b, "undecided: %s\n", reasons)
	}
	for _, n := range c.Notes {
		fmt.Fprintf(&b, "note: %s\n", line(n, 0))
	}
	for _, a := range c.Answers {
		for _, f := range a.Verdicts {
			if told(f, undecidedToo) {
				fmt.Fprintf(&b, "line %d: %s: %s: %s: %s", f.Claim.Line, outcome(f), f.Claim.Kind, quoted(f, checkWidth), why(f))
				if e := evidence(f); e != "" && f.Outcome == oracle.Refuted {
					fmt.Fprintf(&b, "; see %s", e)
				}
				b.WriteByte('\n')
			}
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
