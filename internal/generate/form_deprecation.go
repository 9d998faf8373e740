package generate

import (
	"fmt"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/question"
)

// deprecationForms ask what is deprecated, and what takes its place.
func (m *maker) deprecationForms() []*form {
	return []*form{
		{pattern: "deprecated/symbol", kind: question.Deprecated, candidates: m.deprecations, counter: m.notDeprecated, absent: "nothing is deprecated in this tree"},
		{pattern: "replaced-by/symbol", kind: question.ReplacedBy, candidates: m.replacements, absent: "no deprecated symbol names what replaces it"},
	}
}

// deprecations: deprecated symbols outside of tests.
func (m *maker) deprecations() (list []draft) {
	for _, s := range sortedKeys(m.world.notices) {
		if d := m.world.def(s); m.nameable(d) {
			list = append(list, m.deprecation(d, true))
		}
	}
	return list
}

func (m *maker) deprecation(f *fact.Fact, is bool) draft {
	pkg, _ := m.world.split(f.Subject)
	d := draft{
		subject: f.Subject, pkg: pkg, file: f.Span.File, truth: boolean(is),
		measures: map[string]int{measureNamesakes: m.namesakes(f.Subject)},
		confirm: func() verdict {
			o := m.declared(f.Subject)
			if o == nil {
				return undeclared()
			}
			if strings.Contains(o.Doc, "Deprecated:") != is {
				return contradicted(fmt.Sprintf("the comment says %v", !is))
			}
			if !is && strings.Contains(strings.ToLower(o.Doc), "deprecat") {
				return unknown("the comment speaks of deprecation")
			}
			return agreed("go/parser")
		},
	}
	if is {
		d.rests = []rest{{fact.Deprecated, f.Subject}}
	}
	return d
}

// notDeprecated: symbols of the same sort, in the same package before others,
// those named alike first.
func (m *maker) notDeprecated(d draft) (list []draft) {
	f := m.world.def(d.subject)
	var near []string
	for _, s := range m.documentedSymbols(f.Symbol) {
		if pkg, _ := m.world.split(s); pkg == d.pkg {
			near = append(near, s)
		}
	}
	far := m.some(m.documentedSymbols(f.Symbol), 60, "not deprecated", d.subject)
	likest(fact.LastName(f), near)
	for _, s := range append(near[:min(len(near), 60)], far...) {
		list = append(list, m.deprecation(m.world.def(s), false))
	}
	return list
}

// documentedSymbols are the exported symbols of a sort that have a comment and
// are not deprecated, sorted.
func (m *maker) documentedSymbols(symbol string) []string {
	if m.documented == nil {
		m.documented = map[string][]string{}
		for i := range m.world.defs {
			o := &m.world.defs[i]
			_, name := m.world.split(o.Subject)
			if o.Doc != "" && m.world.notices[o.Subject] == "" && exported(name) && m.nameable(o) {
				m.documented[o.Symbol] = append(m.documented[o.Symbol], o.Subject)
			}
		}
		for _, list := range m.documented {
			slices.Sort(list)
		}
	}
	return m.documented[symbol]
}

// replacements: what a deprecation names in the place of the symbol. The first
// route reads the paragraph of the fact as lang/goapi does for the standard
// library; the second looks for "use X instead" by itself.
func (m *maker) replacements() (list []draft) {
	for _, s := range sortedKeys(m.world.notices) {
		d := m.world.def(s)
		if !m.nameable(d) {
			continue
		}
		pkg, name := m.world.split(s)
		to := m.replacement(pkg, name, m.world.notices[s])
		if to == "" || to == s {
			continue
		}
		list = append(list, draft{
			subject: s, pkg: pkg, file: d.Span.File, truth: m.names([]string{to}),
			measures: map[string]int{measureNamesakes: m.namesakes(to)},
			confirm: func() verdict {
				o := m.declared(s)
				if o == nil || m.declared(to) == nil {
					return undeclared()
				}
				if !witness.SaysUse(o.Doc, m.spellings(to, true)) {
					return unknown("the comment names no replacement in so many words")
				}
				return agreed("go/parser")
			},
			rests: []rest{{fact.Deprecated, s}},
		})
	}
	return list
}

// replacement returns the only symbol of the tree that a paragraph names and
// that can take the place of another; empty: none or several.
func (m *maker) replacement(pkg, name, paragraph string) string {
	found := ""
	for part := range strings.FieldsFuncSeq(paragraph, func(r rune) bool { return !letter(r) && r != '.' && r != '/' && r != '-' }) {
		part = strings.Trim(part, "./-")
		if part == "" {
			continue
		}
		for _, s := range []string{pkg + "." + part, part, m.beside(pkg, name, part), m.qualified(part)} {
			d := m.world.def(s)
			if d == nil || s == pkg+"."+name || !exported(fact.LastName(d)) || test(d.Span.File) || m.local(s) {
				continue
			}
			if found != "" && found != s {
				return ""
			}
			found = s
			break
		}
	}
	return found
}

// beside is a member of the type that a deprecated member belongs to.
func (m *maker) beside(pkg, name, part string) string {
	if owner, _, ok := strings.Cut(name, "."); ok {
		return pkg + "." + owner + "." + part
	}
	return ""
}

// qualified is a name behind the name of a package of the tree.
func (m *maker) qualified(part string) string {
	short, rest, ok := strings.Cut(part, ".")
	if !ok {
		return ""
	}
	found := ""
	for _, p := range m.world.packages {
		if m.world.short[p] == short {
			if found != "" {
				return ""
			}
			found = p + "." + rest
		}
	}
	return found
}
