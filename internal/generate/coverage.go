package generate

import (
	"sooth/fact"
)

// coverage are the facts of a kind: all, those that a question can be asked
// for, and those that one is.
type coverage struct {
	all, askable, asked map[string]bool
}

func newCoverage() map[fact.Kind]*coverage { return map[fact.Kind]*coverage{} }

func (m *maker) coverageOf(k fact.Kind) *coverage {
	c := m.covered[k]
	if c == nil {
		c = &coverage{all: map[string]bool{}, askable: map[string]bool{}, asked: map[string]bool{}}
		m.covered[k] = c
	}
	return c
}

// coverageKinds are the kinds of facts in the order in which they are told. Commits
// are not among them: to ask about each would start git as often.
func coverageKinds() []fact.Kind {
	return []fact.Kind{fact.Definition, fact.Call, fact.Import, fact.Implements, fact.Embeds, fact.Returns, fact.Deprecated, fact.Literal, fact.File}
}

// cover asks the second route about every candidate, of kinds that are not wanted
// too: what can be asked for is a property of the tree.
func (m *maker) cover() error {
	m.allFacts()
	for _, f := range m.every {
		if f.dear || executed(f.kind) {
			continue
		}
		for _, d := range f.candidates() {
			if err := m.ctx.Err(); err != nil {
				return err
			}
			if len(d.rests) == 0 || d.settle != nil || m.allAskable(d.rests) {
				continue
			}
			v := d.confirm()
			if v.contradicted != "" {
				m.disagreed(f, d, v)
			}
			if v.contradicted != "" || v.unknown != "" || len(v.witness) == 0 {
				continue
			}
			for _, r := range d.rests {
				m.coverageOf(r.kind).askable[r.key] = true
			}
		}
	}
	return nil
}

func (m *maker) allAskable(rests []rest) bool {
	for _, r := range rests {
		if !m.coverageOf(r.kind).askable[r.key] {
			return false
		}
	}
	return true
}

// allFacts names every different fact of the tree that a question could rest
// on, by the keys that drafts use. Left out: what stands inside functions,
// calls of other modules and closures.
func (m *maker) allFacts() {
	w := m.world
	for i := range w.defs {
		f := &w.defs[i]
		if !m.local(f.Subject) && !m.special(f) {
			m.coverageOf(fact.Definition).all[f.Subject] = true
		}
	}
	for caller, list := range w.calls {
		if !w.own(caller) {
			continue
		}
		for _, c := range list {
			if w.own(c.callee) {
				m.coverageOf(fact.Call).all[caller+" "+c.callee] = true
			}
		}
	}
	for file, list := range w.imports {
		for _, p := range list {
			m.coverageOf(fact.Import).all[file+" "+p] = true
		}
	}
	for iface, list := range w.impls {
		for _, i := range list {
			m.coverageOf(fact.Implements).all[i.typ+" "+iface] = true
		}
	}
	for typ, list := range w.embeds {
		for _, e := range list {
			m.coverageOf(fact.Embeds).all[typ+" "+e.Object] = true
		}
	}
	for subject := range w.returns {
		m.coverageOf(fact.Returns).all[subject] = true
	}
	for subject := range w.notices {
		m.coverageOf(fact.Deprecated).all[subject] = true
	}
	for file, list := range w.literals {
		for _, s := range list {
			m.coverageOf(fact.Literal).all[file+" "+s] = true
		}
	}
	for _, file := range w.sources {
		m.coverageOf(fact.File).all[file] = true
	}
}

func (m *maker) coverageRows() (rows []CoverageRow) {
	if !m.Coverage {
		return nil
	}
	for _, k := range coverageKinds() {
		c := m.coverageOf(k)
		if len(c.all) == 0 {
			continue
		}
		row := CoverageRow{Kind: k, Facts: len(c.all)}
		for key := range c.all {
			if c.askable[key] {
				row.Askable++
			}
			if c.asked[key] {
				row.Asked++
			}
		}
		rows = append(rows, row)
	}
	return rows
}
