package compare

import (
	"sooth/internal/report"
	"sooth/stat"
)

// correct fills in Holm's adjusted p-values. All comparisons that are not
// primary are one family. The primary one needs no correction, unless it is
// made for several models: then those are a family of their own.
//
// A comparison without a p-value keeps its place in the family, as p = 1: the
// family was declared before the run, and its size must not depend on what was
// found.
func correct(list []report.Comparison) {
	for _, primary := range []bool{true, false} {
		var members []int
		var p []float64
		for i, c := range list {
			if c.Primary != primary {
				continue
			}
			members = append(members, i)
			if v := pValue(c); v != nil {
				p = append(p, *v)
			} else {
				p = append(p, 1)
			}
		}
		if primary && len(members) < 2 {
			continue
		}
		adjusted, err := stat.Adjust(p, stat.Holm)
		if err != nil {
			continue // cannot be: they are p-values
		}
		for i, k := range members {
			if pValue(list[k]) != nil {
				list[k].HolmP = &adjusted[i]
			}
		}
	}
}

// pValue is the two-sided p of a comparison's main test; nil: undefined.
func pValue(c report.Comparison) *float64 {
	switch {
	case c.McNemar != nil:
		return c.McNemar.Exact.P
	case c.SignFlip != nil:
		return c.SignFlip.P
	}
	return nil
}
