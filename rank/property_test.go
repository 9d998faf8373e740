package rank

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawMeasure draws a measure of any kind with any of its parameters.
func drawMeasure(t *rapid.T) Measure {
	k := rapid.SampledFrom(kinds()).Draw(t, "kind")
	m := Measure{Kind: k.kind}
	if k.cut == mustCut || k.cut == mayCut && rapid.Bool().Draw(t, "cut") {
		m.Cutoff = rapid.IntRange(1, 2000).Draw(t, "cutoff")
	}
	if k.cut == recallCut {
		m.Recall = rapid.Float64Range(0, 1).Draw(t, "recall") + 0
	}
	for _, p := range strings.Fields(k.parameters) {
		if !rapid.Bool().Draw(t, p) {
			continue
		}
		switch p {
		case "rel":
			m.Rel = rapid.IntRange(1, 9).Draw(t, "rel")
		case "max_rel":
			m.Top = rapid.IntRange(1, 60).Draw(t, "top")
		case "p":
			m.Patience = rapid.Float64Range(1e-9, .999999).Draw(t, "p")
		case "beta":
			m.Beta = rapid.Float64Range(1e-3, 1e3).Draw(t, "beta")
		case "times":
			m.Times = rapid.Float64Range(.01, 10).Draw(t, "times")
		case "judged_only":
			m.JudgedOnly = true
		case "relative":
			m.Relative = true
		case "dcg":
			m.Exponent = true
		case "gains":
			grades := rapid.SliceOfNDistinct(rapid.IntRange(0, 20), 1, 5, rapid.ID[int]).Draw(t, "grades")
			slices.Sort(grades)
			for _, g := range grades {
				m.Gains += fmt.Sprintf(",%d:%s", g, number(rapid.Float64Range(-5, 50).Draw(t, "gain")+0))
			}
			m.Gains = m.Gains[1:]
		case "points":
			n := 4
			if k.kind != Utility {
				n = rapid.IntRange(1, 6).Draw(t, "n")
			}
			for range n {
				m.Points += "," + number(rapid.Float64Range(0, 1).Draw(t, "point")+0)
			}
			m.Points = m.Points[1:]
		}
	}
	return m
}

// TestMeasurePrints: a measure prints as what it parses from, in any case.
func TestMeasurePrints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMeasure(t)
		s := m.String()
		for _, spelling := range []string{s, strings.ToLower(s), strings.ToUpper(s), " " + s + " "} {
			got, err := ParseMeasure(spelling)
			if err != nil {
				t.Fatal(err)
			}
			if got != m {
				t.Fatalf("%q parses as %+v, printed from %+v", spelling, got, m)
			}
		}
	})
}

// drawTopic draws judgements and hits with ties.
func drawTopic(t *rapid.T) (map[string]int, []Hit) {
	judged := map[string]int{}
	for i := range rapid.IntRange(0, 12).Draw(t, "judged") {
		judged[fmt.Sprintf("d%d", i)] = rapid.IntRange(-2, 4).Draw(t, "grade")
	}
	var hits []Hit
	for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, 19), 0, 15, rapid.ID[int]).Draw(t, "documents") {
		hits = append(hits, Hit{fmt.Sprintf("d%d", i), float64(rapid.IntRange(0, 6).Draw(t, "score"))})
	}
	return judged, hits
}

func ranking(hits []Hit) []string {
	hits = slices.Clone(hits)
	Sort(hits)
	var names []string
	for _, h := range hits {
		names = append(names, h.Document)
	}
	return names
}

// TestFinite: no measure of any ranking is anything but a number, and those that
// are shares lie in [0, 1].
func TestFinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		judged, hits := drawTopic(t)
		m := drawMeasure(t)
		x := m.Of(NewTopic(judged, ranking(hits), Options{}))
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Fatalf("%s = %v", m, x)
		}
		switch m.Kind {
		case AP, Rprec, Bpref, RR, IPrec, P, R, Success, SetP, SetR, SetF, SetAP, RBP, RBPResidual, Unjudged, Judged, ERR:
			if m.Relative || x >= 0 && x <= 1+1e-12 {
				return
			}
			t.Fatalf("%s = %v", m, x)
		case NDCG:
			if m.Gains == "" && !(x >= 0 && x <= 1+1e-12) {
				t.Fatalf("%s = %v", m, x)
			}
		}
	})
}

// TestDenominator: times its denominator, every value is whole.
func TestDenominator(t *testing.T) {
	if d := (Measure{Kind: RR, Cutoff: 10}).Denominator(); d != 2520 {
		t.Errorf("RR@10: %d", d)
	}
	rapid.Check(t, func(t *rapid.T) {
		judged, hits := drawTopic(t)
		kind := rapid.SampledFrom([]Kind{Success, P, Unjudged, RR, Judged}).Draw(t, "kind")
		m := Measure{Kind: kind, Cutoff: rapid.IntRange(1, 60).Draw(t, "cutoff")}
		d := m.Denominator()
		if d == 0 && m.Cutoff > 25 {
			t.Skip()
		}
		x := m.Of(NewTopic(judged, ranking(hits), Options{})) * float64(d)
		if d <= 0 || math.Abs(x-math.Round(x)) > 1e-12*float64(d) {
			t.Fatalf("%s: %v of %d", m, x, d)
		}
	})
}

// TestMonotone: moving a better document above its worse neighbour never lowers
// a measure, and the value of any order of ties lies within the bounds.
func TestMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		judged, hits := drawTopic(t)
		m := drawMeasure(t)
		f := compile(m, Options{}, 4)
		if !f.monotone() && m.Kind != BinG && m.Kind != IPrec && m.Kind != IPrecAvg || len(hits) < 2 {
			t.Skip()
		}
		names := ranking(hits)
		grade := func(d string) int32 {
			g, ok := judged[d]
			switch {
			case !ok:
				return absent
			case g < 0:
				return unpooled
			}
			return int32(g)
		}
		i := rapid.IntRange(0, len(names)-2).Draw(t, "place")
		before := m.Of(NewTopic(judged, names, Options{}))
		if f.worth(grade(names[i])) < f.worth(grade(names[i+1])) {
			names[i], names[i+1] = names[i+1], names[i]
		}
		if after := m.Of(NewTopic(judged, names, Options{})); after < before-1e-12 {
			t.Fatalf("%s falls from %v to %v", m, before, after)
		}
		tied := m.Expected(judged, hits, Options{})
		if tied.Reason == "" && !(tied.Min-1e-9 <= before && before <= tied.Max+1e-9 && tied.Min-1e-9 <= tied.Expected && tied.Expected <= tied.Max+1e-9) {
			t.Fatalf("%s: %v is not within %+v", m, before, tied)
		}
	})
}

// TestEnumerated: expectation and bounds are those over all orders of ties.
func TestEnumerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		judged, hits := drawTopic(t)
		if len(hits) > 5 {
			hits = hits[:5]
		}
		m := drawMeasure(t)
		m.Top = min(m.Top, 4)
		if m.Kind == RBP && m.Rel == 0 {
			m.Top = 4 // else it is that of the judgements
		}
		tied := m.Expected(judged, hits, Options{})
		if tied.Reason != "" || len(hits) == 0 {
			t.Skip()
		}
		sum, n, least, most := 0.0, 0, math.Inf(1), math.Inf(-1)
		permute(slices.Clone(hits), 0, func(p []Hit) {
			if !slices.IsSortedFunc(p, func(a, b Hit) int { return int(b.Score - a.Score) }) {
				return
			}
			var names []string
			for _, h := range p {
				names = append(names, h.Document)
			}
			x := m.Of(NewTopic(judged, names, Options{}))
			sum, n, least, most = sum+x, n+1, min(least, x), max(most, x)
		})
		if math.Abs(sum/float64(n)-tied.Expected) > 1e-9*max(1, math.Abs(sum)) || math.Abs(least-tied.Min) > 1e-9*max(1, math.Abs(least)) || math.Abs(most-tied.Max) > 1e-9*max(1, math.Abs(most)) {
			t.Fatalf("%s: mean %v of [%v, %v], got %+v", m, sum/float64(n), least, most, tied)
		}
	})
}

func permute(h []Hit, k int, visit func([]Hit)) {
	if k == len(h) {
		visit(h)
		return
	}
	for i := k; i < len(h); i++ {
		h[k], h[i] = h[i], h[k]
		permute(h, k+1, visit)
		h[k], h[i] = h[i], h[k]
	}
}

// TestOrderOfLines: lines in any order, on any number of threads, cut into any
// pieces, give the same values, to the last bit.
func TestOrderOfLines(t *testing.T) {
	var results []string
	for _, how := range []order{grouped, interleaved, reversed, shuffled} {
		for _, threads := range []int{1, 2, 7} {
			var q, r bytes.Buffer
			generate(&q, &r, 300, 120, 4, how)
			if r.Len() < 1<<20 {
				t.Fatalf("%d bytes are a single piece", r.Len())
			}
			o := Options{Threads: threads}
			j, err := ReadJudgements(Text{"q", q.Bytes()}, o)
			if err != nil {
				t.Fatal(err)
			}
			list := measures(columns(t, "map", "ndcg_cut.10", "ERR@10", "bpref", "infAP", "P_5", "Judged@10", "G"))
			e, err := Evaluate(j, Text{"r", r.Bytes()}, list, o, Extra{Grades: 10, Ties: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(e.Topics) != 300 {
				t.Fatalf("%d topics", len(e.Topics))
			}
			results = append(results, fmt.Sprint(e.RunID, e.Topics))
		}
	}
	for i, r := range results {
		if r != results[0] {
			t.Errorf("result %d differs", i)
		}
	}
}
