package stat

import (
	"fmt"
	"math"
)

// NonInferiority says whether B is shown to be no worse than A by a margin. It
// is a test of its own: "no difference shown" is never "no regression". A
// margin below 0 asks for more: that B is better than A by at least as much.
type NonInferiority struct {
	Margin float64
	Shown  *bool
	P      *float64 // one-sided, against "B is worse by the margin or more"
	Lower  *float64 // bound of B − A, one-sided at 1 − alpha; shown means above −Margin
	N      int
	Method string
	Reason string // why something is nil
}

// NonInferiorProportion tests the paired difference of proportions by Tango's
// score test at −margin (Tango, Statistics in Medicine 17, 1998; Liu and
// others, Statistics in Medicine 21, 2002).
func NonInferiorProportion(t Table, margin, alpha float64) NonInferiority {
	out := NonInferiority{Margin: margin, N: t.N(), Method: "tango score"}
	if out.Reason = badMargin(margin, alpha); out.Reason != "" {
		return out
	}
	i := PairedScore(t, 1-2*alpha)
	if out.Reason, out.Lower = i.Reason, i.Low; out.Reason != "" {
		return out
	}
	z := scoreStatistic(t, -margin)
	out.P = probability(normalSF(z))
	shown := *out.P <= alpha
	out.Shown = &shown
	return out
}

// NonInferiorMean tests the paired difference of means by Student's t with the
// differences moved by the margin.
func NonInferiorMean(p Paired, margin, alpha float64) NonInferiority {
	out := NonInferiority{Margin: margin, N: p.N(), Method: "paired t"}
	if out.Reason = badMargin(margin, alpha); out.Reason != "" {
		return out
	}
	mean, sd := p.moments()
	switch {
	case p.N() < 2:
		out.Reason = "fewer than two pairs have no spread"
		return out
	case sd == 0:
		out.Reason = "all differences are equal: t is undefined"
		return out
	}
	df, se := float64(p.N()-1), sd/math.Sqrt(float64(p.N()))
	out.P = probability(studentSF((mean+margin)/se, df))
	out.Lower = defined(mean + studentQuantile(alpha, df)*se)
	shown := *out.P <= alpha
	out.Shown = &shown
	return out
}

func badMargin(margin, alpha float64) string {
	if !finite(margin) || !(alpha > 0 && alpha < 0.5) {
		return fmt.Sprintf("margin %v, alpha %v: the margin must be a finite number, alpha must lie between 0 and 0.5", margin, alpha)
	}
	return ""
}
