package generate

import (
	"fmt"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/question"
)

// embedForms ask what embeds what.
func (m *maker) embedForms() []*form {
	return []*form{{pattern: "embeds/type", kind: question.Embeds, candidates: m.embedding, counter: m.notEmbedded}}
}

// embedding: a type embeds a type.
func (m *maker) embedding() (list []draft) {
	for _, subject := range sortedKeys(m.world.embeds) {
		d := m.world.def(subject)
		if !m.nameable(d) {
			continue
		}
		for _, e := range m.world.embeds[subject] {
			if !strings.Contains(e.Object, ".") && e.Object != "error" {
				continue // a type parameter, a predeclared type of a constraint
			}
			list = append(list, m.embed(d, e.Object, true))
		}
	}
	return list
}

func (m *maker) embed(d *fact.Fact, object string, is bool) draft {
	pkg, name := m.world.split(d.Subject)
	one := draft{
		subject: d.Subject, object: object, pkg: pkg, file: d.Span.File, truth: boolean(is),
		measures: map[string]int{measureNamesakes: m.namesakes(d.Subject), measureLines: span(d)},
		confirm: func() verdict {
			o := m.declared(d.Subject)
			if o == nil {
				return undeclared()
			}
			found := slices.ContainsFunc(o.Embeds, func(e string) bool { t, _, _ := strings.Cut(e, "["); return t == object })
			for _, f := range m.second.Members(pkg, name, witness.Field) {
				if f.Embedded {
					t, _, _ := strings.Cut(strings.TrimPrefix(f.Type, "*"), "[")
					found = found || t == object
					if strings.Contains(f.Type, "?") {
						return unknown("a type that syntax cannot write")
					}
				}
			}
			if found != is {
				return contradicted(fmt.Sprintf("the declaration says %v", found))
			}
			return agreed("go/parser")
		},
	}
	if is {
		one.rests = []rest{{fact.Embeds, d.Subject + " " + object}}
	}
	return one
}

// notEmbedded: types of fields with a name, first of the same type, then of
// others, and what other types of the package embed.
func (m *maker) notEmbedded(d draft) (list []draft) {
	embeds := map[string]bool{d.subject: true}
	for _, e := range m.world.embeds[d.subject] {
		embeds[e.Object] = true
	}
	var near, far []string
	for _, i := range m.world.byPkg[d.pkg] {
		owner := m.world.defs[i].Subject
		_, name := m.world.split(owner)
		for _, f := range m.second.Members(d.pkg, name, witness.Field) {
			t, _, _ := strings.Cut(strings.TrimPrefix(f.Type, "*"), "[")
			if strings.ContainsAny(t, "?(){} ") || !strings.Contains(t, ".") || embeds[t] {
				continue
			}
			if owner == d.subject {
				near = append(near, t)
			} else {
				far = append(far, t)
			}
		}
	}
	for _, types := range [][]string{near, far} {
		for _, s := range m.drawn(types, 6, "not embedded", d.subject, d.object) {
			list = append(list, m.embed(m.world.def(d.subject), s, false))
		}
	}
	return list
}
