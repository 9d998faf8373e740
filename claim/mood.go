package claim

import "strings"

// moodOf finds out what is asserted in a sentence.
func (p *reader) moodOf(s *sentence, inherited string) mood {
	m := mood{base: inherited}
	for i, k := range s.tokens {
		for _, r := range s.unit.struck {
			if k.start >= r[0] && k.end <= r[1] {
				m.ranges = append(m.ranges, moodRange{from: i, to: i + 1, modality: past})
			}
		}
	}
	if s.question {
		m.base = stronger(m.base, question)
	}
	if s.first >= 0 && s.unit.kind == paragraph && listed(" add create define write rename implement introduce declare generate make ", s.at(s.first).lower) &&
		(s.at(s.first+1).kind == span || determiner(s.at(s.first+1).lower) || s.at(s.first+1).lower == "your") {
		m.base = stronger(m.base, proposed)
	}
	for i := range s.tokens {
		k := s.at(i)
		if k.kind != word {
			continue
		}
		if crossed(k.text) {
			m.base = stronger(m.base, negated)
		}
		if c := p.cue(s, i); c != "" {
			if g, ok := s.inGroup(i); ok {
				m.ranges = append(m.ranges, moodRange{from: g.from, to: g.to, modality: c})
				if c == past && s.at(g.from-2).ref.class != nothing { // "`x` (removed in v2)"
					m.unsaid(g.from-2, g.from, past)
				}
			} else if end := s.clauseEnd(i+1, ""); listed(" maybe perhaps probably presumably possibly likely apparently ", k.lower) && i > s.first && end > i+1 {
				m.ranges = append(m.ranges, moodRange{from: i, to: end, modality: c}) // it hedges what follows
			} else {
				m.base = stronger(m.base, c)
			}
		}
		switch k.lower {
		case "your":
			to := i + 2
			for to < i+4 && listed(" own custom new local personal favourite favorite ", s.at(to-1).lower) { // "your own `x`"
				to++
			}
			m.ranges = append(m.ranges, moodRange{from: i + 1, to: to, modality: example})
		case "if", "unless", "whether", "assuming", "provided":
			m.when = true
			about := listed(" you your we one someone users your ", s.at(i+1).lower)
			if about { // what the reader is told to use then is there; what his condition names may be his own
				m.ranges = append(m.ranges, moodRange{from: 0, to: len(s.tokens), modality: conditional, statements: true})
			}
			m.ranges = append(m.ranges, moodRange{from: i, to: s.clauseEnd(i+1, " then otherwise else "), modality: conditional, statements: !about})
		case "when", "until", "while", "before", "after", "once":
			m.when = true
		}
		m.absences(s, i)
		if negation(k.lower) && s.at(i+1).lower != "only" {
			m.negate(s, i)
		}
	}
	return m
}

// negate adds what a negation at i reaches.
func (m *mood) negate(s *sentence, i int) {
	if n := len(m.ranges); n > 0 && m.ranges[n-1].from < i && m.ranges[n-1].to > i && m.ranges[n-1].modality == negated && m.ranges[n-1].names {
		return // "neither … nor"
	}
	end := s.clauseEnd(i+1, " but because since so as unless if when which where except until while whereas ")
	modality := negated
	if s.is(i+1, ",") { // "the path matches but the method does not, …"
		return
	}
	if s.at(i+1).lower == "longer" {
		modality = past
	}
	m.ranges = append(m.ranges, moodRange{from: i, to: end, modality: modality, names: true})
	before := s.at(i - 1).lower
	switch {
	case s.at(i).lower == "no" && (listed(" is are exists ", before) && s.at(i-2).lower == "there" || before == "there's"), s.at(i+1).lower == "such":
		if to := s.listEnd(i+1, end); to > i+1 && !noun(s.at(to).lower) && !noun(s.at(i+1).lower) && !listed(" to for given set here left ", s.at(to).lower) { // "there is no `x` method" leaves a field x, "there is no `io.Writer` to write to" the type
			m.ranges = append(m.ranges, moodRange{from: i, to: to, denied: true})
		}
	case listed(" exist exists ", s.at(i+1).lower): // "`x` does not exist", "`x` doesn't exist"
		for _, at := range [...]int{i - 1, i - 2} {
			if s.at(at).ref.class != nothing {
				m.ranges = append(m.ranges, moodRange{from: at, to: at + 1, denied: true})
				break
			}
		}
	case listed(" is isn't ", before) || s.at(i).lower == "isn't":
		if s.at(i+1).ref.class == signature {
			m.ranges = append(m.ranges, moodRange{from: i + 1, to: i + 2, denied: true})
		}
	}
}

// label returns the words that a sentence has before its first colon, or all of
// them if there is none and it has nothing else.
func (s *sentence) label() []string {
	var words []string
	for i, k := range s.tokens {
		switch {
		case len(words) > 3:
			return nil
		case k.kind == word && k.ref.class == nothing:
			words = append(words, k.lower)
		case s.is(i, ":"):
			return words
		case s.is(i, "("), s.is(i, ")"): // "Before (v4):"
		default:
			return nil
		}
	}
	return words
}

// negation reports whether a word in lower case negates.
func negation(w string) bool {
	return listed(" not never no nobody neither nor without cannot ", w) || strings.HasSuffix(w, "n't") || strings.HasSuffix(w, "n’t")
}

// cue returns the modality that the word at i gives to its sentence.
func (p *reader) cue(s *sentence, i int) string {
	w, next, before := s.at(i).lower, s.at(i+1).lower, s.at(i-1).lower
	if i == s.first { // "OLD:", above what is no more
		if m := p.labelled(s.label()); m != "" {
			return m
		}
	}
	if m := wish(s, i); m != "" {
		return m
	}
	switch w {
	case "should":
		for k := i - 1; k >= 0 && k > i-6; k-- { // "if it should fail"
			if s.at(k).lower == "if" {
				return ""
			}
		}
		if listed(" you callers users clients one programs applications ", before) && !listed(" add create define write rename implement introduce declare ", next) {
			return "" // advice to the reader: what it names is there
		}
		return proposed
	case "could", "propose", "proposes", "proposed", "proposal", "suggest", "suggests", "suggested", "todo", "ought", "shouldn't", "couldn't":
		return proposed
	case "need", "needs":
		if next == "to" && s.at(i+2).lower == "be" {
			return proposed
		}
	case "will":
		if before == "you" { // "there you will find `x`"
			return ""
		}
		return planned
	case "won't", "planned", "upcoming", "future", "soon", "shall":
		return planned
	case "going", "plan", "plans", "intend":
		if next == "to" {
			return planned
		}
	case "yet":
		for k := i - 1; k >= 0 && k > i-4; k-- { // "not implemented yet"
			if negation(s.at(k).lower) {
				return planned
			}
		}
	case "undefined":
		if s.is(i+1, ":") { // the compiler's message says that it is not there
			return negated
		}
	case "typo", "typos", "misspelled", "misspelt", "misspelling", "mistyped", "nonexistent", "non-existent":
		return negated
	case "considered", "rejected", "discarded":
		return proposed
	case "was", "were", "had", "wasn't", "weren't":
		after := next
		if negation(after) || after == "first" || after == "only" {
			after = s.at(i + 2).lower
		}
		for k := i - 1; k >= 0 && k > i-6; k-- {
			if listed(" if unless when whether ", s.at(k).lower) {
				return "" // "if the option was given"
			}
		}
		if after != "added" && after != "introduced" {
			return past
		}
	case "formerly", "previously", "originally", "historically", "removed", "renamed", "deleted", "dropped":
		return past
	case "used":
		if next == "to" && !listed(" is are be being was were get gets can ", before) {
			return past
		}
	case "example", "instance":
		if before == "for" || before == "an" && s.at(i-2).lower == "as" {
			return example
		}
	case "e.g", "suppose", "imagine", "hypothetical", "hypothetically":
		return example
	case "might", "maybe", "perhaps", "probably", "presumably", "possibly", "likely", "apparently", "seems", "seem", "seemingly", "unsure":
		return hedged
	case "appears", "appear":
		if next == "to" {
			return hedged
		}
	case "think", "thought", "believe", "believed", "guess", "guessed", "assume", "assumed", "suspect":
		if before == "i" || before == "first" && s.at(i-2).lower == "i" {
			return hedged
		}
	case "sure":
		if before == "not" {
			return hedged
		}
	case "would", "wouldn't":
		return conditional
	case "unlike":
		if s.at(i+1).ref.class != symbol {
			return otherThing
		}
	case "upstream", "python", "javascript", "typescript", "java", "rust", "ruby", "php", "swift", "kotlin":
		return otherThing
	case "another", "other":
		if listed(" project projects library libraries repository repositories module modules language languages ", next) {
			return otherThing
		}
	case "earlier", "older", "previous":
		if listed(" version versions release releases ", next) {
			return otherThing
		}
	case "in", "before", "until", "than", "to":
		v := s.at(i + 1)
		if listed(" version release go ", v.lower) {
			v = s.at(i + 2)
		}
		if v.kind == word && version(v.text) && !p.isOwn(v.text) && !listed(" added introduced available ", before) && (w != "to" || before == "prior") {
			return otherThing
		}
	}
	return ""
}
