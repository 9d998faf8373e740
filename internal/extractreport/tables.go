package extractreport

import (
	"fmt"
	"strings"

	"sooth/internal/tabular"
)

// summary is the table of all systems.
func summary(r *Report) tabular.Table {
	t := tabular.Table{Head: []string{"system", "version", "recall", "precision", "F1", "TP", "FN", "FP", "passed", "answers", "infra errors"}, Words: 2,
		Note: "rates are micro, with 95 % intervals over fixtures; passed: fixtures of which every answer says all and nothing false"}
	for _, s := range r.Systems {
		m := s.Metrics
		t.Rows = append(t.Rows, []string{
			s.Name(), s.Version, m.Recall.String(), m.Precision.String(), m.F1.String(), fmt.Sprint(m.TP), fmt.Sprint(m.FN), fmt.Sprint(m.FP),
			fmt.Sprintf("%d of %d", m.Passed, m.Passed+m.Failed), fmt.Sprint(m.Results), fmt.Sprint(m.InfraErrors),
		})
	}
	return t
}

func byGroup(title string, list []Group) tabular.Table {
	t := tabular.Table{Title: title, Head: []string{title[3:], "fixtures", "recall", "precision", "TP", "FN", "FP"}, Words: 1}
	for _, g := range list {
		t.Rows = append(t.Rows, []string{g.Name, fmt.Sprint(g.Fixtures), g.Recall.String(), g.Precision.String(), fmt.Sprint(g.TP), fmt.Sprint(g.FN), fmt.Sprint(g.FP)})
	}
	return t
}

// misfits lists where answers do not fit the schema.
func misfits(r *Report, s System) tabular.Table {
	t := tabular.Table{Title: "stage parse: answers that do not fit the schema", Head: []string{"fixture", "place in the answer", "why", "answers"}, Words: 3}
	for _, x := range r.Misfits(s) {
		t.Rows = append(t.Rows, []string{x.Fixture, place(x.Got), x.Reason, fmt.Sprintf("%d of %d", x.Repeats, x.Of)})
	}
	return t
}

// place names a place in an answer.
func place(pointer string) string {
	if pointer == "" {
		return "the whole"
	}
	return pointer
}

// stabilityTables are how often claims stayed the same, which did not, and which
// variants were not made.
func stabilityTables(s System) (stable, flickers, skips tabular.Table) {
	var all []Stability
	if s.Repeats != nil {
		all = append(all, *s.Repeats)
	}
	all = append(all, s.Variants...)
	stable = tabular.Table{Title: "stability", Head: []string{"held against", "same claims", "pairs", "fixtures", "not made", "nothing to change", "checked by"}, Words: 1}
	flickers = tabular.Table{Title: "claims that flickered", Head: []string{"fixture", "claim", "with", "where", "has it", "has it not"}, Words: 4}
	skips = tabular.Table{Title: "variants that were not made", Head: []string{"variant", "reason", "fixtures"}, Words: 3}
	for _, x := range all {
		skipped := 0
		for _, k := range x.Skipped {
			skipped += len(k.Fixtures)
			skips.Rows = append(skips.Rows, []string{x.Kind, k.Reason, tabular.Some(k.Fixtures)})
		}
		stable.Rows = append(stable.Rows, []string{x.Kind, x.Rate.String(), fmt.Sprintf("%d of %d", x.Identical, x.Pairs), fmt.Sprint(x.Fixtures), fmt.Sprint(skipped), fmt.Sprint(x.Unchanged), checkers(x.Checked)})
		for _, f := range x.Flickered {
			flickers.Rows = append(flickers.Rows, []string{f.Fixture, f.Claim, x.Kind, f.Where, fmt.Sprint(f.With), fmt.Sprint(f.Without)})
		}
	}
	return stable, flickers, skips
}

// languages are the variants by language.
func languages(r *Report) tabular.Table {
	t := tabular.Table{Title: "variants by language", Head: []string{"language", "fixtures", "with a variant", "variants checked", "nothing to change", "not made", "checked by"}, Words: 1,
		Note: "each variant that is asked was parsed and found to mean the same as its original"}
	var all Language
	for _, l := range r.Languages {
		t.Rows = append(t.Rows, []string{l.Language, fmt.Sprint(l.Fixtures), fmt.Sprint(l.Covered), fmt.Sprint(l.Variants), fmt.Sprint(l.Unchanged), fmt.Sprint(l.NotMade), checkers(l.Checked)})
		all.Fixtures, all.Covered, all.Variants, all.Unchanged, all.NotMade = all.Fixtures+l.Fixtures, all.Covered+l.Covered, all.Variants+l.Variants, all.Unchanged+l.Unchanged, all.NotMade+l.NotMade
	}
	if len(r.Languages) > 1 {
		t.Rows = append(t.Rows, []string{"all", fmt.Sprint(all.Fixtures), fmt.Sprint(all.Covered), fmt.Sprint(all.Variants), fmt.Sprint(all.Unchanged), fmt.Sprint(all.NotMade), ""})
	}
	return t
}

func checkers(list []Checked) string {
	var out []string
	for _, k := range list {
		out = append(out, fmt.Sprintf("%s %d", k.Parser, k.Variants))
	}
	return strings.Join(out, ", ")
}

// changeNote says what the numbers of a comparison are.
const changeNote = "means over fixtures, in absolute points; p: one-sided for a drop, answers exchanged within fixtures, Holm over recall and precision; over fixtures: exact sign-flip, decides nothing"

// changeRows are the measures of a comparison, before and now.
func changeRows(c Comparison) (rows [][]string) {
	for _, x := range c.Changes {
		var change *float64
		if x.Drop != nil {
			d := -*x.Drop
			change = &d
		}
		prob := x.Adjusted
		if prob == nil {
			prob = x.P
		}
		verdict := x.Verdict
		if !x.Decides {
			verdict = "shown only"
		}
		rows = append(rows, []string{x.Measure, percent(x.Before), percent(x.Now), points(change), fmt.Sprint(x.N), fmt.Sprint(x.Changed), probability(prob), probability(x.FlipP), verdict})
	}
	return rows
}
