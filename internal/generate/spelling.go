package generate

import (
	"path"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/question"
)

// names makes the right answer of a set of symbols: each with all spellings
// under which it may be given. The last name alone is one only where no other
// member of the set has it.
func (m *maker) names(symbols []string) question.Answer {
	symbols = distinct(symbols)
	last := map[string]int{}
	for _, s := range symbols {
		last[lastPart(s)]++
	}
	a := question.Answer{Shape: question.Names, Names: []question.Name{}}
	for _, s := range symbols {
		a.Names = append(a.Names, m.spellings(s, last[lastPart(s)] == 1))
	}
	return a
}

// lastPart is what stands behind the last dot of a name.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// spellings are the ways to write one symbol, the qualified one first.
func (m *maker) spellings(symbol string, alone bool) question.Name {
	pkg, name := m.world.split(symbol)
	list := question.Name{symbol}
	add := func(s string) {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	if short := m.packageName(pkg); short != "" {
		add(short + "." + name)
	}
	add(name)
	if owner, member, ok := strings.Cut(name, "."); ok {
		add("(*" + owner + ")." + member)
		add("(" + owner + ")." + member)
		if alone && !strings.Contains(member, ".") {
			add(member)
		}
	} else if d := m.world.def(symbol); d != nil && isType(d.Symbol) {
		add("*" + name)
	}
	return list
}

// packageName returns the name by which a package is known in code.
func (m *maker) packageName(pkg string) string {
	if name := m.world.short[pkg]; name != "" {
		return name
	}
	if base, external := strings.CutSuffix(pkg, "_test"); external && m.world.known[base] {
		return m.packageName(base) + "_test"
	}
	return witness.GuessName(pkg)
}

// paths makes the right answer of a set of import paths or files.
func (m *maker) paths(list []string) question.Answer {
	list = distinct(list)
	base := map[string]int{}
	for _, s := range list {
		base[path.Base(s)]++
	}
	a := question.Answer{Shape: question.Names, Names: []question.Name{}}
	for _, s := range list {
		n := question.Name{s}
		if b := path.Base(s); b != s && base[b] == 1 {
			n = append(n, b)
		}
		a.Names = append(a.Names, n)
	}
	return a
}

func isType(symbol string) bool {
	switch symbol {
	case "struct", "interface", "type", "alias":
		return true
	}
	return false
}

// namesakes counts other declarations with the same last name.
func (m *maker) namesakes(symbol string) int {
	f := fact.Fact{Kind: fact.Definition, Subject: symbol}
	return max(0, m.world.last[fact.LastName(&f)]-1)
}

// span is how many lines a declaration has.
func span(f *fact.Fact) int { return max(1, f.Span.EndLine-f.Span.Line+1) }
