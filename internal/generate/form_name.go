package generate

import (
	"fmt"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/internal/nearest"
	"sooth/question"
)

// nameForms ask what exists, what is deprecated, and what takes its place.
func (m *maker) nameForms() []*form {
	return []*form{
		{pattern: "exports/function", kind: question.Exports, level: 1, candidates: func() []draft { return m.exports("func") }, counter: m.notExported},
		{pattern: "exports/type", kind: question.Exports, level: 1, candidates: func() []draft { return m.exports("type") }, counter: m.notExported},
		{pattern: "exports/value", kind: question.Exports, level: 1, candidates: func() []draft { return m.exports("value") }, counter: m.notExported},
		{pattern: "exports/method", kind: question.Exports, level: 1, candidates: func() []draft { return m.exports("method") }, counter: m.notExported},
		{pattern: "deprecated/symbol", kind: question.Deprecated, level: 2, candidates: m.deprecations, counter: m.notDeprecated, absent: "nothing is deprecated in this tree"},
		{pattern: "replaced-by/symbol", kind: question.ReplacedBy, level: 2, candidates: m.replacements, absent: "no deprecated symbol names what replaces it"},
	}
}

// class is the sort of a definition for exports: "func", "type", "value",
// "method"; empty: none.
func class(symbol string) string {
	switch symbol {
	case "const", "var":
		return "value"
	case "func", "method":
		return symbol
	}
	if isType(symbol) {
		return "type"
	}
	return ""
}

func (m *maker) exports(sort string) (list []draft) {
	for i := range m.world.defs {
		f := &m.world.defs[i]
		_, name := m.world.split(f.Subject)
		if class(f.Symbol) != sort || f.Excluded || test(f.Span.File) || !exported(name) || m.local(f.Subject) || len(m.world.byName[f.Subject]) != 1 {
			continue
		}
		list = append(list, m.export(f.Subject, sort, true))
	}
	return list
}

// export asks for a symbol: of a package, or, for methods, of a type.
func (m *maker) export(symbol, sort string, is bool) draft {
	pkg, name := m.world.split(symbol)
	subject, object := pkg, name
	if owner, member, ok := strings.Cut(name, "."); ok {
		subject, object = pkg+"."+owner, member
	}
	d := draft{
		subject: subject, object: object, pkg: pkg, truth: boolean(is), balance: fmt.Sprint(is),
		measures: map[string]int{measureNamesakes: m.world.last[object]},
	}
	if is {
		d.rests = []rest{{fact.Definition, symbol}}
		d.file = m.world.def(symbol).Span.File
		d.measures[measureNamesakes]--
	}
	d.confirm = func() verdict {
		found := false
		for _, o := range m.second.Declared(symbol) {
			found = found || !o.Test && class(o.Sort) == sort
			if !is {
				return contradicted("declared, by syntax")
			}
		}
		if found != is {
			return contradicted("not declared, by syntax")
		}
		if is {
			return agreed("go/parser")
		}
		if sort == "method" && !m.lacks(subject, object) {
			return unknown("what an embedded type has is not known")
		}
		return agreed("go/parser")
	}
	return d
}

// lacks says whether a type certainly has no member of a name, by promotion
// either: it embeds nothing.
func (m *maker) lacks(owner, member string) bool {
	d := m.declared(owner)
	if d == nil || len(d.Embeds) > 0 || m.world.own(owner+"."+member) {
		return false
	}
	if d.Sort != witness.Struct && d.Sort != witness.Interface && d.Sort != witness.Type {
		return false
	}
	pkg, name := m.world.split(owner)
	for _, f := range m.second.Members(pkg, name, witness.Field) {
		if f.Embedded {
			return false
		}
	}
	return true
}

// notExported are names that one could believe: those of other packages and
// types of the tree that this one lacks, private ones with a capital, and
// names put together from words that the package uses.
func (m *maker) notExported(d draft) (list []draft) {
	sort := "func"
	symbol := d.subject + "." + d.object
	if f := m.world.def(symbol); f != nil {
		sort = class(f.Symbol)
	}
	var near, private []string
	for _, i := range m.world.byPkg[d.pkg] {
		beside := []int{i}
		if sort == "method" {
			beside = m.world.members[m.world.defs[i].Subject]
		}
		for _, j := range beside {
			f := &m.world.defs[j]
			name := fact.LastName(f)
			switch {
			case class(f.Symbol) != sort || test(f.Span.File):
			case exported(name):
				if sort == "method" {
					near = append(near, name)
				}
			case name[0] >= 'a' && name[0] <= 'z' && (sort != "method" || strings.HasPrefix(f.Subject, d.subject+".")):
				private = append(private, strings.ToUpper(name[:1])+name[1:])
			}
		}
	}
	far := m.some(m.exportedNames(sort), 12, "name of another package", d.subject, d.object)
	made := m.decoys(d.object, d.pkg)
	fits := func(names []string, most int, strange bool) (out []string) {
		slices.Sort(names)
		names = slices.Compact(names)
		m.shuffle(names, func(s string) uint64 { return m.order("not exported", d.subject, d.object, s) })
		for _, n := range names {
			if len(out) == most {
				break
			}
			if m.world.own(d.subject+"."+n) || len(m.second.Declared(d.subject+"."+n)) > 0 || m.folded(d.subject, n) || strange && m.isWord(n) {
				continue
			}
			out = append(out, n)
		}
		return out
	}
	parts := [][]string{fits(made, 3, true), fits(append(near, far...), 2, false), fits(private, 1, false)}
	first := int(m.order("sort of missing name", d.subject, d.object) % 4)
	if first == 3 {
		first = 0 // invented names are the commonest of what models invent
	}
	for i := range parts {
		for _, n := range parts[(first+i)%3] {
			list = append(list, m.export(d.subject+"."+n, sort, false))
		}
	}
	return list
}

// exportedNames are the last names of all exported symbols of a sort outside of
// tests, sorted.
func (m *maker) exportedNames(sort string) []string {
	if m.exportedBy == nil {
		m.exportedBy = map[string][]string{}
		for i := range m.world.defs {
			f := &m.world.defs[i]
			if name := fact.LastName(f); class(f.Symbol) != "" && exported(name) && !test(f.Span.File) && !m.local(f.Subject) {
				m.exportedBy[class(f.Symbol)] = append(m.exportedBy[class(f.Symbol)], name)
			}
		}
		for sort, list := range m.exportedBy {
			slices.Sort(list)
			m.exportedBy[sort] = slices.Compact(list)
		}
	}
	return m.exportedBy[sort]
}

// folded says whether a name that differs in case only is declared beside it:
// then no would be a quibble.
func (m *maker) folded(subject, name string) bool {
	_, isType := m.world.members[subject]
	indexes := m.world.byPkg[subject]
	if isType {
		indexes = m.world.members[subject]
	}
	for _, i := range indexes {
		if o := fact.LastName(&m.world.defs[i]); o != name && strings.EqualFold(o, name) && exported(o) {
			return true
		}
	}
	return false
}

// deprecations: deprecated symbols outside of tests.
func (m *maker) deprecations() (list []draft) {
	for _, s := range sortedKeys(m.world.notices) {
		if d := m.world.def(s); d != nil && !d.Excluded && !test(d.Span.File) && !m.local(s) {
			list = append(list, m.deprecation(d, true))
		}
	}
	return list
}

func (m *maker) deprecation(f *fact.Fact, is bool) draft {
	pkg, _ := m.world.split(f.Subject)
	d := draft{
		subject: f.Subject, pkg: pkg, file: f.Span.File, truth: boolean(is), balance: fmt.Sprint(is),
		measures: map[string]int{measureNamesakes: m.namesakes(f.Subject)},
		confirm: func() verdict {
			o := m.declared(f.Subject)
			if o == nil {
				return unknown("several declarations, or none by syntax")
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
	last := fact.LastName(f)
	slices.SortFunc(near, func(a, b string) int {
		x, y := nearest.Likeness(last, a[strings.LastIndexByte(a, '.')+1:]), nearest.Likeness(last, b[strings.LastIndexByte(b, '.')+1:])
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return strings.Compare(a, b)
	})
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
			if o.Excluded || o.Doc == "" || test(o.Span.File) || m.world.notices[o.Subject] != "" || !exported(name) || m.local(o.Subject) || m.world.def(o.Subject) == nil {
				continue
			}
			m.documented[o.Symbol] = append(m.documented[o.Symbol], o.Subject)
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
		if d == nil || d.Excluded || test(d.Span.File) || m.local(s) {
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
					return unknown("several declarations, or none by syntax")
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
