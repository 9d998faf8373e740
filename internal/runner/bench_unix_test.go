//go:build unix

package runner_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"sooth/internal/runner"
	"sooth/trial"
)

func usage(t testing.TB) syscall.Rusage {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return u
}

// cpu is the processor time of this process, user and system.
func cpu(t testing.TB) time.Duration {
	u := usage(t)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peak is the largest resident size of this process in MiB.
func peak(t testing.TB) float64 {
	size := float64(usage(t).Maxrss)
	if runtime.GOOS != "darwin" { // which counts bytes; others KiB
		size *= 1024
	}
	return size / (1 << 20)
}

// BenchmarkReplay measures what a thousand replayed trials cost beside their
// grading, each durably committed.
func BenchmarkReplay(b *testing.B) {
	plan, source := recorded(b, 1000)
	a := newReplay(b, source, plan)
	for _, jobs := range []int{1, 2, 5, 20} {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			for b.Loop() {
				store, err := trial.Open(b.Context(), filepath.Join(b.TempDir(), "runs.db"), trial.Options{})
				if err != nil {
					b.Fatal(err)
				}
				start := cpu(b)
				outcome, err := runner.Run(b.Context(), runner.Options{Store: store, Agent: a, Plan: plan, Jobs: jobs, Run: trial.Run{Suite: "s", Mode: "replay"}})
				if err != nil || outcome.Counts.Answered != len(plan) {
					b.Fatal(outcome, err)
				}
				if err := store.Close(); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric((cpu(b) - start).Seconds(), "cpu-s")
				b.ReportMetric(peak(b), "peak-MiB")
			}
		})
	}
}
