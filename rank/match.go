package rank

import "fmt"

// match finds the grade of each entry and refuses documents that come twice.
func (w *worker) match(list []judgement) bool {
	w.table.reset(len(list), len(w.entries))
	t, h := &w.table, w.judgements.hash
	slots := t.slots[:t.mask+1]
	judged, run := w.judgements.text.Data, w.run.Data
	for i := range list {
		if list[i].place == 0 {
			continue
		}
		k := list[i].hash & t.mask
		for slots[k].ref != 0 {
			k = (k + 1) & t.mask
		}
		slots[k] = slot{list[i].hash, -int32(i) - 1}
	}
	kept := 0
	for i := range w.entries {
		e := w.entries[i]
		document := e.place.in(run)
		hash := h.of(document)
		earlier := int32(-1)
		for k := hash & t.mask; ; k = (k + 1) & t.mask {
			s := &slots[k&t.mask]
			if s.ref == 0 {
				*s = slot{hash, int32(kept + 1)}
				break
			}
			if s.hash != hash {
				continue
			}
			if s.ref > 0 {
				if string(w.entries[s.ref-1].place.in(run)) == string(document) {
					earlier = s.ref - 1
					break
				}
				continue
			}
			if n := -s.ref - 1; string(list[n].place.in(judged)) == string(document) {
				if e.grade = list[n].grade; e.grade < 0 {
					e.grade = unpooled
				}
				earlier = t.found[n] - 1
				if earlier < 0 {
					t.found[n] = int32(kept + 1)
				}
				break
			}
		}
		if earlier >= 0 {
			if !w.options.Lenient {
				w.duplicate(w.entries[earlier], e)
				return false
			}
			w.repeated++
			w.entries[earlier].score = max(w.entries[earlier].score, e.score)
			continue
		}
		w.entries[kept] = e
		kept++
	}
	w.entries = w.entries[:kept]
	return true
}

func (w *worker) duplicate(a, b entry) {
	if a.place > b.place {
		a, b = b, a
	}
	w.fail(b.place.offset(), "remove duplicates before the cut; with --lenient the better score counts", func() string {
		first := w.run.fault(a.place.offset(), "", "")
		return fmt.Sprintf("document %s comes twice in its topic, first in line %d", quote(b.place.in(w.run.Data)), first.Line)
	})
}
