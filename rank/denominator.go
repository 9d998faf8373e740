package rank

// Denominator is a number D such that D times every value of the measure is
// whole, or 0 where there is none below 2^40. Differences of values can then
// be taken exactly: 0.3 − 0.2 is as large as 0.2 − 0.1, and ties are ties.
func (m Measure) Denominator() int64 {
	switch {
	case m.Kind == Success:
		return 1
	case m.Kind == P && !m.Relative, m.Kind == Unjudged:
		return int64(m.Cutoff)
	case m.Kind == RR && m.Cutoff > 0:
		d := int64(1)
		for i := int64(2); i <= int64(m.Cutoff); i++ {
			if d = d / commonDivisor(d, i) * i; d > 1<<40 {
				return 0
			}
		}
		return d
	case m.Kind == Judged && m.Cutoff > 0: // over whatever was retrieved of k
		return Measure{Kind: RR, Cutoff: m.Cutoff}.Denominator()
	}
	return 0
}

func commonDivisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
