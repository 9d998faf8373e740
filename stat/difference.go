package stat

import "math"

// Table is the contingency table of two systems on the same units.
type Table struct {
	Both    int // A and B pass
	OnlyA   int // lost by going from A to B
	OnlyB   int // gained
	Neither int
}

// N is the number of units.
func (t Table) N() int { return t.Both + t.OnlyA + t.OnlyB + t.Neither }

// Swap exchanges A and B.
func (t Table) Swap() Table { return Table{t.Both, t.OnlyB, t.OnlyA, t.Neither} }

// PairedNewcombe is the interval of the difference of proportions rate(B) −
// rate(A) of paired units: Wilson's intervals of the two rates, joined with
// the correlation of the table, which is corrected for continuity (Newcombe,
// "Improved confidence intervals for the difference between binomial
// proportions based on paired data", Statistics in Medicine 17, 1998,
// p. 2635–2650, method 10). Level 0 means 0.95.
func PairedNewcombe(t Table, confidence float64) Interval {
	out, ok := pairedDifference(t, confidence, "newcombe paired")
	if !ok {
		return out
	}
	n, z := float64(t.N()), criticalValue(out.Level)
	a, b := float64(t.Both+t.OnlyA)/n, float64(t.Both+t.OnlyB)/n
	lowA, highA := wilson(float64(t.Both+t.OnlyA), n, z)
	lowB, highB := wilson(float64(t.Both+t.OnlyB), n, z)
	phi := tableCorrelation(t)
	down := joined(b-lowB, highA-a, phi)
	up := joined(highB-b, a-lowA, phi)
	d := *out.Value
	out.Low, out.High = defined(max(-1, d-down)), defined(min(1, d+up))
	return out
}

// joined is √(x² − 2φxy + y²), never negative under the root.
func joined(x, y, phi float64) float64 { return math.Sqrt(max(0, x*x-2*phi*x*y+y*y)) }

// tableCorrelation is φ with Newcombe's correction for continuity; 0 where a
// margin is empty.
func tableCorrelation(t Table) float64 {
	e, f, g, h := float64(t.Both), float64(t.OnlyA), float64(t.OnlyB), float64(t.Neither)
	margins := (e + f) * (g + h) * (e + g) * (f + h)
	if margins == 0 {
		return 0
	}
	cross := e*h - f*g
	if cross > 0 {
		cross = max(cross-float64(t.N())/2, 0)
	}
	return cross / math.Sqrt(margins)
}

// PairedScore is Tango's score interval of the same difference: all δ that the
// score test of [PairedScoreTest] does not reject (Tango, Statistics in
// Medicine 17, 1998, p. 891–908). Level 0 means 0.95.
func PairedScore(t Table, confidence float64) Interval {
	out, ok := pairedDifference(t, confidence, "tango score")
	if !ok {
		return out
	}
	z, d := criticalValue(out.Level), *out.Value
	high := bisect(d, 1, func(delta float64) bool { return scoreStatistic(t, delta) <= -z })
	t = t.Swap()
	low := -bisect(-d, 1, func(delta float64) bool { return scoreStatistic(t, delta) <= -z })
	out.Low, out.High = &low, &high
	return out
}

// scoreStatistic is Tango's Z for the hypothesis rate(B) − rate(A) = delta;
// positive where B is better than that.
func scoreStatistic(t Table, delta float64) float64 {
	n, lost, gained := float64(t.N()), float64(t.OnlyA), float64(t.OnlyB)
	// q is the maximum-likelihood rate of losses under the hypothesis, the
	// larger root of 2n·q² + B·q + C = 0.
	linear := -gained - lost + (2*n-gained+lost)*delta
	constant := -lost * delta * (1 - delta)
	q := (math.Sqrt(max(0, linear*linear-8*n*constant)) - linear) / (4 * n)
	variance := n * (2*q + delta*(1-delta))
	gap := gained - lost - n*delta
	if variance <= 1e-300 || gap == 0 {
		switch {
		case gap > 0:
			return math.Inf(1)
		case gap < 0:
			return math.Inf(-1)
		}
		return 0
	}
	return gap / math.Sqrt(variance)
}

func pairedDifference(t Table, confidence float64, method string) (Interval, bool) {
	l, ok := level(confidence)
	out := Interval{Level: l, N: t.N(), Method: method}
	switch {
	case !ok:
		out.Reason = badLevel
	case min(t.Both, t.OnlyA, t.OnlyB, t.Neither) < 0:
		out.Reason = "counts must not be negative"
	case t.N() == 0:
		out.Reason = "no pair"
	default:
		d := (float64(t.OnlyB) - float64(t.OnlyA)) / float64(t.N())
		out.Value = &d
		return out, true
	}
	return out, false
}
