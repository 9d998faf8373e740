package claim

import "strings"

// mentions adds what the tokens of a sentence say by themselves: citations,
// symbols, signatures; and the sentence as not understood if nothing else was.
func (p *reader) mentions(s *sentence, first bool) {
	symbols, words := 0, 0
	for i, k := range s.tokens {
		modality, denied := s.mood.name(i)
		s.stated = s.stated || denied
		start, end := s.unit.offset(k.inner), s.unit.end(k.end)
		if k.kind == span && k.inner > k.start {
			end = s.innerEnd(k)
		}
		switch k.ref.class {
		case nothing:
			if k.kind == word && len(k.text) > 1 {
				words++
			}
			if k.kind == word && strings.Contains(k.text, "://") {
				p.address(s, k, modality)
			}
		case file:
			p.cite(s, k, modality, denied, start, end)
		case directory:
			if len(k.ref.names) == 1 && s.anchors[i] == "" && k.kind == span {
				c := Claim{Kind: Citation, Modality: modality, Negated: denied, Pattern: "file"}
				c.Place.File = k.ref.names[0]
				p.add(c, start, end)
			}
		case choices:
			for _, name := range k.ref.names {
				c := Claim{Kind: Symbol, Subject: name, Modality: modality, Negated: denied, Pattern: "symbol"}
				if !denied {
					c.Unsaid, c.Whose = s.unsaid(i)
				}
				p.add(c, start, end)
			}
		case signature:
			p.signature(s, i, modality, denied, start, end)
			symbols++
		case symbol:
			anchor := p.anchor(s, i, first)
			if k.ref.weak && s.anchors[i] == "" {
				if len(k.text) > 1 {
					words++
				}
				continue
			}
			symbols++
			if placeholder(k.ref.name.name) {
				modality = stronger(modality, example)
			}
			c := Claim{Kind: Symbol, Subject: k.ref.name.name, Modality: modality, Negated: denied, Anchor: anchor, Pattern: "symbol"}
			if !listed(" linked cited structural ", anchor) && !denied {
				c.Unsaid, c.Whose = s.unsaid(i)
			}
			p.add(c, start, end)
		}
	}
	if symbols > 0 && words >= 3 && !s.stated && s.unit.kind != headingUnit {
		last := len(s.tokens) - 1
		p.add(Claim{Kind: Structure, Modality: s.mood.base}, s.unit.offset(s.tokens[0].start), s.unit.end(s.tokens[last].end))
	}
}

// innerEnd returns where the inside of the backquotes of a token ends.
func (s *sentence) innerEnd(k token) int {
	text := s.unit.text
	end := k.end
	for end > k.inner && text[end-1] == '`' {
		end--
	}
	for end > k.inner+1 && text[end-1] == ' ' {
		end--
	}
	return s.unit.end(end)
}

// anchor returns the reason to believe that a name is about this code base.
func (p *reader) anchor(s *sentence, i int, first bool) string {
	k := s.tokens[i]
	switch {
	case k.ref.weak:
		return ""
	case k.ref.name.qualified:
		return "qualified"
	case linksToCode(k.link):
		return "linked"
	case s.anchors[i] != "":
		return s.anchors[i]
	case k.ref.class == signature:
		return "signature"
	case k.ref.name.call:
		return "call"
	case first && s.first == i && p.lists() && (s.unit.first || s.unit.kind == cell && s.unit.column == 0 && s.unit.row > 0):
		return "listed"
	}
	return ""
}

// linksToCode reports whether the destination of a link is a file or
// documentation of Go.
func linksToCode(destination string) bool {
	if destination == "" {
		return false
	}
	if strings.Contains(destination, "://pkg.go.dev/") {
		return true
	}
	_, _, onForge := forge(destination)
	_, local := parsePath(destination, true)
	return onForge || local && !strings.Contains(destination, "://")
}

// signature adds a quoted signature and the symbol that it is of.
func (p *reader) signature(s *sentence, i int, modality string, denied bool, start, end int) {
	k := s.tokens[i]
	name := k.ref.name.name
	if placeholder(name) {
		modality = stronger(modality, example)
	}
	s.stated = true
	if k.ref.untyped {
		p.add(Claim{Kind: Structure, Subject: name, Verb: "returns", Object: k.ref.object, Modality: modality, Negated: denied, Pattern: "returns"}, start, end)
	} else {
		p.add(Claim{Kind: Signature, Subject: name, Object: k.ref.object, Modality: modality, Negated: denied, Pattern: "signature"}, start, end)
	}
	if denied {
		modality = stronger(modality, negated)
	}
	p.add(Claim{Kind: Symbol, Subject: name, Modality: modality, Anchor: p.anchor(s, i, false), Pattern: "symbol"}, start, end)
}

// cite adds the citations of a token, and the location of a name that is
// linked to lines.
func (p *reader) cite(s *sentence, k token, modality string, denied bool, start, end int) {
	for _, place := range k.ref.places {
		c := Claim{Kind: Citation, Place: place, Modality: modality, Negated: denied, Pattern: k.ref.pattern}
		if c.Pattern == "suffix" && place.Line == 0 {
			c.Pattern = "file"
		}
		if place.Line > 0 || strings.Contains(place.File, "/") {
			c.Anchor = "path"
		}
		if placeholder(place.File) {
			c.Modality = stronger(c.Modality, example)
		}
		if linked, ok := parsePath(k.link, true); k.link != "" && ok && linked.Line == place.Line && strings.HasSuffix(linked.File, place.File) {
			continue // the link itself makes the citation
		}
		p.add(c, start, end)
	}
}

// address reads a URL in the running text.
func (p *reader) address(s *sentence, k token, modality string) {
	at := strings.Index(k.text, "http")
	if at < 0 || k.link != "" {
		return
	}
	if repository, place, ok := forge(k.text[at:]); ok {
		p.add(Claim{Kind: Citation, Subject: repository, Place: place, Modality: stronger(modality, external), Pattern: "link"},
			s.unit.offset(k.start+at), s.unit.end(k.end))
	}
}
