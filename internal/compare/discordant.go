package compare

import (
	"fmt"

	"sooth/internal/report"
	"sooth/score"
)

// discordant lists the tasks on which the arms of a comparison differ, those
// that were lost first.
func (x *index) discordant(m matched) []report.Discordant {
	var lost, gained []report.Discordant
	for i, task := range m.tasks {
		base, arm := m.base[i], m.arm[i]
		// As fractions: 1/3 and 2/6 are the same.
		gap := float64(arm.passes*base.decided - base.passes*arm.decided)
		if base.valued || arm.valued {
			gap = arm.mean() - base.mean()
		}
		if gap == 0 {
			continue
		}
		d := report.Discordant{Task: task, Base: m.Base, Arm: m.Arm, Model: m.Model, Criterion: m.Criterion, Better: m.Arm}
		worse, worseArm := base, m.Base
		if gap < 0 {
			d.Better, worse, worseArm = m.Base, arm, m.Arm
		}
		x.explain(&d, worse, worseArm)
		switch {
		case base.valued || arm.valued:
			d.Reason = fmt.Sprintf("%s under %s, %s under %s: %s", percent(base.mean()), m.Base, percent(arm.mean()), m.Arm, d.Reason)
		case x.repeats > 1:
			d.Reason = fmt.Sprintf("%d of %d under %s, %d of %d under %s: %s", base.passes, base.decided, m.Base, arm.passes, arm.decided, m.Arm, d.Reason)
		}
		if gap < 0 {
			lost = append(lost, d)
		} else {
			gained = append(gained, d)
		}
	}
	return append(lost, gained...)
}

// explain fills in why the worse side fails: its first finding that counts.
func (x *index) explain(d *report.Discordant, worse side, arm string) {
	for _, p := range worse.points {
		if pass, lost := decide(p); pass || lost != counted {
			continue
		}
		found, ok := first(p.Diagnostics)
		d.Reason = oneLine(p.Reason)
		if !ok {
			found, ok = x.part(p, arm)
		}
		if ok {
			d.Reason, d.Evidence, d.Span = describe(found), oneLine(found.Evidence), found.Span
			if d.Evidence == "" {
				d.Evidence = oneLine(found.Message)
			}
		}
		if d.Reason == "" {
			d.Reason = "the oracle gave no reason"
		}
		return
	}
}

// part looks for the finding behind a derived criterion in the criteria that
// it is made of.
func (x *index) part(p score.Point, arm string) (score.Diagnostic, bool) {
	for _, criterion := range parts(p.Measure) {
		for _, q := range x.cells[key{arm, p.Model, criterion, p.Task}] {
			if q.Repeat == p.Repeat && q.Outcome == score.Fail {
				if d, ok := first(q.Diagnostics); ok {
					return d, true
				}
			}
		}
	}
	return score.Diagnostic{}, false
}

// first returns the first diagnostic that counts against the answer.
func first(list []score.Diagnostic) (score.Diagnostic, bool) {
	for _, d := range list {
		if !d.Note {
			return d, true
		}
	}
	return score.Diagnostic{}, false
}

// describe is one line: kind, symbol or message, line.
func describe(d score.Diagnostic) string {
	text := string(d.Kind)
	switch {
	case d.Symbol != "":
		text += ": " + d.Symbol
	case d.Message != "":
		text += ": " + d.Message
	}
	if d.Span.Line > 0 {
		text += fmt.Sprintf(" (line %d)", d.Span.Line)
	}
	return oneLine(text)
}
