package rankcompare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sooth/internal/tabular"
)

// heading says in one line what was compared.
func (r *Result) heading() string {
	s := fmt.Sprintf("%s → %s: %s", r.A.Name, r.B.Name, plural(r.Queries))
	if r.Suite != "" {
		s = r.Suite + ": " + s
	}
	if len(r.Where) > 0 {
		s += fmt.Sprintf(" with %s (%d others left out)", strings.Join(r.Where, ", "), r.LeftOut)
	}
	return s + fmt.Sprintf(", corpus %.12s", r.Corpus)
}

// sources says where the rankings are from.
func (r *Result) sources() string {
	var parts []string
	for i, s := range []System{r.A, r.B} {
		part := string("AB"[i]) + " = " + s.Name
		if s.Source != "" && s.Source != s.Name {
			part += " (" + s.Source + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// className is the name of a group in tables.
func (r *Result) className(class string) string {
	if class == "" {
		return "all"
	}
	return class
}

// means explains the table of differences.
func means(judged bool) string {
	s := "B − A: mean difference with its 95 % interval; ceiling: the most that is attainable"
	if judged {
		s += "; judged: share of the documents looked at that have a judgement, what is not judged counts as not relevant"
	}
	return s + "; *: decided on beforehand, or the primary measure of its class"
}

// differences is the table of all comparisons.
func (r *Result) differences() tabular.Table {
	judged := false
	for _, c := range r.Comparisons {
		judged = judged || c.JudgedA != nil || c.JudgedB != nil
	}
	t := tabular.Table{Title: "Measures", Words: 2, Head: []string{"class", "measure", "n", "A", "B", "ceiling"}}
	if judged {
		t.Head = append(t.Head, "judged A, B")
	}
	t.Head = append(t.Head, "B − A", "95 % interval", "better", "worse", "p", "p (Holm)", "p (Wilcoxon)", "p (sign)")
	for _, c := range r.Comparisons {
		name := c.Measure
		if c.Primary {
			name += " *"
		}
		row := []string{r.className(c.Class), name, strconv.Itoa(c.N)}
		if c.N == 0 {
			t.Rows = append(t.Rows, append(row, c.Difference.Reason))
			continue
		}
		row = append(row, four(c.MeanA), four(c.MeanB), four(c.Ceiling))
		if judged {
			row = append(row, shares(c.JudgedA, c.JudgedB))
		}
		t.Rows = append(t.Rows, append(row, signed(c.Difference.Value), span(c.Difference.Low, c.Difference.High),
			strconv.Itoa(c.Better), strconv.Itoa(c.Worse), chance(c.P), chance(c.HolmP), chance(c.SignedRank.P), chance(c.Sign.P)))
	}
	t.Note = means(judged) + "\n" + r.methods()
	return t
}

// methods says how the p-values and intervals were found.
func (r *Result) methods() string {
	var random, intervals []string
	for _, c := range r.Comparisons {
		if c.N == 0 {
			continue
		}
		test := "two-sided randomization test of the mean, " + c.Randomization.Method
		if c.Test == "sign" {
			test = "exact sign test (McNemar's) where all values are 0 or 1"
		}
		random = once(random, test)
		if c.Difference.Low != nil {
			intervals = once(intervals, c.Difference.Method)
		}
	}
	if len(random) == 0 {
		return "nothing was tested"
	}
	s := "p: " + strings.Join(random, "; ")
	if len(intervals) > 0 {
		s += ". Interval: " + strings.Join(intervals, "; ")
	}
	return s + ". Holm: within all that is not primary, and within several primary ones"
}

func once(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// partition is the table of moves; false: there are none.
func (r *Result) partition() (tabular.Table, bool) {
	t := tabular.Table{Title: "Rank of the first relevant document, A → B", Words: 1, Head: append(append([]string{"class"}, moveNames()...), "n", "not answered by both")}
	for _, m := range r.Moves {
		row := []string{r.className(m.Class)}
		for _, c := range m.Counts {
			row = append(row, strconv.Itoa(c.Count))
		}
		t.Rows = append(t.Rows, append(row, strconv.Itoa(m.N), strconv.Itoa(m.Lost)))
	}
	t.Note = fmt.Sprintf("each query stands in one column; missing: none within the first %d; fixed: up to rank 1; degraded: down, rank 1 included", r.Depth)
	return t, len(t.Rows) > 0
}

// losses is the table of what was lost; false: nothing.
func (r *Result) losses() (tabular.Table, bool) {
	t := tabular.Table{Title: "Not counted", Words: 3, Head: []string{"class", "measure", "cause", "only A", "only B", "both"}}
	type key struct {
		class string
		Lost
	}
	measures := map[key][]string{}
	have := map[string]int{}
	var order []key
	for _, c := range r.Comparisons {
		have[c.Class]++
		for _, l := range c.Lost {
			k := key{c.Class, l}
			if len(measures[k]) == 0 {
				order = append(order, k)
			}
			measures[k] = append(measures[k], c.Measure)
		}
	}
	for _, k := range order {
		names := strings.Join(measures[k], ", ")
		if len(measures[k]) == have[k.class] && have[k.class] > 1 {
			names = "each"
		}
		t.Rows = append(t.Rows, []string{r.className(k.class), names, k.Cause, strconv.Itoa(k.A), strconv.Itoa(k.B), strconv.Itoa(k.Both)})
	}
	t.Note = "infra_error: no ranking (crash, time-out, rubbish); missing: the run has no documents for it; undefined: the measure has no value. Such queries are left out on both sides"
	return t, len(t.Rows) > 0
}

// open is the table of what equal scores leave open; false: nothing.
func (r *Result) open() (tabular.Table, bool) {
	t := tabular.Table{Title: "Equal scores", Words: 2, Head: []string{"class", "measure", "queries", "expected A", "expected B", "expected B − A", "least", "most"}}
	for _, c := range r.Comparisons {
		if c.Ties == nil {
			continue
		}
		row := []string{r.className(c.Class), c.Measure, strconv.Itoa(c.Ties.Queries)}
		if c.Ties.Reason != "" {
			t.Rows = append(t.Rows, append(row, c.Ties.Reason))
			continue
		}
		t.Rows = append(t.Rows, append(row, four(c.Ties.ExpectedA), four(c.Ties.ExpectedB), signed(c.Ties.Expected), signed(c.Ties.Least), signed(c.Ties.Most)))
	}
	t.Note = "what would become of B − A if chance ordered documents of equal score: its expectation, and its least and most over all orders"
	return t, len(t.Rows) > 0
}

// topTens is the table of both first documents of one query.
func (r *Result) topTens(d *Detail) tabular.Table {
	t := tabular.Table{Words: 3, Head: []string{"", r.A.Name, r.B.Name}}
	for i := range max(len(d.A.Hits), len(d.B.Hits), 1) {
		t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), r.cell(d, d.A, i), r.cell(d, d.B, i)})
	}
	return t
}

// cell is one document with its mark, or why there is none.
func (r *Result) cell(d *Detail, s Side, i int) string {
	switch {
	case i < len(s.Hits):
		return strings.TrimLeft(r.mark(d, s.Hits[i])+" "+middle(s.Hits[i].ID, 64), " ")
	case i > 0:
		return ""
	case s.State != Answered:
		return strings.TrimRight("("+s.State+": "+middle(s.Reason, 60), ": ") + ")"
	}
	return "(no hits)"
}

// marks explains what mark prints.
const marks = "✓ relevant (with its grade above 1), · judged not relevant, ? not judged"

func (r *Result) mark(d *Detail, h Hit) string {
	switch {
	case d.Unranked:
		return ""
	case h.Grade == nil || *h.Grade < 0:
		return "?"
	case *h.Grade < r.Level:
		return "·"
	case *h.Grade > 1:
		return "✓" + strconv.Itoa(*h.Grade)
	}
	return "✓"
}

// title names a query: its text, else its id.
func (d *Detail) title() string {
	if d.Text == "" || d.Text == d.ID {
		return d.ID
	}
	return d.ID + " “" + middle(d.Text, 80) + "”"
}

// change says how a query changed in one line.
func (r *Result) change(c Change) string {
	d := r.detail(c.Query)
	s := fmt.Sprintf("%s: %s %s → %s (%s)", d.title(), c.Measure, four(&c.A), four(&c.B), signed(&c.Difference))
	if d.Move != "" {
		s += ", " + d.Move
		if d.A.FirstRelevant != nil || d.B.FirstRelevant != nil {
			s += " " + place(d.A.FirstRelevant) + " → " + place(d.B.FirstRelevant)
		}
	}
	if d.Class != "" {
		s += ", class " + d.Class
	}
	return s
}

// shares prints two shares as percentages.
func shares(a, b *float64) string {
	if a == nil || b == nil {
		return "–"
	}
	return fmt.Sprintf("%.0f, %.0f %%", 100**a, 100**b)
}

func place(rank *int) string {
	if rank == nil {
		return "none"
	}
	return strconv.Itoa(*rank)
}

// middle shortens a long id in its middle: both ends say what it is.
func middle(s string, limit int) string {
	r := []rune(s)
	if len(r) <= limit {
		return s
	}
	head := limit/2 - 1
	return string(r[:head]) + "…" + string(r[len(r)-(limit-head-1):])
}

func four(x *float64) string {
	if x == nil {
		return "–"
	}
	return strconv.FormatFloat(*x, 'f', 4, 64)
}

func signed(x *float64) string {
	switch {
	case x == nil:
		return "–"
	case math.Abs(*x) < .00005:
		return "0.0000"
	}
	return strings.Replace(fmt.Sprintf("%+.4f", *x), "-", "−", 1)
}

func span(low, high *float64) string {
	if low == nil || high == nil {
		return "–"
	}
	return signed(low) + " … " + signed(high)
}
