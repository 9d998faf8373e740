package compare

import (
	"testing"

	"sooth/score"
)

// TestRepeatedShares: also of measures that are shares pass@k and pass^k are
// told where trials are repeated; worked out by hand.
func TestRepeatedShares(t *testing.T) {
	var points []score.Point
	put := func(task string, outcomes ...score.Outcome) {
		for i, o := range outcomes {
			v := 0.5
			points = append(points, score.Point{Task: task, Arm: "a", Model: "m", Repeat: i, State: score.Answered, Measure: score.Expected,
				Result: score.Result{Outcome: o, Value: &v, Counts: &score.Counts{Verified: 1, Refuted: 1}}})
		}
	}
	put("one", score.Pass, score.Pass, score.Fail)
	put("two", score.Fail, score.Fail, score.Fail)
	tables, err := Tabulate(points, Plan{Arms: []string{"a"}, Criteria: []string{score.Expected}, Repeats: 3})
	if err != nil || len(tables.Rates) != 1 || len(tables.Rates[0].Repeated) != 3 {
		t.Fatalf("%+v, %v", tables.Rates, err)
	}
	// pass@2 of one: 1 − C(1,2)/C(3,2) = 1; pass^2: C(2,2)/C(3,2) = 1/3.
	for i, want := range [][2]float64{{(2.0 / 3) / 2, (2.0 / 3) / 2}, {0.5, (1.0 / 3) / 2}, {0.5, 0}} {
		k := tables.Rates[0].Repeated[i]
		if k.K != i+1 || k.Tasks != 2 || k.AtLeastOne == nil || k.All == nil || abs(*k.AtLeastOne-want[0]) > 1e-12 || abs(*k.All-want[1]) > 1e-12 {
			t.Errorf("k = %d: %+v, want %v", i+1, k, want)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }
