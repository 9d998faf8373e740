package claim

import "strings"

// That a name is mentioned does not say that there is such a thing. It is said
// by a citation, a signature, a statement of structure, and by the shapes of
// this file: the name does something, or something is told of it, now; something
// happens in it, by it, through it; the reader is told to use it; an item, a cell
// or a heading is about it. Whatever else a sentence may mean, a name in it is
// not accused (docs/design/0010-judging-claims.md).

// unsaid reports whether the words around the name at a token leave open that what
// it means is there, and whose they say that it is.
func (s *sentence) unsaid(i int) (open bool, whose string) {
	m, ok := s.mention(i)
	if !ok {
		return true, ""
	}
	return !m.asserted(), m.whose()
}

// asserted reports whether the words say that what the names mean is there.
func (m mention) asserted() bool {
	w, before := "", ""
	if m.before >= m.start {
		w = m.v[m.before].w
	}
	if m.before > m.start {
		before = m.v[m.before-1].w
	}
	switch {
	case w == "" && m.item():
		return true
	case m.word(), m.start > 0 && m.v[m.start-1].w == "whether":
		return false
	case listed(verbsOfUse, w) && m.before == m.start, leads(w) && listed(verbsOfUse, before) && m.before == m.start+1: // "call `x`", "look at `x`"
		return true
	case m.foreign():
		return false
	case uses(w) && !m.asked(), w == "adds" || w == "introduces", leads(w) && uses(before), m.perfect(), m.told(w):
		return true
	case leads(w), w == "of" && before != "instead" && before != "rid": // "it happens in `x`"
		return m.present(m.clause())
	case w == "is" || w == "are": // "there is `x`", "the entry point is `x`"
		return before == "there" || listed(" here the what it its this that these ", m.v[m.start].w)
	case w == "":
		return m.start > 0 && m.v[m.start-1].mark == ":" && m.introduced() // "this is exported: `x`"
	}
	return singular(w) && m.before > m.start && adverb(m.v[m.start].w) // "then comes `x`"
}

// item reports whether an item of a list, a cell or a heading begins with the
// names, or a paragraph that explains them or consists of them, as an answer may.
func (m mention) item() bool {
	if m.s.first < 0 || m.v[m.first].token < m.s.first || m.start > 0 && m.v[m.start-1].token > m.s.first {
		return false
	}
	next := m.after(m.last + 1)
	if next.mark == "→" || next.isRef {
		return false
	}
	u := m.s.unit
	return next.mark == ":" || next.mark == "—" || u.first || u.kind == cell || u.kind == headingUnit || !hasWords(m.v) && len(m.s.groups) == 0
}

// introduced reports whether what stands before a colon says what follows it:
// "these are exported:", "three functions matter:", "see also:".
func (m mention) introduced() bool {
	for _, it := range m.v[:m.start] {
		if noun(it.w) && strings.HasSuffix(it.w, "s") {
			return true
		}
	}
	return uses(m.v[0].w) || m.present(0, m.start)
}

// told reports whether a predicate follows the names and is theirs, w being the
// word before them: not in "a search for `x` finds nothing".
func (m mention) told(w string) bool {
	if preposition(w) || singular(w) {
		return false
	}
	k := m.last + 1
	if k < len(m.v) && m.v[k].mark == "," {
		k++
	}
	if k < len(m.v) && listed(" which that who ", m.v[k].w) && !strings.HasSuffix(w, "ed") { // not "he accepted `x`, which …"
		k++
	} else {
		k = m.last + 1
	}
	next := m.after(k).w
	return finite(next) || m.first < m.last && next != "" && !ends(next) && !strings.HasSuffix(next, "ed")
}

// perfect reports whether it is told that somebody has made it: "we've added `x`".
func (m mention) perfect() bool {
	if m.before < 1 || !listed(" added introduced exported exposed provided ", m.v[m.before].w) {
		return false
	}
	aux := m.v[m.before-1].w
	return aux == "have" || aux == "has" || strings.HasSuffix(aux, "'ve") || strings.HasSuffix(aux, "’ve")
}

// present reports whether one of the items is a verb in the present: a form of
// "is", "has" or "can", a word in -s behind one in the singular, or what is done
// by several.
func (m mention) present(from, to int) bool {
	for k := from; k < to; k++ {
		switch w := m.v[k].w; {
		case listed(" is are has have does do can may must isn't aren't ", w) && (k == from || m.v[k-1].w != "to"):
			return true
		case k > from && listed(verbsOfUse, w) && (listed(" you we they ", m.v[k-1].w) || strings.HasSuffix(m.v[k-1].w, "s")): // "the hooks run"
			return true
		case !finite(w):
		case k == from: // "adds a `x`", "returns `x`"
			if k+1 < to && (m.v[k+1].isRef || determiner(m.v[k+1].w)) {
				return true
			}
		case m.v[k-1].isRef, adverb(m.v[k-1].w), listed(" it this that which who everything something what ", m.v[k-1].w):
			return true
		default:
			before := m.v[k-1].w
			if before != "" && !strings.HasSuffix(before, "s") && !determiner(before) && !preposition(before) && !listed(" and or other more two these those such ", before) {
				return true
			}
		}
	}
	return false
}
