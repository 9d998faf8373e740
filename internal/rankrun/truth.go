package rankrun

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sooth/internal/rankreport"
	"sooth/rank"
	"sooth/search"
	"sooth/suite"
)

// Unseen stands among the grades of a query for the document that answers it
// and that nobody returned: there is one, but its name is not known.
const Unseen = "sooth:nobody-returned-it"

// truth is what answers a query, once all engines have answered.
type truth struct {
	grades  map[string]int
	known   bool // how many documents answer it
	warning string
}

// settle finds what answers a query. A pattern without a universe is matched
// against everything that any engine returned.
func settle(s *suite.Search, q search.Query, rankings []search.Ranking) truth {
	if q.Truth.Grades != nil {
		return truth{grades: q.Truth.Grades, known: true}
	}
	matches := matcher(s.Class(q.Class), q)
	t := truth{grades: map[string]int{}}
	for _, r := range rankings {
		for _, h := range r.Hits {
			if matches(h.ID) {
				t.grades[h.ID] = 1
			}
		}
	}
	switch {
	case len(t.grades) == 0:
		t.grades[Unseen] = 1
	case len(t.grades) > 1 && s.Class(q.Class).Truth == search.Single:
		t.warning = fmt.Sprintf("the pattern of query %q matches %d of the documents returned, where one is meant: %s", q.ID, len(t.grades), few(t.grades))
	}
	return t
}

// matcher says which ids answer a query by its pattern.
func matcher(c search.Class, q search.Query) func(string) bool {
	p := compiled(q.Truth.Pattern)
	if c.Truth != search.Authority {
		return p
	}
	for _, source := range c.Sources {
		if source.Name == q.Truth.Source {
			of := compiled(source.Pattern)
			return func(id string) bool { return p(id) && of(id) }
		}
	}
	return p
}

// compiled returns the matching of a pattern; the suite has compiled it before.
func compiled(pattern string) func(string) bool {
	p, err := regexp.Compile(pattern)
	if err != nil || pattern == "" {
		return func(string) bool { return false }
	}
	return p.MatchString
}

func few(grades map[string]int) string {
	var ids []string
	for id := range grades {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	text := strings.Join(ids[:min(3, len(ids))], ", ")
	if len(ids) > 3 {
		text += ", …"
	}
	return text
}

// ideal is the best ranking that is possible: by grade descending, then id.
func ideal(grades map[string]int, k int) []string {
	var ids []string
	for id, g := range grades {
		if g > 0 {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		if grades[a] != grades[b] {
			return grades[b] - grades[a]
		}
		return strings.Compare(a, b)
	})
	return ids[:min(k, len(ids))]
}

// preference says in which order the documents of a pair were returned.
func preference(q search.Query, hits []rankreport.Hit) (word string, value float64, defined bool) {
	place := func(matches func(string) bool) int {
		return slices.IndexFunc(hits, func(h rankreport.Hit) bool { return matches(h.ID) })
	}
	modern, legacy := place(compiled(q.Truth.Modern)), place(compiled(q.Truth.Legacy))
	switch {
	case modern < 0 && legacy < 0, modern == legacy:
		return "neither", 0, false
	case legacy < 0:
		return "modern_only", 1, true
	case modern < 0:
		return "legacy_only", 0, true
	case modern < legacy:
		return "modern_first", 1, true
	}
	return "legacy_first", 0, true
}

// falseHit says whether a negative query was answered with a false hit.
func falseHit(q search.Query, hits []rankreport.Hit) float64 {
	matches := func(string) bool { return true }
	if q.Truth.Pattern != "" {
		matches = compiled(q.Truth.Pattern)
	}
	if slices.ContainsFunc(hits, func(h rankreport.Hit) bool { return matches(h.ID) }) {
		return 1
	}
	return 0
}

// parsed reads the measures of a class; the suite has read them before.
func parsed(names []string) ([]rank.Measure, error) {
	var list []rank.Measure
	for _, name := range names {
		m, err := rank.ParseMeasure(name)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}
