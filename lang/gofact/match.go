package gofact

import (
	"go/token"
	"strings"

	"sooth/fact"
)

// matcher finds the interfaces whose methods a type has. Each interface stands
// under the method that the fewest types have.
type matcher struct {
	byMethod map[string][]*interfaceMethods
}

func newMatcher(list []interfaceMethods, units map[string]*methodIndex) *matcher {
	count := map[string]int{}
	for _, x := range units {
		for _, t := range x.Types {
			for _, method := range t.Methods {
				count[method]++
			}
			for _, method := range t.Pointer {
				count[method]++
			}
		}
	}
	m := &matcher{byMethod: map[string][]*interfaceMethods{}}
	for i := range list {
		rarest := list[i].Methods[0]
		for _, method := range list[i].Methods {
			if count[method] < count[rarest] {
				rarest = method
			}
		}
		m.byMethod[rarest] = append(m.byMethod[rarest], &list[i])
	}
	return m
}

// facts returns the interfaces that a type implements; Detail is "*" where only
// a pointer to it does.
func (m *matcher) facts(t *typeMethods) []fact.Fact {
	has := map[string]string{}
	for _, method := range t.Methods {
		has[method] = "T"
	}
	for _, method := range t.Pointer {
		has[method] = "*"
	}
	var facts []fact.Fact
	for method := range has {
		for _, i := range m.byMethod[method] {
			if i.Name == t.Name || !visible(i.Name, t.Name) {
				continue
			}
			detail, all := "", true
			for _, wanted := range i.Methods {
				switch has[wanted] {
				case "":
					all = false
				case "*":
					detail = "*"
				}
			}
			if all && !strings.Contains(strings.Join(i.Methods, ""), "invalid type") {
				facts = append(facts, fact.Fact{Kind: fact.Implements, Language: language, Subject: t.Name, Object: i.Name, Detail: detail, Span: t.Place, Strength: fact.Compiler})
			}
		}
	}
	return facts
}

// visible reports whether an interface can be named where a type is declared.
func visible(iface, typ string) bool {
	dot := strings.LastIndexByte(iface, '.')
	return token.IsExported(iface[dot+1:]) || dot < 0 || packageOf(iface) == packageOf(typ)
}
