package render

import (
	"fmt"
	"io"
	"strings"

	"sooth/internal/junit"
	"sooth/internal/report"
	"sooth/oracle"
)

// checkJUnit writes one test suite for each text and one case for each claim.
// What is refuted fails; what is undecided or passed over is skipped. The name
// of a case does not say where it stands: moving a line makes no other test.
func checkJUnit(w io.Writer, c *report.Check) error {
	all := junit.Report{Name: "sooth check"}
	for _, a := range c.Answers {
		s := junit.Suite{Name: xmlText(a.Source)}
		seen := map[string]int{}
		for _, f := range a.Verdicts {
			name := string(f.Claim.Kind) + ": " + quoted(f, 200)
			if seen[name]++; seen[name] > 1 {
				name += fmt.Sprintf(" (%d)", seen[name])
			}
			k := junit.Case{Name: xmlText(name), Class: xmlText(a.Source)}
			skip := ""
			switch {
			case f.Ignored != "":
				skip = "ignored: " + f.Ignored
			case f.Known:
				skip = "known: the baseline has it"
			case f.Outcome == oracle.Refuted:
				kind := "refuted"
				if f.Near {
					kind = "near"
				}
				k.Failure = &junit.Detail{Message: xmlText(f.Reason), Type: kind, Text: xmlText(failureText(a, f))}
			case f.Outcome == oracle.Undecided:
				skip = "undecided: " + f.Reason
			}
			if skip != "" {
				k.Skipped = &junit.Detail{Message: xmlText(skip)}
			}
			s.Cases = append(s.Cases, k)
		}
		all.Suites = append(all.Suites, s)
	}
	return junit.Write(w, all)
}

// failureText is what a reader of a failed case needs.
func failureText(a report.Checked, f report.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: %s\n", a.Source, f.Claim.Line, f.Claim.Column, why(f))
	if e := evidence(f); e != "" {
		fmt.Fprintf(&b, "see %s\n", e)
	}
	return b.String()
}
