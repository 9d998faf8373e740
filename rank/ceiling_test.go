package rank

import (
	"fmt"
	"slices"
	"testing"
)

// TestCeiling tries every ranking of up to five documents, unjudged ones among
// them: none is better than the ceiling, and one reaches it.
func TestCeiling(t *testing.T) {
	measures := []string{"P@1", "P@3", "P(rel=2)@2", "P(relative=true)@3", "R@2", "Success@1", "RR", "RR@2", "AP", "AP@2", "AP(rel=2)", "Rprec", "Bpref", "IPrec@0.5", "IPrecAvg",
		"DCG@3", "nDCG@2", "nDCG", "nDCG(dcg='exp-log2')@3", "nDCG(gains={0:2,1:0,2:1})@2", "DCG(gains={0:2,1:0,2:1})@2", "nDCGrel", "RnDCG", "SetP", "SetP(rel=2)", "SetR", "SetF", "SetAP", "YAAP", "RBP(p=0.8)", "RBP(rel=1)", "ERR@2", "G", "BinG", "P(judged_only=true)@2"}
	topics := []map[string]int{
		{"a": 1}, {"a": 0}, {"a": -1}, {}, {"a": 2, "b": 1, "c": 0, "d": -1}, {"a": 1, "b": 1, "c": 1, "d": 0}, {"a": 3, "b": 3, "c": 0, "d": 0}, {"a": 1, "b": 2},
	}
	cases := 0
	for _, name := range measures {
		m, err := ParseMeasure(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, judgements := range topics {
			for _, o := range []Options{{}, {Depth: 2}, {Level: 2}, {JudgedOnly: true}} {
				want, known := m.Ceiling(judgements, o)
				if !known {
					t.Fatalf("%s has no ceiling", name)
				}
				documents := []string{"x"}
				for d := range judgements {
					documents = append(documents, d)
				}
				best := -1e9
				var try func(ranking, left []string)
				try = func(ranking, left []string) {
					best = max(best, m.Of(NewTopic(judgements, ranking, o)))
					for i, d := range left {
						try(append(slices.Clone(ranking), d), slices.Delete(slices.Clone(left), i, i+1))
					}
				}
				try(nil, documents)
				if cases++; best != want {
					t.Errorf("%s %v %+v: the best ranking reaches %v, the ceiling is %v", name, judgements, o, best, want)
				}
			}
		}
	}
	if cases < 1000 {
		t.Errorf("%d cases", cases)
	}
	for _, name := range []string{"Judged@5", "Unjudged@5", "NumRet", "infAP", "Utility", "RBPResidual"} {
		m, err := ParseMeasure(name)
		if err != nil {
			t.Fatal(err)
		}
		if v, known := m.Ceiling(topics[0], Options{}); known {
			t.Errorf("%s has the ceiling %v", name, v)
		}
	}
}

// TestCeilingOfJudgements: RBP is scaled by the highest grade of all topics.
func TestCeilingOfJudgements(t *testing.T) {
	j, err := ReadJudgements(Text{"q", []byte("1 0 a 1\n2 0 a 4\n")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ParseMeasure("RBP(p=0.8)")
	for topic, want := range map[string]float64{"1": .2 / 4, "2": .2, "3": 0} {
		if got, known := j.Ceiling(topic, m, Options{}); !known || fmt.Sprintf("%.12f", got) != fmt.Sprintf("%.12f", want) {
			t.Errorf("topic %s: %v, want %v", topic, got, want)
		}
	}
}

// TestDocuments: the first documents come with their scores and grades, in the
// order of the run.
func TestDocuments(t *testing.T) {
	j, err := ReadJudgements(Text{"q", []byte("1 0 a 1\n1 0 b 0\n1 0 c -1\n")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	run := Text{"r", []byte("1 Q0 b 1 1 t\n1 Q0 z 2 2 t\n1 Q0 a 3 1.5 t\n1 Q0 c 4 1 t\n")}
	m, _ := ParseMeasure("RR")
	for n, want := range map[int]string{0: "[]", 3: "[{{z 2} -1} {{a 1.5} 1} {{c 1} -2}]", 9: "[{{z 2} -1} {{a 1.5} 1} {{c 1} -2} {{b 1} 0}]"} {
		e, err := Evaluate(j, run, []Measure{m}, Options{}, Extra{Documents: n})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(e.Topics[0].Documents); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
