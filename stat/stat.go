// Package stat is pure statistics for paired measurements: tests, intervals,
// effect sizes and power.
//
// Every function takes values and returns values. What can be computed exactly
// is; what cannot is approximated or drawn at random from a seed that the
// caller gives, and the result says which in Method. No NaN and no infinity
// leaves the package: what is undefined is nil, and Reason says why.
//
// Pairs are read as (a, b) with the difference b − a: "greater" is the
// alternative that B is larger. Exchanging A and B exchanges Greater and Less,
// and leaves every two-sided p as it was, to the last bit.
//
// A p-value is never 0: one that is smaller than the smallest positive number
// is given as that number (5e-324), and Log10 has its magnitude.
package stat

import "math"

// Test is the result of a significance test.
type Test struct {
	Statistic *float64 // what it is, the function says
	TwoSided  *float64 // p, in (0, 1]
	Greater   *float64 // p against the alternative that B is larger
	Less      *float64 // p against the alternative that B is smaller
	Log10     *float64 // log10 of TwoSided, also where that is too small for a float64
	N         int      // units that counted
	Method    string   // how p was found: "exact", "normal approximation", …
	Reason    string   // why something is nil; empty when nothing is
}

// Interval is an estimate with its confidence interval.
type Interval struct {
	Value  *float64
	Low    *float64
	High   *float64
	Level  float64 // confidence level, 0.95 unless the caller said otherwise
	N      int     // units that counted
	Method string  // "wilson", "newcombe paired", …
	Reason string  // why something is nil; empty when nothing is
}

// defined returns a pointer to x, or nil when x is not a finite number.
func defined(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// probability returns a pointer to p, cut to [smallest positive number, 1].
func probability(p float64) *float64 {
	if math.IsNaN(p) {
		return nil
	}
	p = min(max(p, math.SmallestNonzeroFloat64), 1)
	return &p
}

// log10of returns log10(p) for a p that a float64 holds.
func log10of(p *float64) *float64 {
	if p == nil {
		return nil
	}
	return defined(math.Log10(*p))
}

// level returns the confidence level to use: 0 means 0.95.
func level(l float64) (float64, bool) {
	if l == 0 {
		return 0.95, true
	}
	return l, l > 0 && l < 1
}

const badLevel = "the confidence level must lie between 0 and 1"
