package suite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"sooth/internal/nearest"
)

// mapping is one YAML mapping whose keys were checked.
type mapping struct {
	l      *loader
	file   string
	what   string // "the suite", "arm \"none\""
	node   *yaml.Node
	values map[string]*yaml.Node
}

// mapping checks that n is a mapping with these keys, each at most once.
func (l *loader) mapping(file, what string, n *yaml.Node, keys []key) (mapping, bool) {
	m := mapping{l, file, what, n, map[string]*yaml.Node{}}
	slips := map[string]bool{} // keys that an unknown one was probably meant to be
	if !l.pairs(file, what, n, func(k, v *yaml.Node) {
		if !slices.Contains(names(keys), k.Value) {
			slips[nearest.Word(k.Value, names(keys))] = true
			l.problems.add(m.at(k), nearest.Hint(k.Value, names(keys)), "%s has an unknown key %q", what, k.Value)
			return
		}
		m.values[k.Value] = v
	}) {
		return m, false
	}
	for _, k := range keys {
		if k.required && m.values[k.name] == nil && !slips[k.name] {
			l.problems.add(m.at(n), "", "%s lacks the key %q", what, k.name)
		}
	}
	return m, true
}

// pairs calls each for the pairs of a mapping with different keys.
func (l *loader) pairs(file, what string, n *yaml.Node, each func(k, v *yaml.Node)) bool {
	if n.Kind != yaml.MappingNode {
		l.problems.add(place{file, n.Line, n.Column}, "", "%s must be a mapping, not %s", what, kind(n))
		return false
	}
	seen := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		at := place{file, k.Line, k.Column}
		switch before := seen[k.Value]; {
		case k.Kind != yaml.ScalarNode:
			l.problems.add(at, "", "%s has a key that is %s", what, kind(k))
		case k.ShortTag() == "!!merge":
			l.problems.add(at, "write the values again", "%s uses a merge key, which suites do not allow", what)
		case before != nil:
			l.problems.add(at, "", "%s has the key %q twice: before at %d:%d", what, k.Value, before.Line, before.Column)
		default:
			seen[k.Value] = k
			each(k, v)
		}
	}
	return true
}

func (m mapping) at(n *yaml.Node) place { return place{m.file, n.Line, n.Column} }

// has says whether the mapping has a key.
func (m mapping) has(name string) bool { return m.values[name] != nil }

// place returns where the value of a key stands, or the mapping itself.
func (m mapping) place(name string) place {
	if v := m.values[name]; v != nil {
		return m.at(v)
	}
	return m.at(m.node)
}

// text returns the value of a key that must be text that is not blank, and "" where the key is
// absent or wrong.
func (m mapping) text(name string) string {
	v := m.values[name]
	if v == nil {
		return ""
	}
	return m.l.text(m.file, fmt.Sprintf("%q", name), v)
}

// text returns the text of a node.
func (l *loader) text(file, what string, n *yaml.Node) string {
	at := place{file, n.Line, n.Column}
	switch {
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str":
		if strings.TrimSpace(n.Value) == "" {
			l.problems.add(at, "", "%s is empty", what)
			return ""
		}
		if i := strings.IndexFunc(n.Value, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }); i >= 0 {
			l.problems.add(at, "", "%s has a control character: %q", what, []rune(n.Value[i:])[0])
			return ""
		}
		return n.Value
	case n.Kind == yaml.ScalarNode && n.ShortTag() != "!!null":
		l.problems.add(at, fmt.Sprintf("put it in quotation marks: %q", n.Value), "%s must be text, not %s", what, kind(n))
	default:
		l.problems.add(at, "", "%s must be text, not %s", what, kind(n))
	}
	return ""
}

// entry is one text of a list.
type entry struct {
	text string
	at   place
}

// texts drops the places of entries.
func texts(list []entry) []string {
	var all []string
	for _, e := range list {
		all = append(all, e.text)
	}
	return all
}

// list returns the value of a key that must be a list of texts; one text stands for a list of one.
func (m mapping) list(name string) []entry {
	v := m.values[name]
	if v == nil {
		return nil
	}
	items := []*yaml.Node{v}
	if v.Kind == yaml.SequenceNode {
		items = v.Content
		if len(items) == 0 {
			m.l.problems.add(m.at(v), "", "%q is an empty list", name)
		}
	} else if v.Kind != yaml.ScalarNode {
		m.l.problems.add(m.at(v), "", "%q must be a list, not %s", name, kind(v))
		return nil
	}
	var list []entry
	for _, n := range items {
		if text := m.l.text(m.file, fmt.Sprintf("an entry of %q", name), n); text != "" {
			if i := slices.IndexFunc(list, func(e entry) bool { return e.text == text }); i >= 0 {
				m.l.problems.add(m.at(n), "", "%q has %q twice: before at %d:%d", name, text, list[i].at.line, list[i].at.column)
				continue
			}
			list = append(list, entry{text, m.at(n)})
		}
	}
	return list
}

// number returns the value of a key that must be a whole number from least to most.
func (m mapping) number(name string, least, most uint64) (uint64, bool) {
	v := m.values[name]
	if v == nil {
		return 0, false
	}
	if v.Kind != yaml.ScalarNode || v.ShortTag() != "!!int" {
		m.l.problems.add(m.at(v), "", "%q must be a whole number, not %s", name, kind(v))
		return 0, false
	}
	n, err := strconv.ParseUint(v.Value, 10, 64)
	if err != nil || n < least || n > most {
		m.l.problems.add(m.at(v), "", "%q must be a whole number from %d to %d, not %s", name, least, most, v.Value)
		return 0, false
	}
	return n, true
}

// kind says in plain words what a node is.
func kind(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.ShortTag() {
	case "!!str":
		return "text"
	case "!!int", "!!float":
		return "the number " + n.Value
	case "!!bool":
		return "the word " + n.Value
	case "!!null":
		return "nothing"
	}
	return "the value " + n.Value
}
