package generate

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"sooth/question"
)

// order is the place of something in the drawing: the first bytes of the
// SHA-256 over the seed and its names, each preceded by its length.
func (m *maker) order(parts ...string) uint64 {
	h := sha256.New()
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], m.Seed)
	h.Write(b[:])
	for _, p := range parts {
		binary.BigEndian.PutUint64(b[:], uint64(len(p)))
		h.Write(b[:])
		h.Write([]byte(p))
	}
	return binary.BigEndian.Uint64(h.Sum(nil))
}

// stratify orders candidates: the packages in drawn order take turns, each with
// its candidates in drawn order.
func (m *maker) stratify(pattern string, list []draft) []draft {
	byPackage := map[string][]draft{}
	var packages []string
	for _, d := range list {
		if byPackage[d.pkg] == nil {
			packages = append(packages, d.pkg)
		}
		byPackage[d.pkg] = append(byPackage[d.pkg], d)
	}
	m.shuffle(packages, func(p string) uint64 { return m.order(pattern, p) })
	for _, p := range packages {
		group := byPackage[p]
		keys := make(map[string]uint64, len(group))
		for _, d := range group {
			keys[d.subject+"\x00"+d.object] = m.order(pattern, d.subject, d.object)
		}
		slices.SortStableFunc(group, func(a, b draft) int {
			return cmp.Compare(keys[a.subject+"\x00"+a.object], keys[b.subject+"\x00"+b.object])
		})
	}
	out := make([]draft, 0, len(list))
	for i := 0; len(out) < len(list); i++ {
		for _, p := range packages {
			if i < len(byPackage[p]) {
				out = append(out, byPackage[p][i])
			}
		}
	}
	return out
}

// shuffle orders names by a key that was drawn.
func (m *maker) shuffle(list []string, key func(string) uint64) {
	keys := make(map[string]uint64, len(list))
	for _, s := range list {
		keys[s] = key(s)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
}

// allot takes questions kind by kind in turns, and within a kind form by form,
// until there are enough or nothing is left.
func (m *maker) allot() error {
	var kinds []question.Kind
	byKind := map[question.Kind][]*form{}
	for _, f := range m.forms {
		if byKind[f.kind] == nil {
			kinds = append(kinds, f.kind)
		}
		byKind[f.kind] = append(byKind[f.kind], f)
	}
	turn := map[question.Kind]int{}
	for len(m.made) < m.N && len(kinds) > 0 {
		var left []question.Kind
		for _, k := range kinds {
			if len(m.made) >= m.N {
				break
			}
			forms := byKind[k]
			for len(forms) > 0 {
				if err := m.ctx.Err(); err != nil {
					return err
				}
				at := turn[k] % len(forms)
				took, full, err := m.take(forms[at])
				if err != nil {
					return err
				}
				if took {
					turn[k] = at + 1
					left = append(left, k)
					break
				}
				if full {
					forms = nil
					break
				}
				forms = slices.Delete(forms, at, at+1)
				turn[k] = at
			}
			byKind[k] = forms
		}
		kinds = left
	}
	return nil
}

// take emits the next question of a form, or the next pair where the answer is
// yes or no. full: a pair has no room any more.
func (m *maker) take(f *form) (took, full bool, err error) {
	if f.counter != nil && len(m.made)+2 > m.N {
		return false, true, nil
	}
	if !f.ready {
		f.queue, f.ready = m.stratify(f.pattern, f.candidates()), true
		if len(f.queue) == 0 {
			m.absent = append(m.absent, Absent{Kind: f.kind, Pattern: f.pattern, Reason: cmp.Or(f.absent, m.whyNot(f), "nothing of the sort in this tree")})
		}
	}
	for f.next < len(f.queue) {
		d := f.queue[f.next]
		f.next++
		q, ok, err := m.question(f, d)
		if err != nil {
			return false, false, err
		}
		if !ok {
			continue
		}
		if f.counter == nil {
			m.emit(q, d)
			return true, false, nil
		}
		for _, against := range f.counter(d) {
			other, ok, err := m.question(f, against)
			if err != nil {
				return false, false, err
			}
			if ok {
				m.emit(q, d)
				m.emit(other, against)
				return true, false, nil
			}
		}
	}
	return false, false, nil
}

func (m *maker) emit(q question.Question, d draft) {
	m.ids[q.ID] = true
	m.made = append(m.made, q)
	for _, r := range d.rests {
		m.coverageOf(r.kind).asked[r.key] = true
	}
}

// question asks the second route and puts a draft into words. Not ok: it was
// dropped, or there is one like it.
func (m *maker) question(f *form, d draft) (question.Question, bool, error) {
	t := m.tally(f)
	t.tried++
	if d.settle != nil && !d.settle(&d) {
		t.unknown["the first route cannot tell"]++
		return question.Question{}, false, nil
	}
	v := d.confirm()
	switch {
	case v.contradicted != "":
		m.disagreed(f, d, v)
		return question.Question{}, false, nil
	case v.unknown != "" || len(v.witness) == 0:
		t.unknown[v.unknown]++
		return question.Question{}, false, nil
	}
	q := question.Question{
		Kind: f.kind, Pattern: f.pattern, Subject: d.subject, Object: d.object, Package: d.pkg, File: d.file,
		Level: level(f.kind), Measures: d.measures, Truth: d.truth, Witness: append([]string{m.reader(f)}, v.witness...),
	}
	if d.truth.Boolean != nil {
		q.Balance = strconv.FormatBool(*d.truth.Boolean)
	}
	id, err := q.Hash()
	if err != nil {
		return q, false, err
	}
	if m.ids[id] {
		t.unknown["asked already"]++
		return q, false, nil
	}
	q.ID = id
	texts, err := m.patterns[f.pattern].texts(int(m.order(f.pattern, d.subject, d.object)%1000), d.placeholders())
	if err != nil {
		return q, false, fmt.Errorf("%s: %w", f.pattern, err)
	}
	q.Texts = texts
	if leak := leaks(texts, d); leak != "" {
		t.unknown["the question says its answer"]++
		return q, false, nil
	}
	q.Difficulty = difficulty(d.measures)
	return q, true, nil
}

// whyNot says why a form that executes code has nothing to ask.
func (m *maker) whyNot(f *form) string {
	switch {
	case !executed(f.kind):
		return ""
	case len(m.observed) == 0:
		return m.notObserved
	}
	return "nothing that was executed came to that"
}

// disagreed notes that the routes do not agree, once.
func (m *maker) disagreed(f *form, d draft, v verdict) {
	one := Dropped{Kind: f.kind, Subject: d.subject, Object: d.object, Reason: v.contradicted}
	if slices.Contains(m.dropped, one) {
		return
	}
	m.tally(f).contradicted++
	m.dropped = append(m.dropped, one)
}

// reader names the first route.
func (m *maker) reader(f *form) string {
	switch f.kind {
	case question.LastChanged, question.FilesChanged:
		return "git log"
	case question.Since:
		return "lang/goapi"
	}
	if executed(f.kind) {
		return "execution"
	}
	return "go/types"
}
