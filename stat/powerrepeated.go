package stat

import (
	"fmt"
	"math"
)

// MillerBetween and MillerWithin are the variances that Miller assumes for the
// sake of illustration where nothing has been measured ("Adding Error Bars to
// Evals", arXiv 2411.00640, section 5): between tasks, of the difference of two
// models' true rates on a task; within a task, of one answer's score around the
// model's true rate on it.
const (
	MillerBetween = 1.0 / 9
	MillerWithin  = 1.0 / 6
)

// RepeatedMDE returns the smallest difference of two means that n tasks show
// two-sided at level alpha with the given power, when each is answered repeats
// times on both sides: [PairedTMDE] for differences with Miller's variance,
// between + 2·within/repeats (see [MillerBetween]); for many tasks it is his
// formula for the sample size, solved for the difference. With repeats = 0 it is
// the limit of ever more repeats.
func RepeatedMDE(n, repeats int, between, within, alpha, power float64) Estimate {
	out := PairedTMDE(n, alpha, power)
	if repeats < 0 || !(between >= 0 && within >= 0) {
		return Estimate{N: n, Method: out.Method, Reason: fmt.Sprintf("repeats is %d, the variances are %v and %v; nothing may be negative", repeats, between, within)}
	}
	variance := between
	if repeats > 0 {
		variance += 2 * within / float64(repeats)
	}
	if out.Value != nil {
		*out.Value *= math.Sqrt(variance)
	}
	return out
}
