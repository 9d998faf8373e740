package render

import (
	"bufio"
	"io"

	"sooth/internal/report"
)

// checkMarkdown tells what is refuted as a table, fit for a comment on a change.
func checkMarkdown(w io.Writer, c *report.Check, o Options) error {
	b := bufio.NewWriterSize(w, 1<<16)
	m := &writer{w: b}
	m.printf("**sooth check**: %s\n", counted(c.Counts))
	open := false
	for _, a := range c.Answers {
		for _, f := range a.Verdicts {
			if !told(f, o.Verbose) {
				continue
			}
			if !open {
				m.printf("\n| where | claim | outcome | why | evidence |\n| --- | --- | --- | --- | --- |\n")
				open = true
			}
			m.printf("| %s:%d:%d | %s | %s | %s | %s |\n", mdLine(a.Source), f.Claim.Line, f.Claim.Column, mdLine(quoted(f, 120)), outcome(f),
				mdLine(why(f)), mdLine(evidence(f)))
		}
	}
	if reasons := undecided(c); reasons != "" {
		m.printf("\nundecided: %s\n", mdLine(reasons))
	}
	if list := warnings(c); len(list) > 0 {
		m.printf("\n")
		for _, s := range list {
			m.printf("- %s\n", mdLine(s))
		}
	}
	for _, n := range c.Notes {
		m.printf("\n%s\n", mdLine(n))
	}
	if m.err != nil {
		return m.err
	}
	return b.Flush()
}
