package suite

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"sooth/fact/factfilter"
	"sooth/internal/nearest"
	"sooth/search"
)

// Bounds of search suites.
const (
	maxK       = 1000
	maxQueries = 100_000
)

// searchLoader holds what is needed while a suite of kind search is read.
type searchLoader struct {
	*loader
	options SearchOptions
	search  *Search
	classes map[string]*classDraft
	queries map[string]place // where each id stands
	drafts  []queryDraft
	systems map[string]place
	// selected is what passes the filter of each query; nil: not answered.
	selected map[string]factfilter.Selection
}

// KindOf returns the kind that the suite in a folder says it has, without
// reading more of it; empty: it cannot be told.
func KindOf(dir string) string {
	if filepath.Base(dir) != suiteFile {
		dir = filepath.Join(dir, suiteFile)
	}
	info, err := os.Stat(dir)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxYAML {
		return ""
	}
	text, err := os.ReadFile(dir)
	if err != nil {
		return ""
	}
	var head struct {
		Kind string `yaml:"kind"`
	}
	if yaml.Unmarshal(text, &head) != nil {
		return ""
	}
	return head.Kind
}

// LoadSearch reads the suite of kind search in a folder, as [Load] reads those
// of kind code: everything that is wrong is reported at once, as an [*source.Invalid].
// Nothing of the suite is run.
func LoadSearch(dir string, o SearchOptions) (*Search, error) {
	folder, dir, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	defer folder.root.Close()
	l := &searchLoader{
		loader:  &loader{folder: folder},
		options: o,
		search:  &Search{Dir: dir},
		classes: map[string]*classDraft{},
		queries: map[string]place{},
		systems: map[string]place{},
	}
	l.loadSearch()
	if err := folder.problems.invalid(); err != nil {
		return nil, err
	}
	l.search.Hash = l.hash()
	l.search.Corpus = l.search.CorpusHash()
	l.search.Warnings = l.warnings
	return l.search, nil
}

// loadSearch reads suite.yaml and what it names.
func (l *searchLoader) loadSearch() {
	n, ok := l.document1()
	if !ok {
		return
	}
	top, ok := l.mapping(suiteFile, "the suite", n, searchKeys())
	if schema := top.text("schema"); ok && schema != "" && schema != Schema {
		l.problems.add(top.place("schema"), "this version of sooth reads "+Schema, "unknown format %q", schema)
		return
	}
	if !ok {
		return
	}
	l.searchHead(top)
	if top.has("universe") {
		l.search.Universe = l.readUniverse(top.text("universe"), top.place("universe"))
	}
	l.readSystems(top)
	l.readClasses(top)
	if !top.has("queries") && !top.has("probes") {
		l.problems.add(top.at(n), "queries: queries.tsv", `the suite lacks the key "queries"`)
	}
	for _, e := range top.list("queries") {
		l.readQueries(e.text, e.at)
	}
	for _, e := range top.list("probes") {
		l.readProbes(e.text, e.at)
	}
	qrels := l.readQrels(top)
	l.resolve(top, qrels)
	l.readSearchPrimary(top)
	slices.SortFunc(l.search.Queries, func(a, b search.Query) int {
		return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.ID, b.ID))
	})
}

// document1 reads suite.yaml into its root, and refuses suites of another kind before
// their keys are.
func (l *searchLoader) document1() (*yaml.Node, bool) {
	if _, err := l.root.Stat(suiteFile); errors.Is(err, fs.ErrNotExist) {
		l.problems.add(place{}, l.suitesBelow(), "no suite.yaml in this folder")
		return nil, false
	}
	text, ok := l.read(suiteFile, place{file: suiteFile}, maxYAML, true)
	if !ok {
		return nil, false
	}
	n, ok := l.document(suiteFile, text)
	if !ok || n.Kind != yaml.MappingNode {
		if ok {
			l.problems.add(place{suiteFile, n.Line, n.Column}, "", "the suite must be a mapping, not %s", kind(n))
		}
		return nil, false
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if v := n.Content[i+1]; n.Content[i].Value == "kind" && v.Value != SearchKind {
			hint := nearest.Hint(v.Value, []string{"code", SearchKind})
			if v.Value == "code" {
				hint = "sooth run runs it"
			}
			l.problems.add(place{suiteFile, v.Line, v.Column}, hint, "not a suite of kind %s but %q", SearchKind, v.Value)
			return nil, false
		}
	}
	return n, true
}

// searchHead reads what stands for itself.
func (l *searchLoader) searchHead(top mapping) {
	s := l.search
	s.Name = top.text("name")
	if s.Name != "" && !plainName(s.Name) {
		l.problems.add(top.place("name"), nameHint, "the suite's name %q is not a plain name", s.Name)
	}
	s.Description = strings.TrimSpace(top.text("description"))
	s.K = 10
	if n, ok := top.number("k", 1, maxK); ok {
		s.K = int(n)
	}
	if l.options.K > 0 {
		s.K = min(l.options.K, maxK)
	}
	s.Depth = s.K
	if n, ok := top.number("depth", 1, maxK); ok {
		s.Depth = max(int(n), s.K)
		if int(n) < s.K && l.options.K == 0 {
			l.problems.add(top.place("depth"), "", "depth %d is less than k, which is %d", n, s.K)
		}
	}
	s.Timeout = l.duration(top, "timeout", 30*time.Second)
	s.Seed, _ = top.number("seed", 0, 1<<62)
}

// duration reads a time such as "30s".
func (l *loader) duration(m mapping, name string, otherwise time.Duration) time.Duration {
	if !m.has(name) {
		return otherwise
	}
	text := m.text(name)
	d, err := time.ParseDuration(text)
	if text != "" && (err != nil || d <= 0 || d > 24*time.Hour) {
		l.problems.add(m.place(name), "write a number and a unit: 30s, 500ms, 2m", "%q must be a time, not %q", name, text)
	}
	return d
}

// readSearchPrimary reads the base and the comparison that was decided on beforehand.
func (l *searchLoader) readSearchPrimary(top mapping) {
	var names []string
	for _, s := range l.search.Systems {
		names = append(names, s.Name)
	}
	known := func(m mapping, key string) string {
		name := m.text(key)
		if _, ok := l.systems[name]; name != "" && !ok && len(names) > 0 {
			l.problems.add(m.place(key), nearest.Hint(name, names), "unknown system %q", name)
		}
		return name
	}
	if len(names) > 0 {
		l.search.Base = names[0]
	}
	if top.has("base") {
		l.search.Base = known(top, "base")
	}
	if !top.has("primary") {
		return
	}
	m, ok := l.mapping(suiteFile, `"primary"`, top.values["primary"], searchPrimaryKeys())
	if !ok {
		return
	}
	p := &SearchPrimary{Class: m.text("class"), Measure: m.text("measure"), Base: l.search.Base, System: known(m, "system")}
	if m.has("base") {
		p.Base = known(m, "base")
	}
	if p.Base != "" && p.Base == p.System {
		l.problems.add(m.place("system"), "", "system %q is compared with itself", p.System)
	}
	var classes []string
	for _, c := range l.search.Classes {
		classes = append(classes, c.Name)
		if c.Name != p.Class {
			continue
		}
		measures := c.Measures
		if len(measures) == 0 {
			measures = []string{c.Primary}
		}
		if p.Measure == "" {
			p.Measure = c.Primary
		} else if !slices.Contains(measures, p.Measure) {
			l.problems.add(m.place("measure"), nearest.Hint(p.Measure, measures), "class %q has no measure %q", c.Name, p.Measure)
		}
	}
	if p.Class != "" && !slices.Contains(classes, p.Class) && len(classes) > 0 {
		l.problems.add(m.place("class"), nearest.Hint(p.Class, classes), "unknown class %q, or one without queries", p.Class)
	}
	l.search.Primary = p
}
