package render

import (
	"fmt"
	"strings"

	"sooth/internal/report"
)

// What is shown of a trial's calls and of what its arm gave: a report has
// hundreds of trials. sooth runs calls has every call.
const (
	pageCalls     = 40
	auditCalls    = 10
	auditGiven    = 12 // lines
	auditArgument = 120
)

// givenView is what an arm put beside the prompt of a task; without a text: what
// is shown elsewhere.
type givenView struct{ Title, Text string }

func newGiven(e *report.Excerpt) *givenView {
	if e == nil {
		return nil
	}
	v := &givenView{Title: "What the arm gave: " + plural(e.Bytes, "byte"), Text: e.Text}
	if len(e.Text) < e.Bytes {
		v.Title += ", the first " + plural(len(e.Text), "byte") + " here"
	}
	return v
}

// callsView are the calls of tools of one trial.
type callsView struct {
	Title string
	List  []callView
	More  string // how many are not shown
}

type callView struct {
	Tool, Arguments, Took string
	Class, Word           string // what is special about it; empty: nothing
	Result                string
}

func newCalls(calls []report.Call) *callsView {
	if len(calls) == 0 {
		return nil
	}
	total := 0
	v := &callsView{}
	for i, c := range calls {
		total += c.Result.Bytes
		if i >= pageCalls {
			continue
		}
		view := callView{Tool: line(c.Tool, 100), Arguments: line(c.Arguments, 600), Took: fmt.Sprintf("%s, %d ms", plural(c.Result.Bytes, "byte"), c.LatencyMS), Result: c.Result.Text}
		switch {
		case c.Failed:
			view.Class, view.Word = "fail", "failed"
		case c.Empty:
			view.Class, view.Word = "unknown", "found nothing"
		case c.Cached:
			view.Class, view.Word = "none", "repeated"
		}
		v.List = append(v.List, view)
	}
	if n := len(calls) - pageCalls; n > 0 {
		v.More = fmt.Sprintf("and %s more: sooth runs calls", plural(n, "call"))
	}
	v.Title = fmt.Sprintf("%s of tools, %s", plural(len(calls), "call"), plural(total, "byte"))
	return v
}

// markdownCalls tells shortly what a trial was given and called.
func markdownCalls(m *writer, t report.Trial) {
	if v := newGiven(t.Given); v != nil {
		lines := strings.SplitN(v.Text, "\n", auditGiven+1)
		m.printf("%s\n\n", mdLine(v.Title))
		fence(m, "text", strings.Join(lines[:min(len(lines), auditGiven)], "\n"))
	}
	v := newCalls(t.Calls)
	if v == nil {
		return
	}
	m.printf("%s:\n\n", mdLine(v.Title))
	for i, c := range v.List {
		if i == auditCalls {
			m.printf("- and %s more\n", plural(len(t.Calls)-auditCalls, "call"))
			break
		}
		text := fmt.Sprintf("%s %s: %s", c.Tool, line(c.Arguments, auditArgument), c.Took)
		if c.Word != "" {
			text += ", " + c.Word
		}
		if first, _, _ := strings.Cut(c.Result, "\n"); first != "" {
			text += ": " + line(first, auditArgument)
		}
		m.printf("- %s\n", mdLine(text))
	}
	m.printf("\n")
}
