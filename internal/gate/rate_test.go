package gate

import (
	"math/rand/v2"
	"testing"

	"sooth/stat"
)

// TestErrorRate: where B is worse by just what a gate allows no more, the gate
// passes in about one of twenty samples, and hardly ever where B is worse by
// twice as much; where B is as good, it passes mostly.
func TestErrorRate(t *testing.T) {
	const samples = 4000
	random := rand.New(rand.NewPCG(1, 2))
	rate := func(decide func(lost, gained float64) bool, lost, gained float64) float64 {
		passed := 0
		for range samples {
			if decide(lost, gained) {
				passed++
			}
		}
		return float64(passed) / samples
	}
	g := must(t, "x > -0.1")
	// Half ranks lost or gained on some of 40 queries, as reciprocal ranks go.
	mean := func(lost, gained float64) bool {
		var v Values
		for range 40 {
			a, b := 1., 1.
			switch x := random.Float64(); {
			case x < lost:
				b = .5
			case x < lost+gained:
				a = .5
			}
			v.A, v.B = append(v.A, a), append(v.B, b)
		}
		return g.Mean(v).Passed
	}
	proportion := func(lost, gained float64) bool {
		var table stat.Table
		for range 80 {
			switch x := random.Float64(); {
			case x < lost:
				table.OnlyA++
			case x < lost+gained:
				table.OnlyB++
			default:
				table.Both++
			}
		}
		return g.Proportion(table, 0, 0).Passed
	}
	for _, c := range []struct {
		name         string
		decide       func(lost, gained float64) bool
		lost, gained float64
		least, most  float64
	}{
		{"mean, at the bound", mean, .35, .15, .03, .075},
		{"mean, twice as bad", mean, .50, .10, 0, .01},
		{"mean, as good", mean, .15, .15, .6, 1},
		{"proportion, at the bound", proportion, .15, .05, .02, .065},
		{"proportion, twice as bad", proportion, .25, .05, 0, .01},
		{"proportion, as good", proportion, .05, .05, .6, 1},
	} {
		if got := rate(c.decide, c.lost, c.gained); got < c.least || got > c.most {
			t.Errorf("%s: passes in %.4f of the samples, want %v to %v", c.name, got, c.least, c.most)
		} else {
			t.Logf("%s: %.4f", c.name, got)
		}
	}
}
