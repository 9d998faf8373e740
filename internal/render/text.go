package render

import (
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"sooth/internal/report"
)

// textReport lays a report out for a terminal or a pipe, in the order in which a
// reader asks: can the instrument be trusted, what did the arms reach, do they
// differ, where, and why.
func textReport(w *writer, r *report.Report, o Options) {
	t := &terminal{writer: w, o: o}
	t.head(r)
	t.controls(r)
	t.rates(r)
	t.scoreboard(r)
	t.hypotheses(r)
	for _, group := range pairs(r.Comparisons) {
		t.pair(r, group)
	}
	t.sentences(r)
	t.gates(r)
	t.discordant(r)
	t.since(r)
	t.failures(r)
	t.tools(r)
	t.sheets(r)
	t.foot(r)
}

// text writes the report as text.
func textFormat(w io.Writer, r *report.Report, o Options) error {
	out := &writer{w: w}
	textReport(out, r, o)
	return out.err
}

// terminal is the text under construction.
type terminal struct {
	*writer
	o Options
}

// bold, faint, good and bad colour words where colours are wanted.
func (t *terminal) paint(c text.Colors, s string) string {
	if !t.o.Colour {
		return s
	}
	return c.EscapeSeq() + s + "\x1b[0m"
}

func (t *terminal) title(s string) { t.printf("\n%s\n", t.paint(text.Colors{text.Bold}, s)) }

// table starts a table in the plain style of all: no lines but one under the
// heads, columns two blanks apart.
func (t *terminal) table(heads ...any) table.Writer {
	tw := table.NewWriter()
	style := table.StyleDefault
	style.Box = table.BoxStyle{PaddingRight: "  ", MiddleHorizontal: "─", UnfinishedRow: " …"}
	style.Options = table.Options{SeparateHeader: false}
	style.Format = table.FormatOptions{Header: text.FormatDefault, Row: text.FormatDefault, Footer: text.FormatDefault}
	if t.o.Colour {
		style.Color = table.ColorOptions{Header: text.Colors{text.Faint}}
	}
	tw.SetStyle(style)
	tw.AppendHeader(table.Row(heads))
	return tw
}

// show prints a table with the named columns set to the right.
func (t *terminal) show(tw table.Writer, right ...string) {
	var configs []table.ColumnConfig
	for _, name := range right {
		configs = append(configs, table.ColumnConfig{Name: name, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	tw.SetColumnConfigs(configs)
	for _, l := range strings.Split(tw.Render(), "\n") {
		t.printf("%s\n", strings.TrimRight("  "+l, " "))
	}
}

func (t *terminal) head(r *report.Report) {
	models := line(strings.Join(r.Suite.Models, ", "), 80)
	if models == "" {
		models = "no model"
	}
	t.printf("%s  %s × %s, %s\n", t.paint(text.Colors{text.Bold}, line(r.Suite.Name, 60)),
		plural(r.Suite.Tasks, "task"), plural(len(r.Arms), "arm"), models)
	t.printf("run %s (%s, %s), %d of %d trials recorded%s, judged at %s by %s, sandbox %s\n", line(r.Run.ID, 40), line(r.Run.Mode, 20),
		strings.ReplaceAll(r.Run.End, "_", " "), r.Run.Records, r.Run.Trials, cost(r.Run), r.Run.Level, r.Run.Toolchain, line(r.Run.Sandbox, 100))
	if since := sinceWords(r); since != "" {
		t.printf("%s\n", line(since, 200))
	}
}

func (t *terminal) controls(r *report.Report) {
	t.printf("\n%s\n", controls(r))
	for _, c := range r.Controls {
		limit := 5
		if t.o.Verbose {
			limit = len(c.Misses)
		}
		for i, m := range c.Misses {
			if i == limit {
				t.printf("  … and %d more (all in the other formats)\n", len(c.Misses)-limit)
				break
			}
			t.printf("  %s %s: wanted %s, got %s: %s\n", t.paint(text.Colors{text.FgRed}, "missed"), line(m.ID, 60), m.Want, line(m.Got, 60), line(m.Reason, 120))
		}
	}
}

func (t *terminal) rates(r *report.Report) {
	if len(r.Rates) == 0 {
		t.printf("\nnothing was graded\n")
		return
	}
	t.title("What the arms reached")
	if statements(r) {
		t.statements(r)
		return
	}
	extra := false // columns that are zero everywhere are left out
	for _, c := range r.Rates {
		extra = extra || c.NotApplicable+c.NoAnswer+c.InfraError > 0
	}
	heads := []any{"arm", "criterion", "pass", "fail", "unknown"}
	if extra {
		heads = append(heads, "not appl.", "no answer", "infra error")
	}
	tw := t.table(append(heads, "rate", "95 % interval", "bounds", "n")...)
	last := ""
	for _, c := range r.Rates {
		arm := c.Arm
		if c.Model != "" && len(r.Suite.Models) > 1 {
			arm += " · " + c.Model
		}
		shown := arm
		if arm == last {
			shown = ""
		}
		last = arm
		row := table.Row{line(shown, 40), c.Criterion, c.Pass, c.Fail, c.Unknown}
		if extra {
			row = append(row, c.NotApplicable, c.NoAnswer, c.InfraError)
		}
		bounds := ""
		if c.Unknown+c.NoAnswer+c.InfraError > 0 && c.Bounds[0] != nil && c.Bounds[1] != nil {
			bounds = percent(c.Bounds[0]) + " … " + percent(c.Bounds[1])
		}
		tw.AppendRow(append(row, percent(c.Decided.Value), interval(c.Decided), bounds, c.N))
	}
	t.show(tw, "pass", "fail", "unknown", "not appl.", "no answer", "infra error", "rate", "95 % interval", "bounds", "n")
	if questions(r) {
		t.printf("  right counts answers, V1 to V3 statements, V4 pairs of answers; rate: by question, with its interval over questions\n")
		return
	}
	t.printf("  rate: pass ÷ (pass + fail) with Wilson interval; bounds: everything undecided counted as fail, as pass\n")
}
