package render

import (
	"io"
	"strings"

	"sooth/internal/junit"
	"sooth/internal/report"
	"sooth/score"
)

// junitReport writes one test suite per arm and one case per task and criterion.
// What could not be decided is skipped, never passed; what the surroundings
// spoiled is an error, never a failure.
func junitReport(w io.Writer, r *report.Report) error {
	all := junit.Report{Name: xmlText(r.Suite.Name)}
	index := map[string]int{}
	for _, p := range measured(r) {
		name := p.Arm
		if p.Model != "" {
			name += " " + p.Model
		}
		i, ok := index[name]
		if !ok {
			i = len(all.Suites)
			index[name] = i
			all.Suites = append(all.Suites, junit.Suite{Name: xmlText(name)})
		}
		s := &all.Suites[i]
		c := junit.Case{Name: xmlText(p.Measure), Class: xmlText(p.Task)}
		detail := &junit.Detail{Message: xmlText(p.Reason), Text: xmlText(details(p))}
		switch {
		case p.State == score.InfraError:
			c.Error, detail.Type = detail, string(p.State)
		case p.Outcome == score.Fail:
			c.Failure = detail
		case p.Outcome != score.Pass:
			c.Skipped = &junit.Detail{Message: xmlText(string(p.Outcome) + ": " + p.Reason)}
		}
		s.Cases = append(s.Cases, c)
	}
	all.Suites = append(all.Suites, junitGates(r)...)
	return junit.Write(w, all)
}

// details lists a criterion's diagnostics, one a line.
func details(p score.Point) string {
	var b strings.Builder
	for _, d := range p.Diagnostics {
		if d.Note {
			continue
		}
		b.WriteString(d.Span.String() + ": " + string(d.Kind) + ": " + d.Message)
		if d.Suggestion != "" {
			b.WriteString(" (did you mean " + d.Suggestion + "?)")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// xmlText leaves only what XML 1.0 allows.
func xmlText(s string) string { return visible(s) }
