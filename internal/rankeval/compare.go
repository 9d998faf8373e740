package rankeval

import (
	"sooth/rank"
	"sooth/stat"
)

// pair compares one run with the first by one measure, topic by topic.
type pair struct {
	a, b          int // runs
	column        int
	topics        int // in both
	onlyA, onlyB  int // topics that one of them lacks; they are left out
	meanA, meanB  float64
	difference    stat.Interval // of the mean of B − A
	wins, losses  int           // topics where B is better, worse
	randomization stat.Test
	signedRank    stat.Test
	holm          *float64 // p of the randomization test within all pairs and measures shown
	reason        string   // why nothing was tested
}

// resampledUpTo is the number of topics up to which the interval is resampled;
// beyond it, the mean of so many differences is normal enough for Student's.
const resampledUpTo = 1000

// compare makes the pairs: every later run with the first, by every measure
// whose values are means over topics. The family of Holm's correction is all of
// them.
func (r *result) compare() {
	var family []float64
	var members []int
	for b := 1; b < len(r.runs); b++ {
		for i, c := range r.columns {
			if c.Special != rank.Number || c.Whole || c.Measure.Mean() != rank.Arithmetic {
				continue
			}
			p := r.pair(0, b, i)
			if p.randomization.TwoSided != nil {
				family = append(family, *p.randomization.TwoSided)
				members = append(members, len(r.pairs))
			}
			r.pairs = append(r.pairs, p)
		}
	}
	adjusted, err := stat.Adjust(family, stat.Holm)
	if err != nil {
		return
	}
	for i, k := range members {
		p := adjusted[i]
		r.pairs[k].holm = &p
	}
}

func (r *result) pair(a, b, column int) pair {
	p := pair{a: a, b: b, column: column}
	x, y := r.both(a, b, column, &p)
	p.topics = len(x)
	if len(x) == 0 {
		p.reason = "no topic is in both runs"
		return p
	}
	sample, err := stat.Pair(x, y, r.columns[column].Measure.Denominator())
	if err != nil {
		p.reason = err.Error()
		return p
	}
	for i := range x {
		p.meanA += x[i] / float64(len(x))
		p.meanB += y[i] / float64(len(x))
	}
	for _, d := range sample.Differences() {
		switch {
		case d > 0:
			p.wins++
		case d < 0:
			p.losses++
		}
	}
	if len(x) <= resampledUpTo {
		p.difference = stat.Bootstrap(sample, stat.BootstrapOptions{Method: stat.BCa, Seed: r.options.Seed})
	}
	if p.difference.Low == nil {
		p.difference = stat.MeanT(sample, .95)
	}
	p.randomization = stat.Randomization(sample, stat.Draws{Seed: r.options.Seed})
	p.signedRank = stat.SignedRank(sample, stat.DropZeros)
	return p
}

// both returns the values of the topics that both runs have. Topics are in the
// same order in both.
func (r *result) both(a, b, column int, p *pair) (x, y []float64) {
	left, right := r.runs[a].Topics, r.runs[b].Topics
	i, k := 0, 0
	for i < len(left) || k < len(right) {
		switch {
		case k == len(right) || i < len(left) && left[i].Name < right[k].Name:
			p.onlyA++
			i++
		case i == len(left) || right[k].Name < left[i].Name:
			p.onlyB++
			k++
		default:
			x, y = append(x, left[i].Values[column]), append(y, right[k].Values[column])
			i, k = i+1, k+1
		}
	}
	return x, y
}
