package stat

import "math"

// Mean returns the arithmetic mean of x; nil: x is empty.
func Mean(x []float64) *float64 {
	if len(x) == 0 {
		return nil
	}
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	sum /= float64(len(x))
	return &sum
}

// Finite returns x; nil: it is infinite or no number, for which JSON has no word.
func Finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
