package suite

import (
	"path/filepath"
	"regexp"
	"strings"

	"sooth/fact/factfilter"
	"sooth/search"
)

// filter reads a structural filter that stands at a place.
func (l *loader) filter(text string, at place) *factfilter.Filter {
	if text == "" {
		return nil
	}
	f, err := factfilter.Parse(text)
	if err != nil {
		message, hint, _ := strings.Cut(err.Error(), "; hint: ")
		l.problems.add(at, hint, "filter: %s", message)
		return nil
	}
	return &f
}

// rewrite makes an id of a document from the name of a definition.
type rewrite struct {
	pattern *regexp.Regexp
	with    string
}

// rewrites reads how documents are named that are not called as definitions are.
func (l *searchLoader) rewrites(m mapping) []rewrite {
	var list []rewrite
	for _, item := range m.items("rewrite") {
		r, ok := l.mapping(suiteFile, "a rewrite", item, rewriteKeys())
		if !ok {
			continue
		}
		with := ""
		if v := r.values["with"]; v != nil && v.Value != "" {
			with = r.text("with")
		}
		if p := l.pattern(r.text("pattern"), r.place("pattern")); p != nil {
			list = append(list, rewrite{p, with})
		}
	}
	return list
}

// readFilters reads the filters of all queries and answers them at once, so
// that facts are read once.
func (l *searchLoader) readFilters(top mapping) {
	l.search.Facts = top.text("facts")
	at := top.place("facts")
	var asked []string
	var filters []factfilter.Filter
	before := l.problems.Len()
	for i := range l.drafts {
		d := &l.drafts[i]
		if d.class.Truth != search.Filter || d.Negative || l.options.Qrels != "" {
			continue
		}
		f := l.filter(d.row.text["filter"], d.row.place("filter"))
		switch {
		case f == nil:
			continue
		case d.class.filter != nil:
			d.filter = f.And(*d.class.filter)
		default:
			d.filter = *f
		}
		asked, filters = append(asked, d.ID), append(filters, d.filter)
		if l.search.Facts == "" {
			l.problems.add(d.row.place("class"), "facts: FOLDER in suite.yaml names a folder that sooth index has read", "class %q is answered from facts, and the suite has none", d.class.Name)
			return
		}
	}
	if len(filters) == 0 || l.problems.Len() > before || l.options.Filter == nil {
		return
	}
	dir := l.search.Facts
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(l.search.Dir, filepath.FromSlash(dir))
	}
	selections, err := l.options.Filter(dir, filters)
	if err != nil {
		message, hint, _ := strings.Cut(err.Error(), "; hint: ")
		l.problems.add(at, hint, "facts: %s", message)
		return
	}
	l.selected = map[string]factfilter.Selection{}
	for i, id := range asked {
		l.selected[id] = selections[i]
	}
}

// filtered takes the documents of a query from what its filter selects: of the
// definitions those that are in the universe.
func (l *searchLoader) filtered(d *queryDraft) {
	d.Truth = search.Truth{Filter: d.filter.String()}
	selection, ok := l.selected[d.ID]
	if !ok {
		return // it is said already, or nobody wanted to know
	}
	at := d.row.place("filter")
	grades := map[string]int{}
	for _, id := range selection.Subjects {
		for _, r := range d.class.rewrite {
			id = r.pattern.ReplaceAllString(id, r.with)
		}
		if u := l.search.Universe; u == nil || u.Has(id) {
			grades[id] = 1
		}
	}
	switch {
	case len(selection.Subjects) == 0:
		l.problems.add(at, strings.Join(selection.Doubts, "; "), "no definition of %q passes the filter of query %q", l.search.Facts, d.ID)
	case len(grades) == 0:
		l.problems.add(at, "documents are named as definitions are; the class's rewrite changes that", "none of the %d definitions that pass the filter of query %q is a document of the universe: %s", len(selection.Subjects), d.ID, few(selection.Subjects))
	}
	d.Truth.Grades = grades
}
