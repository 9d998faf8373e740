package stat

import (
	"fmt"
	"math"
	"testing"
)

// TestRepeatedMDE: Miller's own example is 969 tasks for 3 points with ever more
// repeats. The others are √(1/9 + 1/(3·repeats)) by hand times the smallest effects
// in testdata/golden/power.json: 0.52924 for 30 tasks, 0.19906 for 200.
func TestRepeatedMDE(t *testing.T) {
	for _, c := range []struct {
		n, repeats int
		want       string
	}{
		{969, 0, "3.0"}, {30, 1, "35.3"}, {30, 3, "24.9"}, {30, 5, "22.3"}, {30, 10, "20.1"}, {30, 0, "17.6"}, {200, 3, "9.4"},
	} {
		got := RepeatedMDE(c.n, c.repeats, MillerBetween, MillerWithin, 0.05, 0.80)
		if got.Value == nil || fmt.Sprintf("%.1f", 100**got.Value) != c.want {
			t.Errorf("%d tasks, %d repeats: %+v, want %s points", c.n, c.repeats, got, c.want)
		}
	}
	for _, bad := range []Estimate{
		RepeatedMDE(0, 1, 1, 1, 0.05, 0.8), RepeatedMDE(9, -1, 1, 1, 0.05, 0.8), RepeatedMDE(9, 1, math.NaN(), 1, 0.05, 0.8), RepeatedMDE(9, 1, 1, 1, 0.8, 0.05),
	} {
		if bad.Value != nil || bad.Reason == "" {
			t.Errorf("%+v has a value or no reason", bad)
		}
	}
}
