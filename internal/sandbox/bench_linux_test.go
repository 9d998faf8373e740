package sandbox

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// BenchmarkStart measures from nothing to the end of a program that does
// nothing: "none" is the cost of starting it at all. cpu-ms/op is what counts
// on a busy machine.
func BenchmarkStart(b *testing.B) {
	code, err := tinyProgram(runtime.GOARCH)
	if err != nil {
		b.Fatal(err)
	}
	program := filepath.Join(b.TempDir(), "tiny")
	if err := os.WriteFile(program, code, 0o755); err != nil {
		b.Fatal(err)
	}
	for _, s := range append([]Sandbox{None()}, candidates(os.Environ())...) {
		b.Run(s.Name(), func(b *testing.B) {
			if err := probe(context.Background(), s); err != nil {
				b.Skip("SKIPPED: ", err)
			}
			before := spent(b)
			n := 0
			for b.Loop() {
				n++
				if r, err := s.Run(context.Background(), Command{Program: program}); err != nil || r.Exit != tinyExit {
					b.Fatal(r, err)
				}
			}
			b.ReportMetric(float64(spent(b)-before)/1e6/float64(n), "cpu-ms/op")
		})
	}
}

// spent is the CPU time of this process and its children.
func spent(b *testing.B) time.Duration {
	var total int64
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var use unix.Rusage
		if err := unix.Getrusage(who, &use); err != nil {
			b.Fatal(err)
		}
		total += use.Utime.Nano() + use.Stime.Nano()
	}
	return time.Duration(total)
}
