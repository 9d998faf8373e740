package compare

import (
	"testing"

	"sooth/score"
)

// A task without hidden tests is solved by no answer, and not failed by a model
// that refuses: it is counted beside the rate, and its pair is lost.
func TestUntestedTask(t *testing.T) {
	points := outcomes(score.Solved, map[string]string{"none": "ppn", "context": "pfn"})
	for i, p := range points {
		if p.Task == "task-002" && p.Arm == "context" {
			points[i].State = score.NoAnswer
		}
	}
	got := tabulate(t, points, two(score.Solved))
	for _, r := range got.Rates {
		if r.NotApplicable != 1 || r.NoAnswer != 0 || r.Pass+r.Fail != 2 {
			t.Errorf("%s: %+v", r.Arm, r)
		}
	}
	if c := got.Comparisons[0]; c.N != 2 || c.Lost.NotApplicable != 1 {
		t.Errorf("%d pairs count, lost %+v", c.N, c.Lost)
	}
}
