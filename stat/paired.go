package stat

import (
	"fmt"
	"math"
)

// Paired is a sample of differences d = b − a, one per unit.
type Paired struct {
	d           []float64
	units       []int64 // d·denominator, when a denominator is known
	denominator int64
}

// Pair takes the measurements of two systems on the same units, in the same
// order. With a denominator D > 0, every a·D and b·D is a whole number (2520
// for reciprocal ranks up to 10, 5 for P@5, 1 for success) and the differences
// are taken exactly: 0.3 − 0.2 is then as large as 0.2 − 0.1. With 0 the
// differences of the floating-point numbers are taken as they are.
func Pair(a, b []float64, denominator int64) (Paired, error) {
	if len(a) != len(b) {
		return Paired{}, fmt.Errorf("pairs: %d measurements of A, %d of B; hint: both must be measured on the same units", len(a), len(b))
	}
	if denominator < 0 || denominator > 1<<40 {
		return Paired{}, fmt.Errorf("pairs: denominator %d; hint: it must lie within [0, 2^40]", denominator)
	}
	p := Paired{d: make([]float64, len(a)), denominator: denominator}
	if denominator > 0 {
		p.units = make([]int64, len(a))
	}
	for i := range a {
		if !finite(a[i]) || !finite(b[i]) {
			return Paired{}, fmt.Errorf("pair %d: a = %v, b = %v; hint: leave out units that were not measured, and count them", i, a[i], b[i])
		}
		if denominator == 0 {
			p.d[i] = b[i] - a[i]
			continue
		}
		x, y := math.Round(a[i]*float64(denominator)), math.Round(b[i]*float64(denominator))
		if math.Abs(x) > 1<<52 || math.Abs(y) > 1<<52 {
			return Paired{}, fmt.Errorf("pair %d: a = %v, b = %v are too large for denominator %d", i, a[i], b[i], denominator)
		}
		p.units[i] = int64(y) - int64(x)
		p.d[i] = float64(p.units[i]) / float64(denominator)
	}
	return p, nil
}

// finite: half of the range of a float64 is kept free, so that sums of
// differences stay finite.
func finite(x float64) bool { return math.Abs(x) < 1e300 }

// N is the number of units.
func (p Paired) N() int { return len(p.d) }

// Differences returns a copy of the differences b − a.
func (p Paired) Differences() []float64 { return append([]float64(nil), p.d...) }

// exact returns the differences in whole multiples of one over the returned
// divisor: 1/denominator where there is one, else the numbers themselves.
func (p Paired) exact() (values []float64, divisor float64) {
	if p.units == nil {
		return p.d, 1
	}
	values = make([]float64, len(p.units))
	for i, u := range p.units {
		values[i] = float64(u) // at most 2^53: exact
	}
	return values, float64(p.denominator)
}

// moments returns mean and standard deviation (n − 1) of the differences,
// scaled so that neither overflows nor underflows; sd is NaN for n < 2.
func (p Paired) moments() (mean, sd float64) {
	values, divisor := p.exact()
	n := float64(len(values))
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	scale := 0.0
	for _, v := range values {
		scale = max(scale, math.Abs(v))
	}
	if scale == 0 {
		if n < 2 {
			return 0, math.NaN()
		}
		return 0, 0
	}
	_, e := math.Frexp(scale) // a power of two: scaling changes no digit
	var sum compensated
	for _, v := range values {
		sum.add(math.Ldexp(v, -e))
	}
	m := sum.value() / n
	var squares compensated
	for _, v := range values {
		r := math.Ldexp(v, -e) - m
		squares.add(r * r)
	}
	mean = math.Ldexp(m, e) / divisor
	if n < 2 {
		return mean, math.NaN()
	}
	if constant(values) { // rounding of the mean must not make a spread
		return mean, 0
	}
	return mean, math.Ldexp(math.Sqrt(squares.value()/(n-1)), e) / divisor
}

func constant(values []float64) bool {
	for _, v := range values {
		if v != values[0] {
			return false
		}
	}
	return true
}

// compensated adds numbers with Neumaier's correction ("Rundungsfehleranalyse
// einiger Verfahren zur Summation endlicher Summen", ZAMM 54, 1974).
type compensated struct{ sum, lost float64 }

func (c *compensated) add(x float64) {
	t := c.sum + x
	if math.Abs(c.sum) >= math.Abs(x) {
		c.lost += c.sum - t + x
	} else {
		c.lost += x - t + c.sum
	}
	c.sum = t
}

func (c *compensated) value() float64 { return c.sum + c.lost }
