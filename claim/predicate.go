package claim

import (
	"go/ast"
	"go/parser"
	"strings"
)

// copula reads what follows "is" and "are" at i.
func (c *clause) copula(i int) {
	v := c.v
	k := i + 1
	for k < len(v) && (v[k].w == "not" || v[k].w != "" && adverb(v[k].w)) {
		k++
	}
	if k < len(v) && (v[k].w == "in" || v[k].w == "at") {
		c.locate(i, k+1)
		return
	}
	article := k < len(v) && (v[k].w == "a" || v[k].w == "an")
	for k < len(v) && v[k].w != "" && (determiner(v[k].w) || v[k].w == "package" && k+1 < len(v) && v[k+1].w == "variable") {
		k++
	}
	if k >= len(v) {
		return
	}
	what := strings.TrimSuffix(v[k].w, "s")
	if plural := what != v[k].w; !listed(" constant type interface struct function method variable field package ", what) || !plural && !article || plural && listed(" is isn't ", v[i].w) {
		return
	}
	k++
	subjects, not, ok := c.passive(i + 1)
	if v[i].w == "be" {
		subjects, not, ok = c.who(i, base)
	}
	for j := i + 1; j < len(v) && v[j].w != ""; j++ {
		if v[j].w == "not" || v[j].w == "never" {
			not = true
		}
	}
	if !ok {
		return
	}
	if k < len(v) && v[k].w == "of" {
		if what != "method" && what != "field" {
			return
		}
		owners, _ := c.s.forward(v, k+1)
		c.emit("has", "has "+what, owners, subjects, i, not, "")
		return
	}
	if k < len(v) && v[k].w != "" && (!ends(v[k].w) || v[k].w == "and" && k+1 < len(v) && noun(v[k+1].w)) || k < len(v) && v[k].isRef {
		return
	}
	for _, e := range subjects {
		if e.class == symbol || e.class == signature || e.class == directory && what == "package" {
			c.state(Claim{Kind: Structure, Subject: e.name, Verb: "is", Object: what, Pattern: "is"}, e, entity{token: c.v[k-1].token, start: c.s.unit.offset(c.s.tokens[c.v[k-1].token].start), end: c.end(k - 1), class: file}, v[i].token, not)
		}
	}
}

// end returns where an item ends in the whole text.
func (c *clause) end(i int) int { return c.s.unit.end(c.s.tokens[c.v[i].token].end) }

// has reads "has a method `x`", "has a `x` method", "has `a` and `b`".
func (c *clause) has(i int) {
	v := c.v
	form := third
	if v[i].w == "have" || v[i].w == "lack" {
		form = base
	}
	subjects, not, ok := c.who(i, form)
	if !ok {
		return
	}
	not = not || strings.HasPrefix(v[i].w, "lack")
	k := i + 1
	for k < len(v) && v[k].w != "" && (determiner(v[k].w) || listed(" no any one two three four not ", v[k].w)) {
		not = not || v[k].w == "no" || v[k].w == "not"
		k++
	}
	what := ""
	if k < len(v) {
		what = member(v[k].w)
	}
	if what != "" {
		k++
		if k < len(v) && (v[k].w == "named" || v[k].w == "called") {
			k++
		}
	}
	if k >= len(v) || !v[k].isRef {
		return
	}
	objects, end := c.s.forward(v, k)
	if what == "" && end < len(v) {
		what = member(v[end].w)
	}
	if len(subjects) == 1 && subjects[0].class == file {
		if what == "" {
			c.places(subjects[0], objects, i, not)
		}
		return
	}
	c.emit("has", strings.TrimSpace("has "+what), subjects, objects, i, not, "")
}

// memberOf reads "the method `a` on `b`".
func (c *clause) memberOf(i int) {
	v := c.v
	if i == 0 || i+3 >= len(v) || !v[i+1].isRef || v[i+2].w != "on" && v[i+2].w != "of" || !v[i+3].isRef || i+4 < len(v) && (noun(v[i+4].w) && v[i+4].w != "type" || v[i+4].isRef) {
		return
	}
	name, ok := c.s.entity(v[i+1].token)
	owner, ok2 := c.s.entity(v[i+3].token)
	if ok && ok2 {
		c.emit("has", "has "+member(v[i].w), []entity{owner}, []entity{name}, i, v[i-1].w == "no", "")
	}
}

func member(w string) string {
	switch w {
	case "method", "methods":
		return "method"
	case "field", "fields":
		return "field"
	}
	return ""
}

// deprecated reads "is deprecated", with the replacement.
func (c *clause) deprecated(i int) {
	v := c.v
	if i == 0 || !listed(" is are been isn't aren't not also now be both ", v[i-1].w) || i+1 < len(v) && (noun(v[i+1].w) || v[i+1].isRef) {
		return
	}
	subjects, not, ok := c.passive(i)
	if !ok && v[i-1].w == "be" && c.s.mood.base != "" {
		for j := i - 2; j >= 0; j-- {
			if v[j].isRef {
				subjects, ok = c.s.backward(v, j, true), true
				break
			}
		}
	}
	if !ok {
		return
	}
	replacement := c.replacement(v, i+1)
	if replacement == nil && i+1 >= len(v)-1 && c.s.next != nil && c.s.is(len(c.s.tokens)-1, ";") {
		if next := c.s.next.items(0, len(c.s.next.tokens)); len(next) > 1 && next[0].w == "use" {
			if list, _ := c.s.next.forward(next, 1); len(list) == 1 {
				list[0].token = -1
				replacement = list
			}
		}
	}
	for _, e := range subjects {
		if e.class != symbol && e.class != signature {
			continue
		}
		claim, object := Claim{Kind: Structure, Subject: e.name, Verb: "is deprecated", Pattern: "deprecated"}, entity{token: -1}
		if len(replacement) > 0 {
			object = replacement[0]
			claim.Object = object.name
		}
		c.state(claim, e, object, v[i].token, not)
	}
}

// replacement reads "in favour of `x`", "use `x` instead", "replaced by `x`".
func (c *clause) replacement(v []item, k int) []entity {
	for k < len(v) && (v[k].mark == "," || listed(" and in favour favor of use replaced by please instead with ", v[k].w)) {
		k++
	}
	if k >= len(v) || !v[k].isRef || k > 0 && v[k-1].mark == "," || k > 0 && listed(" and in ", v[k-1].w) {
		return nil
	}
	list, _ := c.s.forward(v, k)
	if len(list) != 1 {
		return nil
	}
	return list
}

// since reads from which version on something exists.
func (c *clause) since(i int) {
	v := c.v
	k := i + 1
	var subjects []entity
	var not, ok bool
	if v[i].w == "since" {
		j := i - 1
		for j >= 0 && listed(" is are exists exist available existed has have been ", v[j].w) {
			j--
		}
		for ; j >= 0 && (negation(v[j].w) || v[j].w != "" && adverb(v[j].w)); j-- {
			not = not || negation(v[j].w)
		}
		if j < 0 {
			subjects = c.before
		} else if v[j].isRef && (j < i-1 || i+1 < len(v)) {
			subjects = c.s.backward(v, j, false)
		}
		ok = subjects != nil
	} else if subjects, not, ok = c.passive(i); ok {
		if k >= len(v) || v[k].w != "in" || i == 0 || v[i-1].isRef {
			return
		}
		k++
	}
	if !ok || k >= len(v) {
		return
	}
	said := ""
	if listed(" go version release ", v[k].w) && k+1 < len(v) {
		if v[k].w == "go" {
			said = "Go "
		}
		k++
	}
	text := c.s.tokens[v[k].token].text
	if !version(text) {
		return
	}
	for _, e := range subjects {
		if e.class == symbol || e.class == signature {
			c.state(Claim{Kind: Structure, Subject: e.name, Verb: "since", Object: said + text, Pattern: "since"}, e,
				entity{token: v[k].token, start: c.s.unit.offset(c.s.tokens[v[k].token].start), end: c.end(k), class: file}, v[i].token, not)
		}
	}
}

// behaves reads "`TestX` passes" and "`f(1)` panics".
func (c *clause) behaves(i int) {
	v := c.v
	form, verb := third, v[i].w
	if verb == "pass" || verb == "fail" {
		form, verb = base, strings.Replace(strings.Replace(verb, "pass", "passes", 1), "fail", "fails", 1)
	}
	subjects, not, ok := c.who(i, form)
	if !ok || i+1 < len(v) && (v[i+1].isRef || v[i+1].w != "" && !ends(v[i+1].w) || v[i+1].w == "on") {
		return
	}
	for _, e := range subjects {
		if e.token < 0 || !e.owner(c.s) {
			continue
		}
		name := e.name
		if verb == "panics" {
			if !closedCall(c.s.tokens[e.token]) {
				continue
			}
			name = c.s.tokens[e.token].text
		} else if !testName(name) {
			continue
		}
		c.state(Claim{Kind: Behaviour, Subject: name, Verb: verb, Pattern: "behaviour"}, e, entity{token: -1}, v[i].token, not)
	}
}

func testName(name string) bool {
	for _, prefix := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && (rest == "" || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz", rune(rest[0]))) {
			return true
		}
	}
	return false
}

// value reads "`f(1)` returns `2`" and reports whether it is one.
func (c *clause) value(i int, subjects, objects []entity, not bool) bool {
	if len(subjects) != 1 || len(objects) != 1 || subjects[0].token < 0 || !subjects[0].owner(c.s) {
		return false
	}
	call, value := c.s.tokens[subjects[0].token], c.s.tokens[objects[0].token]
	if value.ref.class != literal || !isLiteral(value.text) || !closedCall(call) {
		return false
	}
	c.state(Claim{Kind: Behaviour, Subject: call.text, Verb: "returns", Object: value.text, Pattern: "behaviour"}, subjects[0], objects[0], c.v[i].token, not)
	return true
}

// closedCall reports whether a call has literal arguments only, or none.
func closedCall(k token) bool {
	if k.ref.class != symbol || !k.ref.name.call {
		return false
	}
	e, err := parser.ParseExpr(k.text)
	if err != nil {
		return false
	}
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	for _, a := range call.Args {
		if _, ok := a.(*ast.BasicLit); !ok {
			if id, ok := a.(*ast.Ident); !ok || !listed(" nil true false ", id.Name) {
				return false
			}
		}
	}
	return true
}
