package rankcompare

import (
	"encoding/csv"
	"io"
	"strconv"

	"sooth/internal/tabular"
)

// csv writes one row for each query and measure, at full precision; what is
// undefined is empty. A cell that starts like a formula is kept from being one.
func (r *Result) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write([]string{"query", "text", "class", "measure", "a", "b", "difference", "ceiling", "move", "first_relevant_a", "first_relevant_b", "state_a", "state_b"})
	for _, d := range r.Details {
		for _, v := range d.Values {
			out.Write([]string{tabular.Spreadsheet(d.ID), tabular.Spreadsheet(d.Text), tabular.Spreadsheet(d.Class), tabular.Spreadsheet(v.Measure), exact(v.A), exact(v.B), exact(v.Difference), exact(v.Ceiling), d.Move,
				whole(d.A.FirstRelevant), whole(d.B.FirstRelevant), d.A.State, d.B.State})
		}
	}
	out.Flush()
	return out.Error()
}

func exact(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}

func whole(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}
