package suite

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sooth/internal/nearest"
	ranking "sooth/rank"
	"sooth/search"
	"sooth/source"
)

// readQrels reads the judgements; nil: the suite has none.
func (l *searchLoader) readQrels(top mapping) *ranking.Judgements {
	name, at := "", place{}
	var text []byte
	switch {
	case l.options.Qrels != "":
		var err error
		name = l.options.Qrels
		if text, err = os.ReadFile(name); err != nil {
			if inner := errors.Unwrap(err); inner != nil {
				err = inner
			}
			l.problems.Note(source.Problem{File: filepath.ToSlash(name), Message: "cannot read it: " + err.Error(), Hint: "--qrels names a file of judgements"})
			return nil
		}
		l.digests["qrels"] = digestOf(text)
	case top.has("qrels"):
		clean, ok := l.name(top.text("qrels"), top.place("qrels"))
		if !ok {
			return nil
		}
		at = top.place("qrels")
		if text, ok = l.read(clean, at, maxFile, true); !ok {
			return nil
		}
		name = shown(l.problems.prefix, clean)
	default:
		return nil
	}
	j, err := ranking.ReadJudgements(ranking.Text{Name: name, Data: text}, ranking.Options{})
	var wrong *ranking.InputError
	switch {
	case errors.As(err, &wrong):
		l.problems.Note(source.Problem{File: wrong.Name, Line: wrong.Line, Column: wrong.Column, Message: wrong.Reason, Hint: wrong.Hint})
		return nil
	case err != nil:
		l.problems.add(at, "", "%v", err)
		return nil
	}
	for _, topic := range j.Topics() {
		if _, ok := l.queries[topic]; !ok && l.options.Qrels == "" {
			l.problems.add(at, nearest.Hint(topic, slices.Sorted(maps.Keys(l.queries))), "judgements of the unknown query %q", topic)
		}
	}
	return j
}

// resolve finds what answers each query.
func (l *searchLoader) resolve(top mapping, qrels *ranking.Judgements) {
	l.checkIDs()
	l.readFilters(top)
	for _, d := range l.drafts {
		if l.options.Qrels != "" && d.class.Truth != search.Preference {
			d.class.Truth = search.Qrels
		}
		before := l.problems.Len()
		if d.Negative {
			if p := l.pattern(d.Truth.Pattern, d.row.place("pattern")); p != nil && l.search.Universe != nil && len(l.search.Universe.Match(p)) == 0 {
				l.warn(d.row.place("pattern"), "", "nothing of %d documents matches the pattern of the negative query %q: it cannot fail", l.search.Universe.Len(), d.ID)
			}
		} else {
			l.truth(&d, qrels)
		}
		if l.problems.Len() == before {
			l.search.Queries = append(l.search.Queries, d.Query)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.classes)) {
		switch d := l.classes[name]; {
		case d.used:
			l.search.Classes = append(l.search.Classes, d.Class)
		case l.problems.Len() == 0:
			l.warn(d.at, "", "class %q has no queries", name)
		}
	}
}

// truth finds what answers one query.
func (l *searchLoader) truth(d *queryDraft, qrels *ranking.Judgements) {
	kind := d.class.Truth
	l.needs(d, kind)
	switch kind {
	case search.Qrels:
		l.judged(d, qrels)
	case search.IDs:
		l.listed(d)
	case search.Filter:
		l.filtered(d)
	case search.Preference:
		l.preference(d)
	case search.Single, search.Set, search.Authority:
		l.matched(d)
	}
}

// needs says which columns a kind of truth lacks, or does not read.
func (l *searchLoader) needs(d *queryDraft, kind search.TruthKind) {
	needed := map[search.TruthKind][]string{
		search.Single: {"pattern"}, search.Set: {"pattern"}, search.Authority: {"pattern"}, search.Preference: {"modern", "legacy"},
		search.Filter: {"filter"},
	}[kind]
	for _, key := range needed {
		if d.row.text[key] == "" {
			l.problems.add(d.row.whole, "", "query %q of class %q lacks its %s", d.ID, d.class.Name, key)
		}
	}
	if l.options.Qrels != "" {
		return
	}
	for _, key := range []string{"pattern", "modern", "legacy", "source", "filter"} {
		if d.row.text[key] != "" && !slices.Contains(needed, key) && !(key == "source" && kind == search.Authority) {
			l.problems.add(d.row.place(key), "", "query %q has a %s, which the truth %q of class %q does not read", d.ID, key, kind, d.class.Name)
		}
	}
	if len(d.ids) > 0 && kind != search.IDs {
		l.problems.add(d.row.place("ids"), "", "query %q has ids, which the truth %q of class %q does not read", d.ID, kind, d.class.Name)
	}
}

// judged takes the grades of a query from the judgements.
func (l *searchLoader) judged(d *queryDraft, qrels *ranking.Judgements) {
	if qrels == nil {
		if l.options.Qrels == "" {
			l.problems.add(d.row.place("class"), "qrels: FILE in suite.yaml, or --qrels", "class %q is judged by qrels, and the suite has none", d.class.Name)
		}
		return
	}
	d.Truth = search.Truth{Grades: qrels.Grades(d.ID)}
	for _, grade := range d.Truth.Grades {
		if grade > 0 {
			return
		}
	}
	l.problems.add(d.row.place("id"), "judge a document, or make the query negative", "no document is judged to answer query %q", d.ID)
}

// listed takes the documents of a query from its list, or from the class's file.
func (l *searchLoader) listed(d *queryDraft) {
	grades := map[string]int{}
	add := func(id string, at place) {
		if u := l.search.Universe; u != nil && !u.Has(id) {
			l.problems.add(at, nearest.Hint(id, l.near(id)), "document %q of query %q is not in the universe", id, d.ID)
			return
		}
		grades[id] = 1
	}
	for _, e := range d.ids {
		add(e.text, e.at)
	}
	for _, id := range d.class.ids[d.ID] {
		add(id, d.class.idsLines[d.ID])
	}
	if len(d.ids) == 0 && len(d.class.ids[d.ID]) == 0 {
		l.problems.add(d.row.whole, "give it ids, or make it negative", "no document answers query %q", d.ID)
	}
	d.Truth = search.Truth{Grades: grades}
}

// near returns ids of the universe in the neighbourhood of one that is not in it.
func (l *searchLoader) near(id string) []string {
	ids := l.search.Universe.ids
	i, _ := slices.BinarySearch(ids, id)
	return ids[max(0, i-3):min(len(ids), i+3)]
}

// preference checks the two patterns of a pair.
func (l *searchLoader) preference(d *queryDraft) {
	for _, key := range []string{"modern", "legacy"} {
		p := l.pattern(d.row.text[key], d.row.place(key))
		if p == nil || l.search.Universe == nil {
			continue
		}
		switch found := l.search.Universe.Match(p); {
		case len(found) == 0:
			l.problems.add(d.row.place(key), "", "nothing of %d documents matches the %s pattern of query %q", l.search.Universe.Len(), key, d.ID)
		case len(found) > 1:
			l.warn(d.row.place(key), "anchor it with ^ and $", "the %s pattern of query %q matches %d documents: %s", key, d.ID, len(found), few(found))
		}
	}
}

// matched finds the documents that the pattern of a query matches.
func (l *searchLoader) matched(d *queryDraft) {
	p := l.pattern(d.Truth.Pattern, d.row.place("pattern"))
	if p == nil {
		return
	}
	at, u, kind := d.row.place("pattern"), l.search.Universe, d.class.Truth
	if u == nil {
		switch {
		case kind == search.Set:
			l.problems.add(d.row.place("class"), "universe: FILE in suite.yaml lists all documents", "class %q counts all documents that match, and the suite has no universe", d.class.Name)
		case kind == search.Authority && d.Truth.Source == "":
			l.problems.add(d.row.whole, "name the source that must answer, or give the suite a universe", "query %q lacks its source", d.ID)
		case kind == search.Authority:
			l.source(d)
		}
		return
	}
	found := u.Match(p)
	if len(found) == 0 {
		l.problems.add(at, "", "nothing of %d documents matches the pattern of query %q", u.Len(), d.ID)
		return
	}
	if kind == search.Single && len(found) > 1 {
		l.warn(at, "anchor it with ^ and $", "the pattern of query %q matches %d documents where one is meant: %s", d.ID, len(found), few(found))
	}
	if kind == search.Authority {
		found = l.highest(d, found)
	}
	d.Truth.Grades = map[string]int{}
	for _, id := range found {
		d.Truth.Grades[id] = 1
	}
}

// source returns the number of the source that a query names, or -1.
func (l *searchLoader) source(d *queryDraft) int {
	if d.Truth.Source == "" {
		return -1
	}
	var known []string
	for i, s := range d.class.Sources {
		if s.Name == d.Truth.Source {
			return i
		}
		known = append(known, s.Name)
	}
	l.problems.add(d.row.place("source"), nearest.Hint(d.Truth.Source, known), "unknown source %q", d.Truth.Source)
	return -1
}

// highest returns those of the documents that are of the highest source that
// has one, or of the source that the query names.
func (l *searchLoader) highest(d *queryDraft, found []string) []string {
	named := l.source(d)
	for i, p := range d.class.patterns {
		if named >= 0 && named != i {
			continue
		}
		var of []string
		for _, id := range found {
			if p.MatchString(id) {
				of = append(of, id)
			}
		}
		if len(of) > 0 {
			d.Truth.Source = d.class.Sources[i].Name
			return of
		}
	}
	l.problems.add(d.row.place("pattern"), "", "what the pattern of query %q matches is of no source: %s", d.ID, few(found))
	return nil
}

// few shows the first of a list.
func few(list []string) string {
	const most = 3
	text := strings.Join(list[:min(len(list), most)], ", ")
	if len(list) > most {
		text += ", …"
	}
	return text
}
