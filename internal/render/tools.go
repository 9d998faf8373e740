package render

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"sooth/internal/report"
)

// toolHeads are the columns of the table of tools.
func toolHeads() []string {
	return []string{"arm", "tool", "trials", "never called", "calls", "repeated", "errors", "empty", "bytes", "≈ tokens"}
}

// toolRow is a row of that table as text. What an arm's first row alone has is
// empty in the others.
func toolRow(u report.ToolUse) []string {
	tool, never := line(u.Tool, 60), ""
	if u.Tool == "" {
		tool, never = "all tools", fmt.Sprint(u.Never)
	}
	return []string{line(u.Arm, 30), tool, fmt.Sprint(u.Trials), never, fmt.Sprint(u.Calls), fmt.Sprint(u.Cached), fmt.Sprint(u.Errors), fmt.Sprint(u.Empty), fmt.Sprint(u.Bytes), fmt.Sprint((u.Bytes + 3) / 4)}
}

// tools says what the models did with the tools that they were offered.
func (t *terminal) tools(r *report.Report) {
	if len(r.Tools) == 0 {
		return
	}
	t.title("What was called")
	heads := toolHeads()
	list := make([]any, len(heads))
	for i, h := range heads {
		list[i] = h
	}
	tw := t.table(list...)
	for _, u := range r.Tools {
		row := table.Row{}
		for _, cell := range toolRow(u) {
			row = append(row, cell)
		}
		tw.AppendRow(row)
	}
	t.show(tw, heads[2:]...)
}

// markdownTools is the same as a Markdown table.
func markdownTools(m *writer, r *report.Report) {
	if len(r.Tools) == 0 {
		return
	}
	m.printf("## What was called\n\n|")
	for _, h := range toolHeads() {
		m.printf(" %s |", h)
	}
	m.printf("\n| --- | --- |")
	for range toolHeads()[2:] {
		m.printf(" ---: |")
	}
	m.printf("\n")
	for _, u := range r.Tools {
		m.printf("|")
		for _, cell := range toolRow(u) {
			m.printf(" %s |", mdLine(cell))
		}
		m.printf("\n")
	}
	m.printf("\n")
}
