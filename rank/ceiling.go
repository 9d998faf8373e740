package rank

import (
	"cmp"
	"slices"
)

// Ceiling is the most that any ranking of any documents can reach by the
// measure on a topic with these judgements: P@5 with two relevant documents
// cannot exceed 0.4. known is false for measures that have none or for which
// it is not known: counts, shares of what was judged, infAP, Utility.
func (m Measure) Ceiling(judgements map[string]int, o Options) (value float64, known bool) {
	t := NewTopic(judgements, nil, o)
	return compile(m, o, t.top).ceiling(t)
}

// Ceiling is [Measure.Ceiling] for a topic of j. A measure that is scaled by
// the highest grade is scaled by that of all topics, as in [Evaluate].
func (j *Judgements) Ceiling(topic string, m Measure, o Options) (value float64, known bool) {
	t := NewTopic(j.Grades(topic), nil, o)
	t.top = j.top
	return compile(m, o, j.top).ceiling(t)
}

// ceiling tries the judged documents, best first, cut behind every grade: some
// measures want all of them, others punish each that is not relevant. Best is
// the highest grade, or the highest gain where gains are given.
func (f *formula) ceiling(t *Topic) (float64, bool) {
	if !f.hasCeiling() {
		return 0, false
	}
	o := t.options
	o.JudgedOnly = false // all are judged
	best := f.value(&Topic{levels: t.levels, top: t.top, options: o, logs: t.logs}, f)
	for _, worth := range []func(level) float64{
		func(l level) float64 { return float64(l.grade) },
		func(l level) float64 { return f.gain(l.grade) },
	} {
		order := slices.Clone(t.levels)
		slices.SortStableFunc(order, func(a, b level) int { return cmp.Compare(worth(b), worth(a)) })
		var grades []int32
		for _, l := range order {
			grades = append(grades, slices.Repeat([]int32{l.grade}, l.count)...)
			if o.Depth > 0 && len(grades) > o.Depth {
				grades = grades[:o.Depth]
			}
			ideal := &Topic{grades: grades, levels: t.levels, top: t.top, options: o, logs: t.logs}
			best = max(best, f.value(ideal, f))
		}
	}
	return best, true
}

func (f *formula) hasCeiling() bool {
	switch f.Kind {
	case AP, Rprec, Bpref, RR, IPrec, IPrecAvg, P, R, BinG, G, DCG, NDCG, NDCGRel, RNDCG, Success, SetP, SetR, SetF, SetAP, YAAP, RBP, ERR:
		return f.value != nil
	}
	return false
}
