package render

import (
	"github.com/jedib0t/go-pretty/v6/text"

	"sooth/internal/junit"
	"sooth/internal/report"
)

// The gates in every format: what was demanded, and whether it was shown.

func (t *terminal) gates(r *report.Report) {
	if len(r.Gates) == 0 {
		return
	}
	t.title("Gates")
	for _, g := range r.Gates {
		colour := text.Colors{text.FgRed}
		if g.Passed {
			colour = text.Colors{text.FgGreen}
		}
		t.printf("  %s %s (%s): %s\n", t.paint(colour, passed(g)), line(g.Gate, 100), line(g.Where, 100), line(g.Sentence, 300))
	}
}

func passed(g report.Gate) string {
	if g.Passed {
		return "passed"
	}
	return "failed"
}

// markdownGate is a gate in one line of Markdown.
func markdownGate(g report.Gate) string {
	return "**gate " + passed(g) + "** " + mdLine(g.Gate) + " (" + mdLine(g.Where) + "): " + mdLine(g.Sentence)
}

// junitGates is one more test suite, with a case for each gate; none where
// nothing was demanded.
func junitGates(r *report.Report) []junit.Suite {
	if len(r.Gates) == 0 {
		return nil
	}
	s := junit.Suite{Name: "gates"}
	for _, g := range r.Gates {
		c := junit.Case{Name: xmlText(g.Gate), Class: xmlText(g.Where)}
		if !g.Passed {
			c.Failure = &junit.Detail{Message: xmlText(g.Sentence), Type: "gate"}
		}
		s.Cases = append(s.Cases, c)
	}
	return []junit.Suite{s}
}
