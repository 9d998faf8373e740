package generate

import (
	"fmt"
	"slices"

	"sooth/fact"
	"sooth/internal/generate/witness"
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
			pattern: "defined-where/" + s.pattern, kind: question.DefinedWhere, level: 2,
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
	switch {
	case a.File < b.File:
		return -1
	case a.File > b.File:
		return 1
	}
	return a.Line - b.Line
}

// local says whether something is declared inside a function, or below a
// member of a type: its name is no one's elsewhere.
func (m *maker) local(subject string) bool {
	pkg, name := m.world.split(subject)
	dots := 0
	owner := ""
	for i := range name {
		if name[i] == '.' {
			dots++
			if owner == "" {
				owner = name[:i]
			}
		}
	}
	if dots > 1 {
		return true
	}
	if dots == 0 {
		return false
	}
	for _, j := range m.world.byName[pkg+"."+owner] {
		if !isType(m.world.defs[j].Symbol) {
			return true
		}
	}
	return len(m.world.byName[pkg+"."+owner]) == 0
}

// special are names that every package may have: nobody asks for them.
func (m *maker) special(d *fact.Fact) bool {
	_, name := m.world.split(d.Subject)
	return name == "init" || name == "main" || name == "TestMain" || name == "_"
}

// declared returns the one declaration that the second route knows; nil: none,
// or several.
func (m *maker) declared(subject string) *witness.Decl {
	if list := m.second.Declared(subject); len(list) == 1 {
		return list[0]
	}
	return nil
}
