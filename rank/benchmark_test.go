package rank_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/internal/rankeval"
	"sooth/rank"
)

// BenchmarkEval is `sooth rank eval` from files to text, as the command does it:
//
//	go test ./rank -run '^$' -bench Eval
//
// anon-MiB is the anonymous memory after the last iteration, where the system
// tells; the mapped run does not belong to it.
func BenchmarkEval(b *testing.B) {
	for _, size := range []struct {
		topics, documents int
		mixed             bool
	}{{50, 100, false}, {100_000, 10, false}, {7000, 1000, false}, {7000, 1000, true}} {
		name := fmt.Sprintf("%dx%d", size.topics, size.documents)
		if size.mixed {
			name += "-interleaved"
		}
		b.Run(name, func(b *testing.B) {
			if testing.Short() && size.topics*size.documents > 1e6 {
				b.Skip("SKIPPED: 7 M lines: without -short")
			}
			dir := b.TempDir()
			q, r := create(b, dir, "qrels"), create(b, dir, "run")
			rank.Generate(q, r, size.topics, size.documents, size.mixed)
			info, err := r.Stat()
			if err != nil {
				b.Fatal(err)
			}
			o := rankeval.Options{Qrels: q.Name(), Runs: []string{r.Name()}, Measures: []string{"map", "recip_rank", "ndcg_cut.10", "P.10", "recall.1000"}}
			b.SetBytes(info.Size())
			b.ResetTimer()
			for b.Loop() {
				var out strings.Builder
				if err := rankeval.Run(context.Background(), o, nil, &out, io.Discard); err != nil {
					b.Fatal(err)
				}
				if strings.Count(out.String(), "\n") != 5 {
					b.Fatal(out.String())
				}
			}
			b.StopTimer()
			if m := anonymous(); m > 0 {
				b.ReportMetric(m, "anon-MiB")
			}
			b.ReportMetric(float64(size.topics*size.documents)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

func create(b *testing.B, dir, name string) *os.File {
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	return f
}

// anonymous reads RssAnon, in MiB; 0 where the system does not tell.
func anonymous() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for l := range strings.Lines(string(status)) {
		var kib float64
		if n, _ := fmt.Sscanf(l, "RssAnon: %f kB", &kib); n == 1 {
			return kib / 1024
		}
	}
	return 0
}
