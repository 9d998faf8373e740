package rank

import (
	"cmp"
	"math"
	"slices"
)

// The measures of cumulative gain: Järvelin and Kekäläinen, ACM Transactions on
// Information Systems 20(4), 2002, with the discount log2(i+1) at rank i.

// gain is what a document of this grade is worth; without a judgement, nothing.
func (f *formula) gain(grade int32) float64 {
	if grade < 0 {
		return 0
	}
	for _, g := range f.list {
		if g.grade == grade {
			return g.gain
		}
	}
	if f.Exponent {
		return math.Exp2(min(float64(grade), 900)) - 1 // sums stay finite
	}
	return float64(grade)
}

// step is a run of equal gains in the ideal ranking.
type step struct {
	gain  float64
	count int
}

// ideal returns the positive gains of the judgements, highest first.
func (f *formula) ideal(t *Topic) []step {
	var steps []step
	for i := len(t.levels) - 1; i >= 0; i-- {
		if g := f.gain(t.levels[i].grade); g > 0 {
			steps = append(steps, step{g, t.levels[i].count})
		}
	}
	slices.SortStableFunc(steps, func(a, b step) int { return cmp.Compare(b.gain, a.gain) })
	return steps
}

func dcg(t *Topic, f *formula) float64 {
	sum := 0.0
	for i, g := range t.first(f.Cutoff) {
		if g >= 0 {
			if x := f.gain(g); x != 0 {
				sum += x / t.logs.at(i+1)
			}
		}
	}
	return sum
}

func idealDCG(t *Topic, f *formula) float64 {
	sum, rank := 0.0, 0
	for _, s := range f.ideal(t) {
		for range s.count {
			if rank++; f.Cutoff > 0 && rank > f.Cutoff {
				return sum
			}
			sum += s.gain / t.logs.at(rank)
		}
	}
	return sum
}

func ndcg(t *Topic, f *formula) float64 { return ratio(dcg(t, f), idealDCG(t, f)) }

// ndcgRelevant averages DCG/IDCG over the documents of positive gain, at their
// ranks; those not retrieved count as if they came behind everything.
func ndcgRelevant(t *Topic, f *formula) float64 {
	gains := f.spread(t)
	if len(gains) == 0 {
		return 0
	}
	sum, results, ideal, found := 0.0, 0.0, 0.0, 0
	for i := range max(len(t.grades), len(gains)) {
		if i < len(gains) {
			ideal += gains[i] / t.logs.at(i+1)
		}
		if i < len(t.grades) {
			if g := f.gain(t.grades[i]); g != 0 {
				results += g / t.logs.at(i+1)
				if g > 0 {
					sum += results / ideal
					found++
				}
			}
		}
	}
	sum += float64(len(gains)-found) * results / ideal
	if sum <= 0 {
		return 0
	}
	return sum / float64(len(gains))
}

// spread is the ideal ranking, one gain for each rank.
func (f *formula) spread(t *Topic) []float64 {
	var gains []float64
	for _, s := range f.ideal(t) {
		for range s.count {
			gains = append(gains, s.gain)
		}
	}
	return gains
}

// ndcgLevels averages DCG/IDCG over the ranks where the gain of the ideal
// ranking changes, and over the end of the ranking where more than one document
// follows the last of them.
func ndcgLevels(t *Topic, f *formula) float64 {
	if t.at(f.level).relevant == 0 {
		return 0
	}
	sum, results, ideal, points := 0.0, 0.0, 0.0, 0
	rank := 0
	advance := func(to int) {
		for ; rank < to && rank < len(t.grades); rank++ {
			if g := f.gain(t.grades[rank]); g != 0 {
				results += g / t.logs.at(rank+1)
			}
		}
	}
	place := 0
	previous := 0.0
	for _, s := range f.ideal(t) {
		if place > 0 && s.gain != previous {
			advance(place)
			sum += results / ideal
			points++
		}
		for range s.count {
			place++
			ideal += s.gain / t.logs.at(place)
		}
		previous = s.gain
	}
	if ideal == 0 {
		return 0
	}
	advance(place)
	sum += results / ideal
	points++
	if len(t.grades) > place+1 {
		advance(len(t.grades))
		sum += results / ideal
		points++
	}
	return sum / float64(points)
}

// normalizedGain is Σ gain_i / log2(2 + cost_i − gain so far) over the sum of
// all positive gains; the cost of a rank is the ideal gain there, at least 1.
// Buckley's experimental measure of 2008, as trec_eval computes it.
func normalizedGain(t *Topic, f *formula) float64 {
	gains := f.spread(t)
	all := 0.0
	for _, g := range gains {
		all += g
	}
	sum, got, cost := 0.0, 0.0, 0.0
	for i, grade := range t.grades {
		g := f.gain(grade)
		got += g
		if i < len(gains) {
			cost += max(gains[i], 1)
		} else {
			cost++
		}
		if g != 0 {
			sum += g / math.Log2(2+cost-got)
		}
	}
	return ratio(sum, all)
}
