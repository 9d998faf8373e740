package generate

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/oracle/behave"
)

// Observer executes statements in the sandbox, each several times.
type Observer interface {
	Observe(ctx context.Context, tree behave.Tree, statements []behave.Statement) (map[string]behave.Observation, error)
}

// maxObserved bounds the calls and the tests that are executed to find
// questions about one tree.
const maxObserved = 400

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
