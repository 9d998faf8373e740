package suite

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"sooth/fact/factfilter"
	"sooth/internal/nearest"
	ranking "sooth/rank"
	"sooth/search"
)

// classDraft is a class while the suite is read.
type classDraft struct {
	search.Class
	at       place
	ids      map[string][]string // documents by query, of the class's file
	idsLines map[string]place
	patterns []*regexp.Regexp   // of its sources
	filter   *factfilter.Filter // what all its queries share; nil: nothing
	rewrite  []rewrite          // from names of definitions to ids of documents
	used     bool
}

// probeClass is the class of retrieval probes.
func probeClass() search.Class {
	measures := []string{"SetR", "SetP", "SetF"}
	return search.Class{Name: "probe", Description: "retrieval probes: recall, precision, F1", Truth: search.IDs, Measures: measures, Primary: "SetF"}
}

// readClasses reads the declared classes.
func (l *searchLoader) readClasses(top mapping) {
	n := top.values["classes"]
	if n == nil {
		return
	}
	l.pairs(suiteFile, `"classes"`, n, func(k, v *yaml.Node) {
		at := top.at(k)
		if !plainName(k.Value) {
			l.problems.add(at, nameHint, "the class's name %q is not a plain name", k.Value)
			return
		}
		m, ok := l.mapping(suiteFile, fmt.Sprintf("class %q", k.Value), v, searchClassKeys())
		if !ok {
			return
		}
		l.classes[k.Value] = l.class(k.Value, at, m)
	})
}

// class reads one class.
func (l *searchLoader) class(name string, at place, m mapping) *classDraft {
	d := &classDraft{at: at}
	letter := name
	if m.has("preset") {
		letter = m.text("preset")
	}
	preset, ok := search.Preset(letter)
	if !ok && m.has("preset") && letter != "" {
		l.problems.add(m.place("preset"), "presets are the letters A to H", "unknown preset %q", letter)
	}
	d.Class = preset
	d.Name = name
	if m.has("description") {
		d.Description = strings.TrimSpace(m.text("description"))
	}
	if m.has("truth") {
		var known []string
		for _, t := range search.TruthKinds() {
			known = append(known, string(t))
		}
		truth := m.text("truth")
		if truth != "" && !slices.Contains(known, truth) {
			l.problems.add(m.place("truth"), nearest.Hint(truth, known), "unknown kind of truth %q", truth)
		}
		d.Truth = search.TruthKind(truth)
	} else if !ok {
		l.problems.add(m.at(m.node), "truth: single, set, qrels, preference, authority, ids or filter; or preset: A", `class %q lacks the key "truth"`, name)
	}
	l.measures(d, m)
	l.sources(d, m)
	if m.has("ids") {
		if d.Truth != search.IDs {
			l.problems.add(m.place("ids"), "", "class %q has the truth %q, and no list of ids", name, d.Truth)
		} else {
			l.readIDs(d, m.text("ids"), m.place("ids"))
		}
	}
	if m.has("filter") {
		if d.Truth != search.Filter {
			l.problems.add(m.place("filter"), "truth: filter", "class %q has the truth %q, and no filter", name, d.Truth)
		} else {
			d.filter = l.filter(m.text("filter"), m.place("filter"))
		}
	}
	if m.has("rewrite") {
		if d.Truth != search.Filter {
			l.problems.add(m.place("rewrite"), "truth: filter", "class %q has the truth %q, and nothing to rewrite", name, d.Truth)
		}
		d.rewrite = l.rewrites(m)
	}
	return d
}

// measures reads the measures of a class and its primary one.
func (l *searchLoader) measures(d *classDraft, m mapping) {
	if d.Truth == search.Preference {
		if m.has("measures") {
			l.problems.add(m.place("measures"), "leave it out", "a class of preferences has one measure, %s", search.PreferenceMeasure)
		}
		d.Measures, d.Primary = nil, search.PreferenceMeasure
		return
	}
	if m.has("measures") {
		d.Measures, d.Primary = nil, ""
		for _, e := range m.list("measures") {
			measure, err := ranking.ParseMeasure(e.text)
			switch {
			case err != nil:
				l.problems.add(e.at, "", "measure %q: %v", e.text, err)
				continue
			case measure.Cutoff > l.search.K:
				l.problems.add(e.at, fmt.Sprintf("set k: %d, or a smaller cutoff", measure.Cutoff), "measure %q looks deeper than k, which is %d", e.text, l.search.K)
				continue
			case measure.Mean() != ranking.Arithmetic:
				l.problems.add(e.at, "", "measure %q is no mean over queries", e.text)
				continue
			}
			if name := measure.String(); !slices.Contains(d.Measures, name) {
				d.Measures = append(d.Measures, name)
			}
		}
	} else if l.fit(d); len(d.Measures) == 0 && d.Truth != "" {
		l.problems.add(m.at(m.node), "measures: [RR@10]", `class %q lacks the key "measures"`, d.Name)
	}
	if d.Primary == "" && len(d.Measures) > 0 {
		d.Primary = d.Measures[0]
	}
	if text := m.text("primary"); text != "" {
		if measure, err := ranking.ParseMeasure(text); err == nil {
			text = measure.String()
		}
		if !slices.Contains(d.Measures, text) {
			l.problems.add(m.place("primary"), nearest.Hint(text, d.Measures), "class %q has no measure %q", d.Name, text)
		}
		d.Primary = text
	}
}

// fit leaves out what a preset measures deeper than k.
func (l *searchLoader) fit(d *classDraft) {
	d.Measures = slices.DeleteFunc(slices.Clone(d.Measures), func(text string) bool {
		m, err := ranking.ParseMeasure(text)
		return err == nil && m.Cutoff > l.search.K
	})
	if len(d.Measures) > 0 && !slices.Contains(d.Measures, d.Primary) {
		d.Primary = d.Measures[0]
	}
}

// sources reads where documents come from, highest first.
func (l *searchLoader) sources(d *classDraft, m mapping) {
	n := m.values["sources"]
	switch {
	case n == nil && d.Truth == search.Authority:
		l.problems.add(m.at(m.node), "list name and pattern of each source, the highest first", `class %q lacks the key "sources"`, d.Name)
		return
	case n == nil:
		return
	case d.Truth != search.Authority:
		l.problems.add(m.place("sources"), "", "class %q has the truth %q, which knows no sources", d.Name, d.Truth)
		return
	case n.Kind != yaml.SequenceNode || len(n.Content) == 0:
		l.problems.add(m.place("sources"), "", `"sources" must be a list of name and pattern, not %s`, kind(n))
		return
	}
	for _, item := range n.Content {
		source, ok := l.mapping(suiteFile, "a source", item, sourceKeys())
		if !ok {
			continue
		}
		s := search.Source{Name: source.text("name"), Pattern: source.text("pattern")}
		if p := l.pattern(s.Pattern, source.place("pattern")); p != nil {
			d.Sources, d.patterns = append(d.Sources, s), append(d.patterns, p)
		}
	}
}

// pattern compiles a regular expression that stands at a place.
func (l *loader) pattern(text string, at place) *regexp.Regexp {
	if text == "" {
		return nil
	}
	p, err := regexp.Compile(text)
	if err != nil {
		l.problems.add(at, "patterns are RE2: https://github.com/google/re2/wiki/Syntax", "pattern %q: %v", text, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		return nil
	}
	return p
}

// classOf returns the class of a query; a letter that is not declared is a preset.
func (l *searchLoader) classOf(name string, at place) *classDraft {
	if d := l.classes[name]; d != nil {
		d.used = true
		return d
	}
	if c, ok := search.Preset(name); ok {
		d := &classDraft{Class: c, at: at, used: true}
		if c.Truth == search.Authority {
			l.problems.add(at, "declare it in suite.yaml: classes: {F: {sources: [{name: …, pattern: …}]}}", "class %q needs sources", name)
		}
		if l.fit(d); len(d.Measures) == 0 && c.Truth != search.Preference {
			l.problems.add(at, "declare its measures, or a larger k", "every measure of class %q looks deeper than k, which is %d", name, l.search.K)
		}
		l.classes[name] = d
		return d
	}
	var known []string
	for name := range l.classes {
		known = append(known, name)
	}
	slices.Sort(known)
	for _, letter := range strings.Split("ABCDEFGH", "") {
		if !slices.Contains(known, letter) {
			known = append(known, letter)
		}
	}
	l.problems.add(at, nearest.Hint(name, known), "unknown class %q", name)
	return nil
}
