package rankrun

import (
	"slices"
	"strings"

	"sooth/internal/rankreport"
	"sooth/rank"
	"sooth/score"
	"sooth/search"
	"sooth/stat"
)

// taking returns the systems that take part in a row: those that answered any of
// its queries. One that answered none would exclude every query for all.
func taking(queries []rankreport.Query, systems []*system) map[string]bool {
	in := map[string]bool{}
	for _, q := range queries {
		for _, a := range q.Answers {
			if a.State == score.Answered {
				in[a.System] = true
			}
		}
	}
	if len(in) == 0 {
		for _, y := range systems {
			in[y.Name] = true
		}
	}
	return in
}

// counted returns the queries for which every system that takes part has a value,
// and the others by why.
func counted(measure string, queries []rankreport.Query, in map[string]bool) (list []rankreport.Query, lost map[string]int) {
	for _, q := range queries {
		why := ""
		for _, a := range q.Answers {
			if !in[a.System] {
				continue
			}
			if a.State != score.Answered {
				why = string(score.InfraError)
				break
			}
			if _, ok := a.Values[measure]; !ok {
				why = "undefined"
			}
		}
		if why == "" {
			list = append(list, q)
			continue
		}
		if lost == nil {
			lost = map[string]int{}
		}
		lost[why]++
	}
	return list, lost
}

// row is one measure over the queries of a class.
func (t *teller) row(c search.Class, measure string, queries []rankreport.Query) rankreport.Row {
	in := taking(queries, t.systems)
	list, lost := counted(measure, queries, in)
	row := rankreport.Row{Class: c.Name, Measure: measure, Primary: measure == c.Primary, N: len(list), Lost: lost}
	for i, y := range t.systems {
		cell := rankreport.Cell{System: y.Name}
		if in[y.Name] {
			var values []float64
			for _, q := range list {
				values = append(values, q.Answers[i].Values[measure])
			}
			cell.Mean = stat.Mean(values)
			bounds(&cell, values, measure)
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// bounds adds the Wilson interval to a mean of zeros and ones.
func bounds(cell *rankreport.Cell, values []float64, measure string) {
	if len(values) == 0 || !strings.HasPrefix(measure, "Success") && measure != search.PreferenceMeasure && measure != search.FalseHitMeasure {
		return
	}
	ones := 0
	for _, v := range values {
		if v == 1 {
			ones++
		}
	}
	w := stat.Wilson(ones, len(values), 0.95)
	cell.Low, cell.High = w.Low, w.High
}

// preferences is the row of a class of pairs. The mean is over the pairs that
// every system answered with at least one of the two; the counts are over all
// that every system answered, and the sign test over a system's pairs of which it
// returned both.
func (t *teller) preferences(c search.Class, queries []rankreport.Query) rankreport.Row {
	row := t.row(c, search.PreferenceMeasure, queries)
	in := taking(queries, t.systems)
	for i := range row.Cells {
		cell := &row.Cells[i]
		if !in[cell.System] {
			continue
		}
		cell.Counts = map[string]int{"modern_first": 0, "modern_only": 0, "legacy_first": 0, "legacy_only": 0, "neither": 0}
		for _, q := range queries {
			if !slices.ContainsFunc(q.Answers, func(a rankreport.Answer) bool { return in[a.System] && a.State != score.Answered }) {
				cell.Counts[q.Answers[i].Preference]++
			}
		}
		both := cell.Counts["modern_first"] + cell.Counts["legacy_first"]
		if both > 0 {
			cell.P = stat.BinomialTest(cell.Counts["modern_first"], both, 0.5).TwoSided
		}
	}
	return row
}

// falseHits is the row of the negative queries of a class.
func (t *teller) falseHits(c search.Class, queries []rankreport.Query) rankreport.Row {
	row := t.row(c, search.FalseHitMeasure, queries)
	row.Primary = false
	best := 0.0
	row.Ceiling = &best
	in := taking(queries, t.systems)
	list, _ := counted(search.FalseHitMeasure, queries, in)
	for i := range row.Cells {
		if !in[row.Cells[i].System] {
			continue
		}
		n := map[string]int{"false_hit": 0, "none": 0}
		for _, q := range list {
			if q.Answers[i].Values[search.FalseHitMeasure] == 1 {
				n["false_hit"]++
			} else {
				n["none"]++
			}
		}
		row.Cells[i].Counts = n
	}
	return row
}

// judgedShare adds to each cell which share of the documents that a measure
// looked at has a judgement.
func (t *teller) judgedShare(row *rankreport.Row, m rank.Measure, queries []rankreport.Query) {
	in := taking(queries, t.systems)
	list, _ := counted(row.Measure, queries, in)
	share := rank.Measure{Kind: rank.Judged, Cutoff: m.Cutoff}
	for i := range row.Cells {
		if !in[row.Cells[i].System] {
			continue
		}
		var values []float64
		for _, q := range list {
			ids := make([]string, len(q.Answers[i].Hits))
			for n, h := range q.Answers[i].Hits {
				ids[n] = h.ID
			}
			if len(ids) > 0 {
				values = append(values, share.Of(rank.NewTopic(q.Grades, ids, rank.Options{})))
			}
		}
		row.Cells[i].Judged = stat.Mean(values)
	}
}
