package stat

import (
	"fmt"
	"math"
	"slices"
)

// BootstrapMethod names how an interval is read from the resamples.
type BootstrapMethod string

// The bootstrap intervals (Efron and Tibshirani, An Introduction to the
// Bootstrap, 1993, chapters 13 and 14; BCa: Efron, Journal of the American
// Statistical Association 82, 1987).
const (
	Percentile BootstrapMethod = "percentile"
	Basic      BootstrapMethod = "basic"
	BCa        BootstrapMethod = "bca"
)

// BootstrapOptions says how to resample. The zero value is a percentile
// interval of the mean at 0.95 from 10,000 resamples with seed 0.
type BootstrapOptions struct {
	Method    BootstrapMethod
	Resamples int     // 0 means 10,000
	Level     float64 // 0 means 0.95
	Seed      uint64
	// Statistic is what is estimated; nil is the mean. It must depend on its
	// argument alone and be safe to call from several goroutines.
	Statistic func(sample []float64) float64
}

// Bootstrap returns the estimate with its bootstrap interval over the
// differences. Up to six differences all n^n resamples of the mean are made,
// with nothing left to chance. Otherwise resample i is drawn from a stream of
// its own, seeded by the seed and i, so that the interval does not depend on
// how many processors there are.
func Bootstrap(p Paired, o BootstrapOptions) Interval {
	l, ok := level(o.Level)
	if o.Method == "" {
		o.Method = Percentile
	}
	if o.Resamples <= 0 {
		o.Resamples = 10_000
	}
	values, divisor := p.exact()
	out := Interval{Level: l, N: p.N(), Method: string(o.Method)}
	statistic := o.Statistic
	if statistic == nil {
		statistic = sum // of whole multiples where there are any: ties are then exact
		divisor *= float64(p.N())
	}
	switch {
	case !ok:
		out.Reason = badLevel
		return out
	case p.N() == 0:
		out.Reason = "no pair"
		return out
	case o.Method != Percentile && o.Method != Basic && o.Method != BCa:
		out.Reason = fmt.Sprintf("there is no bootstrap method %q", o.Method)
		return out
	}
	estimate := statistic(values)
	out.Value = defined(estimate / divisor)
	if constant(values) {
		out.Reason = "all values are equal: resampling says nothing of the spread"
		return out
	}
	var resampled []float64
	if o.Statistic == nil && p.N() <= 6 {
		resampled = everyResample(values)
		out.Method += fmt.Sprintf(", all %d resamples", len(resampled))
	} else {
		resampled = resample(values, o, statistic)
		out.Method += fmt.Sprintf(", %d resamples, seed %d", o.Resamples, o.Seed)
	}
	slices.Sort(resampled)
	if defined(resampled[0]) == nil || defined(resampled[len(resampled)-1]) == nil || defined(estimate) == nil {
		out.Value, out.Reason = nil, "the statistic is undefined on a resample"
		return out
	}
	tail := (1 - l) / 2
	low, high := tail, 1-tail
	if o.Method == BCa {
		var reason string
		if low, high, reason = accelerated(values, resampled, estimate, tail, o.Statistic); reason != "" {
			out.Reason = reason
			return out
		}
	}
	a, b := quantile(resampled, low), quantile(resampled, high)
	if o.Method == Basic {
		a, b = 2*estimate-b, 2*estimate-a
	}
	out.Low, out.High = defined(a/divisor), defined(b/divisor)
	return out
}

// accelerated returns the levels at which BCa reads the resamples.
func accelerated(values, resampled []float64, estimate, tail float64, statistic func([]float64) float64) (low, high float64, reason string) {
	size := 0.0
	for _, v := range values {
		size += math.Abs(v)
	}
	slack := size * 1e-13 // sums in another order differ by rounding alone
	if statistic != nil {
		slack = math.Abs(estimate) * 1e-13
	}
	below, _ := slices.BinarySearch(resampled, estimate-slack)
	atMost, _ := slices.BinarySearch(resampled, math.Nextafter(estimate+slack, math.Inf(1)))
	share := float64(below+atMost) / float64(2*len(resampled))
	if share <= 0 || share >= 1 {
		return 0, 0, "all resamples lie on one side of the estimate: the bias correction is infinite"
	}
	z0, a := normalQuantile(share), acceleration(values, statistic)
	if defined(a) == nil {
		return 0, 0, "the acceleration is undefined: leaving out any one value changes nothing"
	}
	at := func(z float64) float64 { return normalCDF(z0 + (z0+z)/(1-a*(z0+z))) }
	z := normalQuantile(tail)
	return at(z), at(-z), ""
}

// acceleration is Σ u³ / (6 (Σ u²)^1.5) over the jackknife influences u; for
// the mean those are the deviations.
func acceleration(values []float64, statistic func([]float64) float64) float64 {
	u := make([]float64, len(values))
	if statistic == nil {
		mean := sum(values) / float64(len(values))
		for i, v := range values {
			u[i] = v - mean
		}
	} else {
		left := make([]float64, len(values)-1)
		var total float64
		for i := range values {
			copy(left, values[:i])
			copy(left[i:], values[i+1:])
			u[i] = statistic(left)
			total += u[i]
		}
		for i := range u {
			u[i] = total/float64(len(u)) - u[i]
		}
	}
	scale := 0.0
	for _, x := range u {
		scale = max(scale, math.Abs(x))
	}
	var squares, cubes compensated
	for _, x := range u {
		x /= scale
		squares.add(x * x)
		cubes.add(x * x * x)
	}
	return cubes.value() / (6 * math.Pow(squares.value(), 1.5))
}

// quantile is linear between the order statistics of sorted values (type 7 of
// Hyndman and Fan, The American Statistician 50, 1996).
func quantile(sorted []float64, p float64) float64 {
	h := float64(len(sorted)-1) * p
	i := int(math.Floor(h))
	if i >= len(sorted)-1 {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (h-float64(i))*(sorted[i+1]-sorted[i])
}

func sum(values []float64) float64 {
	var c compensated
	for _, v := range values {
		c.add(v)
	}
	return c.value()
}
