package claim

import "sooth/source"

// locations finds the names beside citations: "`x` (`a.go:1`)", "`x` — a.go:1",
// "(`x`, `a.go:1`)", "`x` in `a.go`".
func (p *reader) locations(s *sentence) {
	for i, k := range s.tokens {
		if place, ok := parsePath(k.link, true); k.link != "" && ok && place.Line > 0 && (k.ref.class == symbol || k.ref.class == signature) {
			p.addLocation(s, i, i, place, false)
		}
		if (k.ref.class == symbol || k.ref.class == signature) && i > 2 && s.at(0).lower == "in" && s.at(1).ref.class == file && len(s.at(1).ref.places) == 1 {
			if place, ok := s.linesBehind(i); ok && s.at(1).ref.places[0].Line == 0 { // "In `x.go`, … `f` (line 3)"
				place.File = s.at(1).ref.places[0].File
				p.addLocation(s, i, i+3, place, false)
			}
		}
		if k.ref.class != file || len(k.ref.places) != 1 {
			continue
		}
		switch before := s.at(i - 1); {
		case s.is(i-1, "("), listed(" in see at ", before.lower) && s.is(i-2, "("):
			at := i - 1
			if before.lower != "" {
				at--
			}
			if s.is(i+1, ")") || s.is(i+1, ",") && s.at(i+2).ref.class == file {
				p.locate(s, at-1, i)
			}
		case s.is(i-1, ","): // "(by `x`, `a.go:1`)"
			if g, ok := s.inGroup(i); ok && g.to == i+1 && k.ref.places[0].Line > 0 && s.at(i-3).kind == word && !listed(" and or ", s.at(i-3).lower) || ok && g.to == i+1 && g.from == i-2 {
				p.locate(s, i-2, i)
			}
		case s.is(i-1, "—") && (s.unit.kind == headingUnit || i+1 == len(s.tokens)) && s.at(0).ref.class != nothing && i == 2:
			p.locate(s, i-2, i)
		case before.lower == "at" && k.ref.places[0].Line > 0, before.lower == "in":
			p.listIn(s, i-2, i)
		}
	}
}

// linesBehind reads "(line 3)" or "(lines 3-9)" behind a token.
func (s *sentence) linesBehind(i int) (source.Span, bool) {
	if !s.is(i+1, "(") || s.at(i+2).lower != "line" && s.at(i+2).lower != "lines" || s.at(i+3).kind != word || !s.is(i+4, ")") {
		return source.Span{}, false
	}
	place, ok := parseLines(s.at(i + 3).text)
	return place, ok && place.Column == 0
}

// locate adds the location of the name at a token at the citation at another.
func (p *reader) locate(s *sentence, name, citation int) {
	if name < 0 {
		return
	}
	k := s.tokens[name]
	if k.ref.class != symbol && k.ref.class != signature || k.ref.name.name == "" || s.glued(name) {
		return
	}
	if listed(" is are was were equals means becomes ", s.at(name-1).lower) || s.is(name-1, "=") {
		return // "`a` is `b` (x.go:1)": that is where they are the same
	}
	if name > 1 && (s.is(name-1, ",") || listed(" and or ", s.at(name-1).lower)) && s.is(name+1, "(") {
		before := name - 2
		for s.is(before, ",") || s.is(before, "…") || s.at(before).lower == "…" || s.at(before).lower == "etc" {
			before-- // "`a`, `b`… and `c` (x.go:1)" is a list, too
		}
		if k := s.at(before); (k.ref.class == symbol || k.ref.class == signature) && !s.citedNext(citation) {
			return // "`a` and `b` (x.go:1)": of which of them is not said
		}
	}
	p.addLocation(s, name, citation, s.tokens[citation].ref.places[0], false)
}

func (p *reader) addLocation(s *sentence, name, citation int, place source.Span, not bool) {
	modality, denied := s.mood.name(citation)
	nameModality, _ := s.mood.name(name)
	if modality == negated {
		modality = ""
		not = true
	}
	if nameModality == negated && nameModality != modality {
		nameModality = ""
		not = true
	}
	from, to := min(name, citation), max(name, citation)
	s.anchors[name], s.located[name] = "cited", true
	s.stated = true
	modality = stronger(modality, nameModality)
	if placeholder(s.tokens[name].ref.name.name) {
		modality = stronger(modality, example)
	}
	p.add(Claim{Kind: Location, Subject: s.tokens[name].ref.name.name, Place: place, Modality: modality, Negated: not || denied, Pattern: "location"},
		s.unit.offset(s.tokens[from].start), s.unit.end(s.tokens[to].end))
}

// citedNext reports whether the name after the parenthesis with a citation has
// a parenthesis of its own: then each name of the list has its own place.
func (s *sentence) citedNext(citation int) bool {
	g, ok := s.inGroup(citation)
	i := g.to + 1
	for ok && (s.is(i, ",") || listed(" and or then ", s.at(i).lower)) {
		i++
	}
	return ok && s.at(i).ref.class != nothing && s.is(i+1, "(")
}

// listIn reads "`a`, `b` and `c` in `x.go`": the list, which ends at a token,
// must be what the sentence or the clause begins with.
func (p *reader) listIn(s *sentence, last, citation int) {
	if last >= 0 && s.is(last, ")") { // "`a` (…) in `x.go`"
		if g, ok := s.inGroup(last - 1); ok {
			last = g.from - 2
		}
	}
	v := s.items(0, last+1)
	if len(v) == 0 || !v[len(v)-1].isRef || v[len(v)-1].token != last {
		return
	}
	i := len(v) - 1
	var names []int
	for i >= 0 && v[i].isRef {
		names = append(names, v[i].token)
		i--
		for i >= 0 && (v[i].w != "" && (determiner(v[i].w) || noun(v[i].w)) || v[i].mark == "," || listed(" and or see ", v[i].w)) {
			i--
		}
	}
	for ; i >= 0; i-- { // words before it that are about something else
		if v[i].mark == ":" || v[i].mark == "—" {
			break
		}
		if v[i].isRef || v[i].w != "" && !listed(" related also on for side client server here note see compare you can will find ", v[i].w) && !determiner(v[i].w) && !noun(v[i].w) {
			return
		}
	}
	for k := len(names) - 1; k >= 0; k-- {
		p.locate(s, names[k], citation)
	}
}

// declared reads "is declared in", "lives in" and the like at i.
func (c *clause) declared(i int) {
	v := c.v
	if i+1 >= len(v) || v[i+1].w != "in" && v[i+1].w != "at" {
		return
	}
	var subjects []entity
	var not, ok bool
	if v[i].w == "lives" || v[i].w == "live" {
		form := third
		if v[i].w == "live" {
			form = base
		}
		subjects, not, ok = c.who(i, form)
	} else {
		subjects, not, ok = c.passive(i)
	}
	if !ok {
		return
	}
	c.stand(i, i+2, subjects, not, listed(" declared defined lives live ", v[i].w))
}

// locate reads "is in `x.go`", "is at x.go:12".
func (c *clause) locate(i, k int) {
	subjects, not, ok := c.passive(i + 1)
	for j := i + 1; j < k; j++ {
		not = not || negation(c.v[j].w)
	}
	if ok {
		c.stand(i, k, subjects, not, false)
	}
}

// stand adds where subjects are: in a file, or in a package or type.
func (c *clause) stand(i, k int, subjects []entity, not, structure bool) {
	objects, _ := c.s.forward(c.v, k)
	if len(objects) == 0 {
		return
	}
	if objects[0].class == file {
		c.places(objects[0], subjects, i, not)
		return
	}
	if structure && len(objects) == 1 {
		c.emit("declared", "declared in", subjects, objects, i, not, "")
	}
}

// places adds a location in a file for each name.
func (c *clause) places(in entity, names []entity, i int, not bool) {
	if in.token < 0 || !in.owner(c.s) || len(c.s.tokens[in.token].ref.places) != 1 {
		return
	}
	for _, e := range names {
		if (e.class != symbol && e.class != signature) || c.s.located[e.token] && e.owner(c.s) {
			continue
		}
		if e.token >= 0 && e.owner(c.s) {
			c.s.anchors[e.token], c.s.located[e.token] = "cited", true
		}
		c.state(Claim{Kind: Location, Subject: e.name, Place: c.s.tokens[in.token].ref.places[0], Pattern: "location"}, e, in, c.v[i].token, not)
	}
}

// contents reads "`x.go` defines `a`" and "`x.go` contains `text`" at i.
func (c *clause) contents(i int) {
	v := c.v
	form := third
	if v[i].w == "contain" {
		form = base
	}
	subjects, not, ok := c.who(i, form)
	if !ok || len(subjects) != 1 || subjects[0].class != file || subjects[0].token < 0 || !subjects[0].owner(c.s) {
		return
	}
	if v[i].w == "defines" || v[i].w == "declares" {
		names, _ := c.s.forward(v, i+1)
		c.places(subjects[0], names, i, not)
		return
	}
	s, at := c.s, v[i].token+1
	said := false
	for listed(" the text string comment line word words ", s.at(at).lower) && s.at(at).kind == word {
		said = said || s.at(at).lower != "the"
		at++
	}
	claim := Claim{Kind: Contains, Place: s.tokens[subjects[0].token].ref.places[0], Pattern: "contains"}
	if s.is(at, "\"") || s.is(at, "“") {
		for end := at + 1; end < len(s.tokens); end++ {
			if s.is(end, "\"") || s.is(end, "”") {
				claim.Object = s.unit.text[s.tokens[at].end:s.tokens[end].start]
				if claim.Object != "" {
					c.state(claim, subjects[0], entity{token: end, start: s.unit.offset(s.tokens[end].start), end: s.unit.end(s.tokens[end].end), class: file}, v[i].token, not)
				}
				return
			}
		}
		return
	}
	for n := 0; s.at(at).kind == span && n < 100; n++ {
		if next := s.at(at + 1); s.glued(at) || next.kind == word && !ends(next.lower) {
			return
		}
		k := s.tokens[at]
		claim.Object = k.text
		c.state(claim, subjects[0], entity{token: at, start: s.unit.offset(k.start), end: s.unit.end(k.end), class: file}, v[i].token, not)
		at++
		for s.is(at, ",") || s.at(at).kind == word && listed(" and or nor ", s.at(at).lower) {
			at++
		}
	}
}
