package render

import (
	"io"

	"sooth/internal/report"
)

// comment writes what a reviewer reads below a pull request: what got worse,
// what got better, the test behind it, and what the suite could have seen.
func comment(w io.Writer, r *report.Report) error {
	m := &writer{w: w}
	m.printf("### sooth: %s\n\n%s\n\n", mdLine(r.Suite.Name), mdLine(controls(r)))
	for _, g := range r.Gates {
		m.printf("%s\n\n", markdownGate(g))
	}
	for _, c := range r.Comparisons {
		if !c.Primary {
			continue
		}
		p := none
		switch {
		case c.SignFlip != nil:
			p = probability(c.SignFlip.P)
		case c.McNemar != nil:
			p = probability(c.McNemar.Exact.P)
		}
		worse, better := c.Table[0][1], c.Table[1][0]
		if c.Means != nil { // shares of statements, which no table holds
			worse, better = differing(r, c)
		}
		m.printf("**%s → %s, `%s`**: %d worse, %d better of %s; difference %s points (95 %% %s), p = %s\n\n%s\n\n",
			mdLine(c.Base), mdLine(arm(c.Arm, c.Model)), c.Criterion, worse, better, plural(c.N, "task"), signed(c.Difference.Value), spread(c.Difference), p, mdLine(c.Power.Sentence))
		for _, part := range []struct{ title, better string }{{"Worse", c.Base}, {"Better", c.Arm}} {
			shown := 0
			for _, d := range r.Discordant {
				if d.Base == c.Base && d.Arm == c.Arm && d.Model == c.Model && d.Criterion == c.Criterion && d.Better == part.better {
					if shown == 0 {
						m.printf("%s:\n\n", part.title)
					}
					shown++
					m.printf("- %s: %s\n", mdLine(d.Task), mdLine(line(d.Reason, 200)))
				}
			}
			if shown > 0 {
				m.printf("\n")
			}
		}
		if l := lost(c.Lost); l != "" {
			m.printf("Not counted: %s.\n\n", l)
		}
	}
	m.printf("<sub>run %s, %s, judged at %s</sub>\n", mdLine(r.Run.ID), mdLine(r.Run.Mode), mdLine(r.Run.Level))
	return m.err
}
