package generate

import (
	"cmp"
	"fmt"
	"slices"

	"sooth/fact"
	"sooth/question"
)

// placeForms ask where something is declared.
func (m *maker) placeForms() []*form {
	var list []*form
	for _, s := range []struct{ pattern, symbol string }{
		{"function", "func"}, {"method", "method"}, {"struct", "struct"}, {"interface", "interface"}, {"type", "type"},
		{"constant", "const"}, {"variable", "var"}, {"field", "field"}, {"interface-method", "interface method"},
	} {
		list = append(list, &form{
			pattern: "defined-where/" + s.pattern, kind: question.DefinedWhere,
			candidates: func() []draft { return m.places(s.symbol) },
		})
	}
	return list
}

// places are the declarations of one sort, all those of a name together.
func (m *maker) places(symbol string) (list []draft) {
	w := m.world
	seen := map[string]bool{}
	for i := range w.defs {
		d := &w.defs[i]
		if d.Symbol != symbol || seen[d.Subject] || d.Span.Line == 0 {
			continue
		}
		seen[d.Subject] = true
		if m.local(d.Subject) || m.special(d) {
			continue
		}
		pkg, _ := w.split(d.Subject)
		a := question.Answer{Shape: question.Location}
		mixed := false
		for _, j := range w.byName[d.Subject] {
			o := &w.defs[j]
			mixed = mixed || o.Symbol != symbol
			a.Places = append(a.Places, question.Place{File: o.Span.File, Line: o.Name.Line, First: o.Span.Line, Last: max(o.Span.Line, o.Span.EndLine)})
		}
		if mixed || len(a.Places) > 8 || !plainPath(d.Span.File) {
			continue
		}
		list = append(list, draft{
			subject: d.Subject, pkg: pkg, file: d.Span.File, truth: a,
			measures: map[string]int{measureNamesakes: m.namesakes(d.Subject), measureLines: span(d), measureAnswers: len(a.Places)},
			confirm:  func() verdict { return m.samePlaces(d.Subject, a.Places) },
			rests:    []rest{{fact.Definition, d.Subject}},
		})
	}
	return list
}

// samePlaces compares places with those that the second route found.
func (m *maker) samePlaces(subject string, places []question.Place) verdict {
	var other []question.Place
	for _, d := range m.second.Declared(subject) {
		other = append(other, question.Place{File: d.File, Line: d.Line, First: d.First, Last: d.End})
	}
	mine := slices.Clone(places)
	slices.SortFunc(mine, comparePlaces)
	slices.SortFunc(other, comparePlaces)
	if !slices.Equal(mine, other) {
		return contradicted(fmt.Sprintf("declared at %v, by syntax at %v", mine, other))
	}
	return agreed("go/parser")
}

func comparePlaces(a, b question.Place) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
}
