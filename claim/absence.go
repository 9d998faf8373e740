package claim

import "strings"

// A sentence may name what it says, or lets it be understood, is not there:
// "`x` is missing", "replace `x` with `y`", "the answer invented `x`". That such
// a name exists is neither said nor denied.

// unreal reports whether a word says of a name before a form of "is", or of the
// name behind the word, that there is nothing of it.
func unreal(w string) bool {
	return listed(" gone missing absent undefined unknown unresolved unsupported unavailable unimplemented fictional fictitious imaginary made-up "+
		"fake bogus invented wrong incorrect nonexistent non-existent refuted hallucinated removed deleted dropped ", w)
}

// lacking reports whether a word that is negated says that something is not
// there: "is not implemented", "doesn't exist".
func lacking(w string) bool {
	return listed(" exist exists existing found available implemented supported defined merged there compile compiles present provided known resolved real thing released shipped resolve resolves made ", w)
}

// absences adds what the word at i says is not there.
func (m *mood) absences(s *sentence, i int) {
	w, next, before := s.at(i).lower, s.at(i+1).lower, s.at(i-1).lower
	switch {
	case unreal(w):
		if copula(before) || adverb(before) && copula(s.at(i-2).lower) || before == "currently" || before == "still" {
			m.unsaid(s.clauseStart(i), i, negated)
		}
		m.unsaid(i, s.namesAfter(i), negated)
	case w == "fails" && next == "to" && listed(" compile build resolve ", s.at(i+2).lower):
		m.unsaid(s.clauseStart(i), i, negated)
	case listed(" invents hallucinates invent hallucinate refutes refute ", w):
		m.unsaid(i, s.clauseEnd(i+1, ""), negated)
	case w == "nothing" && listed(" finds find found matches matched ", before):
		m.unsaid(s.clauseStart(i), i, negated)
	case w == "neither" && (i == len(s.tokens)-1 || s.is(i+1, ".") || s.is(i+1, ";")): // "`x` neither."
		m.unsaid(s.clauseStart(i), i, negated)
	case negation(w):
		k := i + 1
		for k < i+5 && (listed(" be been to a an yet currently longer really actually ", s.at(k).lower) || adverb(s.at(k).lower)) {
			k++
		}
		placed := listed(" found defined ", s.at(k).lower) && listed(" in by at ", s.at(k+1).lower) // a statement about a place
		if lacking(s.at(k).lower) && !placed || w == "no" && next == "more" && copula(before) {
			m.unsaid(s.clauseStart(i), i, negated)
		}
	case i == s.first && listed(" remove removes drop drops delete deletes rename renames replace revert reverts ", w), listed(" remove removes drop drops delete deletes rename renames replace revert reverts ", w) && listed(" we i pr and commit patch change ", before):
		m.unsaid(i, s.clauseEnd(i+1, " with by to "), past)
	case becomes(s, i): // what is named before it was
		m.unsaid(s.clauseStart(i), i, past)
	case listed(" that who which ", before) && (strings.HasSuffix(w, "ed") && !listed(verbsOfUse, w) || w == "gave" || w == "took"): // "programs that used `x`"
		m.unsaid(i, s.namesAfter(i), past)
	case w == "blocked" && (next == "on" || next == "by"):
		m.unsaid(i, s.clauseEnd(i+2, ""), planned)
	case w == "idea" && copula(s.at(i-2).lower), w == "idea" && copula(s.at(i-3).lower):
		m.unsaid(s.clauseStart(i), i, proposed)
	}
}

// becomes reports whether the words at i say that what is named before them is
// now what is named behind them: "becomes", "moves to", "is now".
func becomes(s *sentence, i int) bool {
	next := s.at(i + 1).lower
	switch w := s.at(i).lower; {
	case listed(" becomes become became ", w):
	case listed(" moves move moved turns turn turned ", w) && (next == "to" || next == "into"),
		(w == "is" || w == "are") && next == "now":
		i++
	default:
		return false
	}
	return s.namesAfter(i) > i && s.at(s.namesAfter(i)-1).ref.class != literal
}

// unsaid adds a modality for the names between two tokens.
func (m *mood) unsaid(from, to int, modality string) {
	if from < to {
		m.ranges = append(m.ranges, moodRange{from: from, to: to, modality: modality, names: true})
	}
}

func copula(w string) bool {
	return listed(" is are was were be been being isn't aren't looks seems remains gets ", w)
}

// clauseStart returns where the clause that i stands in begins.
func (s *sentence) clauseStart(i int) int {
	for i--; i >= 0; i-- {
		k := s.at(i)
		if k.kind == mark && listed(" ; : — . ( ", k.text) || k.kind == word && listed(" but because so which whereas although if when that while unless where until then ", k.lower) {
			return i + 1
		}
		if k.kind == word && listed(" and or ", k.lower) || s.is(i, ",") {
			last := i - 1
			for noun(s.at(last).lower) {
				last--
			}
			if s.at(last).ref.class == nothing { // not one of a list
				return i + 1
			}
		}
	}
	return 0
}

// namesAfter returns the end of the names that follow the word at i, words that
// say what they are between them; i where there are none.
func (s *sentence) namesAfter(i int) int {
	k := i + 1
	for k < i+4 && (noun(s.at(k).lower) || determiner(s.at(k).lower) || s.is(k, ":")) {
		k++
	}
	end := i
	for s.at(k).ref.class != nothing {
		k++
		end = k
		for s.is(k, ",") || listed(" and or nor ", s.at(k).lower) {
			k++
		}
	}
	return end
}

// wish returns the modality of a sentence that wishes for something, or tells
// what is to come, by its word at i.
func wish(s *sentence, i int) string {
	w, next, before := s.at(i).lower, s.at(i+1).lower, s.at(i-1).lower
	switch {
	case strings.HasSuffix(w, "'d") || strings.HasSuffix(w, "’d"), w == "pretend",
		(w == "assume" || w == "assuming") && i == s.first:
		return conditional
	case w == "let's", w == "let’s", (w == "need" || w == "want") && (before == "we" || before == "i"),
		w == "needed" && copula(before) && listed(" a an ", s.at(s.first).lower):
		return proposed
	case w == "until" || w == "once" || w == "when": // "until `x` exists", "once this is merged"
		for k := i + 1; k < i+6; k++ {
			if listed(" exists lands ships arrives merged landed shipped released ", s.at(k).lower) && (k > i+1 && s.at(k+1).lower != "by") {
				return planned
			}
		}
	case w == "coming" && copula(before), w == "roadmap", w == "discussion" && before == "under", w == "pending" && copula(before), w == "progress" && before == "in":
		return planned
	case (w == "fork" || w == "forks") && listed(" our my their a another ", before):
		return otherThing
	case w == "according" && next == "to", listed(" said claimed told ", w), w == "says" && before == "answer": // what others say
		return hedged
	case w == "exercise":
		return example
	case listed(" make makes made ", w) && next == "up":
		return negated
	}
	return ""
}

// crossed reports whether a word is a mark for what is wrong.
func crossed(w string) bool { return strings.ContainsAny(w, "❌✗✘❎🚫") }

// rowModality returns the modality that a cell of few words gives to its row:
// "no", "removed", "planned".
func rowModality(s *sentence) string {
	var words []string
	for _, k := range s.tokens {
		if k.kind == mark {
			if crossed(k.text) {
				return negated
			}
			continue
		}
		if k.kind == span || k.ref.class != nothing || len(words) == 3 {
			return ""
		}
		words = append(words, k.lower)
	}
	for _, w := range words {
		switch {
		case crossed(w), listed(" removed dropped deleted gone nothing ", w):
			return negated
		case listed(" planned todo wip pending proposed upcoming ", w):
			return planned
		}
	}
	return ""
}
