package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"sooth/internal/report"
	"sooth/score"
)

// unsharedList is what one of two runs alone has.
type unsharedList struct {
	Title, Sign string
	Items       []string
}

// unshared lists what a run and the earlier one that it is held against do not
// share, each new task with what became of it; nothing where there is one run.
func unshared(r *report.Report) []unsharedList {
	a := r.Against
	if a == nil {
		return nil
	}
	var fresh []string
	for _, id := range a.New {
		fresh = append(fresh, id+becoming(r, id))
	}
	var list []unsharedList
	for _, l := range []unsharedList{
		{"New tasks", "+", fresh},
		{"Tasks that are gone", "−", a.Gone},
		{"Tasks that were asked in other words, and are not compared", "≠", a.Reworded},
		{"New arms", "+", a.NewArms},
		{"Arms that are gone", "−", a.GoneArms},
	} {
		if len(l.Items) > 0 {
			list = append(list, l)
		}
	}
	return list
}

// becoming says what the trials of a task came to, arm by arm.
func becoming(r *report.Report, id string) string {
	i := slices.IndexFunc(r.Tasks, func(t report.Task) bool { return t.ID == id })
	if i < 0 {
		return ""
	}
	type tally struct {
		name, word    string
		passes, total int
	}
	var arms []tally
	for _, t := range r.Tasks[i].Trials {
		outcome := t.Solved
		if outcome == score.NotApplicable {
			outcome = t.Outcome
		}
		_, _, word := outcomeWords(outcome)
		if t.State != score.Answered {
			word = strings.ReplaceAll(string(t.State), "_", " ")
		}
		name := strings.TrimSuffix(t.Arm, "@"+r.Run.ID)
		if len(r.Suite.Models) > 1 {
			name = arm(name, t.Model)
		}
		if n := len(arms); n == 0 || arms[n-1].name != name {
			arms = append(arms, tally{name: name, word: word})
		}
		last := &arms[len(arms)-1]
		last.total++
		if outcome == score.Pass {
			last.passes++
		}
	}
	var parts []string
	for _, a := range arms {
		if a.total > 1 { // repeats
			a.word = fmt.Sprintf("%d of %d pass", a.passes, a.total)
		}
		parts = append(parts, a.name+" "+a.word)
	}
	return ": " + strings.Join(parts, ", ")
}

// pairNames names what a comparison compares, and its two sides. The arms of two
// runs are one arm, and the runs are the sides.
func pairNames(r *report.Report, base, to string) (name, from, into string) {
	if a := r.Against; a != nil {
		if one := strings.TrimSuffix(base, "@"+a.Run.ID); one != base && one+"@"+r.Run.ID == to {
			return one, a.Run.ID, r.Run.ID
		}
	}
	return base + " → " + to, base, to
}

// pairTitle names two arms, or an arm in two runs.
func pairTitle(r *report.Report, base, to string) string {
	name, from, into := pairNames(r, base, to)
	if from != base {
		name += ": " + from + " → " + into
	}
	return name
}

// pairName names two arms, or an arm of two runs, with the model where there are
// several.
func pairName(r *report.Report, base, to, model string) string {
	name, _, _ := pairNames(r, base, to)
	if len(r.Suite.Models) > 1 {
		return arm(name, model)
	}
	return name
}

// sinceWords says which runs are compared; empty where there is one.
func sinceWords(r *report.Report) string {
	if r.Against == nil {
		return ""
	}
	a := r.Against.Run
	return fmt.Sprintf("against run %s (%s, %s, %s), %d of %d trials recorded%s", a.ID, a.Mode, strings.ReplaceAll(a.End, "_", " "), a.Started.UTC().Format("2006-01-02 15:04 UTC"), a.Records, a.Trials, cost(a))
}

// since tells in text what two runs do not share.
func (t *terminal) since(r *report.Report) {
	for _, l := range unshared(r) {
		t.title(l.Title)
		for _, item := range l.Items {
			t.printf("  %s %s\n", t.paint(text.Colors{text.Faint}, l.Sign), line(item, 200))
		}
	}
}

// markdownSince is the same in Markdown.
func markdownSince(m *writer, r *report.Report) {
	for _, l := range unshared(r) {
		m.printf("## %s\n\n", l.Title)
		for _, item := range l.Items {
			m.printf("- %s\n", mdLine(item))
		}
		m.printf("\n")
	}
}
