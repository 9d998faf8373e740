package render

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"sooth/internal/report"
)

// pair shows two arms compared on every criterion: the four cells of the
// contingency table, the tests, the difference, what was lost, and what the
// design could have shown.
func (t *terminal) pair(r *report.Report, group []report.Comparison) {
	first := group[0]
	title := line(pairTitle(r, first.Base, first.Arm), 70)
	if first.Model != "" {
		title += ", " + line(first.Model, 40)
	}
	t.title(title)
	_, base, to := pairNames(r, first.Base, first.Arm)
	base, to = line(base, 20), line(to, 20)
	onlyBase, onlyArm := "only "+base, "only "+to
	shares := shares(group)
	heads := []any{"criterion", "both", onlyBase, onlyArm, "neither", "difference", "95 % interval"}
	if shares {
		heads = []any{"criterion", base, to, "difference", "95 % interval"}
	}
	flip := first.SignFlip != nil || shares
	if flip {
		heads = append(heads, "sign-flip p")
	} else {
		heads = append(heads, "exact p", "mid-p", "chi² cc p")
	}
	tw := t.table(append(heads, "Holm p", "n", "lost")...)
	primary := false
	for _, c := range group {
		criterion := c.Criterion
		if c.Primary {
			criterion += " *"
			primary = true
		}
		row := table.Row{criterion, c.Table[0][0], c.Table[0][1], c.Table[1][0], c.Table[1][1]}
		if shares {
			base, arm := means(c)
			row = table.Row{criterion, base, arm}
		}
		row = append(row, signed(c.Difference.Value), spread(c.Difference))
		switch {
		case c.SignFlip != nil:
			row = append(row, probability(c.SignFlip.P))
		case c.McNemar != nil:
			row = append(row, probability(c.McNemar.Exact.P), probability(c.McNemar.MidP.P), probability(c.McNemar.Chi2P.P))
		case flip:
			row = append(row, none)
		default:
			row = append(row, none, none, none)
		}
		tw.AppendRow(append(row, probability(c.HolmP), c.N, lost(c.Lost)))
	}
	t.show(tw, base, to, "both", onlyBase, onlyArm, "neither", "difference", "95 % interval", "sign-flip p", "exact p", "mid-p", "chi² cc p", "Holm p", "n")
	if primary {
		t.printf("  * primary, declared by the suite: its p needs no correction; all others are one family under Holm\n")
	}
	for _, c := range group {
		if s := c.Power.Sentence; s != "" && (c.Primary || c.Criterion == first.Criterion && !primary) {
			t.printf("  %s\n", line(s, 300))
		}
	}
	for _, c := range group {
		if len(c.Lost.Tasks) > 0 {
			t.printf("  lost on %s: %s\n", c.Criterion, t.lostTasks(c.Lost.Tasks))
		}
	}
}

// lostTasks lists the tasks that were lost, by cause; the reasons in brackets
// only where everything is wanted.
func (t *terminal) lostTasks(list []string) string {
	if t.o.Verbose {
		return t.some(list, len(list))
	}
	var causes []string
	tasks := map[string][]string{}
	for _, s := range list {
		task, cause, _ := strings.Cut(s, ": ")
		cause, _, _ = strings.Cut(cause, " (")
		if tasks[cause] == nil {
			causes = append(causes, cause)
		}
		tasks[cause] = append(tasks[cause], task)
	}
	for i, c := range causes {
		causes[i] = c + ": " + strings.ReplaceAll(t.some(tasks[c], 6), "; ", ", ")
	}
	return strings.Join(causes, "; ")
}

// some lists the first few of many.
func (t *terminal) some(list []string, limit int) string {
	more := ""
	if !t.o.Verbose && len(list) > limit {
		more = fmt.Sprintf(" and %d more", len(list)-limit)
		list = list[:limit]
	}
	shown := make([]string, len(list))
	for i, s := range list {
		shown[i] = line(s, 100)
	}
	return strings.Join(shown, "; ") + more
}

func (t *terminal) sentences(r *report.Report) {
	if len(r.Sentences) == 0 {
		return
	}
	t.title("In words")
	for _, s := range r.Sentences {
		t.printf("  %s\n", line(s, 400))
	}
}

func (t *terminal) discordant(r *report.Report) {
	if len(r.Discordant) == 0 {
		return
	}
	t.title("Tasks on which two arms differ")
	last := ""
	for _, d := range differences(r.Discordant, true) {
		head := pairName(r, d.Base, d.Arm, d.Model)
		if head != last {
			t.printf("  %s (+ gained, − lost)\n", line(head, 100))
			last = head
		}
		mark, colour := "+", text.Colors{text.FgGreen}
		if d.Better == d.Base {
			mark, colour = "−", text.Colors{text.FgRed}
		}
		t.printf("    %s %s (%s): %s\n", t.paint(colour, mark), line(d.Task, 60), strings.Join(d.Criteria, ", "), line(d.Reason, 200))
		if d.Evidence != "" {
			t.printf("      %s\n", t.paint(text.Colors{text.Faint}, line(d.Evidence, 160)))
		}
	}
}

func (t *terminal) failures(r *report.Report) {
	if len(r.Failures) == 0 {
		return
	}
	t.title("What failed, by criterion and kind (answers)")
	var arms []string
	counts := map[[2]string]map[string]int{}
	var keys [][2]string
	for _, f := range r.Failures {
		arm := f.Arm
		if f.Model != "" && len(r.Suite.Models) > 1 {
			arm += " · " + f.Model
		}
		key := [2]string{f.Criterion, string(f.Kind)}
		if counts[key] == nil {
			counts[key] = map[string]int{}
			keys = append(keys, key)
		}
		counts[key][arm] += f.Answers
	}
	for _, a := range r.Rates {
		arm := a.Arm
		if a.Model != "" && len(r.Suite.Models) > 1 {
			arm += " · " + a.Model
		}
		if len(arms) == 0 || arms[len(arms)-1] != arm {
			arms = append(arms, arm)
		}
	}
	heads := []any{"criterion", "kind"}
	var right []string
	for _, a := range arms {
		heads = append(heads, line(a, 30))
		right = append(right, line(a, 30))
	}
	tw := t.table(heads...)
	for _, key := range keys {
		row := table.Row{key[0], key[1]}
		for _, a := range arms {
			row = append(row, counts[key][a])
		}
		tw.AppendRow(row)
	}
	t.show(tw, right...)
}

func (t *terminal) foot(r *report.Report) {
	if len(r.Notes) > 0 {
		t.title("Notes")
		limit := 400
		if t.o.Verbose {
			limit = 0
		}
		for _, n := range r.Notes {
			t.printf("  %s\n", line(n, limit))
		}
	}
	if t.o.Command != "" {
		t.printf("\n%s\n", t.o.Command)
	}
}
