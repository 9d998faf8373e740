package render

import (
	"fmt"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"

	"sooth/internal/report"
	"sooth/suite"
)

// sheet is a small table that is laid out alike in every format.
type sheet struct {
	ID, Title, Caption string
	Heads              []string
	Words              int // so many columns on the left hold words, the others numbers
	Rows               [][]string
}

// sheets are the tables about what trials took and about repeats; those without
// rows are left out.
func sheets(r *report.Report) []sheet {
	var list []sheet
	for _, s := range []sheet{efforts(r), repeats(r)} {
		if len(s.Rows) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// efforts says what the trials of each arm took. It is told where arms differ in
// it by their kind, or where it was paid for.
func efforts(r *report.Report) sheet {
	s := sheet{ID: "effort", Title: "What it took", Words: 1, Caption: "Means over the answered trials. Prompt bytes: of the user prompt, with tools of the largest request; sent bytes: of all requests of a trial together. Retried: trials of which a request was sent again after it had failed.",
		Heads: []string{"arm", "trials", "prompt bytes", "sent bytes", "tokens in", "tokens out", "calls", "seconds", "retried"}}
	told := r.Run.Mode == "live"
	for _, a := range r.Arms {
		told = told || a.Retried > 0 || slices.Contains([]string{"files", "graph", "topk", "smart", "tools"}, a.Kind)
	}
	if !told {
		return s
	}
	for _, a := range r.Arms {
		row := []string{line(a.Name, 30), "0", none, none, none, none, none, none, share(a.Retried, a.Trials)}
		if e := a.Effort; e != nil {
			row = []string{line(a.Name, 30), fmt.Sprint(e.Trials), fmt.Sprintf("%.0f", e.PromptBytes), fmt.Sprintf("%.0f", e.SentBytes), tokens(e.InputTokens), tokens(e.OutputTokens), fmt.Sprintf("%.1f", e.ToolCalls), none, share(a.Retried, a.Trials)}
			if r.Run.Mode == "live" {
				row[7] = fmt.Sprintf("%.1f", e.LatencyMS/1000)
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

func tokens(n *float64) string {
	if n == nil {
		return none
	}
	return fmt.Sprintf("%.0f", *n)
}

// share writes a count with its share of all.
func share(n, of int) string {
	if of == 0 {
		return none
	}
	return fmt.Sprintf("%d (%.0f %%)", n, 100*float64(n)/float64(of))
}

// repeats says what several answers to one task are worth.
func repeats(r *report.Report) sheet {
	s := sheet{ID: "repeats", Title: "Repeats", Words: 2, Caption: "pass@k: at least one of k answers passes; pass^k: all of k do. Unbiased means over the tasks with k decided answers; the others are counted as too few.",
		Heads: []string{"arm", "criterion", "k", "pass@k", "pass^k", "tasks", "too few"}}
	for _, rate := range r.Rates {
		for _, k := range rate.Repeated {
			s.Rows = append(s.Rows, []string{line(arm(rate.Arm, rate.Model), 40), rate.Criterion, fmt.Sprint(k.K), percent(k.AtLeastOne), percent(k.All), fmt.Sprint(k.Tasks), fmt.Sprint(k.Short)})
		}
	}
	return s
}

// sheets lays them out as text.
func (t *terminal) sheets(r *report.Report) {
	for _, s := range sheets(r) {
		t.title(s.Title)
		heads := make([]any, len(s.Heads))
		for i, h := range s.Heads {
			heads[i] = h
		}
		tw := t.table(heads...)
		last := ""
		for _, cells := range s.Rows {
			row := table.Row{}
			for i, c := range cells {
				if i == 0 && c == last {
					c = ""
				}
				row = append(row, c)
			}
			last = cells[0]
			tw.AppendRow(row)
		}
		t.show(tw, s.Heads[s.Words:]...)
	}
}

// markdownSheets lays the tables out as Markdown.
func markdownSheets(m *writer, r *report.Report) {
	for _, s := range sheets(r) {
		m.printf("## %s\n\n%s\n\n|", s.Title, s.Caption)
		for _, h := range s.Heads {
			m.printf(" %s |", h)
		}
		m.printf("\n|")
		for i := range s.Heads {
			if i < s.Words {
				m.printf(" --- |")
			} else {
				m.printf(" ---: |")
			}
		}
		m.printf("\n")
		for _, row := range s.Rows {
			m.printf("|")
			for _, c := range row {
				m.printf(" %s |", mdLine(c))
			}
			m.printf("\n")
		}
		m.printf("\n")
	}
}

// ckg says that a report is about tasks of CKG.
func ckg(r *report.Report) bool { return r.Suite.Kind == suite.CKGKind }
