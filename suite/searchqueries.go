package suite

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"sooth/fact/factfilter"
	"sooth/internal/nearest"
	"sooth/search"
)

// queryDraft is a query with the places of what it says.
type queryDraft struct {
	search.Query
	class *classDraft
	ids   []entry
	row   queryRow
	// filter is what must be true of the definitions that answer it.
	filter factfilter.Filter
}

// queryRow is one query as it stands in a file.
type queryRow struct {
	file   string
	at     map[string]place // of the values
	whole  place
	text   map[string]string
	ids    []entry
	labels map[string]string
}

func (r queryRow) place(key string) place {
	if at, ok := r.at[key]; ok {
		return at
	}
	return r.whole
}

// readQueries reads one file of queries, by the end of its name.
func (l *searchLoader) readQueries(name string, at place) {
	clean, ok := l.name(name, at)
	if !ok {
		return
	}
	text, ok := l.read(clean, at, maxText, true)
	if !ok {
		return
	}
	if strings.Contains(strings.ToLower(path.Base(clean)), "pilot") {
		l.search.Pilot = append(l.search.Pilot, clean)
	}
	before, problems := len(l.drafts), l.problems.Len()
	switch path.Ext(clean) {
	case ".tsv":
		l.queriesTSV(clean, text)
	case ".yaml", ".yml":
		l.queriesYAML(clean, text)
	default:
		l.problems.add(at, "name it .tsv or .yaml", "%q is no file of queries", clean)
		return
	}
	if len(l.drafts) == before && l.problems.Len() == problems {
		l.problems.add(place{file: clean}, "", "the file has no queries")
	}
}

// queriesTSV reads a header line and one query a line.
func (l *searchLoader) queriesTSV(file string, text []byte) {
	text, ok := l.plainText(file, text)
	if !ok {
		return
	}
	var header []string
	n := 0
	for line := range bytes.Lines(text) {
		n++
		cells := strings.Split(strings.TrimRight(string(line), "\r\n"), "\t")
		if strings.TrimSpace(strings.Join(cells, "")) == "" || strings.HasPrefix(cells[0], "#") {
			continue
		}
		if header == nil {
			if header = cells; !l.headerTSV(file, n, header) {
				return
			}
			continue
		}
		row := queryRow{file: file, whole: place{file, n, 1}, at: map[string]place{}, text: map[string]string{}, labels: map[string]string{}}
		if len(cells) > len(header) {
			l.problems.add(place{file, n, 2 + len(strings.Join(cells[:len(header)], "\t"))}, "one tab stands between two columns", "%d cells under a header of %d", len(cells), len(header))
			continue
		}
		column := 1
		for i, cell := range cells {
			at := place{file, n, column}
			column += len(cell) + 1
			if cell = strings.TrimSpace(cell); cell == "" {
				continue
			}
			if label, ok := strings.CutPrefix(header[i], "label."); ok {
				row.labels[label] = cell
				continue
			}
			row.at[header[i]] = at
			if header[i] == "ids" {
				for id := range strings.FieldsSeq(cell) {
					row.ids = append(row.ids, entry{id, at})
				}
				continue
			}
			row.text[header[i]] = cell
		}
		l.query(row)
	}
}

// headerTSV checks the names of columns.
func (l *searchLoader) headerTSV(file string, line int, header []string) bool {
	known := slices.DeleteFunc(names(queryKeys()), func(k string) bool { return k == "labels" })
	good, column := true, 1
	for i, name := range header {
		at := place{file, line, column}
		column += len(name) + 1
		label, isLabel := strings.CutPrefix(name, "label.")
		switch {
		case slices.Contains(header[:i], name):
			l.problems.add(at, "", "the column %q is there twice", name)
		case isLabel && label != "", slices.Contains(known, name):
			continue
		default:
			l.problems.add(at, nearest.Hint(name, known)+"; labels are columns label.NAME", "unknown column %q", name)
		}
		good = false
	}
	for _, name := range []string{"id", "class", "query"} {
		if !slices.Contains(header, name) && good {
			l.problems.add(place{file, line, 1}, "the first line names the columns: id, class, query, pattern", "the header lacks the column %q", name)
			good = false
		}
	}
	return good
}

// queriesYAML reads a list of mappings.
func (l *searchLoader) queriesYAML(file string, text []byte) {
	n, ok := l.document(file, text)
	if !ok {
		return
	}
	if n.Kind != yaml.SequenceNode {
		l.problems.add(place{file, n.Line, n.Column}, "- {id: …, class: …, query: …}", "queries must be a list, not %s", kind(n))
		return
	}
	for _, item := range n.Content {
		m, ok := l.mapping(file, "a query", item, queryKeys())
		if !ok {
			continue
		}
		row := queryRow{file: file, whole: m.at(item), at: map[string]place{}, text: map[string]string{}, labels: map[string]string{}}
		for _, k := range queryKeys() {
			v := m.values[k.name]
			if v == nil {
				continue
			}
			row.at[k.name] = m.at(v)
			switch k.name {
			case "ids":
				row.ids = m.list("ids")
			case "labels":
				l.pairs(file, `"labels"`, v, func(k, v *yaml.Node) { row.labels[k.Value] = l.text(file, fmt.Sprintf("label %q", k.Value), v) })
			case "negative":
				if v.ShortTag() != "!!bool" {
					l.problems.add(m.at(v), "negative: true", `"negative" must be true or false, not %s`, kind(v))
					continue
				}
				row.text["negative"] = v.Value
			default:
				row.text[k.name] = m.text(k.name)
			}
		}
		l.query(row)
	}
}

// query checks one query as far as it stands for itself.
func (l *searchLoader) query(row queryRow) {
	d := queryDraft{row: row, ids: row.ids}
	d.ID, d.Text, d.Query.Class = row.text["id"], row.text["query"], row.text["class"]
	if len(row.labels) > 0 {
		d.Labels = row.labels
	}
	for _, key := range []string{"id", "class", "query"} {
		if row.text[key] == "" {
			if _, ok := row.at[key]; !ok {
				l.problems.add(row.whole, "", "the query lacks its %s", key)
			}
			return
		}
	}
	if !l.queryID(d.ID, row.place("id")) {
		return
	}
	switch row.text["negative"] {
	case "", "false":
	case "true", "yes":
		d.Negative = true
	default:
		l.problems.add(row.place("negative"), "true, or nothing", "negative is %q", row.text["negative"])
	}
	d.class = l.classOf(d.Query.Class, row.place("class"))
	if d.class == nil {
		return
	}
	if len(l.drafts) == maxQueries {
		l.problems.add(row.whole, "", "more than %d queries", maxQueries)
		return
	}
	d.Truth = search.Truth{Pattern: row.text["pattern"], Modern: row.text["modern"], Legacy: row.text["legacy"], Source: row.text["source"]}
	l.drafts = append(l.drafts, d)
}

// queryID checks that an id can be a TREC topic and is new.
func (l *searchLoader) queryID(id string, at place) bool {
	if strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r == 0x7f || r == 0xa0 }) || strings.HasPrefix(id, "#") {
		l.problems.add(at, "ids are topics of TREC files: one word, not beginning with #", "the id %q cannot be a topic", id)
		return false
	}
	if before, twice := l.queries[id]; twice {
		l.problems.add(at, "", "query %q is there twice: before at %s:%d", id, before.file, before.line)
		return false
	}
	l.queries[id] = at
	return true
}

// readIDs reads the documents of a class's queries: query, tab, document.
func (l *searchLoader) readIDs(d *classDraft, name string, at place) {
	clean, ok := l.name(name, at)
	if !ok {
		return
	}
	text, ok := l.read(clean, at, maxFile, true)
	if !ok {
		return
	}
	if text, ok = l.plainText(clean, text); !ok {
		return
	}
	d.ids, d.idsLines = map[string][]string{}, map[string]place{}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if len(cells) < 2 || cells[0] == "" || cells[1] == "" {
			l.problems.add(place{clean, n, 1}, "each line is a query's id, a tab, and a document", "the line has no document")
			continue
		}
		if _, ok := d.idsLines[cells[0]]; !ok {
			d.idsLines[cells[0]] = place{clean, n, 1}
		}
		d.ids[cells[0]] = append(d.ids[cells[0]], cells[1])
	}
}

// checkIDs reports lists of ids whose query does not exist.
func (l *searchLoader) checkIDs() {
	if l.problems.Len() > 0 {
		return // the query may be one that could not be read
	}
	for _, name := range slices.Sorted(maps.Keys(l.classes)) {
		d := l.classes[name]
		for _, query := range slices.Sorted(maps.Keys(d.idsLines)) {
			if _, ok := l.queries[query]; !ok {
				l.problems.add(d.idsLines[query], nearest.Hint(query, slices.Sorted(maps.Keys(l.queries))), "unknown query %q", query)
			}
		}
	}
}
