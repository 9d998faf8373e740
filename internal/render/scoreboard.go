package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"sooth/internal/report"
	"sooth/suite"
)

// questions says that a report is about answers to questions.
func questions(r *report.Report) bool { return r.Suite.Kind == suite.QuestionsKind }

// scoreRow is a row of the scoreboard in words.
type scoreRow struct {
	Arm, Measure, Value, Interval, Share, Target, Status, Reason string
}

// scoreRows puts the scoreboard into words. Without grouped only what counts all answers is told.
func scoreRows(r *report.Report, grouped bool) []scoreRow {
	var rows []scoreRow
	for _, s := range r.Scoreboard {
		if s.Group != "" && !grouped {
			continue
		}
		name := s.Arm
		switch {
		case s.Arm == "":
			name = "suite"
		case s.Model != "" && len(r.Suite.Models) > 1:
			name = arm(s.Arm, s.Model)
		}
		row := scoreRow{Arm: name, Measure: s.Measure, Value: percent(s.Value.Value), Interval: interval(s.Value), Target: s.Target, Status: string(s.Status)}
		if s.Group != "" {
			row.Measure += ", " + s.Group
		}
		row.Share = fmt.Sprintf("%d of %d", s.K, s.N)
		switch {
		case s.Value.Value == nil:
			row.Share, row.Reason = "0", s.Value.Reason
		case s.Arm == "" && strings.HasPrefix(s.Target, "≥"): // a number, no share
			row.Value, row.Share = fmt.Sprintf("%d", s.K), plural(s.N, "question")
		case s.Value.N != s.N:
			row.Share += fmt.Sprintf(" (%s)", plural(s.Value.N, "question"))
		}
		if s.Status == report.Met && s.Shown != nil && !*s.Shown {
			row.Status += ", not shown"
		}
		rows = append(rows, row)
	}
	return rows
}

// scoreboard is the table of what answers to questions came to.
func (t *terminal) scoreboard(r *report.Report) {
	if len(r.Scoreboard) == 0 {
		return
	}
	t.title("Scoreboard")
	tw := t.table("arm", "measure", "value", "95 % interval", "counted", "target", "")
	last := ""
	for _, s := range scoreRows(r, t.o.Verbose) {
		shown := s.Arm
		if shown == last {
			shown = ""
		}
		last = s.Arm
		tw.AppendRow(table.Row{line(shown, 40), line(s.Measure, 60), s.Value, s.Interval, s.Share, s.Target, s.Status})
	}
	t.show(tw, "value", "95 % interval", "counted")
	t.printf("  not verified: refuted or undecided ÷ all statements; met, not shown: the interval reaches beyond the target\n")
	if !t.o.Verbose && slices.ContainsFunc(r.Scoreboard, func(s report.Score) bool { return s.Group != "" }) {
		t.printf("  right by kind and difficulty: --verbose and the other formats\n")
	}
}

// markdownScoreboard is the scoreboard as a table of Markdown.
func markdownScoreboard(m *writer, r *report.Report) {
	if len(r.Scoreboard) == 0 {
		return
	}
	m.printf("## Scoreboard\n\n| arm | measure | value | 95 %% interval | counted | target | |\n| --- | --- | ---: | ---: | ---: | ---: | --- |\n")
	for _, s := range scoreRows(r, true) {
		m.printf("| %s | %s | %s | %s | %s | %s | %s |\n", mdLine(s.Arm), mdLine(s.Measure), s.Value, s.Interval, s.Share, mdEscape(s.Target), s.Status)
	}
	m.printf("\n")
}
