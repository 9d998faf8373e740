package rankcompare

import (
	"sooth/internal/report"
	"sooth/stat"
)

// resampledUpTo is the number of queries up to which the interval is resampled;
// beyond it, the mean of so many differences is normal enough for Student's.
const resampledUpTo = 2000

// sample is the values of one measure over a group, pair by pair.
type sample struct {
	queries []Query // of the pairs that count
	a, b    []float64
	lost    []Lost
}

// sample collects the pairs of a measure. Queries of classes that do not have
// the measure are not part of it.
func (in Input) sample(queries []Query, name string) sample {
	var s sample
	for _, q := range queries {
		a, causeA := q.A.value(name)
		b, causeB := q.B.value(name)
		if causeA == "" && causeB == "" {
			s.queries, s.a, s.b = append(s.queries, q), append(s.a, a), append(s.b, b)
			continue
		}
		s.lose(causeA, causeB)
	}
	return s
}

// value is what a measure says of an answer, or why it says nothing.
func (a Answer) value(name string) (value float64, cause string) {
	if a.State != Answered {
		return 0, a.State
	}
	value, ok := a.Values[name]
	if !ok {
		return 0, Undefined
	}
	return value, ""
}

// lose counts a pair by its graver cause, and by who lost it.
func (s *sample) lose(causeA, causeB string) {
	cause := Undefined
	for _, graver := range []string{InfraError, Missing} {
		if causeA == graver || causeB == graver {
			cause = graver
			break
		}
	}
	i := 0
	for i < len(s.lost) && s.lost[i].Cause != cause {
		i++
	}
	if i == len(s.lost) {
		s.lost = append(s.lost, Lost{Cause: cause})
	}
	switch l := &s.lost[i]; {
	case causeB == "":
		l.A++
	case causeA == "":
		l.B++
	default:
		l.Both++
	}
}

// binary says whether all values are 0 or 1.
func (s sample) binary() bool {
	for i := range s.a {
		if s.a[i] != 0 && s.a[i] != 1 || s.b[i] != 0 && s.b[i] != 1 {
			return false
		}
	}
	return true
}

// comparison compares by one measure.
func (in Input) comparison(g group, name string) Comparison {
	m := in.measure(name)
	s := in.sample(g.queries, name)
	c := Comparison{Class: g.Name, Measure: name, Lower: m.Lower, N: len(s.a), Lost: s.lost, Test: "randomization"}
	if c.N == 0 {
		c.Difference.Reason = "no query has a value of both"
		c.Randomization.Reason, c.SignedRank.Reason, c.Sign.Reason = c.Difference.Reason, c.Difference.Reason, c.Difference.Reason
		c.Power.Sentence = "no query has a value of both: nothing could be shown"
		return c
	}
	c.MeanA, c.MeanB = stat.Mean(s.a), stat.Mean(s.b)
	c.Ceiling = s.mean(func(q Query) (float64, bool) { v, ok := q.Ceilings[name]; return v, ok })
	c.JudgedA = s.mean(func(q Query) (float64, bool) { v, ok := q.A.Judged[name]; return v, ok })
	c.JudgedB = s.mean(func(q Query) (float64, bool) { v, ok := q.B.Judged[name]; return v, ok })
	pairs, err := stat.Pair(s.a, s.b, m.Denominator)
	if err != nil { // a denominator that does not fit: the numbers as they are
		pairs, err = stat.Pair(s.a, s.b, 0)
	}
	if err != nil {
		c.Difference.Reason = err.Error()
		return c
	}
	c.Better, c.Worse, c.Equal = pairs.Wins()
	if m.Lower {
		c.Better, c.Worse = c.Worse, c.Better
	}
	c.tests(pairs, in.Seed, s.binary())
	c.Power = power(pairs, s)
	c.Ties = s.ties(name)
	return c
}

// tests fills in the difference with its interval and the tests.
func (c *Comparison) tests(pairs stat.Paired, seed uint64, binary bool) {
	effect := stat.Effects(pairs)
	difference := stat.MeanT(pairs, 0)
	switch {
	case effect.SD != nil && *effect.SD == 0:
		difference = stat.Interval{Value: effect.Mean, N: c.N, Method: "none", Reason: "every difference is the same: there is no spread to make an interval of"}
	case c.N <= resampledUpTo:
		if b := stat.Bootstrap(pairs, stat.BootstrapOptions{Method: stat.BCa, Seed: seed}); b.Low != nil {
			difference = b
		}
	}
	c.Difference = report.Interval{Value: difference.Value, Low: difference.Low, High: difference.High, N: difference.N, Method: difference.Method, Reason: difference.Reason}
	c.Randomization = test(stat.Randomization(pairs, stat.Draws{Seed: seed}))
	c.SignedRank = test(stat.SignedRank(pairs, stat.DropZeros))
	c.Sign = test(stat.SignTest(pairs))
	c.Effect = effect.DZ
	c.P = c.Randomization.P
	if binary {
		c.Test, c.P = "sign", c.Sign.P
	}
}

func test(t stat.Test) report.Test {
	return report.Test{P: t.TwoSided, Method: t.Method, Reason: t.Reason}
}

// mean is over the pairs that count; nil where one of them has no value.
func (s sample) mean(of func(Query) (float64, bool)) *float64 {
	list := make([]float64, 0, len(s.queries))
	for _, q := range s.queries {
		v, ok := of(q)
		if !ok {
			return nil
		}
		list = append(list, v)
	}
	return stat.Mean(list)
}

// ties says what the order of equal scores leaves open; nil: nothing, or
// scores are not known.
func (s sample) ties(name string) *Ties {
	t := Ties{}
	var expected, least, most [2][]float64
	for _, q := range s.queries {
		open := false
		for i, a := range []Answer{q.A, q.B} {
			tied, ok := a.Ties[name]
			if !ok {
				return nil
			}
			if tied.Reason != "" {
				open = true
				if t.Reason == "" {
					t.Reason = tied.Reason
				}
			}
			open = open || tied.Min != tied.Max
			expected[i], least[i], most[i] = append(expected[i], tied.Expected), append(least[i], tied.Min), append(most[i], tied.Max)
		}
		if open {
			t.Queries++
		}
	}
	if t.Queries == 0 {
		return nil
	}
	if t.Reason != "" {
		return &t
	}
	less := func(x, y *float64) *float64 { d := *x - *y; return &d }
	t.ExpectedA, t.ExpectedB = stat.Mean(expected[0]), stat.Mean(expected[1])
	t.Expected = less(t.ExpectedB, t.ExpectedA)
	t.Least, t.Most = less(stat.Mean(least[1]), stat.Mean(most[0])), less(stat.Mean(most[1]), stat.Mean(least[0]))
	return &t
}
