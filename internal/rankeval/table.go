package rankeval

import (
	"fmt"
	"strconv"

	"sooth/internal/tabular"
	"sooth/rank"
)

// tables are what people see, in order.
func (r *result) tables() []tabular.Table {
	var list []tabular.Table
	if !r.options.NoMean {
		list = append(list, r.summaryTable())
	}
	if len(r.pairs) > 0 {
		list = append(list, r.pairTable())
	}
	if r.options.Topics {
		for i := range r.runs {
			list = append(list, r.topicTable(&r.runs[i]))
		}
	}
	return list
}

// heading says what was evaluated, in one line.
func (r *result) heading() string {
	o := r.options
	s := fmt.Sprintf("%s, %s", count(r.topics, "topic"), count(r.judgements, "judgement"))
	if o.Level > 1 {
		s += fmt.Sprintf(", relevant from grade %d", o.Level)
	}
	if o.Complete {
		s += ", topics without documents count as 0"
	}
	if o.Depth > 0 {
		s += fmt.Sprintf(", first %s of each topic", count(o.Depth, "document"))
	}
	if o.Judged {
		s += ", judged documents only"
	}
	return s
}

func (r *result) summaryTable() tabular.Table {
	t := tabular.Table{Title: "Measures", Words: 1, Head: []string{"measure"}}
	for i := range r.runs {
		name := r.runs[i].name
		t.Head = append(t.Head, name)
		if r.any(r.companions) {
			t.Head = append(t.Head, "judged")
		}
		if r.any(r.residuals) {
			t.Head = append(t.Head, "residual")
		}
		if r.options.Ties {
			t.Head = append(t.Head, "expected", "least", "most")
		}
	}
	for i, c := range r.columns {
		if !c.InSummary() {
			continue
		}
		row := []string{c.Label}
		for k := range r.runs {
			row = append(row, r.summaryCells(&r.runs[k], i, c)...)
		}
		t.Rows = append(t.Rows, row)
	}
	if r.any(r.companions) {
		t.Note = "judged: share of the documents that a measure looked at and that have a judgement, mean over topics; what is not judged counts as not relevant"
	}
	return t
}

func (r *result) summaryCells(e *run, i int, c rank.Column) []string {
	var cells []string
	switch {
	case c.Special == rank.RunID:
		cells = append(cells, e.RunID)
	case c.Whole:
		cells = append(cells, strconv.FormatInt(int64(e.Summary(i)), 10))
	default:
		cells = append(cells, four(e.Summary(i)))
	}
	if r.any(r.companions) {
		cells = append(cells, beside(e, r.companions[i]))
	}
	if r.any(r.residuals) {
		cells = append(cells, beside(e, r.residuals[i]))
	}
	if r.options.Ties {
		if m, ok := e.tied(i); ok && c.Special == rank.Number {
			cells = append(cells, four(m.Expected), four(m.Min), four(m.Max))
		} else {
			cells = append(cells, "", "", "")
		}
	}
	return cells
}

func (r *result) any(list []int) bool {
	for _, i := range list {
		if i >= 0 {
			return true
		}
	}
	return false
}

func beside(e *run, i int) string {
	if i < 0 {
		return ""
	}
	return four(e.Summary(i))
}

func (r *result) pairTable() tabular.Table {
	t := tabular.Table{Title: "Comparison with " + r.runs[0].name, Words: 2,
		Head: []string{"run", "measure", "topics", "mean A", "mean B", "B − A", "95 % interval", "better", "worse", "p", "p (Holm)", "p (signed rank)"}}
	for _, p := range r.pairs {
		row := []string{r.runs[p.b].name, r.columns[p.column].Label, strconv.Itoa(p.topics)}
		if p.reason != "" {
			t.Rows = append(t.Rows, append(row, p.reason))
			continue
		}
		interval := ""
		if p.difference.Low != nil && p.difference.High != nil {
			interval = fmt.Sprintf("%+.4f to %+.4f", *p.difference.Low, *p.difference.High)
		}
		t.Rows = append(t.Rows, append(row, four(p.meanA), four(p.meanB), fmt.Sprintf("%+.4f", p.meanB-p.meanA), interval,
			strconv.Itoa(p.wins), strconv.Itoa(p.losses), chance(p.randomization.TwoSided), chance(p.holm), chance(p.signedRank.TwoSided)))
	}
	t.Note = "p: two-sided randomization test of the mean (" + r.methods() + "); Holm: within this table; left out are topics that one of the runs lacks"
	return t
}

// methods names how the p-values of the pairs were found.
func (r *result) methods() string {
	seen, list := map[string]bool{}, ""
	for _, p := range r.pairs {
		if m := p.randomization.Method; m != "" && !seen[m] {
			if len(seen) > 0 {
				list += "; "
			}
			seen[m] = true
			list += m
		}
	}
	return list
}

func (r *result) topicTable(e *run) tabular.Table {
	t := tabular.Table{Title: "Topics of " + e.name, Words: 1, Head: []string{"topic"}}
	for _, c := range r.columns {
		if c.Special == rank.RelString || c.InTopics() {
			t.Head = append(t.Head, c.Label)
		}
	}
	for i := range e.Topics {
		topic := &e.Topics[i]
		row := []string{topic.Name}
		for k, c := range r.columns {
			switch {
			case c.Special == rank.RelString:
				row = append(row, relString(topic, c.Length))
			case !c.InTopics():
			case c.Whole:
				row = append(row, strconv.FormatInt(int64(topic.Values[k]), 10))
			default:
				row = append(row, four(topic.Values[k]))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func four(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }

// chance prints a p-value; it is never 0.
func chance(p *float64) string {
	switch {
	case p == nil:
		return "–"
	case *p < .0001:
		return "< 0.0001"
	}
	return four(*p)
}
