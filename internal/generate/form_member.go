package generate

import (
	"slices"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/question"
)

// memberForms ask which methods and fields types have.
func (m *maker) memberForms() []*form {
	return []*form{
		{pattern: "methods/declared", kind: question.Methods, candidates: func() []draft { return m.memberSets("method", false) }},
		{pattern: "methods/exported", kind: question.Methods, candidates: func() []draft { return m.memberSets("method", true) }},
		{pattern: "methods/interface", kind: question.Methods, candidates: func() []draft { return m.memberSets("interface method", false) }},
		{pattern: "fields/declared", kind: question.Fields, candidates: func() []draft { return m.memberSets("field", false) }},
		{pattern: "fields/exported", kind: question.Fields, candidates: func() []draft { return m.memberSets("field", true) }},
	}
}

// memberSets: the members of one sort that a type declares itself outside of
// tests. onlyExported: those that begin with a capital, where there are others
// too.
func (m *maker) memberSets(symbol string, onlyExported bool) (list []draft) {
	for _, owner := range sortedKeys(m.world.members) {
		names, d, ok := m.membersOf(owner, symbol, onlyExported)
		if !ok || len(names) == 0 || len(names) > maxSet {
			continue
		}
		pkg, _ := m.world.split(owner)
		object := ""
		if onlyExported {
			object = "exported"
		}
		list = append(list, draft{
			subject: owner, object: object, pkg: pkg, file: d.Span.File, truth: m.names(slices.Clone(names)),
			measures: map[string]int{measureAnswers: len(names), measureNamesakes: m.namesakes(owner), measureDistance: m.spread(names)},
			confirm:  func() verdict { return m.sameMembers(owner, symbol, onlyExported, names) },
			rests:    restsOn(fact.Definition, "", names, ""),
		})
	}
	return list
}

// membersOf returns the members of one sort by qualified name, sorted. Not ok:
// the type is not there exactly once, or build tags choose among its members, or,
// where only exported ones are wanted, there are no others.
func (m *maker) membersOf(owner, symbol string, onlyExported bool) (names []string, d *fact.Fact, ok bool) {
	d = m.world.def(owner)
	if d == nil || d.Symbol != "struct" && symbol == "field" || !isType(d.Symbol) || d.Excluded || test(d.Span.File) || m.local(owner) {
		return nil, nil, false
	}
	others := false
	for _, i := range m.world.members[owner] {
		f := &m.world.defs[i]
		if f.Symbol != symbol || test(f.Span.File) {
			continue
		}
		if f.Excluded || len(m.world.byName[f.Subject]) != 1 {
			return nil, nil, false
		}
		if onlyExported && !exported(fact.LastName(f)) {
			others = true
			continue
		}
		names = append(names, f.Subject)
	}
	slices.Sort(names)
	return names, d, !onlyExported || others
}

// spread is 0 where one file declares all, else 1.
func (m *maker) spread(names []string) int {
	file := ""
	for _, n := range names {
		if d := m.world.def(n); d != nil {
			if file != "" && file != d.Span.File {
				return 1
			}
			file = d.Span.File
		}
	}
	return 0
}

func (m *maker) sameMembers(owner, symbol string, onlyExported bool, names []string) verdict {
	if m.declared(owner) == nil {
		return undeclared()
	}
	pkg, name := m.world.split(owner)
	var other []string
	for _, d := range m.second.Members(pkg, name, symbol) {
		if !d.Test && (!onlyExported || exported(d.LastName())) {
			other = append(other, d.Symbol())
		}
	}
	if symbol == witness.InterfaceMethod && len(m.declared(owner).Embeds) > 0 {
		return unknown("an interface that embeds others")
	}
	slices.Sort(other)
	return same("has", names, other)
}
