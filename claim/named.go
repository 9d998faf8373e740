package claim

import "strings"

// mention is a name in its sentence, together with those that it is one of a
// list with.
type mention struct {
	s           *sentence
	v           []item
	first, last int // the list in v
	start       int // where its clause begins in v
	before      int // the last word before the list that does not only say what the names are
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
