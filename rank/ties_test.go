package rank

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// tieMeasure maps the names of the reference to ours.
func tieMeasure(name string) string {
	kind, k, cut := strings.Cut(name, "_")
	ours := map[string]string{"P": "P", "recall": "R", "success": "Success", "ndcg": "nDCG", "err": "ERR", "recip": "RR", "map": "AP"}[kind]
	if cut && kind != "recip" {
		ours += "@" + k
	}
	return ours
}

// TestTies reproduces the expectation, the least and the most over all orders of
// tied documents, which the reference found by enumerating them.
func TestTies(t *testing.T) {
	var want map[string]struct {
		Orders  int
		Metrics map[string]struct {
			Expected struct{ Value float64 }
			Min, Max float64
		}
	}
	if err := json.Unmarshal(text(t, "golden/ties.expected.json").Data, &want); err != nil {
		t.Fatal(err)
	}
	j, err := ReadJudgements(text(t, "small/ties.qrels"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	compared, open := 0, 0
	for topic, w := range want {
		for name, m := range w.Metrics {
			measure, err := ParseMeasure(tieMeasure(name))
			if err != nil {
				t.Fatal(err)
			}
			e, err := Evaluate(j, text(t, "small/ties.run"), []Measure{measure}, Options{}, Extra{Ties: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range e.Topics {
				if r.Name != topic {
					continue
				}
				got := r.Ties[0]
				if got.Reason != "" || !near12(got.Expected, m.Expected.Value) || !near12(got.Min, m.Min) || !near12(got.Max, m.Max) {
					t.Errorf("%s %s: %+v, want %+v", topic, name, got, m)
				}
				if v := r.Values[0]; v < got.Min-1e-12 || v > got.Max+1e-12 {
					t.Errorf("%s %s = %v outside of [%v, %v]", topic, name, v, got.Min, got.Max)
				}
				compared++
				if got.Min < got.Max {
					open++
				}
			}
		}
	}
	if compared != 264 || open < 50 {
		t.Errorf("%d compared, %d of them open", compared, open)
	}
}

func near12(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(b)) }
