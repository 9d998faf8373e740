package extract

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Limits of the permutation test. What is larger is drawn at random.
const (
	mostSplits    = 5_000      // of the answers of one fixture; beyond, both sides stay together
	mostSteps     = 30_000_000 // of the exact distribution
	draws         = 20_000
	mostDrawn     = 1_000 // fixtures; of more the sum is all but normal
	scoreGrid     = 1_000 // scores are whole numbers: this many for one expectation lost from all answers
	scoreExponent = 1.5
)

// exchange is the answers to one fixture, before and now.
type exchange struct {
	before, now []Tally // one each; nil: only their sums are known
	sums        [2]Tally
	weight      float64
	expected    int // expectations; 1 where the measure does not rest on them
}

// outcome is one score that a fixture can have, and how likely it is.
type outcome struct {
	score int
	mass  float64
}

// permutation tests one-sidedly whether a measure has dropped: were nothing
// changed, each answer to a fixture could as well have been given before as now
// (Fisher, The Design of Experiments, 1935, section 21, with the fixture as the
// block). The answers of a fixture are exchanged among its two sides, those of
// different fixtures independently. With one repeat this flips signs.
//
// The statistic is the sum over fixtures of weight · sign(d) · (|d| · √expected)^1.5
// with d the difference of the measure: a difference of many expectations is less
// noisy than one of few, and a large loss in one fixture speaks louder than
// the same loss in drops. The test is exact for any statistic; this one found most
// of what docs/format/fixture.md has in its table. moves counts the fixtures of which
// an exchange can change the score.
func permutation(list []exchange, of func(Tally) (part, whole int)) (p float64, moves int, method string) {
	heaviest := 0.0
	for _, x := range list {
		heaviest = max(heaviest, x.weight)
	}
	observed := 0
	var all [][]outcome
	for _, x := range list {
		score := func(before, now Tally) int {
			partA, wholeA := of(before)
			partB, wholeB := of(now)
			if wholeA == 0 || wholeB == 0 {
				return 0
			}
			d := float64(partA)/float64(wholeA) - float64(partB)/float64(wholeB)
			size := math.Pow(math.Abs(d)*math.Sqrt(float64(x.expected)), scoreExponent)
			return int(math.Copysign(math.Round(scoreGrid*x.weight/heaviest*size), d))
		}
		observed += score(x.sums[0], x.sums[1])
		if outcomes := x.outcomes(score); len(outcomes) > 1 {
			all = append(all, outcomes)
		} else if len(outcomes) == 1 {
			observed -= outcomes[0].score // the same whatever is exchanged
		}
	}
	if len(all) == 0 {
		return 1, 0, "answers exchanged within fixtures, exact"
	}
	if p, ok := convolved(all, observed); ok {
		return p, len(all), "answers exchanged within fixtures, exact"
	}
	if len(all) > mostDrawn {
		return normal(all, observed), len(all), "answers exchanged within fixtures, normal approximation"
	}
	return drawn(all, observed), len(all), fmt.Sprintf("answers exchanged within fixtures, %d draws", draws)
}

// outcomes lists the scores of a fixture over all ways to exchange its answers.
func (x exchange) outcomes(score func(before, now Tally) int) []outcome {
	mass := map[int]float64{}
	if !x.splits(func(before, now Tally, m float64) { mass[score(before, now)] += m }) {
		clear(mass)
		mass[score(x.sums[0], x.sums[1])] += 0.5
		mass[score(x.sums[1], x.sums[0])] += 0.5
	}
	out := make([]outcome, 0, len(mass))
	for s, m := range mass {
		out = append(out, outcome{s, m})
	}
	slices.SortFunc(out, func(a, b outcome) int { return cmp.Compare(a.score, b.score) })
	return out
}

// splits calls visit for every way to give as many of the answers to the side
// before as it had, with its share of all ways; alike answers are taken
// together. False: the answers are not known, or there are too many ways.
func (x exchange) splits(visit func(before, now Tally, mass float64)) bool {
	if x.before == nil || x.now == nil {
		return false
	}
	var kinds []Tally
	var counts []int
	for _, t := range slices.Concat(x.before, x.now) {
		if i := slices.Index(kinds, t); i >= 0 {
			counts[i]++
		} else {
			kinds, counts = append(kinds, t), append(counts, 1)
		}
	}
	ways := 1.0
	for _, n := range counts[1:] {
		ways *= float64(min(n, len(x.before)) + 1)
	}
	if ways > mostSplits {
		return false
	}
	total := logChoose(len(x.before)+len(x.now), len(x.before))
	var walk func(kind, left int, before, now Tally, log float64)
	walk = func(kind, left int, before, now Tally, log float64) {
		if kind == len(kinds) {
			if left == 0 {
				visit(before, now, math.Exp(log-total))
			}
			return
		}
		for k := 0; k <= min(counts[kind], left); k++ {
			walk(kind+1, left-k, before.plus(kinds[kind], k), now.plus(kinds[kind], counts[kind]-k), log+logChoose(counts[kind], k))
		}
	}
	walk(0, len(x.before), Tally{}, Tally{}, 0)
	return true
}

// plus adds n times another tally.
func (t Tally) plus(o Tally, n int) Tally {
	return Tally{t.Repeats + n*o.Repeats, t.TP + n*o.TP, t.FP + n*o.FP, t.FN + n*o.FN, t.Clean + n*o.Clean}
}

// logChoose is the logarithm of the binomial coefficient.
func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// convolved is the exact chance of a sum of at least observed; false: it takes
// too many steps.
func convolved(all [][]outcome, observed int) (float64, bool) {
	steps, width := 0, 1
	for _, o := range all {
		steps += width * len(o)
		width += o[len(o)-1].score - o[0].score
		if steps > mostSteps {
			return 0, false
		}
	}
	sums, low := []float64{1}, 0
	for _, o := range all {
		first := o[0].score
		next := make([]float64, len(sums)+o[len(o)-1].score-first)
		for _, x := range o {
			for i, m := range sums {
				next[i+x.score-first] += m * x.mass
			}
		}
		sums, low = next, low+first
	}
	p := 0.0
	for i := len(sums) - 1; i >= 0 && low+i >= observed; i-- {
		p += sums[i]
	}
	return min(p, 1), true
}

// drawn is the share of random exchanges with a sum of at least observed, the
// observed one among them (Phipson and Smyth, Statistical Applications in
// Genetics and Molecular Biology 9, 2010).
func drawn(all [][]outcome, observed int) float64 {
	r := rand.New(rand.NewPCG(1, uint64(len(all))))
	hits := 1
	for range draws {
		sum := 0
		for _, o := range all {
			u, i := r.Float64(), 0
			for i < len(o)-1 && u >= o[i].mass {
				u -= o[i].mass
				i++
			}
			sum += o[i].score
		}
		if sum >= observed {
			hits++
		}
	}
	return float64(hits) / float64(draws+1)
}

// normal is the chance by the central limit theorem, with half a step of the grid
// for continuity. The scores of one fixture are bounded and, with as many answers
// before as now, symmetric.
func normal(all [][]outcome, observed int) float64 {
	mean, variance := 0.0, 0.0
	for _, o := range all {
		first, second := 0.0, 0.0
		for _, x := range o {
			first += x.mass * float64(x.score)
			second += x.mass * float64(x.score) * float64(x.score)
		}
		mean, variance = mean+first, variance+second-first*first
	}
	return math.Erfc((float64(observed)-0.5-mean)/math.Sqrt(2*variance)) / 2
}
