package trial_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sooth/trial"
)

// BenchmarkLargeStore reads a store of 100,000 records in 100 runs: what
// sooth runs list and a report of one run cost.
func BenchmarkLargeStore(b *testing.B) {
	const runs, each = 100, 1000
	path := filepath.Join(b.TempDir(), "runs.db")
	s := open(b, path, trial.Options{})
	for i := range runs {
		id := fmt.Sprintf("run-%03d", i)
		begin(b, s, run(id, each))
		var workers sync.WaitGroup
		for w := range 50 {
			workers.Go(func() {
				for j := w; j < each; j += 50 {
					r := record(id, j)
					r.Prompt = fmt.Sprintf("%d %s", j, strings.Repeat("documentation ", 500*(j%2)))
					r.Answer = fmt.Sprintf("%d %d %s", i, j, strings.Repeat("x", 1500))
					mustPut(b, s, r)
				}
			})
		}
		workers.Wait()
	}
	b.Run("open and close", func(b *testing.B) {
		for b.Loop() {
			s, err := trial.Open(b.Context(), path, trial.Options{ReadOnly: true})
			if err != nil {
				b.Fatal(err)
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("list of all runs", func(b *testing.B) {
		for b.Loop() {
			if list, err := s.Runs(b.Context()); err != nil || len(list) != runs || list[7].Counts.Answered != each {
				b.Fatal(len(list), err)
			}
		}
	})
	b.Run("records of one run", func(b *testing.B) {
		for b.Loop() {
			n := 0
			for _, err := range s.Records(b.Context(), "run-050") {
				if err != nil {
					b.Fatal(err)
				}
				n++
			}
			if n != each {
				b.Fatal(n)
			}
		}
	})
}
