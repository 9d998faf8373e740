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
// times on both sides: (z(1−alpha/2) + z(power))·√((between + 2·within/repeats)/n),
// Miller's formula for the sample size (see [MillerBetween]) solved for the
// difference. It is the normal approximation, so too small for few tasks. With
// repeats = 0 it is the limit of ever more repeats.
func RepeatedMDE(n, repeats int, between, within, alpha, power float64) Estimate {
	out := Estimate{N: n, Method: "normal approximation"}
	if n < 1 || repeats < 0 || !(between >= 0 && within >= 0) || !(alpha > 0 && alpha < 1) || !(power > alpha && power < 1) {
		out.Reason = fmt.Sprintf("n is %d, repeats %d, variances %v and %v, alpha %v, power %v; n must be at least 1, nothing negative, 0 < alpha < power < 1", n, repeats, between, within, alpha, power)
		return out
	}
	variance := between
	if repeats > 0 {
		variance += 2 * within / float64(repeats)
	}
	v := (normalQuantile(power) - normalQuantile(alpha/2)) * math.Sqrt(variance/float64(n))
	out.Value = &v
	return out
}
