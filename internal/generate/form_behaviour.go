package generate

import (
	"strconv"
	"strings"

	"sooth/oracle/behave"
	"sooth/question"
)

// notExecuted is why nothing is asked of what code does.
const notExecuted = "not available: nothing is executed; hint: --execute"

// behaviourForms ask what code does. The first route is its execution in the
// sandbox, the same every time; the second reads by syntax that the function does no
// input or output that it can see, or that the test is declared.
func (m *maker) behaviourForms() []*form {
	absent := ""
	if m.Observer == nil {
		absent = notExecuted
	}
	return []*form{
		{pattern: "test-passes/test", kind: question.TestPasses, candidates: m.passing, counter: m.notPassing, absent: absent},
		{pattern: "function-returns/call", kind: question.FunctionReturns, candidates: m.returning, absent: absent},
		{pattern: "panics/call", kind: question.Panics, candidates: func() []draft { return m.panicking(true) }, counter: m.notPanicking, absent: absent},
	}
}

// passing are tests that were seen to pass.
func (m *maker) passing() (list []draft) {
	for _, o := range m.observe() {
		if o.State == behave.Passed {
			list = append(list, m.testDraft(o.function, true))
		}
	}
	return list
}

func (m *maker) testDraft(name string, is bool) draft {
	pkg, _ := m.world.split(name)
	d := draft{
		subject: name, pkg: pkg, truth: boolean(is), measures: map[string]int{measureNamesakes: m.namesakes(name)},
		confirm: func() verdict {
			if o := m.declared(name); o == nil || !o.Test {
				return contradicted("not declared, by syntax")
			}
			return agreed("go/parser")
		},
	}
	if f := m.world.def(name); f != nil {
		d.file, d.measures[measureLines] = f.Span.File, span(f)
	}
	return d
}

// notPassing: tests that were seen to fail, then names that no test has.
func (m *maker) notPassing(d draft) (list []draft) {
	for _, o := range m.observe() {
		if o.State == behave.Failed {
			list = append(list, m.testDraft(o.function, false))
		}
	}
	_, name := m.world.split(d.subject)
	made := m.decoys(name, d.pkg)
	m.shuffle(made, func(s string) uint64 { return m.order("no test", d.subject, s) })
	for _, s := range made {
		if len(list) > 20 {
			break
		}
		if !isTest(s) || m.isWord(s) {
			continue
		}
		absent := m.testDraft(d.pkg+"."+s, false)
		absent.confirm = func() verdict {
			if m.world.own(absent.subject) || len(m.second.Declared(absent.subject)) > 0 {
				return contradicted("declared")
			}
			return agreed("go/parser", "text")
		}
		list = append(list, absent)
	}
	return list
}

// callDraft asks about a call.
func (m *maker) callDraft(o observation, a question.Answer) draft {
	d := draft{
		subject: o.function, object: m.packageName(o.Package) + "." + o.Call, pkg: o.Package, truth: a,
		measures: map[string]int{},
		confirm: func() verdict {
			if p := m.touches(o.function, map[string]bool{}); p != "" {
				return unknown("it reaches " + p)
			}
			return agreed("go/parser")
		},
	}
	if f := m.world.def(o.function); f != nil {
		d.file, d.measures[measureLines] = f.Span.File, span(f)
	}
	return d
}

// returning are calls that came back.
func (m *maker) returning() (list []draft) {
	for _, o := range m.observe() {
		if o.State != behave.Returned || len(o.Values) == 0 {
			continue
		}
		long := false
		for _, v := range o.Values {
			long = long || len(v) > 100
		}
		if !long {
			list = append(list, m.callDraft(o, text(valueSpellings(o.Values)...)))
		}
	}
	return list
}

// valueSpellings are the ways to write the results of a call.
func valueSpellings(values []string) []string {
	if len(values) > 1 {
		all := strings.Join(values, ", ")
		return []string{all, "(" + all + ")"}
	}
	list := []string{values[0]}
	if s, err := strconv.Unquote(values[0]); err == nil && s != "" {
		list = append(list, s)
	}
	return list
}

// panicking are calls that panicked, or came back.
func (m *maker) panicking(is bool) (list []draft) {
	state := behave.Returned
	if is {
		state = behave.Panicked
	}
	for _, o := range m.observe() {
		if o.State == state {
			list = append(list, m.callDraft(o, boolean(is)))
		}
	}
	return list
}

// notPanicking: calls of the same function that came back, then of the same
// package, then of others.
func (m *maker) notPanicking(d draft) []draft {
	list := m.panicking(false)
	sortBy(list, func(o draft) uint64 {
		key := m.order("does not panic", d.object, o.object) >> 2
		switch {
		case o.subject == d.subject:
			return key
		case o.pkg == d.pkg:
			return key | 1<<62
		}
		return key | 1<<63
	})
	return list[:min(len(list), 30)]
}
