package gate

import (
	"fmt"
	"strings"
	"testing"

	"sooth/internal/report"
	"sooth/suite"
)

// TestHypothesis: held, not held, the opposite shown, and not tested are four
// different things.
func TestHypothesis(t *testing.T) {
	var tasks []string
	high, low, equal, noise := map[string]float64{}, map[string]float64{}, map[string]float64{}, map[string]float64{}
	for i := range 12 {
		id := fmt.Sprint(i)
		tasks = append(tasks, id)
		high[id], low[id], equal[id] = 0.8+0.01*float64(i%3), 0.2+0.01*float64(i%2), 0.5
		noise[id] = float64(i % 2)
	}
	above := suite.Hypothesis{ID: "H", Shows: "x(a) > x(b)", Measure: "x", Arm: "a", Base: "b", Above: true, Factor: 1}
	below := above
	below.Above, below.Factor = false, 0.5
	for _, c := range []struct {
		name      string
		h         suite.Hypothesis
		arm, base map[string]float64
		missing   string
		want, has string
	}{
		{"clear", above, high, low, "", report.Held, "x is 0.810 under a and 0.205 under b"},
		{"the other way", above, low, high, "", report.NotHeld, "the opposite is shown"},
		{"no difference", above, noise, equal, "", report.NotHeld, "nor is the opposite shown"},
		{"half", below, low, high, "", report.Held, ""}, // 0.2 < 0.4
		{"not half", below, high, high, "", report.NotHeld, "the opposite is shown"},
		{"nothing", above, nil, low, "", report.NotTested, "no task has both values"},
		{"not asked", above, nil, nil, "the run did not ask arm a", report.NotTested, "did not ask arm a"},
		{"one task", above, map[string]float64{"1": 1}, map[string]float64{"1": 0}, "", report.NotTested, "n = 1"},
	} {
		got := Hypothesis(c.h, c.arm, c.base, tasks, c.missing)
		if got.Refuted != strings.Contains(c.has, "the opposite is shown") || got.Outcome != c.want || !strings.Contains(got.Sentence, c.has) || !strings.HasPrefix(got.Sentence, c.want) {
			t.Errorf("%s: %s, %s", c.name, got.Outcome, got.Sentence)
		}
	}
}
