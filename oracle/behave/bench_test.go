//go:build unix

package behave

import (
	"os"
	"syscall"
	"testing"
	"time"

	"sooth/internal/toolchain"
	"sooth/score"
)

// BenchmarkRecordedAnswers judges the 138 recorded answers of the example
// suite, the build cache warm. It says how many binaries were linked and how
// much CPU time the go command and the programs took, which other work on the
// machine does not change.
func BenchmarkRecordedAnswers(b *testing.B) {
	benchmark(b, goCommand(b), true)
}

// BenchmarkRecordedAnswersCold does so with an empty build cache each time.
func BenchmarkRecordedAnswersCold(b *testing.B) {
	g, err := toolchain.Find(b.Context(), append(os.Environ(), "GOCACHE="+b.TempDir()))
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, g, false)
}

func benchmark(b *testing.B, g *toolchain.Go, warm bool) {
	items, _ := recorded(b)
	s := box(b)
	once := func() Counts {
		o := New(Options{Go: g, Sandbox: s, Scratch: b.TempDir()})
		passed := 0
		for _, r := range judge(b, o, items) {
			if r.Outcome == score.Pass {
				passed++
			}
		}
		if passed != 118 {
			b.Fatalf("%d answers pass, want 118", passed)
		}
		return o.Counts()
	}
	if warm {
		once()
	}
	before := cpu()
	var c Counts
	for b.Loop() {
		c = once()
	}
	b.ReportMetric((cpu()-before).Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(c.Links), "links")
	b.ReportMetric(float64(c.Runs), "runs")
	b.ReportMetric(float64(len(items)), "answers")
}

// cpu is the CPU time of this process and of those it waited for.
func cpu() time.Duration {
	total := time.Duration(0)
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			total += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return total
}
