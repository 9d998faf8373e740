package generate

import (
	"fmt"
	"strconv"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/question"
)

// signatureForms ask what functions take and return, and of what type things
// are.
func (m *maker) signatureForms() []*form {
	return []*form{
		{pattern: "returns/function", kind: question.Returns, candidates: func() []draft { return m.results("func") }},
		{pattern: "returns/method", kind: question.Returns, candidates: func() []draft { return m.results("method") }},
		{pattern: "returns/interface-method", kind: question.Returns, candidates: func() []draft { return m.results("interface method") }},
		{pattern: "takes/function", kind: question.Takes, candidates: func() []draft { return m.parameters("func") }},
		{pattern: "takes/method", kind: question.Takes, candidates: func() []draft { return m.parameters("method") }},
		{pattern: "field-type/field", kind: question.FieldType, candidates: m.fieldTypes},
		{pattern: "receiver/method", kind: question.Receiver, candidates: m.pointerReceivers, counter: m.valueReceivers},
	}
}

// results: the types of what a function returns. The first route is go/types.
func (m *maker) results(symbol string) (list []draft) {
	for _, subject := range sortedKeys(m.world.returns) {
		d := m.world.def(subject)
		pkg, _ := m.world.split(subject)
		if !m.nameable(d) || d.Symbol != symbol || m.special(d) || !m.world.closed(pkg) {
			continue
		}
		var types []string
		for i, r := range m.world.returns[subject] {
			if r.Index != i {
				types = nil
				break
			}
			types = append(types, r.Object)
		}
		if len(types) == 0 {
			continue
		}
		list = append(list, draft{
			subject: subject, pkg: pkg, file: d.Span.File, truth: m.signature(types),
			measures: map[string]int{measureAnswers: len(types), measureNamesakes: m.namesakes(subject)},
			confirm: func() verdict {
				return m.sameTypes(subject, types, func(d *witness.Decl) []witness.Param { return d.Results })
			},
			rests: []rest{{fact.Returns, subject}},
		})
	}
	return list
}

func (m *maker) sameTypes(subject string, types []string, of func(*witness.Decl) []witness.Param) verdict {
	d := m.declared(subject)
	if d == nil {
		return undeclared()
	}
	list := of(d)
	if m.renamed(d.Package, list...) {
		return unknown("an import has another name than its package")
	}
	if len(list) != len(types) {
		return contradicted(fmt.Sprintf("%d types, by syntax %d", len(types), len(list)))
	}
	for i, p := range list {
		if strings.Contains(p.Type, "?") {
			return unknown("a type that syntax cannot write")
		}
		if p.Type != types[i] {
			if sameButAlias(p.Type, types[i]) {
				return unknown("an alias")
			}
			return contradicted(fmt.Sprintf("%s, by syntax %s", types[i], p.Type))
		}
	}
	return agreed("go/parser")
}

// parameters: what a function takes, as the signature of its definition says.
// Types are qualified by what the second route knows of the imports, after both
// agree on every type as it is written.
func (m *maker) parameters(symbol string) (list []draft) {
	for f := range m.allNameable(symbol) {
		pkg, _ := m.world.split(f.Subject)
		if m.special(f) || !m.world.closed(pkg) {
			continue
		}
		types, ok := parametersOf(f.Detail)
		if !ok || len(types) == 0 {
			continue
		}
		d := m.declared(f.Subject)
		if d == nil || len(d.Params) != len(types) {
			continue
		}
		var whole []string
		for _, p := range d.Params {
			whole = append(whole, p.Type)
		}
		list = append(list, draft{
			subject: f.Subject, pkg: pkg, file: f.Span.File, truth: m.signature(whole),
			measures: map[string]int{measureAnswers: len(types), measureNamesakes: m.namesakes(f.Subject)},
			confirm: func() verdict {
				if m.renamed(d.Package, d.Params...) {
					return unknown("an import has another name than its package")
				}
				for i, p := range d.Params {
					if strings.Contains(p.Type, "?") {
						return unknown("a type that syntax cannot write")
					}
					if p.Source != types[i] {
						return contradicted(fmt.Sprintf("takes %s, by syntax %s", types[i], p.Source))
					}
				}
				return agreed("go/parser")
			},
			rests: []rest{{fact.Definition, f.Subject}},
		})
	}
	return list
}

// fieldTypes: of what type a field is.
func (m *maker) fieldTypes() (list []draft) {
	for f := range m.allNameable("field") {
		pkg, _ := m.world.split(f.Subject)
		name, typ, ok := strings.Cut(f.Detail, " ")
		d := m.declared(f.Subject)
		if !ok || name != fact.LastName(f) || d == nil || d.Embedded || typ == "struct" || strings.Contains(d.Type, "?") || len(d.Type) > 120 {
			continue
		}
		list = append(list, draft{
			subject: f.Subject, pkg: pkg, file: f.Span.File, truth: m.signature([]string{d.Type}),
			measures: map[string]int{measureNamesakes: m.namesakes(f.Subject)},
			confirm: func() verdict {
				if m.renamed(pkg, witness.Param{Type: d.Type, Source: d.Source}) {
					return unknown("an import has another name than its package")
				}
				if d.Source != typ {
					return contradicted(fmt.Sprintf("is a %s, by syntax %s", typ, d.Source))
				}
				return agreed("go/parser")
			},
			rests: []rest{{fact.Definition, f.Subject}},
		})
	}
	return list
}

// receivers are methods with a receiver of one sort.
func (m *maker) receivers(pointer bool) (list []draft) {
	for f := range m.allNameable("method") {
		head, _, ok := strings.Cut(strings.TrimPrefix(f.Detail, "func ("), ")")
		if !ok || strings.Contains(head, "*") != pointer {
			continue
		}
		pkg, name := m.world.split(f.Subject)
		owner, _, _ := strings.Cut(name, ".")
		list = append(list, draft{
			subject: f.Subject, object: "pointer", pkg: pkg, file: f.Span.File, truth: boolean(pointer),
			values:   map[string]string{"type": "`" + pkg + "." + owner + "`"},
			measures: map[string]int{measureNamesakes: m.namesakes(f.Subject)},
			confirm: func() verdict {
				d := m.declared(f.Subject)
				if d == nil {
					return undeclared()
				}
				if d.Pointer != pointer {
					return contradicted("the receiver says otherwise")
				}
				return agreed("go/parser")
			},
			rests: []rest{{fact.Definition, f.Subject}},
		})
	}
	return list
}

func (m *maker) pointerReceivers() []draft { return m.receivers(true) }

// valueReceivers are methods without a pointer, those of the same package first.
func (m *maker) valueReceivers(d draft) []draft {
	if m.values == nil {
		m.values = m.receivers(false)
	}
	var list []draft
	for _, v := range m.values {
		if v.pkg == d.pkg {
			list = append(list, v)
		}
	}
	if len(list) < 8 && len(m.values) > 0 {
		for i := range 100 {
			v := m.values[m.order("value receiver elsewhere", d.subject, strconv.Itoa(i))%uint64(len(m.values))]
			if v.pkg != d.pkg {
				list = append(list, v)
			}
		}
	}
	sortBy(list, func(v draft) uint64 {
		key := m.order("value receiver", d.subject, v.subject) >> 1
		if v.pkg == d.pkg {
			return key
		}
		return key | 1<<63
	})
	return list[:min(len(list), 200)]
}
