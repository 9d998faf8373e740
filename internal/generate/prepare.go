package generate

import (
	"slices"

	"sooth/question"
)

// prepare makes the forms that are wanted, in the order of their kinds.
func (m *maker) prepare() {
	m.ids, m.tried, m.covered = map[string]bool{}, map[string]*tally{}, newCoverage()
	var all []*form
	for _, part := range [][]*form{
		m.placeForms(), m.importForms(), m.callForms(), m.signatureForms(), m.typeForms(), m.memberForms(),
		m.nameForms(), m.ageForms(), m.textForms(), m.countForms(), m.historyForms(), m.executeForms(),
	} {
		all = append(all, part...)
	}
	m.every = all
	for _, f := range all {
		if m.Kinds == nil || slices.Contains(m.Kinds, f.kind) {
			m.forms = append(m.forms, f)
		}
	}
}

// Kinds are all kinds that can be generated; executed tells those that run
// code.
func Kinds() (read, executed []question.Kind) {
	m := &maker{world: &world{}}
	seen := map[question.Kind]bool{}
	for _, part := range [][]*form{
		m.placeForms(), m.importForms(), m.callForms(), m.signatureForms(), m.typeForms(), m.memberForms(),
		m.nameForms(), m.ageForms(), m.textForms(), m.countForms(), m.historyForms(),
	} {
		for _, f := range part {
			if !seen[f.kind] {
				seen[f.kind] = true
				read = append(read, f.kind)
			}
		}
	}
	return read, []question.Kind{question.TestPasses, question.FunctionReturns, question.Panics}
}
