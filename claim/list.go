package claim

import "slices"

// entity is a name, a path or a type in a statement.
type entity struct {
	name       string
	class      class
	token      int // -1: it stands in another sentence
	weak, call bool
	start, end int // in the whole text
}

// item is an element of a sentence for the patterns: parentheses and what they
// hold are left out.
type item struct {
	token int
	isRef bool // it refers to something, or is other code
	w     string
	mark  string
}

// items returns what stands between two tokens, without the parentheses.
func (s *sentence) items(from, to int) []item {
	var list []item
	for i := from; i < to; i++ {
		if g, ok := s.inGroup(i + 1); ok && g.from == i+1 && s.is(i, "(") && g.to < to {
			i = g.to
			continue
		}
		k := s.tokens[i]
		switch {
		case k.kind == mark && (k.text == "\"" || k.text == "“" || k.text == "”"):
		case k.kind == mark:
			list = append(list, item{token: i, mark: k.text})
		case k.ref.class != nothing || k.kind == span:
			list = append(list, item{token: i, isRef: true})
		default:
			list = append(list, item{token: i, w: k.lower})
		}
	}
	return list
}

// entity returns the entity of a token, and whether it can be an operand.
func (s *sentence) entity(i int) (entity, bool) {
	k := s.tokens[i]
	e := entity{name: k.operand(), class: k.ref.class, weak: k.ref.weak, call: k.ref.name.call, token: i, start: s.unit.offset(k.start), end: s.unit.end(k.end)}
	return e, k.ref.class != nothing && k.ref.class != choices
}

// glued reports whether letters follow a span without a blank: `Reader`s.
func (s *sentence) glued(token int) bool {
	next := s.at(token + 1)
	return token+1 < len(s.tokens) && !next.spaced && s.tokens[token].kind == span && (next.kind == word || next.text == "'" || next.text == "’")
}

// forward reads the list of names that begins at i. It returns the entities
// and the index after the list. Code that is no operand is passed over.
func (s *sentence) forward(v []item, i int) ([]entity, int) {
	type member struct {
		item  int // of the name
		start int // of what belongs to it
	}
	var members []member
	start := i
	for {
		for i < len(v) && v[i].w != "" && (determiner(v[i].w) || noun(v[i].w) || adverb(v[i].w)) {
			if len(members) > 0 && (v[i].w == "only" || v[i].w == "just") {
				break
			}
			i++
		}
		if i >= len(v) || !v[i].isRef {
			break
		}
		members = append(members, member{i, start})
		i++
		for i < len(v) && noun(v[i].w) { // "the `a` method"
			i++
		}
		start = i
		separated := false
		for i < len(v) && (v[i].mark == "," || v[i].mark == "/" || v[i].w == "/" || listed(" and or nor then plus ", v[i].w)) {
			i++
			separated = true
		}
		if !separated {
			break
		}
	}
	// The last member may be the subject of what follows, or a part of something.
	for n := len(members); n > 0; n = len(members) {
		at := members[n-1].item
		after := at + 1
		for after < len(v) && noun(v[after].w) {
			after++
		}
		if s.glued(v[at].token) || after < len(v) && v[after].w != "" && !ends(v[after].w) || after < len(v) && n > 1 && predicate(v[after].w) ||
			after < len(v) && v[after].isRef {
			members = members[:n-1]
			continue
		}
		break
	}
	if len(members) == 0 {
		return nil, i
	}
	var list []entity
	for _, m := range members {
		if e, ok := s.entity(v[m.item].token); ok {
			list = append(list, e)
		}
	}
	return list, members[len(members)-1].item + 1
}

// backward reads the list of names that ends at i. A single subject is the
// nearest name only. It returns nil if a word before the list makes it a part
// of something else.
func (s *sentence) backward(v []item, i int, single bool) []entity {
	for i >= 0 && noun(v[i].w) {
		i--
	}
	var list []entity
	for i >= 0 && v[i].isRef {
		if s.glued(v[i].token) {
			return nil
		}
		e, ok := s.entity(v[i].token)
		if !ok {
			return nil
		}
		list = append(list, e)
		i--
		k := i
		for k >= 0 && (determiner(v[k].w) || noun(v[k].w)) && v[k].w != "" {
			k--
		}
		separated := false
		for k >= 0 && (v[k].mark == "," || listed(" and or nor ", v[k].w)) {
			k--
			separated = true
		}
		if single || !separated || k < 0 || !v[k].isRef {
			break
		}
		i = k
	}
	if i >= 0 && v[i].w != "" && adverbial(v[:i+1]) {
		i = -1
	}
	if i >= 0 && v[i].w != "" && !opens(v[i].w) || i >= 0 && (v[i].isRef || v[i].mark == "/" || v[i].mark == "<>" || v[i].mark == "<") {
		return nil
	}
	if i >= 0 && v[i].w != "" && determiner(v[i].w) { // "of the `a`"
		for i >= 0 && v[i].w != "" && (determiner(v[i].w) || noun(v[i].w)) {
			i--
		}
		if i >= 0 && v[i].w != "" && !opens(v[i].w) {
			return nil
		}
	}
	slices.Reverse(list)
	return list
}

// adverbial reports whether words are a phrase such as "in the future" that
// stands before the subject of a sentence.
func adverbial(v []item) bool {
	if len(v) < 2 || len(v) > 6 || !preposition(v[0].w) {
		return false
	}
	for _, it := range v[1:] {
		if it.w == "" {
			return false
		}
	}
	last := v[len(v)-1].w
	return !preposition(last) && !determiner(last) && !noun(last)
}
