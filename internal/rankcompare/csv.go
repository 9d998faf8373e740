package rankcompare

import (
	"encoding/csv"
	"io"
	"strconv"
)

// csv writes one row for each query and measure, at full precision; what is
// undefined is empty. A cell that starts like a formula is kept from being one.
func (r *Result) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write([]string{"query", "text", "class", "measure", "a", "b", "difference", "ceiling", "move", "first_relevant_a", "first_relevant_b", "state_a", "state_b"})
	for _, d := range r.Details {
		for _, v := range d.Values {
			out.Write([]string{harmless(d.ID), harmless(d.Text), harmless(d.Class), harmless(v.Measure), exact(v.A), exact(v.B), exact(v.Difference), exact(v.Ceiling), d.Move,
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

// harmless puts an apostrophe before what a spreadsheet would compute.
func harmless(s string) string {
	if s != "" {
		switch s[0] {
		case '=', '+', '-', '@', '\t', '\r':
			return "'" + s
		}
	}
	return s
}
