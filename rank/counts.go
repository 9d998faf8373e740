package rank

import "math"

// The measures that count: what is relevant, what was retrieved, where the cut
// is. Definitions: Manning, Raghavan and Schütze, Introduction to Information
// Retrieval, 2008, chapter 8; the rest as in trec_eval, see docs/format/rank.md.

func numQ(*Topic, *formula) float64 { return 1 }

func numRet(t *Topic, f *formula) float64 {
	if f.Rel > 0 {
		return numRelRet(t, f)
	}
	return float64(len(t.grades))
}

func numRel(t *Topic, f *formula) float64 { return float64(t.at(f.level).relevant) }

func numRelRet(t *Topic, f *formula) float64 { return float64(len(t.at(f.level).hits)) }

func numNonrelRet(t *Topic, f *formula) float64 {
	n := 0
	for _, g := range t.grades {
		if g >= 0 && int(g) < f.level {
			n++
		}
	}
	return float64(n)
}

// precision is hits(k)/k, also where fewer than k documents were retrieved;
// relative: over min(k, R).
func precision(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	k := f.Cutoff
	if f.Relative {
		k = min(k, v.relevant)
	}
	return ratio(float64(v.found(f.Cutoff)), float64(k))
}

func recall(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	return ratio(float64(v.found(f.Cutoff)), float64(v.relevant))
}

func success(t *Topic, f *formula) float64 {
	if t.at(f.level).found(f.Cutoff) > 0 {
		return 1
	}
	return 0
}

// precisionAtR is precision at rank R, or at ⌊times·R + 0.9⌋.
func precisionAtR(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	k := v.relevant
	if f.Times != 0 {
		k = int(f.Times*float64(v.relevant) + .9)
	}
	return ratio(float64(v.found(k)), float64(k))
}

func setPrecision(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	n := len(t.grades)
	if f.Relative {
		n = min(n, v.relevant)
	}
	return ratio(float64(len(v.hits)), float64(n))
}

func setRecall(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	return ratio(float64(len(v.hits)), float64(v.relevant))
}

// setF is (β+1)·P·R/(β·P + R): β is the weight of recall itself, not its
// square root (van Rijsbergen, Information Retrieval, 1979, in trec_eval's form).
func setF(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	beta := f.Beta
	if beta == 0 {
		beta = 1
	}
	p := ratio(float64(len(v.hits)), float64(len(t.grades)))
	r := ratio(float64(len(v.hits)), float64(v.relevant))
	return ratio((beta+1)*p*r, beta*p+r)
}

func setAP(t *Topic, f *formula) float64 {
	v := t.at(f.level)
	hits := float64(len(v.hits))
	return ratio(hits*hits, float64(len(t.grades))*float64(v.relevant))
}

// utility is a·p1 + b·p2 + c·p3 + d·p4 over the cells retrieved and relevant,
// retrieved and not, relevant and not retrieved, neither. Default 1, −1, 0, 0.
func utility(t *Topic, f *formula) float64 {
	p := f.numbers
	if len(p) != 4 {
		p = []float64{1, -1, 0, 0}
	}
	v := t.at(f.level)
	n, hits, relevant := float64(len(t.grades)), float64(len(v.hits)), float64(v.relevant)
	return p[0]*hits + p[1]*(n-hits) + p[2]*(relevant-hits) + p[3]*(float64(t.options.Collection)+hits-n-relevant)
}

// unjudged is the share of the first k ranks that hold a document without a
// judgement; a rank that holds nothing counts as judged.
func unjudged(t *Topic, f *formula) float64 {
	return float64(t.unknown(f.Cutoff)) / float64(f.Cutoff)
}

// judged is the share of the documents retrieved among the first k that have a
// judgement; 0 where nothing was retrieved.
func judged(t *Topic, f *formula) float64 {
	n := len(t.grades)
	if f.Cutoff > 0 {
		n = min(n, f.Cutoff)
	}
	return ratio(float64(n-t.unknown(n)), float64(n))
}

// unknown counts the documents without a judgement among the first k.
func (t *Topic) unknown(k int) int {
	n := 0
	for _, g := range t.grades[:min(k, len(t.grades))] {
		if g < 0 {
			n++
		}
	}
	return n
}

// rankBiased is (1−p)·Σ p^(i−1)·gain_i (Moffat and Zobel, ACM Transactions on
// Information Systems 27(1), 2008). The gain is 1 from the grade rel up where
// rel is given, else grade over highest grade.
func rankBiased(t *Topic, f *formula) float64 {
	p, weight, sum := f.patience(), 1.0, 0.0
	for _, g := range t.first(f.Cutoff) {
		switch {
		case f.Rel > 0:
			if int(g) >= f.Rel {
				sum += weight
			}
		case g > 0:
			sum += weight * math.Min(float64(g)/float64(f.top), 1)
		}
		weight *= p
	}
	return (1 - p) * sum
}

// rankBiasedResidual is what RBP could still gain: every unjudged document, and
// the tail p^n behind the last one, were they all of the highest grade.
func rankBiasedResidual(t *Topic, f *formula) float64 {
	p, weight, sum := f.patience(), 1.0, 0.0
	for _, g := range t.first(f.Cutoff) {
		if g < 0 {
			sum += weight
		}
		weight *= p
	}
	return (1-p)*sum + weight
}

func (f *formula) patience() float64 {
	if f.Patience == 0 {
		return .8
	}
	return f.Patience
}

// first returns the grades of the first k ranks; 0 means all.
func (t *Topic) first(k int) []int32 {
	if k <= 0 || k > len(t.grades) {
		return t.grades
	}
	return t.grades[:k]
}
