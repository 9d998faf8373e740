package claim

import "strings"

// That a name is mentioned does not say that there is such a thing. It is said
// by a citation, a signature, a statement of structure, and by the shapes of
// this file: the name does something, or something is told of it, now; something
// happens in it, by it, through it; the reader is told to use it; an item, a cell
// or a heading is about it. Whatever else a sentence may mean, a name in it is
// not accused (docs/design/0010-judging-claims.md).

// mention is a name in its sentence, together with those that it is one of a
// list with.
type mention struct {
	s           *sentence
	v           []item
	first, last int // the list in v
	start       int // where its clause begins in v
	before      int // the last word before the list that does not only say what the names are
}

// said reports whether the words around the name at a token leave unsaid that
// what it means is there, and whose they say it is.
func (s *sentence) said(i int) (unsaid bool, whose string) {
	m, ok := s.mention(i)
	if !ok {
		return true, ""
	}
	return !m.asserted(), m.whose()
}

// mention finds the name at a token. Names alone in brackets stand for the one
// before them.
func (s *sentence) mention(i int) (mention, bool) {
	m, at := mention{s: s, v: s.items(0, len(s.tokens)), first: -1}, i
	if g, ok := s.inGroup(i); ok {
		if inside := s.items(g.from, g.to); hasWords(inside) {
			m.v = inside
		} else {
			at = g.from - 2
		}
	}
	for k, it := range m.v {
		if it.token == at {
			m.first, m.last = k, k
		}
	}
	if m.first < 0 {
		return m, false
	}
	for k := m.beside(m.first, -1); k >= 0; k = m.beside(m.first, -1) {
		m.first = k
	}
	for k := m.beside(m.last, 1); k >= 0; k = m.beside(m.last, 1) {
		m.last = k
	}
	for m.start = m.first; m.start > 0 && !parts(m.v[m.start-1]); m.start-- {
	}
	m.before = m.phrase()
	return m, true
}

func hasWords(v []item) bool {
	for _, it := range v {
		if it.w != "" && !listed(" and or ", it.w) {
			return true
		}
	}
	return false
}

// beside returns the next name of a list, or -1.
func (m mention) beside(k, step int) int {
	separated := false
	for k += step; k >= 0 && k < len(m.v); k += step {
		switch it := m.v[k]; {
		case it.isRef && separated:
			return k
		case it.mark == "," || it.mark == "/" || listed(" and or nor ", it.w):
			separated = true
		case !determiner(it.w) && !noun(it.w):
			return -1
		}
	}
	return -1
}

// parts reports whether clauses end at an item.
func parts(it item) bool {
	return listed(" , ; : — → . ", it.mark) || subordinator(it.w) && it.w != "than" || listed(" but although who ", it.w)
}

// phrase returns the last word before the words that belong to the names.
func (m mention) phrase() int {
	k := m.first - 1
	for k >= m.start && (determiner(m.v[k].w) || noun(m.v[k].w) || m.v[k].w == "our") {
		k--
	}
	for j := k; j >= m.start && j > k-3; j-- { // "the internal dispatcher `x`"
		w := m.v[j].w
		if listed(" the a an its every each ", w) {
			return j - 1
		}
		if w == "" || preposition(w) || leads(w) || listed(" about like than ", w) || uses(w) || strings.HasSuffix(w, "ed") && j > m.start && !determiner(m.v[j-1].w) {
			break
		}
	}
	return k
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

// after returns the first item from k on that is neither a noun nor an adverb.
func (m mention) after(k int) item {
	for k < len(m.v) && (noun(m.v[k].w) || adverb(m.v[k].w) || listed(" now already never ", m.v[k].w)) {
		k++
	}
	if k < len(m.v) {
		return m.v[k]
	}
	return item{token: -1}
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

// clause returns where the clause of the names begins and ends. A phrase that is
// nothing but a preposition and they belongs to the clauses around it.
func (m mention) clause() (from, to int) {
	if m.start == 0 || m.before == m.start {
		return 0, len(m.v)
	}
	for to = m.last + 1; to < len(m.v) && !parts(m.v[to]); to++ {
	}
	return m.start, to
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
