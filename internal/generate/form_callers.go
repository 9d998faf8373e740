package generate

import (
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/question"
)

// callerForms ask for all that call a function, and for all that it calls.
func (m *maker) callerForms() []*form {
	return []*form{
		{pattern: "callers/function", kind: question.Callers, candidates: func() []draft { return m.callerSets("func", false) }},
		{pattern: "callers/method", kind: question.Callers, candidates: func() []draft { return m.callerSets("method", false) }},
		{pattern: "callees/function", kind: question.Callees, candidates: func() []draft { return m.calleeSets("func") }},
		{pattern: "callees/method", kind: question.Callees, candidates: func() []draft { return m.calleeSets("method") }},
		{pattern: "covered-by/function", kind: question.CoveredBy, candidates: func() []draft { return m.callerSets("func", true) }},
		{pattern: "covered-by/method", kind: question.CoveredBy, candidates: func() []draft { return m.callerSets("method", true) }},
	}
}

// callerSets: all functions that call a function. tests: all test functions that
// call it themselves, else those outside of tests.
func (m *maker) callerSets(symbol string, tests bool) (list []draft) {
	for _, callee := range sortedKeys(m.world.called) {
		d := m.function(callee)
		if d == nil || d.Symbol != symbol || test(d.Span.File) {
			continue
		}
		if callers, ok := m.callersOf(callee, tests); ok && len(callers) > 0 && len(callers) <= maxSet {
			list = append(list, m.callerSet(d, callers, tests))
		}
	}
	return list
}

// callersOf returns the functions that call one. Not ok: some caller is no
// function with a name, or not read completely.
func (m *maker) callersOf(callee string, tests bool) (callers []string, ok bool) {
	for _, c := range m.world.called[callee] {
		if test(c.file) != tests {
			continue
		}
		pkg, name := m.world.split(c.caller)
		d := m.world.def(c.caller)
		switch {
		case strings.Contains(name, ".func") && d == nil:
			continue // a closure: what it stands in calls too
		case tests && !isTest(name):
			continue
		case d == nil || d.Symbol != "func" && d.Symbol != "method" || d.Excluded || !m.world.closed(pkg):
			return nil, false
		}
		callers = append(callers, c.caller)
	}
	if !m.readCallers(callee) {
		return nil, false
	}
	return distinct(callers), true
}

func (m *maker) callerSet(d *fact.Fact, callers []string, tests bool) draft {
	pkg, _ := m.world.split(d.Subject)
	distance := 1
	for _, c := range callers {
		if p, _ := m.world.split(c); p != pkg {
			distance = 2
		}
	}
	return draft{
		subject: d.Subject, pkg: pkg, file: d.Span.File, truth: m.names(slices.Clone(callers)),
		measures: map[string]int{measureAnswers: len(callers), measureNamesakes: m.namesakes(d.Subject), measureDistance: distance},
		confirm:  func() verdict { return m.sameCallers(d.Subject, callers, tests) },
		rests:    restsOn(fact.Call, "", callers, " "+d.Subject),
	}
}

// sameCallers: the call sites that syntax resolves are in the same functions,
// and there is none of that name that it cannot resolve.
func (m *maker) sameCallers(callee string, callers []string, tests bool) verdict {
	if m.declared(callee) == nil {
		return undeclared()
	}
	if m.second.Loose(lastPart(callee)) > 0 {
		return unknown("whose method is called cannot be told by syntax")
	}
	var other []string
	for _, c := range m.second.Callers(callee) {
		list := m.second.Declared(c)
		if len(list) != 1 {
			return undeclared()
		}
		_, name := m.world.split(c)
		if list[0].Test != tests || tests && !isTest(name) {
			continue
		}
		if list[0].Sort != witness.Func && list[0].Sort != witness.Method {
			return unknown("a variable calls it")
		}
		other = append(other, c)
	}
	slices.Sort(other)
	return same("callers are", callers, other)
}

// readCallers says whether every package that can call a function was read
// completely: its own; those that import it, where others can name it; all, where
// it is a method that others can reach by a value.
func (m *maker) readCallers(callee string) bool {
	if len(m.world.open) == 0 {
		return true
	}
	pkg, name := m.world.split(callee)
	if !m.world.closed(pkg) {
		return false
	}
	if !exported(lastPart(name)) {
		return true
	}
	if strings.Contains(name, ".") {
		return m.world.allClosed()
	}
	for file, imports := range m.world.imports {
		if slices.Contains(imports, pkg) && !m.world.closed(m.world.importAt[file]) {
			return false
		}
	}
	return true
}

// allClosed says whether every package of the tree was read completely.
func (w *world) allClosed() bool {
	for _, p := range w.packages {
		if !w.closed(p) {
			return false
		}
	}
	return true
}

// calleeSets: all functions and methods of the tree that a function calls.
func (m *maker) calleeSets(symbol string) (list []draft) {
	for _, caller := range sortedKeys(m.world.calls) {
		d := m.function(caller)
		if d == nil || d.Symbol != symbol || test(d.Span.File) {
			continue
		}
		pkg, _ := m.world.split(caller)
		if !m.world.closed(pkg) {
			continue
		}
		var callees []string
		distance, fit := 0, true
		for _, c := range m.world.calls[caller] {
			if !m.world.own(c.callee) {
				continue
			}
			there, _ := m.world.split(c.callee)
			if there != pkg {
				distance = 2
			}
			fit = fit && c.callee != caller && m.world.def(c.callee) != nil
			callees = append(callees, c.callee)
		}
		callees = slices.Compact(callees)
		if !fit || len(callees) == 0 || len(callees) > maxSet {
			continue
		}
		list = append(list, draft{
			subject: caller, pkg: pkg, file: d.Span.File, truth: m.names(slices.Clone(callees)),
			measures: map[string]int{measureAnswers: len(callees), measureLines: span(d), measureDistance: distance},
			confirm:  func() verdict { return m.sameCallees(caller, callees) },
			rests:    restsOn(fact.Call, caller+" ", callees, ""),
		})
	}
	return list
}

// sameCallees: syntax resolves the call sites to the same functions, and those
// that it cannot resolve have names that no function of the tree has.
func (m *maker) sameCallees(caller string, callees []string) verdict {
	if m.declared(caller) == nil {
		return undeclared()
	}
	var other []string
	for _, c := range m.second.Calls(caller) {
		switch {
		case c.Way == witness.Resolved:
			other = append(other, c.Target)
		case c.Way == witness.Unknown && m.second.HasCallable(c.Name):
			return unknown("whose method is called cannot be told by syntax")
		}
	}
	return same("calls", callees, distinct(other))
}
