package generate

import (
	"fmt"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/question"
)

// typeForms ask what implements what.
func (m *maker) typeForms() []*form {
	return []*form{
		{pattern: "implements/own", kind: question.Implements, candidates: func() []draft { return m.implementations(true) }, counter: m.notImplemented},
		{pattern: "implements/standard", kind: question.Implements, candidates: func() []draft { return m.implementations(false) }, counter: m.notImplemented},
		{pattern: "implementers/own", kind: question.Implementers, candidates: func() []draft { return m.implementers(true) }},
		{pattern: "implementers/standard", kind: question.Implementers, candidates: func() []draft { return m.implementers(false) }},
	}
}

// implementations: a type implements an interface, itself or by a pointer.
func (m *maker) implementations(own bool) (list []draft) {
	for _, iface := range sortedKeys(m.world.impls) {
		if m.world.own(iface) != own || own && m.world.def(iface) == nil || !m.asked(iface) {
			continue
		}
		for _, i := range m.world.impls[iface] {
			if d := m.plainType(i.typ); d != nil {
				list = append(list, m.implementation(d, iface, true))
			}
		}
	}
	return list
}

// asked says whether an interface can be named by everybody: an exported one of the
// tree, of the standard library or of a package that the tree imports, or error.
func (m *maker) asked(iface string) bool {
	if iface == "error" {
		return true
	}
	if m.world.own(iface) {
		_, name := m.world.split(iface)
		d := m.world.def(iface)
		return d != nil && d.Symbol == "interface" && exported(name) && !test(d.Span.File) && !d.Excluded
	}
	if first, _, _ := strings.Cut(iface, "/"); !strings.Contains(first, ".") || first == iface {
		return !slices.Contains(strings.Split(iface, "/"), "internal")
	}
	if m.imported == nil {
		m.imported = map[string]bool{}
		for _, list := range m.world.imports {
			for _, p := range list {
				m.imported[p] = true
			}
		}
	}
	dot := strings.LastIndexByte(iface, '.')
	return dot > 0 && m.imported[iface[:dot]]
}

// plainType returns the one definition of a type of the tree outside of tests
// and functions; nil: there is none.
func (m *maker) plainType(subject string) *fact.Fact {
	d := m.world.def(subject)
	if d == nil || d.Excluded || test(d.Span.File) || d.Symbol != "struct" && d.Symbol != "type" {
		return nil
	}
	pkg, name := m.world.split(subject)
	if strings.Contains(name, ".") || strings.Contains(d.Detail, name+"[") || !m.world.closed(pkg) {
		return nil
	}
	return d
}

func (m *maker) implementation(d *fact.Fact, iface string, is bool) draft {
	pkg, _ := m.world.split(d.Subject)
	distance := 2
	if there, _ := m.world.split(iface); there == pkg {
		distance = 1
	}
	one := draft{
		subject: d.Subject, object: iface, pkg: pkg, file: d.Span.File, truth: boolean(is),
		measures: map[string]int{measureDistance: distance, measureNamesakes: m.namesakes(d.Subject)},
		confirm: func() verdict {
			a, _ := m.second.Implements(d.Subject, iface)
			switch {
			case a == witness.NotKnown:
				return unknown("methods that syntax does not know")
			case (a == witness.Yes) != is:
				return contradicted(fmt.Sprintf("the declared methods say %v", a == witness.Yes))
			}
			return agreed("go/parser")
		},
	}
	if is {
		one.rests = []rest{{fact.Implements, d.Subject + " " + iface}}
	}
	return one
}

// notImplemented: other interfaces for the same type, and other types of the
// package for the same interface; those first that have a method of it.
func (m *maker) notImplemented(d draft) (list []draft) {
	want := m.second.MethodNames(d.object)
	var types []string
	for _, i := range m.world.byPkg[d.pkg] {
		if s := m.world.defs[i].Subject; s != d.subject && m.plainType(s) != nil && !m.implements(s, d.object) {
			types = append(types, s)
		}
	}
	m.shuffle(types, func(s string) uint64 {
		key := m.order("not implemented", d.subject, d.object, s) >> 2
		for _, name := range want {
			if m.world.own(s + "." + name) {
				return key
			}
		}
		if len(m.world.members[s]) > 0 {
			return key | 1<<62
		}
		return key | 1<<63
	})
	for _, s := range types[:min(len(types), 12)] {
		list = append(list, m.implementation(m.world.def(s), d.object, false))
	}
	var ifaces []string
	for _, iface := range sortedKeys(m.world.impls) {
		if !m.implements(d.subject, iface) && m.asked(iface) {
			ifaces = append(ifaces, iface)
		}
	}
	var others []draft
	for _, iface := range m.drawn(ifaces, 4, "other interface", d.subject, d.object) {
		others = append(others, m.implementation(m.world.def(d.subject), iface, false))
	}
	if m.order("sort of non-implementer", d.subject, d.object)%3 == 0 {
		return append(others, list...)
	}
	return append(list, others...)
}

func (m *maker) implements(typ, iface string) bool {
	return slices.ContainsFunc(m.world.does[typ], func(i impl) bool { return i.iface == iface })
}

// implementers: all types of the tree that implement an interface.
func (m *maker) implementers(own bool) (list []draft) {
	if m.world.module == "" { // which the wordings name: a workspace has several, a folder of files none
		return nil
	}
	for _, iface := range sortedKeys(m.world.impls) {
		if m.world.own(iface) != own || !m.asked(iface) {
			continue
		}
		var types []string
		fit := true
		distance := 1
		pkg, _ := m.world.split(iface)
		for _, i := range m.world.impls[iface] {
			if test(i.file) {
				continue
			}
			d := m.world.def(i.typ)
			if d != nil && d.Symbol == "interface" {
				continue
			}
			fit = fit && m.plainType(i.typ) != nil
			types = append(types, i.typ)
			if there, _ := m.world.split(i.typ); there != pkg {
				distance = 2
			}
		}
		types = distinct(types)
		if !fit || len(types) == 0 || len(types) > maxSet {
			continue
		}
		file := ""
		if d := m.world.def(iface); d != nil {
			file = d.Span.File
		} else {
			pkg, _ = m.world.split(types[0])
		}
		list = append(list, draft{
			subject: iface, pkg: pkg, file: file, truth: m.names(slices.Clone(types)), values: map[string]string{"module": "`" + m.world.module + "`"},
			measures: map[string]int{measureAnswers: len(types), measureDistance: distance},
			confirm:  func() verdict { return m.sameImplementers(iface, types) },
			rests:    restsOn(fact.Implements, "", types, " "+iface),
		})
	}
	return list
}

// sameImplementers holds every type of the tree against an interface.
func (m *maker) sameImplementers(iface string, types []string) verdict {
	is := map[string]bool{}
	for _, t := range types {
		is[t] = true
	}
	if m.types == nil {
		m.types = map[string][]*witness.Decl{}
		for _, pkg := range m.world.packages {
			if p := m.second.Package(pkg); p != nil {
				for _, d := range p.Decls {
					if !d.Test && (d.Sort == witness.Struct || d.Sort == witness.Type) {
						m.types[pkg] = append(m.types[pkg], d)
					}
				}
			}
		}
	}
	for _, pkg := range m.world.packages {
		for _, d := range m.types[pkg] {
			a, _ := m.second.Implements(d.Symbol(), iface)
			switch {
			case a == witness.NotKnown:
				return unknown("a type whose methods syntax does not know")
			case a == witness.Yes && (m.world.excluded[d.File] || !m.world.closed(pkg)):
				return unknown("a type of a file that build tags leave out, or of a package that was not read completely")
			case (a == witness.Yes) != is[d.Symbol()]:
				return contradicted(fmt.Sprintf("%s: the declared methods say %v", d.Symbol(), a == witness.Yes))
			}
			delete(is, d.Symbol())
		}
	}
	if len(is) > 0 {
		return unknown("a type that syntax does not know")
	}
	return agreed("go/parser")
}
