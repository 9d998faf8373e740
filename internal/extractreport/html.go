package extractreport

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"sooth/internal/tabular"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

// mostOpen is how many fixtures stand open when the page is opened.
const mostOpen = 20

// htmlPage is what the template is given.
type htmlPage struct {
	*Report
	Style    template.CSS
	Started  string
	End      string
	Summary  tabular.Table
	Verdicts []htmlVerdict
	Troubled []htmlFixture
	Passed   []string
	Tables   []htmlTable
}

type htmlTable struct {
	Section string
	tabular.Table
}

// htmlVerdict is a comparison.
type htmlVerdict struct {
	System, Base, Verdict, Word, Detail string
	Reasons                             []string
	Rows                                [][]string
	Worse, Better                       []htmlMoved
}

// htmlMoved is a fixture whose result is not what it was.
type htmlMoved struct {
	ID, Points string
	Below      bool // it stands further down on the page
}

// htmlFixture is a fixture of which something was missed, or of which something
// false was said.
type htmlFixture struct {
	ID, Name, Category, Language, Count string
	Worse                               string // than which base
	Open                                bool
	Above                               []htmlFinding // at no line
	Lines                               []htmlLine
}

type htmlLine struct {
	Number   int
	Text     string
	Findings []htmlFinding
}

type htmlFinding struct {
	System, Class, Stage, Answers, Expected, Got, Reason, Why string
}

// writeHTML writes one file that needs nothing else, runs nothing, and explains
// every miss at its line.
func writeHTML(w io.Writer, r *Report) error {
	t, err := template.New("page").Funcs(template.FuncMap{"plural": func(word string, n int) string {
		if n == 1 {
			return "1 " + word
		}
		return fmt.Sprintf("%d %ss", n, word)
	}}).Parse(pageHTML)
	if err != nil {
		return err
	}
	p := htmlPage{
		Report: r, Style: template.CSS(pageCSS), Started: r.Run.Started.UTC().Format(time.DateTime) + " UTC", End: strings.ReplaceAll(string(r.Run.End), "_", " "), Summary: summary(r),
	}
	for _, s := range r.Systems {
		if s.Baseline != nil {
			p.Verdicts = append(p.Verdicts, verdictHTML(*s.Baseline))
		}
	}
	for _, c := range r.Comparisons {
		p.Verdicts = append(p.Verdicts, verdictHTML(c))
	}
	p.fixtures(r)
	p.link(r)
	for _, s := range r.Systems {
		p.Tables = append(p.Tables, htmlTable{s.Name(), byGroup("by category", s.Metrics.ByCategory)}, htmlTable{"", byGroup("by predicate", s.Metrics.ByPredicate)})
		stable, flickers, skips := stabilityTables(s)
		for _, x := range []tabular.Table{stable, flickers, skips} {
			p.Tables = append(p.Tables, htmlTable{"", x})
		}
	}
	p.Tables = append(p.Tables, htmlTable{"", languages(r)})
	var page bytes.Buffer
	if err := t.Execute(&page, p); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	for line := range strings.Lines(page.String()) { // markup was escaped above; what turns writing around was not
		text, ended := strings.CutSuffix(line, "\n")
		out.WriteString(cleanCode(text))
		if ended {
			out.WriteByte('\n')
		}
	}
	return out.Flush()
}

func verdictHTML(c Comparison) htmlVerdict {
	v := htmlVerdict{System: c.System, Base: c.Base, Verdict: c.Verdict, Word: c.Verdict, Reasons: c.Reasons, Rows: changeRows(c), Detail: fmt.Sprintf("threshold %.1f points", 100*c.Margin)}
	if c.Verdict == "error" {
		v.Word = "not compared"
	}
	if text := c.BaseID.String(); c.Base == "baseline" && text != "" {
		v.Detail += "; " + text
	}
	ids := func(list []Moved) (out []htmlMoved) {
		for _, m := range list {
			d := -m.Drop
			out = append(out, htmlMoved{ID: m.Fixture, Points: points(&d)})
		}
		return out
	}
	v.Worse, v.Better = ids(c.Regressed), ids(c.Improved)
	return v
}

// link marks fixtures that are worse than the baseline, and notes which of those
// that moved stand on the page.
func (p *htmlPage) link(r *Report) {
	place := map[string]int{}
	for i, f := range p.Troubled {
		place[f.ID] = i
	}
	for _, v := range p.Verdicts {
		for _, list := range [][]htmlMoved{v.Worse, v.Better} {
			for i := range list {
				_, list[i].Below = place[list[i].ID]
			}
		}
	}
	for _, s := range r.Systems {
		if s.Baseline == nil {
			continue
		}
		for _, m := range s.Baseline.Regressed {
			if i, ok := place[m.Fixture]; ok {
				p.Troubled[i].Worse = "worse than the " + s.Baseline.Base
			}
		}
	}
}

// fixtures puts the troubles of all systems at the lines of their fixtures.
func (p *htmlPage) fixtures(r *Report) {
	type said struct {
		system string
		Trouble
	}
	told := map[string][]said{}
	for _, s := range r.Systems {
		for _, t := range r.Misfits(s) {
			t.Stage, t.Got = "parse (schema)", "at "+place(t.Got)
			told[t.Fixture] = append(told[t.Fixture], said{s.Name(), t})
		}
		for _, t := range r.Troubles(s) {
			told[t.Fixture] = append(told[t.Fixture], said{s.Name(), t})
		}
	}
	for _, f := range r.Corpus.Fixtures {
		list := told[f.ID]
		if len(list) == 0 {
			p.Passed = append(p.Passed, f.ID)
			continue
		}
		h := htmlFixture{ID: f.ID, Name: tabular.Clean(f.Name), Category: f.Category, Language: f.Language, Open: len(p.Troubled) < mostOpen, Count: fmt.Sprintf("%d not as expected", len(list))}
		text := strings.TrimSuffix(strings.ReplaceAll(f.Content, "\r\n", "\n"), "\n")
		if f.Content != "" {
			for i, l := range strings.Split(text, "\n") {
				h.Lines = append(h.Lines, htmlLine{Number: i + 1, Text: cleanCode(l)})
			}
		}
		for _, x := range list {
			finding := htmlFinding{
				System: tabular.Clean(x.system), Stage: x.Stage, Expected: tabular.Clean(x.Expected), Got: tabular.Clean(x.Got), Reason: tabular.Clean(x.Reason), Why: tabular.Clean(x.Why),
				Answers: fmt.Sprintf("%d of %d answers", x.Repeats, x.Of),
			}
			switch x.Stage {
			case "infra error":
				finding.Class = "infra"
			case "parse", "parse (schema)":
				finding.Class = "parse"
			}
			if last := max(x.LastLine, x.Line); last >= 1 && last <= len(h.Lines) {
				h.Lines[last-1].Findings = append(h.Lines[last-1].Findings, finding)
			} else {
				h.Above = append(h.Above, finding)
			}
		}
		p.Troubled = append(p.Troubled, h)
	}
}

// cleanCode makes what a browser would obey visible, but keeps tabs.
func cleanCode(line string) string {
	if !strings.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' || r > '~' }) {
		return line
	}
	parts := strings.Split(line, "\t")
	for i := range parts {
		parts[i] = tabular.Clean(parts[i])
	}
	return strings.Join(parts, "\t")
}
