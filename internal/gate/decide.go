package gate

import (
	"fmt"

	"sooth/internal/report"
	"sooth/stat"
)

// Values are the measurements that a gate is decided on, unit by unit.
type Values struct {
	A, B []float64 // of the units that both sides have
	// Denominator makes every value whole (see [stat.Pair]); 0: none is known.
	Denominator int64
	// Only are A's values of the units that B alone lost.
	Only []float64
	// Worst is what a unit is worth that B lost: nothing found, nothing solved.
	Worst float64
}

// Mean decides a gate on the mean of paired differences, by Student's t with
// the differences moved by the bound. Where all differences are equal there is
// no spread to estimate, and the mean itself is the bound.
func (g Gate) Mean(v Values) report.Gate {
	out := g.result("paired t")
	out.N, out.Against = len(v.A), len(v.Only)
	limit, estimate, p, method, reason := g.mean(v.A, v.B, v.Denominator)
	out.Estimate, out.Limit, out.P, out.Reason = estimate, limit, p, reason
	if method != "" {
		out.Method = method
	}
	if out.Against > 0 && limit != nil {
		a, b := append(append([]float64{}, v.A...), v.Only...), append([]float64{}, v.B...)
		for range v.Only {
			b = append(b, v.Worst)
		}
		out.Worst, _, _, _, _ = g.mean(a, b, v.Denominator)
	}
	return g.conclude(out)
}

// mean is the bound of the mean difference on the side of the demand.
func (g Gate) mean(a, b []float64, denominator int64) (limit, estimate, p *float64, method, reason string) {
	if !g.Above {
		a, b = b, a
	}
	pairs, err := stat.Pair(a, b, denominator)
	if err != nil {
		return nil, nil, nil, "", err.Error()
	}
	effect := stat.Effects(pairs)
	if effect.Mean == nil {
		return nil, nil, nil, "", "no pair counts"
	}
	if effect.SD != nil && *effect.SD == 0 {
		return g.turn(effect.Mean), g.turn(effect.Mean), nil, "no spread: every difference is the same", ""
	}
	test := stat.NonInferiorMean(pairs, g.margin(), Alpha)
	return g.turn(test.Lower), g.turn(effect.Mean), test.P, "", test.Reason
}

// Proportion decides a gate on the difference of two paired proportions, by
// Tango's score test. lostPass and lostFail count the pairs that B alone lost,
// where A passes and fails.
func (g Gate) Proportion(t stat.Table, lostPass, lostFail int) report.Gate {
	out := g.result("tango score")
	out.N, out.Against = t.N(), lostPass+lostFail
	limit, estimate, p, reason := g.proportion(t)
	out.Limit, out.Estimate, out.P, out.Reason = limit, estimate, p, reason
	if out.Against > 0 && limit != nil {
		t.OnlyA, t.Neither = t.OnlyA+lostPass, t.Neither+lostFail
		out.Worst, _, _, _ = g.proportion(t)
	}
	return g.conclude(out)
}

func (g Gate) proportion(t stat.Table) (limit, estimate, p *float64, reason string) {
	if !g.Above {
		t = t.Swap()
	}
	test := stat.NonInferiorProportion(t, g.margin(), Alpha)
	if n := t.N(); n > 0 {
		d := float64(t.OnlyB-t.OnlyA) / float64(n)
		estimate = g.turn(&d)
	}
	return g.turn(test.Lower), estimate, test.P, test.Reason
}

// margin is the bound as stat's margin, once "below" is turned into "above" by
// an exchange of the sides.
func (g Gate) margin() float64 {
	if g.Above {
		return -g.Bound
	}
	return g.Bound
}

// turn gives a difference its sign back after an exchange of the sides.
func (g Gate) turn(x *float64) *float64 {
	if x == nil || g.Above {
		return x
	}
	y := 0 - *x
	return &y
}

func (g Gate) result(method string) report.Gate {
	return report.Gate{Gate: g.Text, Measure: g.Name, Above: g.Above, Bound: g.Bound, Method: method}
}

// holds says whether a bound is on the demanded side.
func (g Gate) holds(x *float64) bool {
	return x != nil && (g.Above && *x > g.Bound || !g.Above && *x < g.Bound)
}

// conclude decides and says it in words.
func (g Gate) conclude(r report.Gate) report.Gate {
	r.Passed = g.holds(r.Limit) && (r.Against == 0 || g.holds(r.Worst))
	side := "as low as"
	if !g.Above {
		side = "as high as"
	}
	switch {
	case r.Limit == nil:
		r.Sentence = fmt.Sprintf("not shown: %s (n = %d)", r.Reason, r.N)
	case r.Passed:
		bound := "at least"
		if !g.Above {
			bound = "at most"
		}
		r.Sentence = fmt.Sprintf("shown: B − A = %s, %s %s with 95 %% confidence (n = %d, %s)", g.signed(*r.Estimate), bound, g.signed(*r.Limit), r.N, r.Method)
	case g.holds(r.Limit) && r.Worst != nil:
		r.Sentence = fmt.Sprintf("not shown: with the %d that B alone lost counted against it, B − A may be %s %s (n = %d, %s)", r.Against, side, g.signed(*r.Worst), r.N, r.Method)
	default:
		r.Sentence = fmt.Sprintf("not shown: B − A = %s, and may be %s %s (n = %d, %s)", g.signed(*r.Estimate), side, g.signed(*r.Limit), r.N, r.Method)
		if g.holds(r.Estimate) {
			r.Sentence += "; so few cannot rule it out: hint: more units, or a wider bound"
		}
	}
	return r
}
