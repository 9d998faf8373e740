package render

import (
	"fmt"
	"io"
	"strings"

	"sooth/internal/report"
)

// commentItems bounds every list of a comment: it is read below a change, not
// studied. The other formats have all.
const commentItems = 20

// comment writes what a reviewer reads below a pull request: what got worse and
// better, what is new and gone since the run that this one is held against, the
// tests behind it, and what the suite could have seen.
func comment(w io.Writer, r *report.Report) error {
	m := &writer{w: w}
	m.printf("### sooth: %s\n\n", mdLine(r.Suite.Name))
	if a := r.Against; a != nil {
		m.printf("Run %s against run %s of %s.\n\n", mdLine(r.Run.ID), mdLine(a.Run.ID), a.Run.Started.UTC().Format("2006-01-02"))
	}
	m.printf("%s\n\n", mdLine(controls(r)))
	for _, g := range r.Gates {
		m.printf("%s\n\n", markdownGate(g))
	}
	for _, c := range r.Comparisons {
		if c.Primary {
			worse, better := moved(r, c)
			m.printf("**%s, `%s`: %d worse, %d better of %s**; difference %s points (95 %% %s), p = %s. %s\n\n",
				nameOf(r, c), c.Criterion, worse, better, plural(c.N, "task"), signed(c.Difference.Value), spread(c.Difference), pOf(c), mdLine(c.Power.Sentence))
			if l := lost(c.Lost); l != "" {
				m.printf("Not counted: %s.\n\n", l)
			}
		}
	}
	commentTable(m, r)
	commentMoves(m, r)
	commentTasks(m, r)
	markdownList(m, "To be borne in mind", r.Notes, mdSentence)
	m.printf("<sub>run %s, %s, %s, %d of %d trials%s, judged at %s</sub>\n", mdLine(r.Run.ID), mdLine(r.Run.Mode), strings.ReplaceAll(r.Run.End, "_", " "), r.Run.Records, r.Run.Trials, cost(r.Run), mdLine(r.Run.Level))
	return m.err
}

// commentTable has a row for each comparison in which tasks differ, and a
// sentence about those in which none does.
func commentTable(m *writer, r *report.Report) {
	var rows, same, open []string
	for _, group := range pairs(r.Comparisons) {
		var alike, nothing []string
		for _, c := range group {
			worse, better := moved(r, c)
			criterion := "`" + c.Criterion + "`"
			switch {
			case c.N == 0:
				nothing = append(nothing, criterion)
				continue
			case worse+better == 0:
				alike = append(alike, criterion)
				continue
			case c.Primary:
				criterion += " (primary)"
			}
			rows = append(rows, fmt.Sprintf("| %s | %s | %d | %d | %d | %s | %s | %s | %s | %s |",
				nameOf(r, c), criterion, worse, better, c.N, signed(c.Difference.Value), spread(c.Difference), pOf(c), probability(c.HolmP), couldShow(c.Power)))
		}
		if len(alike) > 0 {
			same = append(same, nameOf(r, group[0])+" ("+strings.Join(alike, ", ")+")")
		}
		if len(nothing) > 0 {
			open = append(open, nameOf(r, group[0])+" ("+strings.Join(nothing, ", ")+")")
		}
	}
	if len(rows) > 0 {
		shown, more := bounded(rows)
		m.printf("| | criterion | worse | better | tasks | points | 95 %% interval | p | Holm p | could show |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n%s\n", strings.Join(shown, "\n"))
		m.printf("\n<sub>p: exact McNemar, or sign-flip of the means of tasks; Holm: corrected for all that was not declared primary; could show: the smallest gain with power 0.80 at 0.05, – where there is none or it is not known%s.</sub>\n\n", more)
	}
	for _, l := range []struct {
		title string
		items []string
	}{{"No task differs", same}, {"Nothing was decided on both sides", open}} {
		if shown, more := bounded(l.items); len(shown) > 0 {
			m.printf("%s: %s%s.\n\n", l.title, strings.Join(shown, ", "), more)
		}
	}
}

// commentMoves lists the tasks that got worse and better, each once for a pair of
// arms, with the criteria and the first reason.
func commentMoves(m *writer, r *report.Report) {
	var worse, better []string
	for _, d := range differences(r.Discordant, false) {
		text := fmt.Sprintf("%s (%s: %s): %s", mdLine(d.Task), mdLine(pairName(r, d.Base, d.Arm, d.Model)), strings.Join(d.Criteria, ", "), mdLine(line(d.Reason, 200)))
		if d.Better == d.Base {
			worse = append(worse, text)
		} else {
			better = append(better, text)
		}
	}
	markdownList(m, "Worse", worse, nil)
	markdownList(m, "Better", better, nil)
}

// commentTasks lists what one of two runs alone has.
func commentTasks(m *writer, r *report.Report) {
	for _, l := range unshared(r) {
		markdownList(m, l.Title, l.Items, mdLine)
	}
}

// markdownList writes a list under its title and number, each item made harmless
// unless it is already (nil); nothing where it is empty.
func markdownList(m *writer, title string, items []string, harmless func(string) string) {
	if len(items) == 0 {
		return
	}
	m.printf("**%s (%d)**\n\n", mdLine(title), len(items))
	shown, more := bounded(items)
	for _, item := range shown {
		if harmless != nil {
			item = harmless(item)
		}
		m.printf("- %s\n", item)
	}
	if more != "" {
		m.printf("- %s\n", strings.TrimPrefix(more, "; "))
	}
	m.printf("\n")
}

// bounded are the first of many items, and how many more there are in words.
func bounded(items []string) (shown []string, more string) {
	if n := len(items) - commentItems; n > 0 {
		return items[:commentItems], fmt.Sprintf("; and %d more", n)
	}
	return items, ""
}

// nameOf names what a comparison compares.
func nameOf(r *report.Report, c report.Comparison) string {
	return mdLine(pairName(r, c.Base, c.Arm, c.Model))
}

// moved counts the tasks on which an arm is worse, and better, than its base.
func moved(r *report.Report, c report.Comparison) (worse, better int) {
	if c.Means != nil { // no table holds shares, or means of repeats
		return differing(r, c)
	}
	return c.Table[0][1], c.Table[1][0]
}

// pOf is the two-sided p-value of a comparison's test.
func pOf(c report.Comparison) string {
	switch {
	case c.SignFlip != nil:
		return probability(c.SignFlip.P)
	case c.McNemar != nil:
		return probability(c.McNemar.Exact.P)
	}
	return none
}

// couldShow is the smallest gain that could have been shown, in points.
func couldShow(p report.Power) string {
	if p.MDE == nil {
		return none
	}
	return fmt.Sprintf("≥ %.1f", 100**p.MDE)
}
