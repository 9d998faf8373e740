package rankdiff

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sooth/search"
	"sooth/suite"
)

func (d *Difference) queries(old, new *suite.Search) {
	before, after := byID(old), byID(new)
	ids := map[string]bool{}
	for id := range before {
		ids[id] = true
	}
	for id := range after {
		ids[id] = true
	}
	for id := range ids {
		a, was := before[id]
		b, is := after[id]
		q := Query{ID: id, Class: b.Class, Text: b.Text, Change: Changed}
		switch {
		case !was:
			q.Change = Added
		case !is:
			q.Change, q.Class, q.Text = Removed, a.Class, a.Text
		default:
			q.What = changes(
				"class", a.Class, b.Class, "text", a.Text, b.Text, "negative", strconv.FormatBool(a.Negative), strconv.FormatBool(b.Negative),
				"tool", a.Tool, b.Tool, "arguments", fmt.Sprint(a.Arguments), fmt.Sprint(b.Arguments), "labels", labels(a), labels(b),
				"pattern", a.Truth.Pattern, b.Truth.Pattern, "modern", a.Truth.Modern, b.Truth.Modern, "legacy", a.Truth.Legacy, b.Truth.Legacy,
				"source", a.Truth.Source, b.Truth.Source, "filter", a.Truth.Filter, b.Truth.Filter,
				"least recall", least(a.RecallMin), least(b.RecallMin), "least precision", least(a.PrecisionMin), least(b.PrecisionMin),
			)
			q.answers(a.Truth.Grades, b.Truth.Grades)
			q.moved(old.Universe, new.Universe)
			if len(q.What)+len(q.Gained)+len(q.Lost)+len(q.Regraded) == 0 {
				continue
			}
		}
		d.Queries = append(d.Queries, q)
	}
	slices.SortFunc(d.Queries, func(a, b Query) int { return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.ID, b.ID)) })
}

func byID(s *suite.Search) map[string]search.Query {
	m := map[string]search.Query{}
	for _, q := range s.Queries {
		m[q.ID] = q
	}
	return m
}

func labels(q search.Query) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(q.Labels)) {
		list = append(list, name+"="+q.Labels[name])
	}
	return strings.Join(list, " ")
}

func least(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// answers compares which documents answer a query. Documents that are judged
// not to answer it count as little as those that nobody judged, unless their
// grade changed.
func (q *Query) answers(before, after map[string]int) {
	for id, grade := range after {
		switch was, ok := before[id]; {
		case was <= 0 && grade > 0:
			q.Gained = append(q.Gained, id)
		case was > 0 && grade <= 0:
			q.Lost = append(q.Lost, id)
		case ok && was != grade:
			q.Regraded = append(q.Regraded, fmt.Sprintf("%s: %d → %d", id, was, grade))
		}
	}
	for id, was := range before {
		if _, ok := after[id]; !ok && was > 0 {
			q.Lost = append(q.Lost, id)
		}
	}
	slices.Sort(q.Gained)
	slices.Sort(q.Lost)
	slices.Sort(q.Regraded)
}

// moved counts what the universe has to do with it.
func (q *Query) moved(old, new *suite.Universe) {
	if old == nil || new == nil {
		return
	}
	for _, id := range q.Gained {
		if !old.Has(id) {
			q.Arrived++
		}
	}
	for _, id := range q.Lost {
		if !new.Has(id) {
			q.Gone++
		}
	}
}
