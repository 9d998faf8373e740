package render

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"sooth/internal/report"
	"sooth/score"
)

//go:embed page/report.html
var pageTemplate string

//go:embed page/report.css
var pageStyle string

// page writes the report as one HTML file that needs nothing from elsewhere.
// html/template escapes whatever comes from the report.
func page(w io.Writer, r *report.Report) error {
	t, err := template.New("report").Funcs(template.FuncMap{"words": words}).Parse(pageTemplate)
	if err != nil {
		return err
	}
	return t.Execute(w, newPage(r))
}

// pageView is the report as the template walks through it.
type pageView struct {
	*report.Report
	Style          template.CSS
	End, Started   string
	Cost           string
	ToolHeads      []string
	ToolRows       [][]string
	Sheets         []sheet
	Declared       []declaredView
	Words          rateWords
	ShortHash      string
	ControlsLine   string
	ControlsClass  string // right, wrong, or unsure where an arm was not run
	Misses         []report.Miss
	PowerSentences []string
	Rates          []rateGroup
	Scores         []scoreRow
	Forest         template.HTML
	Pairs          []pairView
	FailureArms    []string
	Failures       []failureView
	Discordant     []discordantView
	Unshared       []unsharedList // with the earlier run
	Tasks          []taskView
}

// declaredView is a hypothesis on the page.
type declaredView struct {
	report.Hypothesis
	verdict
}

func newPage(r *report.Report) pageView {
	v := pageView{
		Report: r, Style: template.CSS(pageStyle), End: strings.ReplaceAll(r.Run.End, "_", " "),
		Started: r.Run.Started.UTC().Format("2006-01-02 15:04 UTC"), ShortHash: r.Suite.Hash,
		ControlsLine: controls(r), ControlsClass: "right", Words: wordsOf(r), Cost: cost(r.Run),
	}
	if len(v.ShortHash) > 12 {
		v.ShortHash = v.ShortHash[:12]
	}
	for _, c := range r.Controls {
		v.Misses = append(v.Misses, c.Misses...)
		if c.N == 0 && v.ControlsClass == "right" {
			v.ControlsClass = "unsure"
		}
		if c.Right < c.N {
			v.ControlsClass = "wrong"
		}
	}
	if len(r.Controls) == 0 {
		v.ControlsClass = "unsure"
	}
	for _, c := range r.Comparisons {
		if c.Primary && c.Power.Sentence != "" {
			v.PowerSentences = append(v.PowerSentences, c.Power.Sentence)
		}
	}
	v.ToolHeads = toolHeads()
	for _, u := range r.Tools {
		v.ToolRows = append(v.ToolRows, toolRow(u))
	}
	v.Sheets = sheets(r)
	for _, h := range r.Hypotheses {
		v.Declared = append(v.Declared, declaredView{h, verdictOf(h)})
	}
	v.rates()
	v.Scores = scoreRows(r, true)
	v.Forest = forestPlot(r)
	for _, group := range pairs(r.Comparisons) {
		v.Pairs = append(v.Pairs, newPair(r, group))
	}
	v.failures()
	v.discordant()
	v.Unshared = unshared(r)
	v.tasks()
	return v
}

// outcomeWords are an outcome's class, sign and word.
func outcomeWords(o score.Outcome) (class, sign, word string) {
	switch o {
	case score.Pass:
		return "pass", "✓", "pass"
	case score.Fail:
		return "fail", "✗", "fail"
	case score.NotApplicable:
		return "none", "–", "not applicable"
	}
	return "unknown", "?", "unknown"
}

// words sets what stands between back quotes in a sentence as code.
func words(s string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(line(s, 0), "`") {
		if i%2 == 1 {
			b.WriteString("<code>" + template.HTMLEscapeString(part) + "</code>")
		} else {
			b.WriteString(template.HTMLEscapeString(part))
		}
	}
	return template.HTML(b.String())
}
