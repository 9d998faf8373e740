package generate

import (
	"iter"
	"slices"

	"sooth/fact"
	"sooth/internal/generate/witness"
)

// nameable says whether a definition can be asked about by its name: it is the only
// one of that name, and it stands outside of functions and tests, in a file that no
// build tag leaves out. nil is none.
func (m *maker) nameable(f *fact.Fact) bool {
	return f != nil && !f.Excluded && !test(f.Span.File) && !m.local(f.Subject) && len(m.world.byName[f.Subject]) == 1
}

// allNameable are the nameable definitions of some sorts, in the order of the tree.
func (m *maker) allNameable(symbols ...string) iter.Seq[*fact.Fact] {
	return func(yield func(*fact.Fact) bool) {
		for i := range m.world.defs {
			if f := &m.world.defs[i]; slices.Contains(symbols, f.Symbol) && m.nameable(f) && !yield(f) {
				return
			}
		}
	}
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
