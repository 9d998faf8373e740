package render

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"sooth/internal/report"
	"sooth/score"
)

// taskView is one task with its answers side by side.
type taskView struct {
	ID, Target, Module, Prompt string
	Open                       bool
	Hints                      []hintView
	Trials                     []trialView
}

type hintView struct{ Class, Word, Text string }

type trialView struct {
	Name, Class, Word string // of the outcome shown in the summary
	State, Taken      string
	Criteria          []criterionView
	Loose             []findingView // without a place in the code
	Given             *givenView
	Calls             *callsView
	Files             []fileView
	Answer            string // shown where there is no code
}

type criterionView struct{ Name, Class, Sign, Outcome, Reason string }

type findingView struct{ Criterion, Kind, Message, Suggestion, Evidence, Class string }

type fileView struct {
	Name  string
	Lines []lineView
}

type lineView struct {
	Number   int
	Code     template.HTML
	Findings []findingView
}

// tasks orders the tasks: discordant ones, then those with a failure, then all
// others, each in order of id.
func (v *pageView) tasks() {
	rank := func(t report.Task) int {
		if t.Discordant {
			return 0
		}
		for _, trial := range t.Trials {
			if trial.Solved != score.Pass {
				return 1
			}
		}
		return 2
	}
	list := slices.Clone(v.Report.Tasks)
	slices.SortStableFunc(list, func(a, b report.Task) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.ID, b.ID)) })
	for _, t := range list {
		view := taskView{ID: t.ID, Target: t.Target, Module: t.Module, Prompt: strings.TrimSpace(t.Prompt), Open: t.Discordant}
		for _, h := range t.SuccessHints {
			view.Hints = append(view.Hints, hintView{"good", "good:", h})
		}
		for _, h := range t.FailureHints {
			view.Hints = append(view.Hints, hintView{"bad", "bad:", h})
		}
		given := map[givenView]string{} // who was given it first
		for _, trial := range t.Trials {
			shown := v.trial(trial)
			if g := shown.Given; g != nil {
				if first, before := given[*g]; before { // repeats, mostly
					shown.Given = &givenView{Title: "What the arm gave: as under " + first}
				} else {
					given[*g] = shown.Name
				}
			}
			view.Trials = append(view.Trials, shown)
		}
		v.Tasks = append(v.Tasks, view)
	}
}

func (v *pageView) trial(t report.Trial) trialView {
	view := trialView{Name: t.Arm, Taken: t.Taken, Given: newGiven(t.Given), Calls: newCalls(t.Calls)}
	if len(v.Suite.Models) > 1 {
		view.Name = arm(t.Arm, t.Model)
	}
	if v.Suite.Repeats > 1 {
		view.Name += fmt.Sprintf(" #%d", t.Repeat+1)
	}
	summary := t.Solved
	if summary == score.NotApplicable {
		summary = t.Outcome
	}
	view.Class, _, view.Word = outcomeWords(summary)
	prose := statements(v.Report) // the answer itself is what was judged
	if prose && t.State == score.Answered {
		t.Code = []report.Code{{Name: "answer", Text: t.Answer, FirstLine: 1}}
	}
	switch {
	case ckg(v.Report) && summary == score.Pass:
		view.Word = "as expected"
	case ckg(v.Report) && summary == score.Fail:
		view.Word = "not as expected"
	case prose && summary == score.Pass:
		view.Word = "nothing refuted"
	case prose && summary == score.Fail:
		view.Word = "refuted"
	case summary == score.Pass:
		view.Word = "solved"
	}
	if t.State != score.Answered {
		view.Class, view.Word = "unknown", strings.ReplaceAll(string(t.State), "_", " ")
		view.State = view.Word + ": " + t.Reason
	}
	at := map[string]map[int][]findingView{}
	files := map[string]bool{}
	for _, c := range t.Code {
		files[c.Name] = true
	}
	for _, name := range criteria(v.Report) {
		c, ok := t.Criteria[name]
		if !ok {
			continue
		}
		class, sign, outcome := outcomeWords(c.Outcome)
		view.Criteria = append(view.Criteria, criterionView{name, class, sign, outcome, c.Reason})
		for _, d := range c.Diagnostics {
			f := findingView{Criterion: name, Kind: string(d.Kind), Message: shorten(d.Message, 1000), Suggestion: d.Suggestion, Evidence: shorten(d.Evidence, 1500), Class: "fail"}
			if d.Note || c.Outcome == score.Pass { // passed all the same: a share was enough
				f.Class = "none"
			}
			if !files[d.Span.File] || d.Span.Line < 1 {
				view.Loose = gather(view.Loose, f)
				continue
			}
			if at[d.Span.File] == nil {
				at[d.Span.File] = map[int][]findingView{}
			}
			at[d.Span.File][d.Span.Line] = join(at[d.Span.File][d.Span.Line], f)
		}
	}
	for _, c := range t.Code {
		view.Files = append(view.Files, file(c, at[c.Name]))
	}
	if len(t.Code) == 0 {
		view.Answer = shorten(t.Answer, 20000)
	}
	return view
}

// file lays a file out by lines. What lies beyond its last line is shown there.
func file(c report.Code, findings map[int][]findingView) fileView {
	f := fileView{Name: c.Name}
	for i, code := range highlight(c.Name, c.Text) {
		f.Lines = append(f.Lines, lineView{Number: i + 1, Code: code, Findings: findings[i+1]})
	}
	if n := len(f.Lines); n > 0 {
		var beyond []int
		for number := range findings {
			if number > n {
				beyond = append(beyond, number)
			}
		}
		slices.Sort(beyond)
		for _, number := range beyond {
			f.Lines[n-1].Findings = append(f.Lines[n-1].Findings, findings[number]...)
		}
	}
	return f
}

// join adds a finding; one that says the same of another criterion is shown
// once, with both.
func join(list []findingView, f findingView) []findingView {
	for i, g := range list {
		if g.Kind == f.Kind && g.Message == f.Message && g.Class == f.Class {
			list[i].Criterion += ", " + f.Criterion
			return list
		}
	}
	return append(list, f)
}

// gather adds a finding without a place; those that say the same of several names
// ("expected and not named: F") are one, with all the names.
func gather(list []findingView, f findingView) []findingView {
	head, name, found := strings.Cut(f.Message, ": ")
	if n := len(list); found && n > 0 && f.Suggestion == "" && f.Evidence == "" {
		last := &list[n-1]
		same := last.Criterion == f.Criterion && last.Kind == f.Kind && last.Class == f.Class && last.Suggestion == "" && last.Evidence == ""
		if same && strings.HasPrefix(last.Message, head+": ") {
			last.Message = shorten(last.Message+", "+name, 2000)
			return list
		}
	}
	return join(list, f)
}
