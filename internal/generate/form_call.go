package generate

import (
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/question"
)

// callForms ask whether one function calls another.
func (m *maker) callForms() []*form {
	return []*form{
		{pattern: "calls/function", kind: question.Calls, candidates: func() []draft { return m.edges("func", false) }, counter: m.nonEdges},
		{pattern: "calls/method", kind: question.Calls, candidates: func() []draft { return m.edges("method", false) }, counter: m.nonEdges},
		{pattern: "calls/interface-method", kind: question.Calls, candidates: m.interfaceEdges, counter: m.nonInterfaceEdges},
		{pattern: "calls/passive", kind: question.Calls, candidates: func() []draft { return m.edges("", false) }, counter: m.nonEdges},
		{pattern: "calls/test", kind: question.Calls, candidates: func() []draft { return m.edges("", true) }, counter: m.nonEdges},
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
	for _, methods := range [][]string{near, far} {
		for _, s := range m.drawn(methods, 5, "not called through an interface", d.subject, d.object) {
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
		subject: caller.Subject, object: callee, pkg: pkg, file: caller.Span.File, truth: boolean(is),
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
		return undeclared()
	}
	loose := false
	for _, c := range m.second.Calls(caller) {
		if c.Way == witness.Resolved && c.Target == callee {
			return agreed("go/parser")
		}
		loose = loose || c.Name == lastPart(callee)
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
		return undeclared()
	}
	lines, err := m.second.Text(d.File)
	if err != nil {
		return unknown("a file that cannot be read")
	}
	body := linesOf(lines, d.First, d.End)
	if word(body, lastPart(callee)) {
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
		for _, s := range distinct(names) {
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
	near := slices.Clone(beside)
	likest(lastPart(d.object), near)
	parts := [][]string{further[:min(2, len(further))], near[:min(2, len(near))], beside[:min(4, len(beside))]}
	first := int(m.order("sort of non-edge", d.subject, d.object) % 3)
	for i := range parts {
		for _, s := range parts[(first+i)%3] {
			list = append(list, m.edge(caller, s, false))
		}
	}
	return list
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
