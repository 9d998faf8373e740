package stat

import (
	"math"
	"testing"
)

// TestKappa holds κ and its interval to a published example: two
// dermatologists, 88 patients, κ 0.3449 with 0.2030 to 0.4868 (SAS/STAT User's
// Guide, PROC FREQ, "Kappa coefficient").
func TestKappa(t *testing.T) {
	got := Kappa([][]int{{10, 4, 1, 0}, {5, 10, 12, 2}, {2, 4, 12, 5}, {0, 2, 6, 13}}, 0)
	if got.N != 88 || math.Abs(*got.Value-.3449) > 5e-5 || math.Abs(*got.Low-.2030) > 1e-4 || math.Abs(*got.High-.4868) > 1e-4 {
		t.Errorf("%v [%v, %v] on %d", *got.Value, *got.Low, *got.High, got.N)
	}
	turned := Kappa([][]int{{10, 5, 2, 0}, {4, 10, 4, 2}, {1, 12, 12, 6}, {0, 2, 5, 13}}, 0)
	if math.Abs(*got.Value-*turned.Value) > 1e-15 || math.Abs(*got.Low-*turned.Low) > 1e-14 {
		t.Errorf("judges exchanged: %v", *turned.Value)
	}
	for name, c := range map[string]struct {
		table [][]int
		want  float64
	}{
		"agree":    {[][]int{{4, 0}, {0, 6}}, 1},
		"disagree": {[][]int{{0, 5}, {5, 0}}, -1},
		"chance":   {[][]int{{4, 4}, {4, 4}}, 0},
	} {
		if got := Kappa(c.table, 0); math.Abs(*got.Value-c.want) > 1e-15 || *got.Low > *got.Value || *got.High < *got.Value {
			t.Errorf("%s: %v [%v, %v]", name, *got.Value, *got.Low, *got.High)
		}
	}
	for name, table := range map[string][][]int{"nothing": {}, "one category": {{7, 0}, {0, 0}}, "not square": {{1, 2}}, "negative": {{1, -1}, {0, 1}}} {
		if got := Kappa(table, 0); got.Value != nil || got.Reason == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
