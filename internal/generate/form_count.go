package generate

import (
	"fmt"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/question"
)

// countForms ask how many there are of something. The object says of what.
func (m *maker) countForms() []*form {
	count := func(pattern string, candidates func() []draft) *form {
		return &form{pattern: "count/" + pattern, kind: question.Count, candidates: candidates}
	}
	return []*form{
		count("methods", func() []draft { return m.memberCounts("method", "methods") }),
		count("fields", func() []draft { return m.memberCounts("field", "fields") }),
		count("interface-methods", func() []draft { return m.memberCounts("interface method", "interface methods") }),
		count("parameters", m.parameterCounts),
		count("results", m.resultCounts),
		count("lines", m.lineCounts),
		count("imports", m.importCounts),
		count("functions", m.functionCounts),
		count("tests", m.testCounts),
	}
}

// counted makes a draft of a number that the second route counts too.
func counted(subject, object, pkg, file string, n int, again func() (int, bool)) draft {
	return draft{
		subject: subject, object: object, pkg: pkg, file: file, truth: number(n), measures: map[string]int{measureAnswers: n},
		confirm: func() verdict {
			other, ok := again()
			switch {
			case !ok:
				return undeclared()
			case other != n:
				return contradicted(fmt.Sprintf("%d, by syntax %d", n, other))
			}
			return agreed("go/parser")
		},
	}
}

func (m *maker) memberCounts(symbol, object string) (list []draft) {
	for _, owner := range sortedKeys(m.world.members) {
		names, d, ok := m.membersOf(owner, symbol, false)
		if !ok || len(names) < 2 {
			continue
		}
		pkg, name := m.world.split(owner)
		list = append(list, counted(owner, object, pkg, d.Span.File, len(names), func() (int, bool) {
			o := m.declared(owner)
			if o == nil || len(o.Embeds) > 0 {
				return 0, false
			}
			n := 0
			for _, d := range m.second.Members(pkg, name, symbol) {
				if !d.Test {
					n++
				}
			}
			return n, true
		}))
	}
	return list
}

func (m *maker) parameterCounts() (list []draft) {
	for f := range m.allNameable("func", "method") {
		types, ok := parametersOf(f.Detail)
		if !ok || m.special(f) {
			continue
		}
		pkg, _ := m.world.split(f.Subject)
		list = append(list, counted(f.Subject, "parameters", pkg, f.Span.File, len(types), func() (int, bool) {
			if d := m.declared(f.Subject); d != nil {
				return len(d.Params), true
			}
			return 0, false
		}))
	}
	return list
}

func (m *maker) resultCounts() (list []draft) {
	for _, subject := range sortedKeys(m.world.returns) {
		d := m.world.def(subject)
		pkg, _ := m.world.split(subject)
		if !m.nameable(d) || d.Symbol != "func" && d.Symbol != "method" || m.special(d) || !m.world.closed(pkg) {
			continue
		}
		list = append(list, counted(subject, "results", pkg, d.Span.File, len(m.world.returns[subject]), func() (int, bool) {
			if d := m.declared(subject); d != nil {
				return len(d.Results), true
			}
			return 0, false
		}))
	}
	return list
}

func (m *maker) lineCounts() (list []draft) {
	for _, file := range m.world.sources {
		one := counted(file, "lines", m.world.importAt[file], file, m.world.lines[file], func() (int, bool) {
			if f := m.second.Files[file]; f != nil {
				return f.Lines, true
			}
			return 0, false
		})
		one.rests = []rest{{fact.File, file}}
		list = append(list, one)
	}
	return list
}

func (m *maker) importCounts() (list []draft) {
	for _, file := range m.world.sources {
		n := len(m.world.imports[file])
		if n < 2 {
			continue
		}
		list = append(list, counted(file, "imports", m.world.importAt[file], file, n, func() (int, bool) {
			f := m.second.Files[file]
			if f == nil || f.Broken {
				return 0, false
			}
			var paths []string
			for _, i := range f.Imports {
				paths = append(paths, i.Path)
			}
			return len(distinct(paths)), true
		}))
	}
	return list
}

// functionCounts: exported functions of a package, methods and tests left out.
func (m *maker) functionCounts() (list []draft) {
	for _, pkg := range m.world.packages {
		n, fit := 0, true
		for _, i := range m.world.byPkg[pkg] {
			f := &m.world.defs[i]
			if f.Symbol != "func" || test(f.Span.File) || !exported(fact.LastName(f)) {
				continue
			}
			fit = fit && !f.Excluded && len(m.world.byName[f.Subject]) == 1
			n++
		}
		if !fit || n < 2 {
			continue
		}
		list = append(list, counted(pkg, "exported functions", pkg, "", n, func() (int, bool) {
			p := m.second.Package(pkg)
			if p == nil {
				return 0, false
			}
			other := 0
			for _, d := range p.Decls {
				if d.Sort == witness.Func && !d.Test && exported(d.Name) {
					other++
				}
			}
			return other, true
		}))
	}
	return list
}

// testCounts: test functions of a file.
func (m *maker) testCounts() (list []draft) {
	count := map[string]int{}
	odd := map[string]bool{}
	for i := range m.world.defs {
		f := &m.world.defs[i]
		_, name := m.world.split(f.Subject)
		if f.Symbol == "func" && test(f.Span.File) && isTest(name) && name != "TestMain" {
			count[f.Span.File]++
			odd[f.Span.File] = odd[f.Span.File] || f.Excluded
		}
	}
	for _, file := range sortedKeys(count) {
		if count[file] < 2 || odd[file] {
			continue
		}
		list = append(list, counted(file, "tests", m.world.importAt[file], file, count[file], func() (int, bool) {
			f := m.second.Files[file]
			p := m.second.Package(f.Package)
			if f.Broken || p == nil {
				return 0, false
			}
			n := 0
			for _, d := range p.Decls {
				if d.File == file && d.Sort == witness.Func && isTest(d.Name) && d.Name != "TestMain" {
					n++
				}
			}
			return n, true
		}))
	}
	return list
}
