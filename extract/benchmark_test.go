package extract

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
)

// BenchmarkCorpus reads, normalises, judges and measures the answers to 10,000
// fixtures of one to eight expectations, on one processor, and compares them
// with a baseline. live-MiB is what the results hold in memory at the end.
func BenchmarkCorpus(b *testing.B) {
	var v Vocabulary
	for i := range 60 {
		v.Subjects = append(v.Subjects, Subject{fmt.Sprintf("area%d/thing%d", i%6, i), []string{fmt.Sprintf("other%d/name%d", i%6, i)}})
	}
	for i := range 12 {
		v.Predicates = append(v.Predicates, Predicate{Name: fmt.Sprintf("p%d", i)})
	}
	v.Fuzzy = 1
	n, err := NewNormaliser(v)
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	cases, answers := make([]Case, 10_000), make([]string, 10_000)
	for i := range cases {
		c := Case{ID: fmt.Sprintf("f%05d", i), Category: fmt.Sprintf("c%d", i%8), Lines: 100, Exhaustive: i%3 == 0}
		var said []string
		for range 1 + r.IntN(8) {
			s, p, value, line := r.IntN(60), r.IntN(12), r.IntN(3), 1+r.IntN(100)
			c.Must = append(c.Must, Expectation{Subject: v.Subjects[s].Path, Predicate: v.Predicates[p].Name, Value: NumberValue(float64(value)), FirstLine: line})
			if r.IntN(10) < 8 {
				said = append(said, fmt.Sprintf(`code://x/%s %s "%d" 0.%d %d`, v.Subjects[s].Path, v.Predicates[p].Name, value, 3+r.IntN(7), line))
			}
			if r.IntN(10) == 0 {
				said = append(said, fmt.Sprintf(`%s p1 "x" 0.9 %d`, v.Subjects[r.IntN(60)].Synonyms[0], line), `unknown/thing p1 true 0.9`)
			}
		}
		cases[i], answers[i] = c, "Here is what I found:\n```json\n"+say(said...)+"\n```\n"
	}
	b.ReportAllocs()
	for b.Loop() {
		results := make([]Result, len(cases))
		for i := range cases {
			results[i] = Judge(cases[i], Process(answers[i], n, 0.5), n)
		}
		m := Summarise(results)
		base := NewBaseline(Identity{}, "", results)
		if c := Compare(base, Identity{}, results, 0); c.Verdict != PassVerdict || m.TP == 0 || m.FP == 0 || m.FN == 0 {
			b.Fatalf("%s %+v", c.Verdict, m.Measures)
		}
		b.StopTimer()
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		b.ReportMetric(float64(stats.HeapAlloc)/(1<<20), "live-MiB")
		runtime.KeepAlive(results)
		b.StartTimer()
	}
}

// BenchmarkLargeAnswer reads 50 MB of observations.
func BenchmarkLargeAnswer(b *testing.B) {
	text := "{\"claims\":["
	for len(text) < 1<<20 {
		text += item1 + ","
	}
	list := text[len("{\"claims\":["):]
	for len(text) < 50<<20 {
		text += list
	}
	text += item1 + "]}"
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if a := ParseAnswer(text); len(a.Observations) != maxObservations || a.Partial != "" {
			b.Fatal(a.Partial, len(a.Observations))
		}
	}
}
