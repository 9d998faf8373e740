//go:build unix

package runner_test

import (
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"
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

// pause stops a process in the middle of what it does.
func pause(t testing.TB, p *os.Process) {
	t.Helper()
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
}
