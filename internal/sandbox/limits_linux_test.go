package sandbox

import (
	"bytes"
	"os"
	"strconv"
	"testing"
	"time"
)

const mebi = 1 << 20

func processCases() []escape {
	host := func(*world) []string { return []string{strconv.Itoa(os.Getpid()), strconv.Itoa(os.Getppid())} }
	return []escape{
		{name: "fork", args: fixed("150"), limits: Limits{Processes: 40}},
		{name: "threads", args: fixed("150"), limits: Limits{Processes: 40}, exit: 2, want: "failed to create new OS thread"},
		{name: "kill", args: func(w *world) []string { return append(host(w), w.keeper) }},
		{name: "kill-init", limits: Limits{Wall: 5 * time.Second}},
		{name: "daemon"},
		{name: "daemon-output"},
		{name: "sleep", limits: Limits{Wall: 300 * time.Millisecond}, killed: "wall time"},
		{name: "stubborn", limits: Limits{Wall: 300 * time.Millisecond}, killed: "wall time", want: "works: ignoring"},
		{name: "stop", limits: Limits{Wall: 300 * time.Millisecond}, killed: "wall time"},
		{name: "busy", limits: Limits{CPU: 200 * time.Millisecond}, killed: "cpu time", want: "works: beginning", check: checkCPU},
		{name: "busy-children", limits: Limits{CPU: 400 * time.Millisecond}, killed: "cpu time", want: "works: beginning"},
		{name: "crash", exit: 2, want: "panic: on purpose"},
		{name: "signal", args: fixed("11"), killed: "SIGSEGV"},
		{name: "signal", args: fixed("6"), killed: "SIGABRT"},
		{name: "signal", args: fixed("15"), killed: "SIGTERM"},
		{name: "signal", args: fixed("9"), killed: "SIGKILL"},
		{name: "exit", args: fixed("1"), exit: 1},
		{name: "exit", args: fixed("137"), exit: 137},
		{name: "exit", args: fixed("255"), exit: 255},
		{name: "processes"},
		{name: "session"},
		{name: "priority"},
		{name: "limits"},
		{name: "ptrace"},
		{name: "setuid"},
		{name: "mount"},
		{name: "namespaces"},
		{name: "capabilities"},
		{name: "landlock", needs: func() string {
			if landlockVersion() < 6 {
				return "needs Landlock 6 (Linux 6.12)"
			}
			return ""
		}},
		{name: "calls"},
	}
}

func resourceCases() []escape {
	small := Limits{Memory: 96 * mebi}
	return []escape{
		{name: "memory", args: fixed("512"), limits: small, killed: "memory", want: "works: beginning"},
		{name: "memory-children", args: fixed("48"), limits: small, killed: "memory", want: "works: beginning"},
		// The kernel refuses the address space, and Go gives up by itself.
		{name: "huge", limits: small, exit: 2, want: "cannot allocate"},
		{name: "hidden-memory"},
		{name: "output", args: fixed("stdout"), limits: Limits{Output: 10_000}, killed: "output", check: checkOutput},
		{name: "output", args: fixed("stderr"), limits: Limits{Output: 10_000}, killed: "output", check: checkOutput},
		{name: "write-much", args: fixed("48"), limits: Limits{Disk: 8 * mebi}},
		{name: "sparse", limits: Limits{Disk: 8 * mebi}},
		{name: "inodes", args: fixed("100000"), limits: Limits{Disk: 8 * mebi}, either: "disk"},
		{name: "open-many", args: fixed("2000")},
		{name: "echo", want: "standard input", command: func(_ *world, c *Command) { c.Stdin = []byte("standard input\n") }, check: func(t *testing.T, _ *world, r Result) {
			if string(r.Stdout) != "standard input\n" {
				t.Errorf("got %q", r.Stdout)
			}
		}},
	}
}

func checkCPU(t *testing.T, _ *world, r Result) {
	if r.CPU < 150*time.Millisecond || r.CPU > 2*time.Second {
		t.Errorf("CPU time %v", r.CPU)
	}
}

func checkOutput(t *testing.T, _ *world, r Result) {
	if !r.Truncated || len(r.Stdout)+len(r.Stderr) != 10_000 || !bytes.HasPrefix(append(r.Stdout, r.Stderr...), []byte("y\ny\n")) {
		t.Errorf("truncated %v, %d and %d bytes kept", r.Truncated, len(r.Stdout), len(r.Stderr))
	}
}
