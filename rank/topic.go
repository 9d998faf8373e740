package rank

import (
	"cmp"
	"slices"
)

// How a document without a grade appears among the grades of a ranking.
const (
	absent   = -1 // the judgements do not have it
	unpooled = -2 // they have it with a grade below 0: in the pool, not judged
)

// Topic is one ranking beside the judgements of its topic.
type Topic struct {
	grades  []int32 // by rank: grade, absent or unpooled
	levels  []level // grades of the judgements from 0 up, ascending
	top     int     // highest grade of all judgements of all topics
	options Options
	views   []view // by smallest relevant grade, made when asked for
	judged  *Topic // with judged documents only, made when asked for
	logs    *logarithms
}

// level is a grade and how many documents of the topic have it.
type level struct {
	grade int32
	count int
}

// view is a topic where documents are relevant or not.
type view struct {
	least       int
	relevant    int     // R
	nonrelevant int     // N: judged, and not relevant
	hits        []int32 // ranks of the relevant documents, from 1, ascending
}

// NewTopic puts a ranking beside judgements (document to grade). Documents come
// in rank order; [Sort] makes it from scores. Each may come once: a second
// occurrence would count twice, and is left out.
func NewTopic(judgements map[string]int, ranking []string, o Options) *Topic {
	t := &Topic{options: o, logs: newLogarithms(min(len(ranking)+2, 1024))}
	seen := make(map[string]bool, len(ranking))
	for _, d := range ranking {
		if seen[d] {
			continue
		}
		seen[d] = true
		if o.Depth > 0 && len(seen) > o.Depth {
			break
		}
		g, ok := judgements[d]
		switch {
		case !ok:
			t.grades = append(t.grades, absent)
		case g < 0:
			t.grades = append(t.grades, unpooled)
		default:
			t.grades = append(t.grades, int32(min(g, maxGrade)))
		}
	}
	for _, g := range judgements {
		t.count(int32(min(g, maxGrade)))
	}
	t.finish()
	t.top = t.highest()
	return t
}

// count adds a judgement to the levels; finish must follow the last one.
func (t *Topic) count(grade int32) {
	if grade < 0 {
		return
	}
	for i := range t.levels {
		if t.levels[i].grade == grade {
			t.levels[i].count++
			return
		}
	}
	t.levels = append(t.levels, level{grade, 1})
}

// finish orders the levels and takes unjudged documents out where the options
// say so.
func (t *Topic) finish() {
	slices.SortFunc(t.levels, func(a, b level) int { return cmp.Compare(a.grade, b.grade) })
	if t.options.JudgedOnly {
		t.grades = slices.DeleteFunc(t.grades, func(g int32) bool { return g < 0 })
	}
}

// reset makes t empty and keeps its memory.
func (t *Topic) reset() {
	t.grades, t.levels = t.grades[:0], t.levels[:0]
	for i := range t.views {
		t.views[i].least = 0
	}
	t.judged = nil
}

func (t *Topic) highest() int {
	if len(t.levels) == 0 {
		return 0
	}
	return int(t.levels[len(t.levels)-1].grade)
}

// at is the topic seen with documents of grade least and up as relevant.
// A level below 1 makes every judged document relevant.
func (t *Topic) at(least int) *view {
	key := max(least, 0) + 1 // 0 marks a free view
	free := -1
	for i := range t.views {
		switch t.views[i].least {
		case key:
			return &t.views[i]
		case 0:
			free = i
		}
	}
	if free < 0 {
		t.views = append(t.views, view{})
		free = len(t.views) - 1
	}
	v := &t.views[free]
	v.least, v.relevant, v.nonrelevant, v.hits = key, 0, 0, v.hits[:0]
	for _, l := range t.levels {
		if int(l.grade) >= key-1 {
			v.relevant += l.count
		} else {
			v.nonrelevant += l.count
		}
	}
	for i, g := range t.grades {
		if int(g) >= key-1 {
			v.hits = append(v.hits, int32(i+1))
		}
	}
	return v
}

// found is the number of relevant documents among the first k.
func (v *view) found(k int) int {
	n, _ := slices.BinarySearch(v.hits, int32(min(k, 1<<30)+1))
	return n
}

// judgedOnly is the topic without the documents that have no judgement.
func (t *Topic) judgedOnly() *Topic {
	if t.options.JudgedOnly {
		return t
	}
	if t.judged == nil {
		o := t.options
		o.JudgedOnly = true
		t.judged = &Topic{levels: t.levels, top: t.top, options: o, logs: t.logs}
		for _, g := range t.grades {
			if g >= 0 {
				t.judged.grades = append(t.judged.grades, g)
			}
		}
	}
	return t.judged
}

// Hit is a document that a system returned.
type Hit struct {
	Document string
	Score    float64
}

// Sort puts hits into the order of a run: score descending, then document by
// bytes descending. A score that is not a number comes last.
func Sort(hits []Hit) {
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Document, a.Document))
	})
}
