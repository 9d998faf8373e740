package extract

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// counted makes a result with so many of each.
func counted(id, category string, repeat, tp, fp, fn int, weight float64) Result {
	r := Result{Case: id, Category: category, Repeat: repeat, Weight: weight, Lines: 50, Negative: tp+fn == 0}
	p := Name{Name: "p"}
	for range tp {
		r.Pairs = append(r.Pairs, Pair{Claim: Claim{Predicate: p}})
	}
	for range fp {
		r.Wrong = append(r.Wrong, Wrong{Claim: Claim{Predicate: Name{Name: "q"}}})
	}
	for range fn {
		r.Misses = append(r.Misses, Miss{Stage: Missing, Predicate: "p"})
	}
	return r
}

func near(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || math.Abs(*got-want) > 1e-12 {
		shown := "nothing"
		if got != nil {
			shown = fmt.Sprint(*got)
		}
		t.Errorf("%s is %s, want %v", what, shown, want)
	}
}

// TestMetricsByHand: every number was worked out on paper.
func TestMetricsByHand(t *testing.T) {
	m := Summarise([]Result{
		counted("a", "tls", 0, 2, 1, 0, 1), counted("a", "tls", 1, 1, 0, 1, 1), // means 1.5, 0.5, 0.5
		counted("b", "jwt", 0, 1, 0, 1, 2),                                               // weight 2: 2, 0, 2
		counted("n", "negative", 0, 0, 0, 0, 1), counted("m", "negative", 0, 0, 3, 0, 1), // 0, 3, 0
		{Case: "i", Category: "tls", Infra: "no network"},
	})
	near(t, "precision", m.Precision.Value, 3.5/7)                          // (1.5+2)/(3.5+0.5+3)
	near(t, "recall", m.Recall.Value, 3.5/6)                                // 3.5/(3.5+0.5+2)
	near(t, "F1", m.F1.Value, 7/(7+3.5+2.5))                                // FP 3.5, FN 2.5
	near(t, "macro precision", m.MacroPrecision.Value, (0.75+2*1+0)/4)      // a 1.5/2, b 1 twice, m 0; n has none
	near(t, "macro recall", m.MacroRecall.Value, (0.75+2*0.5)/3)            // a, b
	near(t, "macro F1", m.MacroF1.Value, (3.0/4+2*2.0/3+0)/4)               // a 3/(3+1), b 2/3, m 0
	near(t, "false positives per 1,000 lines", m.Negatives.PerThousand, 30) // 3 in 100 lines
	if got := []int{m.TP, m.FP, m.FN, m.Fixtures, m.Results, m.Passed, m.Failed, m.Infra, m.Negatives.Passed, m.Negatives.Failed}; fmt.Sprint(got) != "[4 4 2 4 5 1 3 1 1 1]" {
		t.Errorf("counts: %v", got)
	}
	if len(m.ByCategory) != 3 || m.ByCategory[0].Name != "jwt" {
		t.Fatalf("categories: %+v", m.ByCategory)
	}
	near(t, "recall of tls", m.ByCategory[2].Recall.Value, 0.75)
	negative := m.ByCategory[1]
	if negative.Recall.Value != nil || negative.Recall.Reason == "" {
		t.Errorf("recall where nothing is expected: %+v", negative.Recall)
	}
	if len(m.ByPredicate) != 2 || m.ByPredicate[1].Name != "q" || m.ByPredicate[1].FP != 4 {
		t.Fatalf("predicates: %+v", m.ByPredicate)
	}
	near(t, "precision of p", m.ByPredicate[0].Precision.Value, 1)
	perfect := Summarise([]Result{counted("n", "negative", 0, 0, 0, 0, 1)})
	if perfect.Precision.Value != nil || perfect.F1.Value != nil || perfect.Precision.Reason == "" || perfect.Negatives.Passed != 1 {
		t.Errorf("a perfect run over what expects nothing: %+v", perfect)
	}
	if none := Summarise(nil); none.Recall.Value != nil || none.Negatives.PerThousand != nil || none.Negatives.Reason == "" {
		t.Errorf("nothing at all: %+v", none)
	}
}

// TestIntervalCovers draws fixtures whose recall differs from one to the next, and
// asks how often the interval holds the true mean.
func TestIntervalCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const runs, fixtures = 2000, 45
	held := 0
	for range runs {
		var shares []share
		for range fixtures {
			p := 0.7 // mean of the two kinds of fixtures
			if r.IntN(2) == 0 {
				p = 0.95
			} else {
				p = 0.45
			}
			k := 0
			for range 4 {
				if r.Float64() < p {
					k++
				}
			}
			shares = append(shares, share{float64(k), 4})
		}
		i := ratio(shares, "")
		if *i.Low <= 0.7 && 0.7 <= *i.High {
			held++
		}
	}
	if rate := float64(held) / runs; rate < 0.93 || rate > 0.97 {
		t.Errorf("the 95 %% interval holds the truth in %.3f", rate)
	}
	alike := ratio([]share{{1, 1}, {2, 2}, {3, 3}}, "")
	if *alike.Low > 0.45 || *alike.High != 1 {
		t.Errorf("three fixtures, all right: %v to %v is too sure", *alike.Low, *alike.High)
	}
	if one := ratio([]share{{1, 2}}, ""); one.Low != nil || one.Reason == "" || *one.Value != 0.5 {
		t.Errorf("one fixture: %+v", one)
	}
}
