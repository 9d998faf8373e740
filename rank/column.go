package rank

import (
	"fmt"
	"slices"
	"strings"
)

// Special marks the columns of trec_eval that are words, not numbers.
type Special int

// The specials.
const (
	Number    Special = iota
	RunID             // the tag of the run, in the summary alone
	RelString         // the grades of the first documents, for topics alone
)

// Column is a measure under the label that the caller used for it.
type Column struct {
	Label   string
	Measure Measure
	Special Special
	Length  int  // RelString: documents shown
	Whole   bool // a count, printed without decimals
	place   int  // in trec_eval's order of printing; -1: named in our spelling
}

// InTopics says whether the column has a line for each topic: a geometric mean,
// the number of topics and the tag of the run do not.
func (c Column) InTopics() bool {
	return c.Special != RunID && c.Measure.Kind != NumQ && c.Measure.Mean() != Geometric
}

// InSummary says whether the column has a line for all topics together.
func (c Column) InSummary() bool { return c.Special != RelString }

// ParseColumns reads what may follow -m: a measure as [ParseMeasure] reads it,
// a measure of trec_eval with or without parameters ("map", "P.5,10", "P_5",
// "ndcg.1=3,2=7") or one of its sets: "official", "all_trec", "set".
func ParseColumns(text string) ([]Column, error) {
	text = strings.TrimSpace(text)
	if names, ok := trecSet(text); ok {
		var all []Column
		for _, name := range names {
			columns, _, err := trecColumns(name)
			if err != nil {
				return nil, err
			}
			all = append(all, columns...)
		}
		return Arrange(all), nil
	}
	columns, known, err := trecColumns(text)
	if err != nil {
		return nil, fmt.Errorf("measure %q: %w", text, err)
	}
	if known {
		return columns, nil
	}
	m, err := ParseMeasure(text)
	if err != nil {
		return nil, err
	}
	return []Column{{Label: m.String(), Measure: m, place: -1, Whole: m.Mean() == Sum}}, nil
}

// Arrange puts columns into the order in which trec_eval prints them, with
// those in our own spelling behind in the order given, each label once.
func Arrange(columns []Column) []Column {
	var out []Column
	seen := map[string]bool{}
	for _, c := range columns {
		if !seen[c.Label] {
			seen[c.Label] = true
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Column) int {
		switch {
		case a.place < 0 && b.place < 0:
			return 0
		case a.place < 0:
			return 1
		case b.place < 0:
			return -1
		}
		return a.place - b.place
	})
	return out
}
