package rank

import "math"

// The measures that average over relevant documents or recall points.

// averagePrecision is Σ hits(i)/i over the ranks i ≤ k of relevant documents,
// over R (not over min(k, R)).
func averagePrecision(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	return ratio(v.precisions(f.Cutoff), float64(v.relevant))
}

// precisions is the sum of the precisions at relevant documents up to rank k.
func (v *view) precisions(k int) float64 {
	sum := 0.0
	for i, r := range v.hits {
		if k > 0 && int(r) > k {
			break
		}
		sum += float64(i+1) / float64(r)
	}
	return sum
}

// geometricAP is the logarithm whose mean is taken: ln max(AP, 1e-5)
// (Robertson, CIKM 2006).
func geometricAP(t *Topic, f *formula) float64 {
	return math.Log(max(averagePrecision(t, f), smallestGeometric))
}

func geometricBpref(t *Topic, f *formula) float64 {
	return math.Log(max(binaryPreference(t, f), smallestGeometric))
}

func reciprocalRank(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	if len(v.hits) == 0 || f.Cutoff > 0 && int(v.hits[0]) > f.Cutoff {
		return 0
	}
	return 1 / float64(v.hits[0])
}

// binaryPreference is 1/R · Σ over relevant documents retrieved of
// 1 − min(judged nonrelevant before it, R)/min(N, R) (Buckley and Voorhees,
// SIGIR 2004, as corrected in trec_eval 8).
func binaryPreference(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	sum, before := 0.0, 0
	for _, g := range t.grades {
		switch {
		case g < 0:
		case int(g) < f.level:
			before++
		case before == 0:
			sum++
		default:
			sum += 1 - float64(min(before, v.relevant))/float64(min(v.nonrelevant, v.relevant))
		}
	}
	return ratio(sum, float64(v.relevant))
}

// interpolated is the highest precision at any rank where at least
// round(recall·R) relevant documents have been found, half rounded away from 0.
func interpolated(t *Topic, f *formula) float64 {
	return t.at(f.level).interpolated(f.Recall)
}

func (v *view) interpolated(recall float64) float64 {
	need := int(math.Round(recall * float64(v.relevant)))
	if need > len(v.hits) {
		return 0
	}
	best := 0.0 // precision is highest at a relevant document
	for i := max(need-1, 0); i < len(v.hits); i++ {
		best = max(best, float64(i+1)/float64(v.hits[i]))
	}
	return best
}

// interpolatedMean is the mean of interpolated over points, by default over
// the eleven 0, 0.1, …, 1.
func interpolatedMean(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	if len(f.numbers) == 0 {
		sum := 0.0
		for i := 10; i >= 0; i-- {
			sum += v.interpolated(float64(i) / 10)
		}
		return sum / 11
	}
	sum := 0.0
	for _, p := range f.numbers {
		sum += v.interpolated(p)
	}
	return sum / float64(len(f.numbers))
}

// inferredAP estimates average precision from a sampled pool (Yilmaz and Aslam,
// CIKM 2006): at a relevant document of rank i its expected precision is
// 1/i + (i−1)/i · share of the pool above it · share of relevant among the
// judged ones above it, the last smoothed by ε = 1e-5.
func inferredAP(t *Topic, f *formula) float64 {
	const epsilon = 1e-5
	v := t.at(f.level)
	sum := 0.0
	relevant, nonrelevant, pooled := 0, 0, 0
	for i, g := range t.grades {
		switch {
		case g == absent:
		case g == unpooled:
			pooled++
		case int(g) < f.level:
			nonrelevant++
		case i == 0:
			sum++
			relevant++
		default:
			above := float64(i)
			sum += 1/(above+1) + (above/(above+1))*
				(float64(relevant+nonrelevant+pooled)/above)*
				((float64(relevant)+epsilon)/(float64(relevant+nonrelevant)+2*epsilon))
			relevant++
		}
	}
	return ratio(sum, float64(v.relevant))
}

// yaap is ln((1 + s)/(1 + R − s)) with s the sum of precisions at relevant
// documents (Robertson, ECIR 2012).
func yaap(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	s := v.precisions(0)
	return math.Log((1 + s) / (1 + float64(v.relevant) - s))
}

// binaryGain is 1/R · Σ over relevant documents of 1/log2(2 + nonrelevant above).
func binaryGain(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	sum := 0.0
	for i, r := range v.hits {
		sum += 1 / t.logs.at(int(r)-i)
	}
	return ratio(sum, float64(v.relevant))
}

// expectedReciprocalRank is Σ 1/i · q_i · Π_{j<i} (1 − q_j) with
// q = (2^grade − 1)/2^highest (Chapelle, Metzler, Zhang and Grinspan, CIKM
// 2009). The highest grade is fixed, by default 4 as in gdeval, so that a value
// does not depend on which grades a file happens to hold.
func expectedReciprocalRank(t *Topic, f *formula) float64 {
	sum, stay := 0.0, 1.0
	for i, g := range t.first(f.Cutoff) {
		if q := satisfaction(g, f.top); q > 0 {
			sum += stay * q / float64(i+1)
			stay *= 1 - q
		}
	}
	return sum
}

// satisfaction is the chance that a document of this grade ends the search.
func satisfaction(grade int32, top int) float64 {
	if grade <= 0 {
		return 0
	}
	return (math.Exp2(float64(min(int(grade), top))) - 1) / math.Exp2(float64(top))
}
