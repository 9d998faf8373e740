package generate

import (
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/question"
)

// nameForms ask what exists.
func (m *maker) nameForms() []*form {
	return []*form{
		{pattern: "exports/function", kind: question.Exports, candidates: func() []draft { return m.exports("func") }, counter: m.notExported},
		{pattern: "exports/type", kind: question.Exports, candidates: func() []draft { return m.exports("type") }, counter: m.notExported},
		{pattern: "exports/value", kind: question.Exports, candidates: func() []draft { return m.exports("value") }, counter: m.notExported},
		{pattern: "exports/method", kind: question.Exports, candidates: func() []draft { return m.exports("method") }, counter: m.notExported},
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
		if class(f.Symbol) == sort && exported(name) && m.nameable(f) {
			list = append(list, m.export(f.Subject, sort, true))
		}
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
		subject: subject, object: object, pkg: pkg, truth: boolean(is),
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
		for _, n := range m.drawn(names, len(names), "not exported", d.subject, d.object) {
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
			m.exportedBy[sort] = distinct(list)
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
