package claim

import "strings"

// clause is what the patterns of structure read: a sentence without its
// parentheses, or the inside of one of them.
type clause struct {
	p       *reader
	s       *sentence
	v       []item
	before  []entity // the subject where the words have none: the name before the parenthesis, or that of the list's introduction
	current []entity // the subject that "and" continues
	saved   []entity // current, while a condition interrupts it
	which   bool     // current is what "which" stands for
}

// structure reads the statements of a sentence.
func (p *reader) structure(s *sentence, lead []entity) {
	p.carried = p.clause(s, s.items(0, len(s.tokens)), lead)
	for _, g := range s.groups {
		var before []entity
		if g.from >= 2 && s.at(g.from-2).ref.class != nothing {
			if e, ok := s.entity(g.from - 2); ok {
				before = []entity{e}
			}
		}
		p.clause(s, s.items(g.from, g.to), before)
	}
}

// clause reads what the items say and returns the subject that was left open.
func (p *reader) clause(s *sentence, v []item, before []entity) []entity {
	c := &clause{p: p, s: s, v: v, before: before}
	for i := range v {
		c.subject(i)
		switch w := v[i].w; w {
		case "":
			c.arrow(i)
		case "is", "are", "isn't", "aren't", "been", "be":
			c.copula(i)
		case "has", "have", "lacks", "lack":
			c.has(i)
		case "method", "methods", "field", "fields":
			c.memberOf(i)
		case "deprecated":
			c.deprecated(i)
		case "since", "added", "introduced":
			c.since(i)
		case "declared", "defined", "implemented", "located", "found", "lives", "live":
			c.declared(i)
		case "defines", "declares", "contains", "contain", "mentions":
			c.contents(i)
		case "passes", "pass", "fails", "fail", "panics":
			c.behaves(i)
		}
		if verb, ok := structural(v[i].w); ok {
			c.verb(i, verb)
		}
	}
	if c.which {
		return nil
	}
	return c.current
}

// subject follows what "and" and "which" refer to.
func (c *clause) subject(i int) {
	v := c.v
	switch w := v[i].w; {
	case w == "which":
		c.current, c.which = nil, false
		k := i - 1
		if k >= 0 && v[k].mark == "," {
			k--
		}
		if k >= 0 && v[k].isRef {
			if e, ok := c.s.entity(v[k].token); ok {
				c.current, c.which = []entity{e}, true
			}
		}
	case i > 0 && listed(" it they this these ", w): // somebody else from here on
		if c.current = nil; v[i-1].mark == "," || adverb(v[i-1].w) {
			c.current = c.before
		}
		c.which, c.saved = false, nil
	case subordinator(w):
		if listed(" if unless when while until because ", w) && !c.which && c.current != nil {
			c.saved = c.current
		} else if w == "that" || w == "who" || w == "whose" {
			c.saved = nil
		}
		c.current, c.which = nil, false
	case v[i].mark == "," && c.saved != nil && c.current == nil: // "`a` fails if it is late, and calls `b`"
		k := i + 1
		for k < len(v) && (v[k].w == "and" || v[k].w != "" && adverb(v[k].w)) {
			k++
		}
		if k < len(v) && predicate(v[k].w) {
			c.current, c.saved = c.saved, nil
		}
	case (v[i].mark == ":" || v[i].mark == "—") && i > 0 && v[i-1].isRef && i+1 < len(v) && predicate(v[i+1].w):
		c.current, c.which, c.saved = nil, false, nil
		if list := c.s.backward(v, i-1, true); list != nil && (i == 1 || v[i-2].mark != "") { // "`a`: sorts, calls …"
			c.current = list
		}
	case v[i].mark == ":" || v[i].mark == "—":
		c.current, c.which, c.saved = nil, false, nil
	case w != "" && i == 0 && c.before != nil:
		c.current = c.before
	case w == "it" && i == 0 && c.p.previous != nil:
		c.current = c.p.previous
	case w != "" && i > 0 && v[i-1].isRef && (predicate(w) || adverb(w)):
		if list := c.s.backward(v, i-1, true); list != nil && !c.which {
			start := i - 1
			if start == 0 || v[start-1].mark != "" || determiner(v[start-1].w) && (start == 1 || v[start-2].mark != "") {
				c.current = list
			} else if predicate(w) {
				c.current, c.saved = nil, nil
			}
		}
	}
}

// who finds the subject of the verb at i. plural reports whether the verb's form
// goes with several.
func (c *clause) who(i int, form verbForm) (list []entity, not, ok bool) {
	v, j, support := c.v, i-1, false
	for ; j >= 0 && v[j].w != ""; j-- {
		switch w := v[j].w; {
		case listed(" does do did don't doesn't didn't can may must will should would could might cannot ", w):
			support = true
			not = not || negation(w)
			continue
		case w == "not" || w == "never":
			not = true
			continue
		case w == "no" && j+1 < len(v) && v[j+1].w == "longer":
			not = true
			continue
		case adverb(w) || w == "longer" || w == "probably" || w == "likely" || w == "perhaps" || w == "maybe" || w == "both":
			continue
		}
		break
	}
	single := form == third
	switch {
	case j < 0:
		list = c.before
		ok = form == third && list != nil
	case v[j].isRef, noun(v[j].w) && j > 0 && v[j-1].isRef:
		list = c.s.backward(v, j, single && !support)
		ok = list != nil && (form != base || support || len(list) > 1 || listed(" does do did should will can could ", v[0].w))
	case v[j].w == "which":
		list, ok = c.current, c.which && form != base
	case v[j].w == "it" && form == third:
		list = c.p.previous
		if c.before != nil {
			list = c.before
		}
		ok = list != nil && (j == 0 || j == 1 && adverb(v[0].w) || c.before != nil && v[j-1].mark == ",")
	case v[j].w == "and" || v[j].mark == ",":
		list = c.current
		comma := v[j].mark == "," || j > 0 && v[j-1].mark == ","
		ok = list != nil && form == third && !(c.which && comma)
	}
	return list, not, ok
}

// verb reads a statement with the structural verb at i.
func (c *clause) verb(i int, b verb) {
	v := c.v
	next := i + 1
	for next < len(v) && adverb(v[next].w) && v[next].w != "" {
		next++
	}
	if b.form == pastForm || b.form == participle {
		if next < len(v) && (v[next].w == "by" || v[next].w == "from" && b.name == "calls" || v[next].w == "in" && b.name == "embeds") {
			agents, end := c.s.forward(v, next+1)
			patients, not, ok := c.passive(i)
			if ok && (end >= len(v) || v[end].w != "that") { // "is implemented by `x` that can do it": not by every one
				c.emit(b.name, b.name, agents, patients, i, not, "")
			}
			return
		}
		if subjects, not, ok := c.who(i, pastForm); ok && b.form == pastForm && next < len(v) && v[next].isRef {
			objects, _ := c.s.forward(v, next)
			c.emit(b.name, b.name, subjects, objects, i, not, past)
		}
		return
	}
	subjects, not, ok := c.who(i, b.form)
	if !ok {
		return
	}
	objects, end := c.s.forward(v, i+1)
	if b.name == "returns" && c.value(i, subjects, objects, not) {
		return
	}
	switch {
	case b.name == "takes" && !c.parameters(objects, end),
		b.name == "implements" && end < len(v) && noun(v[end].w) && !listed(" interface interfaces type types ", v[end].w),                                // "implements the `x` function"
		b.name == "returns" && end+1 < len(v) && v[end].w == "to" && v[end+1].w == "the" && end+2 < len(v) && !listed(" caller client user ", v[end+2].w): // "returns the `x` to the pool"
		return
	}
	c.emit(b.name, b.name, subjects, objects, i, not, "")
}

// parameters reports whether what is taken are parameters, up to an item:
// nothing is taken "from", "over" or "out of" something, and no field.
func (c *clause) parameters(objects []entity, end int) bool {
	if end < len(c.v) && c.v[end].w != "" && !listed(" and or which that as but when if unless while ", c.v[end].w) {
		return false
	}
	for _, e := range objects {
		if e.token >= 0 && c.s.is(e.token+1, "(") && c.s.at(e.token+2).lower == "from" {
			return false
		}
		if dot := strings.LastIndexByte(e.name, '.'); dot >= 0 && !strings.HasPrefix(e.name, "...") && !exported(e.name[dot+1:]) {
			return false
		}
	}
	return true
}

// passive finds what the participle at i says something of.
func (c *clause) passive(i int) (list []entity, not, ok bool) {
	v, j := c.v, i-1
	for ; j >= 0 && v[j].w != "" && (adverb(v[j].w) || negation(v[j].w)); j-- {
		not = not || negation(v[j].w)
	}
	switch {
	case j < 0:
		return c.before, not, c.before != nil
	case listed(" is are was were isn't aren't wasn't weren't been be being gets ", v[j].w):
		if v[j].w == "be" { // "can be called by"
			return nil, false, false
		}
		not = not || negation(v[j].w)
		single := listed(" is was isn't wasn't gets ", v[j].w)
		for j--; j >= 0 && v[j].w != "" && (adverb(v[j].w) || negation(v[j].w) || v[j].w == "has" || v[j].w == "have" || v[j].w == "both"); j-- {
			not = not || negation(v[j].w)
		}
		if j >= 0 && v[j].w == "which" {
			return c.current, not, c.which
		}
		if j == 0 && v[j].w == "it" {
			return c.p.previous, not, c.p.previous != nil
		}
		if j >= 0 && (v[j].w == "and" || v[j].mark == ",") && single && !c.which {
			return c.current, not, c.current != nil
		}
		list = c.s.backward(v, j, single)
		return list, not, list != nil
	case v[j].mark == "," && j > 0 && v[j-1].isRef:
		list = c.s.backward(v, j-1, true)
	case v[j].isRef:
		list = c.s.backward(v, j, true)
	}
	return list, not, list != nil
}

// arrow reads a() → b() in a list.
func (c *clause) arrow(i int) {
	v := c.v
	if v[i].mark != "→" || c.s.unit.depth == 0 || i == 0 || i+1 >= len(v) || !v[i-1].isRef || !v[i+1].isRef || c.rewritten(v[i-1], v[i+1]) {
		return
	}
	for _, at := range []int{v[i-1].token, v[i+1].token} {
		ref := c.s.tokens[at].ref
		if ref.class != symbol || !ref.name.call && !strings.HasPrefix(ref.name.name, "(*") && !ref.name.qualified {
			return
		}
	}
	if left := c.s.tokens[v[i-1].token].ref; !left.name.call && !strings.HasPrefix(left.name.name, "(*") {
		first := i - 1 // a link of a longer chain that began with a call
		for first >= 2 && v[first-1].mark == "→" && v[first-2].isRef {
			first -= 2
		}
		if !c.s.tokens[v[first].token].ref.name.call {
			return
		}
	}
	from, _ := c.s.entity(v[i-1].token)
	to, _ := c.s.entity(v[i+1].token)
	c.emit("calls", "calls", []entity{from}, []entity{to}, i, false, "")
}

// rewritten reports whether an arrow between two names may say what becomes of
// the first: both end alike, or there is no other arrow, arguments are given, and
// nothing above says that calls follow.
func (c *clause) rewritten(left, right item) bool {
	a, b := c.s.tokens[left.token].ref.name, c.s.tokens[right.token].ref.name
	if lastPart(a.name) == lastPart(b.name) {
		return true
	}
	arrows := 0
	for _, it := range c.v {
		if it.mark == "→" {
			arrows++
		}
	}
	return arrows == 1 && a.arguments+b.arguments != "" && !c.p.flow(c.s.unit.depth)
}

// operands reports which classes a verb has as subject and as object.
func operands(name string, subject, object class) bool {
	named := func(k class) bool { return k == symbol || k == signature }
	switch name {
	case "imports":
		return (subject == file || subject == directory || subject == symbol) && (object == directory || object == symbol)
	case "returns", "takes":
		return named(subject) && (named(object) || object == literal || object == typeForm)
	case "declared in":
		return named(subject) && (object == symbol || object == directory)
	case "embeds", "implements", "wraps":
		return named(subject) && (object == symbol || object == typeForm)
	}
	return named(subject) && named(object)
}

// emit adds a statement for each pair of subject and object.
func (c *clause) emit(pattern, name string, subjects, objects []entity, at int, not bool, modality string) {
	tok := c.v[at].token
	for _, subject := range subjects {
		for _, object := range objects {
			if !operands(name, subject.class, object.class) || (object.weak || object.call) && listed(" returns takes wraps imports ", name) {
				continue
			}
			c.state(Claim{Kind: Structure, Subject: subject.name, Verb: name, Object: object.name, Pattern: pattern, Modality: modality}, subject, object, tok, not)
		}
	}
}

// state adds a claim about one or two entities with its verb at a token.
func (c *clause) state(claim Claim, subject, object entity, tok int, not bool) {
	s := c.s
	start, end := s.unit.offset(s.tokens[tok].start), s.unit.end(s.tokens[tok].end)
	from := tok
	for _, e := range []entity{subject, object} {
		if e.token >= 0 && e.end > e.start && e.owner(s) {
			start, end = min(start, e.start), max(end, e.end)
			from = min(from, e.token)
			if claim.Kind == Structure && e.class != file {
				s.anchors[e.token] = "structural"
			}
		}
	}
	claim.Negated = not
	claim.Modality = stronger(claim.Modality, s.mood.statement(tok, not))
	for _, r := range s.mood.ranges {
		if from < tok && r.modality == negated && r.from < from && from < r.to { // "it is not true that …"
			claim.Modality = stronger(claim.Modality, negated)
		}
	}
	if placeholder(subject.name) || placeholder(object.name) {
		claim.Modality = stronger(claim.Modality, example)
	}
	s.stated = true
	c.p.add(claim, start, end)
}

// owner reports whether an entity stands in a sentence.
func (e entity) owner(s *sentence) bool {
	return e.token < len(s.tokens) && s.unit.offset(s.tokens[e.token].start) == e.start
}
