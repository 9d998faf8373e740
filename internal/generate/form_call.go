package generate

import (
	"fmt"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/internal/nearest"
	"sooth/question"
)

// callForms ask who calls whom.
func (m *maker) callForms() []*form {
	return []*form{
		{pattern: "calls/function", kind: question.Calls, level: 2, candidates: func() []draft { return m.edges("func", false) }, counter: m.nonEdges},
		{pattern: "calls/method", kind: question.Calls, level: 2, candidates: func() []draft { return m.edges("method", false) }, counter: m.nonEdges},
		{pattern: "calls/interface-method", kind: question.Calls, level: 2, candidates: m.interfaceEdges, counter: m.nonInterfaceEdges},
		{pattern: "calls/passive", kind: question.Calls, level: 2, candidates: func() []draft { return m.edges("", false) }, counter: m.nonEdges},
		{pattern: "calls/test", kind: question.Calls, level: 2, candidates: func() []draft { return m.edges("", true) }, counter: m.nonEdges},
		{pattern: "callers/function", kind: question.Callers, level: 2, candidates: func() []draft { return m.callerSets("func") }},
		{pattern: "callers/method", kind: question.Callers, level: 2, candidates: func() []draft { return m.callerSets("method") }},
		{pattern: "callees/function", kind: question.Callees, level: 2, candidates: func() []draft { return m.calleeSets("func") }},
		{pattern: "callees/method", kind: question.Callees, level: 2, candidates: func() []draft { return m.calleeSets("method") }},
		{pattern: "covered-by/function", kind: question.CoveredBy, level: 2, candidates: func() []draft { return m.testSets("func") }},
		{pattern: "covered-by/method", kind: question.CoveredBy, level: 2, candidates: func() []draft { return m.testSets("method") }},
	}
}

// function returns the one definition of a function or method with a body that
// is worth asking for; nil: there is none.
func (m *maker) function(subject string) *fact.Fact {
	d := m.world.def(subject)
	if d == nil || d.Symbol != "func" && d.Symbol != "method" || d.Excluded || m.special(d) || m.local(subject) {
		return nil
	}
	return d
}

// edges are calls between functions of the tree. tests: the caller is a test.
func (m *maker) edges(symbol string, tests bool) (list []draft) {
	w := m.world
	for _, caller := range sortedKeys(w.calls) {
		d := m.function(caller)
		if d == nil || test(d.Span.File) != tests || symbol != "" && d.Symbol != symbol {
			continue
		}
		if _, name := w.split(caller); tests && !isTest(name) {
			continue
		}
		before := ""
		for _, c := range w.calls[caller] {
			if c.callee == before || c.callee == caller || c.iface || m.function(c.callee) == nil {
				continue
			}
			before = c.callee
			list = append(list, m.edge(d, c.callee, true))
		}
	}
	return list
}

// interfaceEdges are calls of methods of the tree's interfaces.
func (m *maker) interfaceEdges() (list []draft) {
	for _, caller := range sortedKeys(m.world.calls) {
		d := m.function(caller)
		if d == nil {
			continue
		}
		before := ""
		for _, c := range m.world.calls[caller] {
			if c.callee == before || !c.iface || m.interfaceMethod(c.callee) == nil {
				continue
			}
			before = c.callee
			list = append(list, m.edge(d, c.callee, true))
		}
	}
	return list
}

// interfaceMethod returns the one definition of a method of an interface of the
// tree; nil: there is none.
func (m *maker) interfaceMethod(subject string) *fact.Fact {
	if d := m.world.def(subject); d != nil && d.Symbol == "interface method" && !d.Excluded && !m.local(subject) {
		return d
	}
	return nil
}

// nonInterfaceEdges: other methods of the same interface, then of interfaces of
// the same package, that the caller does not call.
func (m *maker) nonInterfaceEdges(d draft) (list []draft) {
	w := m.world
	called := map[string]bool{}
	for _, c := range w.calls[d.subject] {
		called[c.callee] = true
	}
	pkg, name := w.split(d.object)
	owner, _, _ := strings.Cut(name, ".")
	var near, far []string
	for _, i := range w.byPkg[pkg] {
		for _, j := range w.members[w.defs[i].Subject] {
			s := w.defs[j].Subject
			if called[s] || m.interfaceMethod(s) == nil {
				continue
			}
			if strings.HasPrefix(s, pkg+"."+owner+".") {
				near = append(near, s)
			} else {
				far = append(far, s)
			}
		}
	}
	for _, p := range [][]string{near, far} {
		m.shuffle(p, func(s string) uint64 { return m.order("not called through an interface", d.subject, d.object, s) })
		for _, s := range p[:min(len(p), 5)] {
			list = append(list, m.edge(w.def(d.subject), s, false))
		}
	}
	return list
}

func isTest(name string) bool {
	return strings.HasPrefix(name, "Test") && (len(name) == 4 || !('a' <= name[4] && name[4] <= 'z')) && !strings.Contains(name, ".")
}

func (m *maker) edge(caller *fact.Fact, callee string, is bool) draft {
	pkg, _ := m.world.split(caller.Subject)
	there, _ := m.world.split(callee)
	distance := 0
	if d := m.world.def(callee); d != nil && d.Span.File != caller.Span.File {
		distance = 1
	}
	if there != pkg {
		distance = 2
	}
	d := draft{
		subject: caller.Subject, object: callee, pkg: pkg, file: caller.Span.File, truth: boolean(is), balance: fmt.Sprint(is),
		measures: map[string]int{measureLines: span(caller), measureNamesakes: m.namesakes(callee), measureDistance: distance},
	}
	if is {
		d.rests = []rest{{fact.Call, caller.Subject + " " + callee}}
		d.confirm = func() verdict { return m.hasCall(caller.Subject, callee) }
	} else {
		d.confirm = func() verdict { return m.hasNoCall(caller.Subject, callee) }
	}
	return d
}

// hasCall: the body has a call site that means the callee.
func (m *maker) hasCall(caller, callee string) verdict {
	if m.declared(caller) == nil || m.declared(callee) == nil {
		return unknown("several declarations, or none by syntax")
	}
	loose := false
	for _, c := range m.second.Calls(caller) {
		if c.Way == witness.Resolved && c.Target == callee {
			return agreed("go/parser")
		}
		loose = loose || c.Name == callee[strings.LastIndexByte(callee, '.')+1:]
	}
	if !loose {
		return contradicted("the body has no call of that name")
	}
	return unknown("whose method is called cannot be told by syntax")
}

// hasNoCall: the declaration does not have the word, and no type of the first
// route says that it is called.
func (m *maker) hasNoCall(caller, callee string) verdict {
	d := m.declared(caller)
	if d == nil || m.declared(callee) == nil {
		return unknown("several declarations, or none by syntax")
	}
	lines, err := m.second.Text(d.File)
	if err != nil {
		return unknown("a file that cannot be read")
	}
	body := linesOf(lines, d.First, d.End)
	if word(body, callee[strings.LastIndexByte(callee, '.')+1:]) {
		return unknown("the word stands in the body")
	}
	return agreed("go/parser", "text")
}

// linesOf cuts lines out of a text, both included, from 1.
func linesOf(text []byte, first, last int) string {
	var b strings.Builder
	line := 0
	for l := range strings.Lines(string(text)) {
		if line++; line >= first && line <= last {
			b.WriteString(l)
		}
		if line > last {
			break
		}
	}
	return b.String()
}

// nonEdges: functions that the caller does not call and that one could believe
// it calls: what its callees call, what is named like the callee, what stands
// beside it.
func (m *maker) nonEdges(d draft) (list []draft) {
	w := m.world
	caller := w.def(d.subject)
	called := map[string]bool{d.subject: true}
	for _, c := range w.calls[d.subject] {
		called[c.callee] = true
	}
	var further, beside []string
	for _, c := range w.calls[d.object] {
		further = append(further, c.callee)
	}
	there, _ := w.split(d.object)
	for _, pkg := range []string{there, d.pkg} {
		for _, i := range w.byPkg[pkg] {
			beside = append(beside, w.defs[i].Subject)
			if isType(w.defs[i].Symbol) {
				for _, j := range w.members[w.defs[i].Subject] {
					beside = append(beside, w.defs[j].Subject)
				}
			}
		}
	}
	keep := func(names []string) (out []string) {
		slices.Sort(names)
		for _, s := range slices.Compact(names) {
			f := m.function(s)
			if f == nil || called[s] || test(f.Span.File) {
				continue
			}
			if pkg, name := w.split(s); pkg != d.pkg && !exported(name) {
				continue
			}
			out = append(out, s)
		}
		m.shuffle(out, func(s string) uint64 { return m.order("not called", d.subject, d.object, s) })
		return out
	}
	further, beside = keep(further), keep(beside)
	like := d.object[strings.LastIndexByte(d.object, '.')+1:]
	near := slices.Clone(beside)
	slices.SortStableFunc(near, func(a, b string) int {
		x, y := likeness(like, a), likeness(like, b)
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	parts := [][]string{further[:min(2, len(further))], near[:min(2, len(near))], beside[:min(4, len(beside))]}
	first := int(m.order("sort of non-edge", d.subject, d.object) % 3)
	for i := range parts {
		for _, s := range parts[(first+i)%3] {
			list = append(list, m.edge(caller, s, false))
		}
	}
	return list
}

func likeness(a, symbol string) float64 {
	return nearest.Likeness(a, symbol[strings.LastIndexByte(symbol, '.')+1:])
}

// exported says whether all parts of a name are.
func exported(name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		if part == "" || part[0] < 'A' || part[0] > 'Z' {
			return false
		}
	}
	return true
}

// callerSets: all functions outside of tests that call a function.
func (m *maker) callerSets(symbol string) (list []draft) {
	for _, callee := range sortedKeys(m.world.called) {
		d := m.function(callee)
		if d == nil || d.Symbol != symbol || test(d.Span.File) {
			continue
		}
		if callers, ok := m.callersOf(callee, false); ok && len(callers) > 0 && len(callers) <= maxSet {
			list = append(list, m.callerSet(d, callers, false))
		}
	}
	return list
}

// testSets: all test functions that call a function themselves.
func (m *maker) testSets(symbol string) (list []draft) {
	for _, callee := range sortedKeys(m.world.called) {
		d := m.function(callee)
		if d == nil || d.Symbol != symbol || test(d.Span.File) {
			continue
		}
		if callers, ok := m.callersOf(callee, true); ok && len(callers) > 0 && len(callers) <= maxSet {
			list = append(list, m.callerSet(d, callers, true))
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
	slices.Sort(callers)
	return slices.Compact(callers), true
}

func (m *maker) callerSet(d *fact.Fact, callers []string, tests bool) draft {
	pkg, _ := m.world.split(d.Subject)
	distance := 1
	for _, c := range callers {
		if p, _ := m.world.split(c); p != pkg {
			distance = 2
		}
	}
	one := draft{
		subject: d.Subject, pkg: pkg, file: d.Span.File, truth: m.names(slices.Clone(callers)),
		measures: map[string]int{measureAnswers: len(callers), measureNamesakes: m.namesakes(d.Subject), measureDistance: distance},
		confirm:  func() verdict { return m.sameCallers(d.Subject, callers, tests) },
	}
	for _, c := range callers {
		one.rests = append(one.rests, rest{fact.Call, c + " " + d.Subject})
	}
	return one
}

// sameCallers: the call sites that syntax resolves are in the same functions,
// and there is none of that name that it cannot resolve.
func (m *maker) sameCallers(callee string, callers []string, tests bool) verdict {
	if m.declared(callee) == nil {
		return unknown("several declarations, or none by syntax")
	}
	last := callee[strings.LastIndexByte(callee, '.')+1:]
	if m.second.Loose(last) > 0 {
		return unknown("whose method is called cannot be told by syntax")
	}
	var other []string
	for _, c := range m.second.Callers(callee) {
		list := m.second.Declared(c)
		if len(list) != 1 {
			return unknown("several declarations, or none by syntax")
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
	if !slices.Equal(other, callers) {
		return contradicted(fmt.Sprintf("callers are %v, by syntax %v", callers, other))
	}
	return agreed("go/parser")
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
	last := name[strings.LastIndexByte(name, '.')+1:]
	if !exported(last) {
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
		one := draft{
			subject: caller, pkg: pkg, file: d.Span.File, truth: m.names(slices.Clone(callees)),
			measures: map[string]int{measureAnswers: len(callees), measureLines: span(d), measureDistance: distance},
			confirm:  func() verdict { return m.sameCallees(caller, callees) },
		}
		for _, c := range callees {
			one.rests = append(one.rests, rest{fact.Call, caller + " " + c})
		}
		list = append(list, one)
	}
	return list
}

// sameCallees: syntax resolves the call sites to the same functions, and those
// that it cannot resolve have names that no function of the tree has.
func (m *maker) sameCallees(caller string, callees []string) verdict {
	if m.declared(caller) == nil {
		return unknown("several declarations, or none by syntax")
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
	slices.Sort(other)
	other = slices.Compact(other)
	if !slices.Equal(other, callees) {
		return contradicted(fmt.Sprintf("calls %v, by syntax %v", callees, other))
	}
	return agreed("go/parser")
}
