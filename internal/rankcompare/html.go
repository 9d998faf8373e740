package rankcompare

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"sooth/internal/tabular"
)

//go:embed page/compare.html
var pageTemplate string

//go:embed page/compare.css
var pageStyle string

// inFull is how many queries the page shows with both rankings, on either side.
const inFull = 50

// html writes one page that needs nothing from elsewhere. html/template escapes
// whatever comes from files.
func (r *Result) html(w io.Writer) error {
	t, err := template.New("compare").Parse(pageTemplate)
	if err != nil {
		return err
	}
	return t.Execute(w, r.page())
}

// page is the result as the template walks through it.
type page struct {
	*Result
	Style                  template.CSS
	WhereLine, PrimaryLine string
	ShortCorpus            string
	Sentences              []string
	Forest                 template.HTML
	Tables                 []pageTable
	Ranks, Partition       template.HTML
	Legend                 []swatch
	Moves, All             pageTable
	Parts                  []pagePart
}

type pageTable struct {
	Title, Label, Note string
	Head               []pageCell
	Rows               []pageRow
}

type pageRow struct {
	Primary bool
	Cells   []pageCell
}

type pageCell struct {
	Text, Class, Tag string
	Head, Number     bool
	Span             int
}

type pagePart struct {
	ID, Title, Short string
	Queries          []pageQuery
	More             int
}

type pageQuery struct {
	ID, Title, Line, Chip, Class string
	Open                         bool
	Sides                        []pageSide
}

type pageSide struct {
	Name, State string
	Hits        []pageHit
}

type pageHit struct {
	Rank                   int
	Mark, Words, ID, Title string
	Relevant               bool
}

func (r *Result) page() page {
	shown := *r // names as they may be shown
	shown.A.Name, shown.A.Source, shown.B.Name, shown.B.Source = tabular.Clean(r.A.Name), tabular.Clean(r.A.Source), tabular.Clean(r.B.Name), tabular.Clean(r.B.Source)
	shown.Suite, shown.Notes, shown.Gates = tabular.Clean(r.Suite), nil, nil
	for _, n := range r.Notes {
		shown.Notes = append(shown.Notes, tabular.Clean(n))
	}
	for _, g := range r.Gates {
		g.Gate, g.Where, g.Sentence = tabular.Clean(g.Gate), tabular.Clean(g.Where), tabular.Clean(g.Sentence)
		shown.Gates = append(shown.Gates, g)
	}
	p := page{Result: &shown, Style: template.CSS(pageStyle), WhereLine: tabular.Clean(strings.Join(r.Where, ", ")), PrimaryLine: "the primary measure of each class", ShortCorpus: fmt.Sprintf("%.12s", r.Corpus)}
	if r.Primary != nil {
		p.PrimaryLine = tabular.Clean(r.Primary.String())
	}
	for _, s := range r.sentences() {
		p.Sentences = append(p.Sentences, tabular.Clean(strings.ReplaceAll(s, "`", "")))
	}
	p.Forest = r.forestPlot()
	differences := r.differences()
	differences.Title = ""
	p.Tables = append(p.Tables, laid(differences, "measures"))
	for i, row := range p.Tables[0].Rows {
		if r.Comparisons[i].Primary {
			p.Tables[0].Rows[i].Primary = true
			row.Cells[1].Text, row.Cells[1].Tag = strings.TrimSuffix(row.Cells[1].Text, " *"), "primary"
		}
	}
	for _, f := range []func() (tabular.Table, bool){r.losses, r.open} {
		if t, ok := f(); ok {
			p.Tables = append(p.Tables, laid(t, t.Title))
		}
	}
	if t, ok := r.partition(); ok {
		t.Title = ""
		p.Moves = laid(t, "moves")
		p.Ranks = r.ranks()
		p.Partition, p.Legend = r.bar()
	}
	for i, x := range r.parts() {
		out := pagePart{ID: []string{"better", "worse"}[i], Short: []string{"Better", "Worse"}[i], Title: tabular.Clean(x.title)}
		for k, c := range x.list {
			if k == inFull {
				out.More = len(x.list) - k
				break
			}
			out.Queries = append(out.Queries, r.pageQuery(c, out.ID, k < 3))
		}
		p.Parts = append(p.Parts, out)
	}
	p.All = laid(r.every(), "all queries")
	return p
}

// laid turns a table into cells of the page; leading words are heads of rows.
func laid(t tabular.Table, label string) pageTable {
	out := pageTable{Title: t.Title, Label: label, Note: strings.ReplaceAll(t.Note, "\n", ". ")}
	for i, h := range t.Head {
		out.Head = append(out.Head, pageCell{Text: h, Number: i >= t.Words})
	}
	for _, row := range t.Rows {
		var cells []pageCell
		for i, cell := range row {
			c := pageCell{Text: tabular.Clean(cell), Head: i == 0, Number: i >= t.Words}
			if i == len(row)-1 && len(row) < len(t.Head) {
				c.Span, c.Number = len(t.Head)-len(row)+1, false
			}
			if c.Number && (cell == "0" || cell == "–") {
				c.Class = "zero"
			}
			cells = append(cells, c)
		}
		out.Rows = append(out.Rows, pageRow{Cells: cells})
	}
	return out
}

// every is the table of all queries.
func (r *Result) every() tabular.Table {
	t := tabular.Table{Words: 4, Head: []string{"query", "class", "move", "measure", "A", "B", "B − A", "rank A", "rank B"}}
	for _, d := range r.Details {
		for i, v := range d.Values {
			row := []string{d.title(), r.className(d.Class), d.Move, v.Measure, four(v.A), four(v.B), signed(v.Difference), "", ""}
			if d.Class == "" {
				row[1] = ""
			}
			if d.A.State != Answered || d.B.State != Answered {
				row[2] = "not counted"
			}
			if i == 0 {
				row[7], row[8] = r.standing(d, d.A), r.standing(d, d.B)
			} else {
				row[0], row[1], row[2] = "", "", ""
			}
			t.Rows = append(t.Rows, row)
		}
	}
	t.Note = "rank: of the first relevant document"
	return t
}

// standing is the rank of the first relevant document, or why there is none.
func (r *Result) standing(d Detail, s Side) string {
	switch {
	case s.State != Answered:
		return s.State
	case d.Move == "" && s.FirstRelevant == nil:
		return ""
	}
	return place(s.FirstRelevant)
}

func (r *Result) pageQuery(c Change, class string, open bool) pageQuery {
	d := r.detail(c.Query)
	q := pageQuery{ID: tabular.Clean(d.ID), Title: tabular.Clean(d.title()), Class: class, Open: open, Line: c.Measure + " " + four(&c.A) + " → " + four(&c.B), Chip: signed(&c.Difference)}
	if d.Class != "" {
		q.Line = "class " + tabular.Clean(d.Class) + ", " + q.Line
	}
	if d.Move != "" {
		q.Line += ", " + d.Move
	}
	for i, s := range []Side{d.A, d.B} {
		side := pageSide{Name: tabular.Clean([]string{r.A.Name, r.B.Name}[i])}
		if s.State != Answered {
			side.State = tabular.Clean(s.State + ": " + s.Reason)
		}
		for k, h := range s.Hits {
			mark := r.mark(d, h)
			hit := pageHit{Rank: k + 1, Mark: mark, ID: tabular.Clean(h.ID), Title: tabular.Clean(h.Title), Relevant: strings.HasPrefix(mark, "✓")}
			switch {
			case hit.Relevant:
				hit.Words = "relevant, grade " + strconv.Itoa(*h.Grade)
			case mark == "·":
				hit.Words = "judged not relevant"
			case mark == "?":
				hit.Words = "not judged"
			}
			side.Hits = append(side.Hits, hit)
		}
		q.Sides = append(q.Sides, side)
	}
	return q
}
