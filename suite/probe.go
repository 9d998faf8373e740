package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"sooth/internal/nearest"
)

// readProbes reads the retrieval probes in a folder and the folders below it.
func (l *searchLoader) readProbes(name string, at place) {
	clean, ok := l.name(name, at)
	if !ok {
		return
	}
	files := l.probeFiles(clean, at, 0)
	if len(files) == 0 {
		l.problems.add(at, "probes are .yaml files", "no probes in %q", clean)
		return
	}
	if l.classes["probe"] == nil {
		l.classes["probe"] = &classDraft{Class: probeClass(), at: at}
	}
	for _, file := range files {
		text, ok := l.read(file, at, maxYAML, true)
		if !ok {
			continue
		}
		if text, ok = l.plainText(file, text); !ok {
			continue
		}
		decoder := yaml.NewDecoder(bytes.NewReader(text))
		for {
			var root yaml.Node
			if err := decoder.Decode(&root); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				line, column := syntaxPlace(text)
				l.problems.add(place{file, line, column}, syntaxHint(text, line), "YAML syntax error: %s", strings.TrimPrefix(err.Error(), "yaml: "))
				break
			}
			straighten(string(text), &root)
			if len(root.Content) != 1 || !l.harmless(file, root.Content[0], 0) {
				break
			}
			items := []*yaml.Node{root.Content[0]}
			if items[0].Kind == yaml.SequenceNode {
				items = items[0].Content
			}
			for _, item := range items {
				l.probe(file, item)
			}
		}
	}
}

// probeFiles lists the .yaml files of a folder, or the file itself.
func (l *loader) probeFiles(name string, at place, depth int) []string {
	info, err := l.root.Stat(name)
	if err != nil {
		l.unreadable(name, at, err)
		return nil
	}
	if !info.IsDir() {
		return []string{name}
	}
	entries, err := l.entries(name)
	if err != nil {
		l.unreadable(name, at, err)
		return nil
	}
	var files []string
	for _, e := range entries {
		inner := path.Join(name, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_"):
		case e.IsDir() && depth < 8:
			files = append(files, l.probeFiles(inner, at, depth+1)...)
		case path.Ext(inner) == ".yaml" || path.Ext(inner) == ".yml":
			files = append(files, inner)
		}
	}
	return files
}

// loose returns the values of a mapping of somebody else's format: keys that are
// not known are passed over with a warning, unless they are a slip of one that
// is known and not there.
func (l *loader) loose(file, what string, n *yaml.Node, keys ...string) map[string]*yaml.Node {
	values := map[string]*yaml.Node{}
	var others []*yaml.Node
	l.pairs(file, what, n, func(k, v *yaml.Node) {
		if !slices.Contains(keys, k.Value) {
			others = append(others, k)
			return
		}
		values[k.Value] = v
	})
	for _, k := range others {
		const slips = 2 // more letters, and it may well be a key of somebody else's
		if meant := nearest.Word(k.Value, keys); meant != "" && values[meant] == nil && nearest.Distance(k.Value, meant, slips+1) <= slips {
			l.problems.add(place{file, k.Line, k.Column}, fmt.Sprintf("did you mean `%s`?", meant), "%s has the unknown key %q", what, k.Value)
			continue
		}
		l.warn(place{file, k.Line, k.Column}, "", "%s has the key %q, which is not read", what, k.Value)
	}
	return values
}

// probe reads one probe.
func (l *searchLoader) probe(file string, n *yaml.Node) {
	at := place{file, n.Line, n.Column}
	top := l.loose(file, "a probe", n, "id", "description", "probe", "expected", "scoring")
	if n.Kind != yaml.MappingNode {
		return
	}
	for _, name := range []string{"id", "probe", "expected"} {
		if top[name] == nil {
			l.problems.add(at, "", "a probe lacks the key %q", name)
			return
		}
	}
	inner := l.loose(file, `"probe"`, top["probe"], "tool", "args")
	expected := l.loose(file, `"expected"`, top["expected"], "symbols")
	q := queryDraft{class: l.classes["probe"]}
	q.class.used = true
	q.Query.Class = "probe"
	q.ID = l.text(file, `"id"`, top["id"])
	if inner["tool"] == nil {
		l.problems.add(place{file, top["probe"].Line, top["probe"].Column}, "", `a probe lacks the key "tool"`)
		return
	}
	q.Tool = l.text(file, `"tool"`, inner["tool"])
	q.Arguments = map[string]any{}
	if a := inner["args"]; a != nil {
		l.pairs(file, `"args"`, a, func(k, v *yaml.Node) { q.Arguments[k.Value] = l.tree(file, v) })
	}
	q.Text = probeText(q.Arguments, q.Tool)
	q.row = queryRow{file: file, whole: at, at: map[string]place{}, text: map[string]string{}}
	m := mapping{l.loader, file, "a probe", top["expected"], expected}
	for _, v := range m.items("symbols") {
		if symbol := l.text(file, `an entry of "symbols"`, v); symbol != "" {
			q.ids = append(q.ids, entry{symbol, m.at(v)})
		}
	}
	if len(q.ids) == 0 {
		q.Negative = true // nothing is expected: every hit is false
	}
	if s := top["scoring"]; s != nil {
		values := l.loose(file, `"scoring"`, s, "recall_min", "precision_min")
		q.RecallMin, q.PrecisionMin = l.share(file, "recall_min", values), l.share(file, "precision_min", values)
	}
	if q.ID != "" && l.queryID(q.ID, place{file, top["id"].Line, top["id"].Column}) {
		l.drafts = append(l.drafts, q)
	}
}

// share reads a number from 0 to 1.
func (l *searchLoader) share(file, name string, values map[string]*yaml.Node) *float64 {
	v := values[name]
	if v == nil {
		return nil
	}
	x, err := strconv.ParseFloat(v.Value, 64)
	if v.Kind != yaml.ScalarNode || err != nil || !(x >= 0 && x <= 1) {
		l.problems.add(place{file, v.Line, v.Column}, "", "%q must be a number from 0 to 1", name)
		return nil
	}
	return &x
}

// probeText is what a probe asks, for the reader.
func probeText(arguments map[string]any, tool string) string {
	for _, name := range []string{"name", "qname", "query"} {
		if text, ok := arguments[name].(string); ok {
			return text
		}
	}
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if text, ok := arguments[name].(string); ok {
			return text
		}
	}
	return tool
}
