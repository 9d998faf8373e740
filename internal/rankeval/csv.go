package rankeval

import (
	"encoding/csv"

	"sooth/internal/tabular"
	"sooth/rank"
)

// csv writes one value a row: run, topic ("all" for the summary), measure,
// value at full precision, and the share that was judged. A cell that starts
// like a formula is kept from being one.
func (w *output) csv(r *result) {
	out := csv.NewWriter(w)
	head := []string{"run", "topic", "measure", "value", "judged"}
	if r.options.Ties {
		head = append(head, "expected", "min", "max")
	}
	out.Write(head)
	for k := range r.runs {
		e := &r.runs[k]
		if r.options.Topics {
			for t := range e.Topics {
				w.csvTopic(out, r, e, &e.Topics[t])
			}
		}
		for i, c := range r.columns {
			if r.options.NoMean || c.Special != rank.Number {
				continue
			}
			row := []string{tabular.Spreadsheet(e.name), "all", tabular.Spreadsheet(c.Label), exact(e.Summary(i)), ""}
			if j := r.companions[i]; j >= 0 {
				row[4] = exact(e.Summary(j))
			}
			if r.options.Ties {
				if m, ok := e.tied(i); ok {
					row = append(row, exact(m.Expected), exact(m.Min), exact(m.Max))
				} else {
					row = append(row, "", "", "")
				}
			}
			out.Write(row)
		}
	}
	out.Flush()
}

func (w *output) csvTopic(out *csv.Writer, r *result, e *run, t *rank.TopicResult) {
	for i, c := range r.columns {
		if c.Special != rank.Number || !c.InTopics() {
			continue
		}
		row := []string{tabular.Spreadsheet(e.name), tabular.Spreadsheet(t.Name), tabular.Spreadsheet(c.Label), exact(t.Values[i]), ""}
		if j := r.companions[i]; j >= 0 {
			row[4] = exact(t.Values[j])
		}
		if r.options.Ties {
			if t.Ties[i].Reason == "" {
				row = append(row, exact(t.Ties[i].Expected), exact(t.Ties[i].Min), exact(t.Ties[i].Max))
			} else {
				row = append(row, "", "", "")
			}
		}
		out.Write(row)
	}
}
