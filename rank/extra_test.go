package rank

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// extraMeasure maps the names of the independent oracle to ours.
func extraMeasure(name string) string {
	i := strings.LastIndexByte(name, '_')
	kind, parameter := name[:i], name[i+1:]
	switch kind {
	case "ndcg_exp":
		return "nDCG(dcg='exp-log2')@" + parameter
	case "err":
		return "ERR@" + parameter
	case "rbp_bin":
		return "RBP(p=" + parameter + ",rel=1)"
	case "rbp_grad":
		return "RBP(p=" + parameter + ",max_rel=4)"
	case "rbp_res":
		return "RBPResidual(p=" + parameter + ")"
	}
	return "no measure " + name
}

// TestExtra holds what trec_eval does not have against the independent oracle.
func TestExtra(t *testing.T) {
	compared := 0
	for _, run := range []string{"A", "B"} {
		want := readGolden(t, "mixed."+run+".c.extra.tsv")
		for _, name := range want.names {
			all := columns(t, extraMeasure(name))
			e := evaluate(t, "mixed.qrels", "mixed.run"+run, all, Options{Complete: true})
			for _, topic := range e.Topics {
				expect, err := strconv.ParseFloat(want.rows[topic.Name][name], 64)
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(topic.Values[0]-expect) > 6e-13 {
					t.Errorf("%s %s %s = %.13f, want %v", run, topic.Name, name, topic.Values[0], expect)
				}
				compared++
			}
		}
	}
	if compared != 1600 {
		t.Errorf("%d values compared", compared)
	}
}

// TestGdeval holds nDCG with exponential gain and ERR against gdeval.pl, to the
// five decimals that it prints.
func TestGdeval(t *testing.T) {
	compared := 0
	for _, k := range []string{"5", "10", "20"} {
		all := columns(t, "nDCG(dcg='exp-log2')@"+k, "ERR@"+k)
		e := evaluate(t, "mixed.qrels", "mixed.runA", all, Options{})
		got := map[string][]float64{}
		for _, topic := range e.Topics {
			got[topic.Name] = topic.Values
		}
		for i, l := range strings.Split(strings.TrimSpace(string(text(t, "golden/mixed.A.gdeval."+k+".csv").Data)), "\n") {
			c := strings.Split(l, ",")
			if i == 0 || c[1] == "amean" {
				continue
			}
			values, ok := got[c[1]]
			if !ok {
				continue // gdeval counts a topic that has no relevant document otherwise
			}
			for m, cell := range c[2:] {
				if s := strconv.FormatFloat(values[m], 'f', 5, 64); s != cell {
					if x, _ := strconv.ParseFloat(cell, 64); math.Abs(values[m]-x) > 5.1e-6 {
						t.Errorf("topic %s @%s: %s, want %s", c[1], k, s, cell)
					}
				}
				compared++
			}
		}
	}
	if compared < 200 {
		t.Errorf("%d values compared", compared)
	}
}

// TestSingle reproduces trec_eval 9, which keeps scores as 32-bit floats, from
// scores rounded so beforehand: the difference between the versions is that and
// nothing else.
func TestSingle(t *testing.T) {
	var single bytes.Buffer
	for l := range strings.Lines(string(text(t, "small/prec.run").Data)) {
		c := strings.Fields(l)
		x, _ := strconv.ParseFloat(c[4], 64)
		fmt.Fprintln(&single, c[0], c[1], c[2], c[3], strconv.FormatFloat(float64(float32(x)), 'g', -1, 64), c[5])
	}
	j, err := ReadJudgements(text(t, "small/prec.qrels"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := readGolden(t, "prec.v9.tsv")
	all := columns(t, "all_trec")
	e, err := Evaluate(j, Text{"prec.single", single.Bytes()}, measures(all), Options{}, Extra{})
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, c := range all {
		for _, topic := range e.Topics {
			cell := want.rows[topic.Name][c.Label]
			if cell == "" || c.Label == "rbp_resid" {
				continue
			}
			if x, err := strconv.ParseFloat(cell, 64); err != nil || math.Abs(x-topic.Values[i]) > 6e-13 {
				t.Errorf("%s %s = %v, want %s", topic.Name, c.Label, topic.Values[i], cell)
			}
			compared++
		}
	}
	if compared < 400 {
		t.Errorf("%d values compared", compared)
	}
}

// TestPatterns scores queries whose right answers were found by a pattern. The
// gain of a hit depends on what the ideal is: everything that the pattern
// matches in the universe, what both runs found, or one document.
func TestPatterns(t *testing.T) {
	type score struct {
		FirstRank *int `json:"first_rank"`
		Hits      int
		P5        float64
		RR10      float64
		Success5  float64
		DCG       float64 `json:"seed_ndcg10_idcg_is_1"`
		NDCG      float64 `json:"set_ndcg10_idcg_from_universe"`
		Pooled    float64 `json:"pooled_ndcg10"`
		Single    float64 `json:"single_answer_ndcg10"`
	}
	var want map[string]map[string]json.RawMessage
	if err := json.Unmarshal(text(t, "golden/uri.regex.json").Data, &want); err != nil {
		t.Fatal(err)
	}
	j, err := ReadJudgements(text(t, "small/uri.qrels"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	rankings := map[string]map[string][]string{"A": {}, "B": {}}
	for name := range rankings {
		for l := range strings.Lines(string(text(t, "small/uri.run"+name).Data)) {
			c := strings.Fields(l)
			rankings[name][c[0]] = append(rankings[name][c[0]], c[2])
		}
	}
	compared := 0
	for query, runs := range want {
		all := j.Grades(query)
		pool := map[string]int{}
		for _, r := range rankings {
			for _, d := range r[query] {
				if g, ok := all[d]; ok {
					pool[d] = g
				}
			}
		}
		for run, raw := range runs {
			if run != "A" && run != "B" {
				continue
			}
			var w score
			if err := json.Unmarshal(raw, &w); err != nil {
				t.Fatal(err)
			}
			topic := NewTopic(all, rankings[run][query], Options{})
			first := NewTopic(map[string]int{}, nil, Options{})
			for i, d := range rankings[run][query] {
				if all[d] > 0 {
					first = NewTopic(map[string]int{d: 1}, rankings[run][query][:i+1], Options{})
					break
				}
			}
			for spelling, expect := range map[string]float64{"P@5": w.P5, "RR@10": w.RR10, "Success@5": w.Success5, "DCG@10": w.DCG, "nDCG@10": w.NDCG, "NumRelRet": float64(w.Hits)} {
				m, err := ParseMeasure(spelling)
				if err != nil {
					t.Fatal(err)
				}
				if got := m.Of(topic); !near12(got, expect) {
					t.Errorf("%s %s %s = %v, want %v", query, run, spelling, got, expect)
				}
				compared++
			}
			ten := Measure{Kind: NDCG, Cutoff: 10}
			if got := ten.Of(NewTopic(pool, rankings[run][query], Options{})); !near12(got, w.Pooled) {
				t.Errorf("%s %s pooled = %v, want %v", query, run, got, w.Pooled)
			}
			if got := ten.Of(first); !near12(got, w.Single) {
				t.Errorf("%s %s single = %v, want %v", query, run, got, w.Single)
			}
		}
	}
	if compared != 120 {
		t.Errorf("%d values compared", compared)
	}
}
