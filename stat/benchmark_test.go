package stat

import (
	"math/rand/v2"
	"testing"
)

// sample makes n differences of up to ±width/denominator.
func sample(n, width int, denominator int64) Paired {
	source := rand.New(rand.NewPCG(uint64(n), uint64(width)))
	a, b := make([]float64, n), make([]float64, n)
	for i := range b {
		b[i] = float64(source.IntN(2*width+1)-width) / float64(denominator)
	}
	p, err := Pair(a, b, denominator)
	if err != nil {
		panic(err)
	}
	return p
}

func BenchmarkSignedRankExact200(b *testing.B) {
	p := sample(200, 1_000_000, 1)
	b.ReportAllocs()
	for b.Loop() {
		if t := SignedRank(p, DropZeros); t.Method != "exact" {
			b.Fatal(t.Method)
		}
	}
}

func BenchmarkSignedRankExact200Ties(b *testing.B) {
	p := sample(200, 40, 1)
	for b.Loop() {
		if t := SignedRank(p, PrattZeros); t.Method != "exact" {
			b.Fatal(t.Method)
		}
	}
}

// BenchmarkRandomization200 reports the time for 10^5 of Σ|d|·D.
func BenchmarkRandomization200(b *testing.B) {
	p := sample(200, 2520, 2520)
	total := int64(0)
	for _, u := range p.units {
		total += max(u, -u)
	}
	for b.Loop() {
		if t := Randomization(p, Draws{}); t.Method != "exact" {
			b.Fatal(t.Method)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/(float64(total)/1e5), "ms/10^5-states")
}

func BenchmarkBCa10000(b *testing.B) {
	source := rand.New(rand.NewPCG(1, 1))
	x, y := make([]float64, 10_000), make([]float64, 10_000)
	for i := range y {
		y[i] = source.ExpFloat64() - 0.9
	}
	p, err := Pair(x, y, 0)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if i := Bootstrap(p, BootstrapOptions{Method: BCa, Resamples: 10_000, Seed: 1}); i.Low == nil {
			b.Fatal(i.Reason)
		}
	}
}

func BenchmarkHodgesLehmann2000(b *testing.B) {
	p := sample(2000, 1_000_000, 1)
	for b.Loop() {
		HodgesLehmann(p, 0)
	}
}

func BenchmarkMcNemarMDE46(b *testing.B) {
	for b.Loop() {
		McNemarMDE(46, 0, 0.05, 0.8)
	}
}
