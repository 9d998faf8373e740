package generate

import (
	"slices"

	"sooth/question"
)

// prepare makes the forms that are wanted, in the order of their kinds.
func (m *maker) prepare() {
	m.ids, m.tried, m.covered = map[string]bool{}, map[string]*tally{}, newCoverage()
	m.every = m.all()
	for _, f := range m.every {
		if m.Kinds == nil || slices.Contains(m.Kinds, f.kind) {
			m.forms = append(m.forms, f)
		}
	}
}

// all are the forms that there are, in the order of their kinds.
func (m *maker) all() []*form {
	return slices.Concat(
		m.placeForms(), m.importForms(), m.callForms(), m.callerForms(), m.signatureForms(), m.typeForms(), m.embedForms(), m.memberForms(),
		m.nameForms(), m.deprecationForms(), m.ageForms(), m.textForms(), m.countForms(), m.historyForms(), m.behaviourForms(),
	)
}

// Kinds are all kinds that can be generated: those whose truth is read, and those
// whose truth is found by running code.
func Kinds() (read, run []question.Kind) {
	m := &maker{world: &world{}}
	for _, f := range m.all() {
		list := &read
		if executed(f.kind) {
			list = &run
		}
		if !slices.Contains(*list, f.kind) {
			*list = append(*list, f.kind)
		}
	}
	return read, run
}
