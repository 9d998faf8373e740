package render

import (
	"fmt"
	"html/template"
	"strings"

	"sooth/internal/report"
)

// rateGroup is the rows of one arm in the table of rates.
type rateGroup struct {
	Name string
	Rows []rateRow
}

type rateRow struct {
	First                                                    bool // of its arm
	Span                                                     int  // rows of its arm
	Name, Criterion                                          string
	Rate, Interval                                           string
	Near                                                     string // of Fail
	Bar                                                      template.HTML
	Pass, Fail, Unknown, NotApplicable, NoAnswer, InfraError int
	N                                                        int
}

func (v *pageView) rates() {
	for _, c := range v.Report.Rates {
		name := c.Arm
		if len(v.Suite.Models) > 1 {
			name = arm(c.Arm, c.Model)
		}
		if n := len(v.Rates); n == 0 || v.Rates[n-1].Name != name {
			v.Rates = append(v.Rates, rateGroup{Name: name})
		}
		g := &v.Rates[len(v.Rates)-1]
		g.Rows = append(g.Rows, rateRow{
			Name: name, Criterion: c.Criterion, Rate: percent(c.Decided.Value), Interval: interval(c.Decided), Bar: bar(c.Decided),
			Pass: c.Pass, Fail: c.Fail, Near: near(c), Unknown: c.Unknown, NotApplicable: c.NotApplicable, NoAnswer: c.NoAnswer, InfraError: c.InfraError, N: c.N,
		})
	}
	for i := range v.Rates {
		rows := v.Rates[i].Rows
		rows[0].First, rows[0].Span = true, len(rows)
	}
}

// bar draws a rate with its interval on a scale of 0 to 100 %.
func bar(i report.Interval) template.HTML {
	if i.Value == nil || i.Low == nil || i.High == nil {
		return ""
	}
	const width = 144.0
	return template.HTML(fmt.Sprintf(`<svg class="bar" viewBox="0 0 %.0f 18" role="img" aria-label="%.1f %%, interval %.1f to %.1f %%"><rect x="0" y="6" width="%.0f" height="6" rx="3" fill="var(--line)"/><rect x="0" y="6" width="%.1f" height="6" rx="3" fill="var(--bar)"/><path d="M%.1f 9H%.1fM%.1f 4v10M%.1f 4v10" stroke="var(--ink)" stroke-width="1.5" fill="none"/></svg>`,
		width, 100**i.Value, 100**i.Low, 100**i.High, width, width**i.Value, width**i.Low, width**i.High, width**i.Low, width**i.High))
}

// pairView is two arms compared.
type pairView struct {
	Title            string
	Base, Arm, Model string // the two sides
	Flip             bool
	Shares           bool // the rates of both arms stand in the place of the four cells
	Rows             []pairRow
}

type pairRow struct {
	Criterion                        string
	Primary                          bool
	Both, OnlyBase, OnlyArm, Neither int
	BaseMean, ArmMean                string
	Difference, Interval             string
	Exact, MidP, Chi2P, SignFlip     string
	Holm, Lost                       string
	LostTasks                        []string
	N                                int
}

func newPair(r *report.Report, group []report.Comparison) pairView {
	first := group[0]
	_, base, to := pairNames(r, first.Base, first.Arm)
	v := pairView{Title: pairTitle(r, first.Base, first.Arm), Base: base, Arm: to, Model: first.Model, Flip: first.SignFlip != nil, Shares: shares(group)}
	v.Flip = v.Flip || v.Shares
	for _, c := range group {
		row := pairRow{
			Criterion: c.Criterion, Primary: c.Primary, Both: c.Table[0][0], OnlyBase: c.Table[0][1], OnlyArm: c.Table[1][0], Neither: c.Table[1][1],
			Difference: signed(c.Difference.Value), Interval: spread(c.Difference), Exact: none, MidP: none, Chi2P: none, SignFlip: none,
			Holm: probability(c.HolmP), Lost: lost(c.Lost), LostTasks: c.Lost.Tasks, N: c.N,
		}
		row.BaseMean, row.ArmMean = means(c)
		if c.McNemar != nil {
			row.Exact, row.MidP, row.Chi2P = probability(c.McNemar.Exact.P), probability(c.McNemar.MidP.P), probability(c.McNemar.Chi2P.P)
		}
		if c.SignFlip != nil {
			row.SignFlip = probability(c.SignFlip.P)
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// failureView is one row of the table of failures.
type failureView struct {
	Criterion, Kind string
	Counts          []int
}

func (v *pageView) failures() {
	type key struct{ criterion, kind string }
	rows := map[key]int{}
	columns := map[string]int{}
	for _, g := range v.Rates {
		columns[g.Name] = len(v.FailureArms)
		v.FailureArms = append(v.FailureArms, g.Name)
	}
	for _, f := range v.Report.Failures {
		name := f.Arm
		if len(v.Suite.Models) > 1 {
			name = arm(f.Arm, f.Model)
		}
		column, ok := columns[name]
		if !ok {
			continue
		}
		k := key{f.Criterion, string(f.Kind)}
		i, ok := rows[k]
		if !ok {
			i = len(v.Failures)
			rows[k] = i
			v.Failures = append(v.Failures, failureView{k.criterion, k.kind, make([]int, len(v.FailureArms))})
		}
		v.Failures[i].Counts[column] += f.Answers
	}
}

// discordantView is the discordant tasks of one pair of arms.
type discordantView struct {
	Title string
	List  []discordantRow
}

type discordantRow struct{ Task, Criteria, Better, Class, Sign, Reason, Evidence string }

func (v *pageView) discordant() {
	for _, d := range differences(v.Report.Discordant, true) {
		title := arm(pairTitle(v.Report, d.Base, d.Arm), d.Model)
		if n := len(v.Discordant); n == 0 || v.Discordant[n-1].Title != title {
			v.Discordant = append(v.Discordant, discordantView{Title: title})
		}
		row := discordantRow{Task: d.Task, Criteria: strings.Join(d.Criteria, ", "), Better: d.Better, Class: "better", Sign: "+", Reason: d.Reason, Evidence: shorten(d.Evidence, 600)}
		if d.Better == d.Base {
			row.Class, row.Sign = "worse", "−"
		}
		g := &v.Discordant[len(v.Discordant)-1]
		g.List = append(g.List, row)
	}
}

// shorten keeps text of strangers from filling a page.
func shorten(s string, limit int) string {
	if r := []rune(s); len(r) > limit {
		return strings.TrimSpace(string(r[:limit])) + " …"
	}
	return s
}
