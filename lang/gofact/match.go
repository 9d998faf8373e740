package gofact

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"sooth/fact"
)

// matcher finds the interfaces whose methods a type has. Each interface stands
// under the method that the fewest types have; a generic one under its name alone.
type matcher struct {
	byMethod map[string][]*interfaceMethods
	generic  map[string][]*interfaceMethods
	types    satisfier
}

func newMatcher(list []interfaceMethods, units map[string]*methodIndex) *matcher {
	count := map[string]int{}
	m := &matcher{byMethod: map[string][]*interfaceMethods{}, generic: map[string][]*interfaceMethods{}, types: satisfier{}}
	for _, unit := range slices.Sorted(maps.Keys(units)) {
		x := units[unit]
		for i := range x.Types {
			t := &x.Types[i]
			if m.types[t.Name] == nil {
				m.types[t.Name] = t
			}
			for _, list := range [][]string{t.Methods, t.Pointer} {
				for _, method := range list {
					count[method]++
				}
			}
		}
	}
	names := map[string]int{}
	for method, n := range count {
		names[methodName(method)] += n
	}
	for i := range list {
		if x := &list[i]; m.types[x.Name] == nil && len(x.Parameters) == 0 && x.Local == "" { // of others
			m.types[x.Name] = &typeMethods{Name: x.Name, Methods: x.Methods, Interface: true}
		}
		if len(list[i].Parameters) > 0 {
			name := methodName(slices.MinFunc(list[i].Methods, func(a, b string) int { return names[methodName(a)] - names[methodName(b)] }))
			m.generic[name] = append(m.generic[name], &list[i])
			continue
		}
		rarest := slices.MinFunc(list[i].Methods, func(a, b string) int { return count[a] - count[b] })
		m.byMethod[rarest] = append(m.byMethod[rarest], &list[i])
	}
	return m
}

// facts returns the interfaces that a type implements; Detail is "*" where only
// a pointer to it does, followed by the arguments of a generic interface.
func (m *matcher) facts(t *typeMethods) []fact.Fact {
	has := map[string]bool{} // by text: only a pointer has it
	for _, method := range t.Methods {
		has[method] = false
	}
	for _, method := range t.Pointer {
		has[method] = true
	}
	var facts []fact.Fact
	add := func(i *interfaceMethods, detail string) {
		facts = append(facts, fact.Fact{Kind: fact.Implements, Language: language, Subject: t.Name, Object: i.Name, Detail: detail, Span: t.Place, Strength: fact.Compiler})
	}
	var named map[string]string // by name of method its text
	for method := range has {
		for _, i := range m.byMethod[method] {
			if detail, ok := concrete(i, has); ok && i.Name != t.Name && visible(i, t) {
				add(i, detail)
			}
		}
		for _, i := range m.generic[methodName(method)] {
			if named == nil {
				named = map[string]string{}
				for method := range has {
					named[methodName(method)] = method
				}
			}
			if detail, ok := m.instance(i, t, has, named); ok && i.Name != t.Name && visible(i, t) {
				add(i, detail)
			}
		}
	}
	return facts
}

// concrete says whether a type has the methods of an interface without parameters.
func concrete(i *interfaceMethods, has map[string]bool) (detail string, ok bool) {
	for _, wanted := range i.Methods {
		pointer, ok := has[wanted]
		if !ok || strings.Contains(wanted, "invalid type") {
			return "", false
		}
		if pointer {
			detail = "*"
		}
	}
	return detail, true
}

// instance says whether a type has the methods of a generic interface for some
// arguments that surely satisfy their constraints.
func (m *matcher) instance(i *interfaceMethods, t *typeMethods, has map[string]bool, named map[string]string) (detail string, ok bool) {
	arguments := make([]string, len(i.Parameters))
	for _, wanted := range i.Methods {
		method, ok := named[methodName(wanted)]
		if !ok || strings.Contains(wanted+method, "invalid type") || !match(wanted, method, arguments) {
			return "", false
		}
		if has[method] {
			detail = "*"
		}
	}
	infer(i.Parameters, arguments)
	for n := range i.Parameters {
		constraint := &i.Parameters[n]
		if arguments[n] == "" { // no method mentions it: it may be anything
			if constraint.Unknown || constraint.Comparable || len(constraint.Methods) > 0 || constraint.Terms != nil {
				return "", false
			}
			arguments[n] = "interface{}"
		} else if !m.types.argument(arguments[n], constraint, arguments, t.Parameters) {
			return "", false
		}
	}
	return detail + written(arguments, t.Parameters), true
}

// infer finds arguments that no method mentions by constraints of one type, as Go
// does: T of "P interface{ *T }" where P is known.
func infer(parameters []typeParameter, arguments []string) {
	for n := range parameters {
		if arguments[n] == "" || len(parameters[n].Terms) != 1 {
			continue
		}
		found := slices.Clone(arguments)
		if match(strings.TrimPrefix(parameters[n].Terms[0], "~"), arguments[n], found) {
			copy(arguments, found)
		}
	}
}

// written writes type arguments as Go does; own are the parameters that they may
// mention. Types without a name are not spelled out.
func written(arguments []string, own []typeParameter) string {
	list := make([]string, len(arguments))
	names := make([]string, len(own))
	for n := range own {
		names[n] = own[n].Name
	}
	for n, text := range arguments {
		text = fill(text, names)
		switch {
		case text == "interface{}":
			text = "any"
		case strings.Contains(text, "{"), strings.Contains(text, "@"), strings.Contains(text, "chan"), strings.Contains(text, "func("):
			text = "…"
		}
		list[n] = strings.ReplaceAll(text, ",]", "]")
	}
	return "[" + strings.Join(list, ",") + "]"
}

// visible reports whether an interface can be named where a type is declared.
func visible(i *interfaceMethods, t *typeMethods) bool {
	home := packageOf(t.Name)
	if t.Local != "" {
		home = t.Local
	}
	if i.Local != "" {
		return i.Local == home
	}
	declared := packageOf(i.Name)
	if plain, test := strings.CutSuffix(declared, testSuffix); test { // nobody can import it
		return strings.TrimSuffix(home, testSuffix) == plain
	}
	dot := strings.LastIndexByte(i.Name, '.')
	return token.IsExported(i.Name[dot+1:]) || dot < 0 || declared == home
}
