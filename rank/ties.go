package rank

import (
	"cmp"
	"slices"
)

// Tied is what remains of a measure when nothing but chance orders documents
// of equal score: the mean over all their orders, the least and the most
// (McSherry and Najork, ECIR 2008, for the closed forms).
type Tied struct {
	Expected float64
	Min, Max float64
	Reason   string // why there is none; empty where there is one
}

// Expected computes what equal scores leave open. The order of hits does not
// matter; each document may come once.
func (m Measure) Expected(judgements map[string]int, hits []Hit, o Options) Tied {
	hits = slices.Clone(hits)
	Sort(hits)
	names := make([]string, len(hits))
	for i, h := range hits {
		names[i] = h.Document
	}
	free := o
	free.JudgedOnly, free.Depth = false, 0
	t := NewTopic(judgements, names, free)
	var groups [][]int32
	for i := range hits {
		if i == 0 || cmp.Compare(hits[i].Score, hits[i-1].Score) != 0 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], t.grades[i])
	}
	t.options = o
	return compile(m, o, t.top).expected(t, groups, m.Of(NewTopic(judgements, names, o)))
}

// ties computes the expectation of every measure for the topic at hand, whose
// values are known already.
func (w *worker) ties(t *Topic, values []float64) []Tied {
	var groups [][]int32
	for i, e := range w.entries {
		if i == 0 || cmp.Compare(e.score, w.entries[i-1].score) != 0 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], e.grade)
	}
	out := make([]Tied, len(w.formulas))
	for i, f := range w.formulas {
		out[i] = f.expected(t, groups, values[i])
	}
	return out
}

// expected takes the grades of the documents, in groups of equal score, and the
// value in the order of the run.
func (f *formula) expected(t *Topic, groups [][]int32, plain float64) Tied {
	if f.value == nil {
		return Tied{Reason: "not a number"}
	}
	if f.JudgedOnly || t.options.JudgedOnly {
		var kept [][]int32
		for _, g := range groups {
			if g = slices.DeleteFunc(slices.Clone(g), func(g int32) bool { return g < 0 }); len(g) > 0 {
				kept = append(kept, g)
			}
		}
		groups = kept
	}
	n, alone := 0, true
	for _, g := range groups {
		n += len(g)
		alone = alone && len(g) == 1
	}
	if d := t.options.Depth; d > 0 && d < n && !alone {
		return Tied{Reason: "the documents kept under a depth depend on the order of ties"}
	}
	if alone {
		return Tied{Expected: plain, Min: plain, Max: plain}
	}
	if !f.monotone() {
		return Tied{Reason: "no closed form is known for " + string(f.Kind)}
	}
	low, high := f.ordered(t, groups, 1), f.ordered(t, groups, -1)
	if low == high {
		return Tied{Expected: plain, Min: low, Max: high}
	}
	return Tied{Expected: f.mean(t, groups, n), Min: low, Max: high}
}

// monotone says whether moving the better of two neighbours up never lowers
// the measure, so that sorting a group gives the extremes.
func (f *formula) monotone() bool {
	switch f.Kind {
	case NumQ, NumRet, NumRel, NumRelRet, NumNonrelRet, SetP, SetR, SetF, SetAP, Utility, IDCG,
		P, R, Rprec, Success, RR, AP, DCG, NDCG, RBP, RBPResidual, ERR, Judged, Unjudged:
		return true
	}
	return false
}

// worth orders the documents of a group: what the measure rewards.
func (f *formula) worth(grade int32) float64 {
	switch f.Kind {
	case DCG, NDCG:
		return f.gain(grade)
	case Unjudged, RBPResidual:
		if grade < 0 {
			return 1
		}
		return 0
	case Judged:
		if grade < 0 {
			return 0
		}
		return 1
	}
	return float64(max(grade, 0))
}

// ordered is the measure with each group ordered by worth: 1 ascending, -1
// descending.
func (f *formula) ordered(t *Topic, groups [][]int32, direction int) float64 {
	o := t.options
	o.JudgedOnly = false // done already
	c := &Topic{levels: t.levels, top: t.top, options: o, logs: t.logs}
	for _, g := range groups {
		g = slices.Clone(g)
		slices.SortStableFunc(g, func(a, b int32) int { return direction * cmp.Compare(f.worth(a), f.worth(b)) })
		c.grades = append(c.grades, g...)
	}
	if o.Depth > 0 && len(c.grades) > o.Depth {
		c.grades = c.grades[:o.Depth]
	}
	return f.value(c, f)
}

// mean is the expectation over the orders within groups.
func (f *formula) mean(t *Topic, groups [][]int32, n int) float64 {
	relevant := float64(t.at(f.level).relevant)
	k := f.Cutoff
	if k == 0 || k > n {
		k = n
	}
	hits := func(g int32) float64 {
		if int(g) >= f.level {
			return 1
		}
		return 0
	}
	one := func(int) float64 { return 1 }
	switch f.Kind {
	case P:
		of := f.Cutoff
		if f.Relative {
			of = min(of, int(relevant))
		}
		return ratio(linear(groups, k, one, hits), float64(of))
	case R:
		return ratio(linear(groups, k, one, hits), relevant)
	case Rprec:
		k = int(relevant)
		if f.Times != 0 {
			k = int(f.Times*relevant + .9)
		}
		return ratio(linear(groups, k, one, hits), float64(k))
	case DCG, NDCG:
		sum := linear(groups, k, func(i int) float64 { return 1 / t.logs.at(i) }, f.gain)
		if f.Kind == NDCG {
			return ratio(sum, idealDCG(t, f))
		}
		return sum
	case RBP:
		return f.expectedRBP(groups, k)
	case RBPResidual:
		weight := 1.0
		sum := linear(groups, k, func(int) float64 { x := weight; weight *= f.patience(); return x }, f.worth)
		return (1-f.patience())*sum + weight
	case Judged:
		return ratio(linear(groups, k, one, f.worth), float64(k))
	case Unjudged:
		return linear(groups, k, one, f.worth) / float64(f.Cutoff)
	case Success, RR:
		return f.first(groups, k, hits)
	case AP:
		return ratio(expectedPrecisions(groups, k, hits), relevant)
	case ERR:
		return f.expectedERR(groups, k)
	}
	return 0
}
