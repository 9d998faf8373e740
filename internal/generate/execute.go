package generate

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/oracle/behave"
	"sooth/question"
)

// Observer executes statements in the sandbox, each several times.
type Observer interface {
	Observe(ctx context.Context, tree behave.Tree, statements []behave.Statement) (map[string]behave.Observation, error)
}

// maxObserved bounds the calls and the tests that are executed to find
// questions about one tree.
const maxObserved = 400

// notExecuted is why nothing is asked of what code does.
const notExecuted = "not available: nothing is executed; hint: --execute"

// executeForms ask what code does. The first route is its execution in the
// sandbox, the same every time; the second reads by syntax that the function does no
// input or output that it can see, or that the test is declared.
func (m *maker) executeForms() []*form {
	absent := ""
	if m.Observer == nil {
		absent = notExecuted
	} else if m.notObserved != "" {
		absent = m.notObserved
	}
	return []*form{
		{pattern: "test-passes/test", kind: question.TestPasses, level: 3, candidates: m.passing, counter: m.notPassing, absent: absent},
		{pattern: "function-returns/call", kind: question.FunctionReturns, level: 3, candidates: m.returning, absent: absent},
		{pattern: "panics/call", kind: question.Panics, level: 3, candidates: func() []draft { return m.panicking(true) }, counter: m.notPanicking, absent: absent},
	}
}

// observation is one statement that was executed.
type observation struct {
	behave.Statement
	behave.Observation
	function string // qualified
}

// observe executes what can be asked about, once.
func (m *maker) observe() []observation {
	if m.Observer == nil || m.observed != nil {
		return m.observed
	}
	m.observed = []observation{}
	all := append(m.callsToTry(), m.testsToTry()...)
	statements := make([]behave.Statement, len(all))
	for i := range all {
		statements[i] = all[i].Statement
	}
	seen, err := m.Observer.Observe(m.ctx, behave.Tree{Dir: m.world.tree, Module: m.world.module}, statements)
	if err != nil {
		m.notObserved = "not available: " + err.Error()
		return m.observed
	}
	for _, o := range all {
		if o.Observation = seen[o.ID]; o.State != behave.Undecided {
			m.observed = append(m.observed, o)
		} else if m.notObserved == "" {
			m.notObserved = "not available: " + o.Reason
		}
	}
	return m.observed
}

// callsToTry are calls of exported functions with literal arguments, for as many
// functions as there is room for.
func (m *maker) callsToTry() (list []observation) {
	var names []string
	for _, pkg := range m.world.packages {
		if m.world.short[pkg] == "main" || slices.Contains(strings.Split(pkg, "/"), "internal") || !m.world.closed(pkg) {
			continue
		}
		for _, i := range m.world.byPkg[pkg] {
			f := &m.world.defs[i]
			if f.Symbol == "func" && !f.Excluded && !test(f.Span.File) && exported(fact.LastName(f)) && len(m.world.byName[f.Subject]) == 1 {
				names = append(names, f.Subject)
			}
		}
	}
	m.shuffle(names, func(s string) uint64 { return m.order("executed", s) })
	for _, name := range names {
		d := m.declared(name)
		if d == nil || len(d.TypeParams) > 0 || len(d.Results) == 0 || len(d.Results) > 3 || m.touches(name, map[string]bool{}) != "" {
			continue
		}
		for _, arguments := range m.arguments(d) {
			if len(list) == maxObserved {
				return list
			}
			call := d.Name + "(" + strings.Join(arguments, ", ") + ")"
			list = append(list, observation{Statement: behave.Statement{ID: "call" + strconv.Itoa(len(list)), Package: d.Package, Call: call}, function: name})
		}
	}
	return list
}

// touches names a package for input, output, time or chance that a function
// reaches by calls that syntax can follow; empty: none.
func (m *maker) touches(function string, seen map[string]bool) string {
	if seen[function] {
		return ""
	}
	seen[function] = true
	for _, c := range m.second.Calls(function) {
		if c.Way == witness.Resolved {
			if p := m.touches(c.Target, seen); p != "" {
				return p
			}
			continue
		}
		pkg, _, _ := strings.Cut(c.Target, ".")
		first, _, _ := strings.Cut(pkg, "/")
		switch {
		case first == "os", first == "net", first == "time", first == "syscall", first == "log", first == "runtime", first == "plugin", first == "testing",
			strings.HasPrefix(pkg, "math/rand"), pkg == "crypto/rand", pkg == "io/ioutil", strings.HasPrefix(c.Target, "fmt.Print"), strings.HasPrefix(c.Target, "fmt.Scan"):
			return pkg
		}
	}
	return ""
}

// callsOfOne bounds the calls that are tried of one function.
const callsOfOne = 4

// arguments draws lists of literals for the parameters of a function; none: it
// takes something else than basic types and lists of them.
func (m *maker) arguments(d *witness.Decl) (lists [][]string) {
	seen := map[string]bool{}
	for n := range 3 * callsOfOne {
		var list []string
		for i, p := range d.Params {
			variadic := strings.HasPrefix(p.Type, "...")
			times := 1
			if variadic {
				times = int(m.order("variadic", d.Symbol(), strconv.Itoa(n)) % 3)
			}
			for t := range times {
				literals := literalsOf(strings.TrimPrefix(p.Type, "..."))
				if literals == nil {
					return nil
				}
				list = append(list, literals[m.order("argument", d.Symbol(), strconv.Itoa(n), strconv.Itoa(i), strconv.Itoa(t))%uint64(len(literals))])
			}
		}
		if key := strings.Join(list, ","); !seen[key] {
			seen[key] = true
			lists = append(lists, list)
		}
		if len(lists) == callsOfOne || len(d.Params) == 0 {
			break
		}
	}
	return lists
}

// literalsOf are values to try of a type; nil: it is none that can be written.
func literalsOf(typ string) []string {
	switch typ {
	case "string":
		return []string{`""`, `"a"`, `"Hello, World"`, `"foo-bar_baz"`, `"42"`, `"a/b/../c.txt"`, `"héllo"`, `"key=value"`, `"  two words "`, `"CamelCaseName"`, `"[1, 2]"`, `"-1.5e3"`}
	case "int", "int64", "int32", "int16", "int8":
		return []string{"0", "1", "2", "7", "-1", "10", "100"}
	case "uint", "uint64", "uint32", "uint16", "uint8", "byte":
		return []string{"0", "1", "2", "7", "10", "65", "200"}
	case "rune":
		return []string{"'a'", "'Z'", "'0'", "' '", "'é'"}
	case "bool":
		return []string{"true", "false"}
	case "float64", "float32":
		return []string{"0", "1", "0.5", "-2.25", "1000"}
	case "[]string":
		return []string{"nil", `[]string{}`, `[]string{"a"}`, `[]string{"b", "a", "c"}`, `[]string{"x", "", "x"}`}
	case "[]int":
		return []string{"nil", "[]int{3}", "[]int{3, 1, 2}", "[]int{0, 0, -1}"}
	case "[]byte":
		return []string{"nil", `[]byte("abc")`, `[]byte("{}")`, `[]byte("12")`}
	}
	return nil
}

// testsToTry are test functions of the tree.
func (m *maker) testsToTry() (list []observation) {
	var names []string
	for i := range m.world.defs {
		f := &m.world.defs[i]
		if _, name := m.world.split(f.Subject); f.Symbol == "func" && test(f.Span.File) && isTest(name) && name != "TestMain" && !f.Excluded && len(m.world.byName[f.Subject]) == 1 {
			names = append(names, f.Subject)
		}
	}
	m.shuffle(names, func(s string) uint64 { return m.order("executed", s) })
	for _, s := range names[:min(len(names), maxObserved/2, m.N)] {
		pkg, name := m.world.split(s)
		list = append(list, observation{Statement: behave.Statement{ID: "test" + strconv.Itoa(len(list)), Package: strings.TrimSuffix(pkg, "_test"), Test: name}, function: s})
	}
	return list
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
		subject: name, pkg: pkg, truth: boolean(is), balance: fmt.Sprint(is), measures: map[string]int{measureNamesakes: m.namesakes(name)},
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
			d := m.callDraft(o, boolean(is))
			d.balance = fmt.Sprint(is)
			list = append(list, d)
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
