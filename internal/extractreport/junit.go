package extractreport

import (
	"fmt"
	"io"
	"strings"

	"sooth/internal/junit"
)

// writeJUnit writes one test suite for each system, in it one case for each
// fixture and one for the verdict against the baseline. What the surroundings
// spoiled is an error, never a failure, and so is a comparison that could not be
// made.
func writeJUnit(w io.Writer, r *Report) error {
	all := junit.Report{Name: r.Run.Suite}
	for _, s := range r.Systems {
		of := junit.Suite{Name: s.Name()}
		told := map[string][]Trouble{}
		for _, t := range r.Troubles(s) {
			told[t.Fixture] = append(told[t.Fixture], t)
		}
		for _, f := range r.Corpus.Fixtures {
			c := junit.Case{Name: f.ID, Class: s.Name() + "." + f.Category}
			var failures, infra []string
			for _, t := range told[f.ID] {
				text := fmt.Sprintf("%s: %s", t.Stage, t.Reason)
				if t.Expected != "" {
					text += "; expected " + t.Expected
				}
				if t.Line > 0 {
					text += fmt.Sprintf(" (line %d of the fixture)", t.Line)
				}
				if t.Got != "" {
					text += "; said " + t.Got
				}
				if t.Why != "" {
					text += "; " + t.Why
				}
				text += fmt.Sprintf("; in %d of %d answers", t.Repeats, t.Of)
				if t.Stage == "infra error" {
					infra = append(infra, text)
				} else {
					failures = append(failures, text)
				}
			}
			switch {
			case len(failures) > 0:
				c.Failure = &junit.Detail{Message: failures[0], Text: strings.Join(failures, "\n")}
			case len(infra) > 0:
				c.Error = &junit.Detail{Message: infra[0], Text: strings.Join(infra, "\n")}
			}
			of.Cases = append(of.Cases, c)
		}
		if b := s.Baseline; b != nil {
			c := junit.Case{Name: "baseline", Class: s.Name()}
			text := strings.Join(b.Reasons, "; ")
			for _, x := range b.Changes {
				if x.Drop != nil {
					d := -*x.Drop
					text += fmt.Sprintf(" %s %s points (p %s)", x.Measure, points(&d), probability(x.Adjusted))
				}
			}
			switch b.Verdict {
			case "regression":
				c.Failure = &junit.Detail{Message: "regression:" + text}
			case "error":
				c.Error = &junit.Detail{Message: "not compared: " + text}
			}
			of.Cases = append(of.Cases, c)
		}
		all.Suites = append(all.Suites, of)
	}
	return junit.Write(w, all)
}
