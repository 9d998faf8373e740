package extractreport

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"sooth/internal/tabular"
)

// few is how many rows of a long list are shown without Verbose.
const few = 10

// page writes text or Markdown.
type page struct {
	*bufio.Writer
	markdown bool
	verbose  bool
	err      error
}

func (p *page) line(format string, arguments ...any) {
	for i, a := range arguments {
		if s, ok := a.(string); ok {
			if s = tabular.Clean(s); p.markdown {
				s = tabular.Escape(s)
			}
			arguments[i] = s
		}
	}
	fmt.Fprintf(p, format+"\n", arguments...)
	if p.markdown {
		fmt.Fprintln(p)
	}
}

func (p *page) table(t tabular.Table) {
	if len(t.Rows) == 0 {
		return
	}
	write := t.Text
	if p.markdown {
		write = t.Markdown
	}
	if err := write(p); err != nil && p.err == nil {
		p.err = err
	}
	fmt.Fprintln(p)
}

// list writes a table of which the first rows are enough.
func (p *page) list(t tabular.Table) {
	if hidden := len(t.Rows) - few; hidden > 0 && !p.verbose {
		t.Rows, t.Note = t.Rows[:few], fmt.Sprintf("and %d more; --verbose shows them", hidden)
	}
	p.table(t)
}

// sheet lays a report out as text or Markdown.
func sheet(w io.Writer, r *Report, o Options, markdown bool) error {
	p := &page{Writer: bufio.NewWriter(w), markdown: markdown, verbose: o.Verbose}
	if markdown {
		p.line("# %s", r.Run.Suite)
	}
	p.line("run %s of %s, %s: %d fixtures, %d lines of code, %s", r.Run.ID, r.Run.Suite, r.Run.Started.UTC().Format("2006-01-02 15:04"), r.Corpus.Reviewed, r.Corpus.Lines, r.Run.Mode)
	if n := len(r.Corpus.Drafts); n > 0 {
		p.line("not reviewed, so not counted: %s", tabular.Some(r.Corpus.Drafts))
	}
	for _, n := range r.Notes {
		p.line("note: %s", n)
	}
	fmt.Fprintln(p)
	p.table(summary(r))
	for _, s := range r.Systems {
		p.system(r, s)
	}
	p.table(languages(r))
	for _, c := range r.Comparisons {
		p.comparison(c)
	}
	if o.Command != "" && !markdown {
		p.line("%s", o.Command)
	}
	if p.err != nil {
		return p.err
	}
	return p.Flush()
}

// system writes what there is to say of one system.
func (p *page) system(r *Report, s System) {
	m := s.Metrics
	if p.markdown {
		p.line("## %s", s.Name())
	} else {
		p.line("%s (%s %s)", s.Name(), s.Prompt, s.Version)
	}
	if s.Baseline != nil {
		p.comparison(*s.Baseline)
	}
	if n := m.Negatives; n.Fixtures > 0 {
		rate := undefined
		if n.PerThousand != nil {
			rate = fmt.Sprintf("%.1f", *n.PerThousand)
		}
		p.line("nothing is expected of %d fixtures: %d passed, %d failed, %d false positives, %s for 1,000 lines", n.Fixtures, n.Passed, n.Failed, n.FP, rate)
	}
	if m.ParseErrors+m.Partial > 0 {
		p.line("in %d answers nothing could be read, %d broke off", m.ParseErrors, m.Partial)
	}
	if m.Misfits > 0 {
		p.line("%d of %d answers do not fit the schema; what could be read in them counts", m.Misfits, m.Results)
	}
	if s.InputTokens != nil || s.OutputTokens != nil {
		cost := "cost not known"
		if s.CostUSD != nil {
			cost = fmt.Sprintf("$%.4f", *s.CostUSD) + bound(s.Unpriced)
		}
		p.line("%s tokens in, %s out%s, %s", count(s.InputTokens), count(s.OutputTokens), bound(s.Uncounted), cost)
	}
	fmt.Fprintln(p)
	p.table(byGroup("by category", m.ByCategory))
	p.table(byGroup("by predicate", m.ByPredicate))
	p.stages(m)
	p.troubles(r, s)
	p.list(misfits(r, s))
	p.stability(s)
}

// bound says of a sum that it is a lower bound, where answers are not in it.
func bound(missing int) string {
	if missing == 0 {
		return ""
	}
	return fmt.Sprintf(" at least (not known of %d answers)", missing)
}

func count(n *int) string {
	if n == nil {
		return undefined
	}
	return fmt.Sprint(*n)
}

// stageNames are the stages in the order of their work.
func stageNames() []string {
	return []string{"parse", "filtered", "normalisation", "missing", "false positive"}
}

func (p *page) stages(m Metrics) {
	var parts []string
	for _, s := range stageNames() {
		if n := m.Stages[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", s, n))
		}
	}
	if len(parts) > 0 {
		p.line("lost or false, by stage: %s", strings.Join(parts, ", "))
		fmt.Fprintln(p)
	}
}

// troubles lists what was missed and what is false.
func (p *page) troubles(r *Report, s System) {
	t := tabular.Table{Title: "missed and false", Head: []string{"fixture", "stage", "line", "expected", "said instead", "why", "answers"}, Words: 6}
	for _, x := range r.Troubles(s) {
		line, got, why := undefined, x.Got, x.Reason
		if x.Line > 0 {
			line = fmt.Sprint(x.Line)
		}
		if x.Why != "" {
			why += "; " + x.Why
		}
		expected := x.Expected
		if expected == "" {
			expected = undefined
		}
		if got == "" {
			got = undefined
		}
		t.Rows = append(t.Rows, []string{x.Fixture, x.Stage, line, expected, got, why, fmt.Sprintf("%d of %d", x.Repeats, x.Of)})
	}
	p.list(t)
}

// stability lists how often claims stayed the same.
func (p *page) stability(s System) {
	stable, flickers, skips := stabilityTables(s)
	p.table(stable)
	p.list(flickers)
	p.list(skips)
}

// comparison writes a verdict and what led to it.
func (p *page) comparison(c Comparison) {
	base := c.Base
	if text := c.BaseID.String(); c.Base == "baseline" && text != "" {
		base += " (" + text + ")"
	}
	word := c.Verdict
	if word == "error" {
		word = "not compared"
	}
	p.line("%s against %s: %s, threshold %.1f points", c.System, base, strings.ToUpper(word), 100*c.Margin)
	for _, reason := range c.Reasons {
		p.line("  %s", reason)
	}
	t := tabular.Table{Head: []string{"measure", "before", "now", "change", "fixtures", "changed", "p", "over fixtures", "verdict"}, Words: 1, Note: changeNote}
	t.Rows = changeRows(c)
	p.table(t)
	for _, of := range []struct {
		title string
		list  []Moved
	}{{"worse", c.Regressed}, {"better", c.Improved}} {
		m := tabular.Table{Title: of.title, Head: []string{"fixture", "F1", "TP before", "now", "FN before", "now", "FP before", "now"}, Words: 1}
		for _, x := range slices.Clone(of.list) {
			d := -x.Drop
			m.Rows = append(m.Rows, []string{x.Fixture, points(&d), fmt.Sprint(x.Before.TP), fmt.Sprint(x.Now.TP), fmt.Sprint(x.Before.FN), fmt.Sprint(x.Now.FN), fmt.Sprint(x.Before.FP), fmt.Sprint(x.Now.FP)})
		}
		p.list(m)
	}
}
