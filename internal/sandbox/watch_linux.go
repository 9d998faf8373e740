package sandbox

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// watchInterval is how often the limits of all processes together are looked
// at: in it about 30 MB of fresh memory can be touched.
const watchInterval = 10 * time.Millisecond

// clockTicks is the unit of CPU time in /proc/<pid>/stat, 1/100 s on every
// architecture that Go knows.
const clockTick = time.Second / 100

// watch kills the command when it has too many files, or when all its processes together use more memory or
// CPU time than they may. The limits of the kernel are for each process alone.
func (s *supervisor) watch() {
	var scratch unix.Statfs_t
	for range time.Tick(watchInterval) {
		memory, cpu := usage("/proc")
		var use unix.Rusage
		if unix.Getrusage(unix.RUSAGE_CHILDREN, &use) == nil {
			cpu += time.Duration(use.Utime.Nano() + use.Stime.Nano())
		}
		if memory > s.limits.Memory {
			s.kill("memory")
		}
		if cpu-s.base > s.limits.CPU {
			s.kill("cpu time")
		}
		// Bubblewrap has no option for the number of files.
		if unix.Statfs(Scratch, &scratch) == nil && int64(scratch.Files-scratch.Ffree) > s.limits.files() {
			s.kill("disk")
		}
	}
}

// usage adds up the resident memory that belongs to the processes alone, in
// bytes, and the CPU time of them and of their reaped children, of all
// processes but 1 of a process table. What a process has just left is 0.
func usage(proc string) (memory int64, cpu time.Duration) {
	dir, err := os.Open(proc)
	if err != nil {
		return 0, 0
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' || name == "1" {
			continue
		}
		if stat, err := os.ReadFile(filepath.Join(proc, name, "stat")); err == nil {
			// The name stands in brackets and may hold any byte.
			fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
			for _, i := range []int{11, 12, 13, 14} { // utime stime cutime cstime
				cpu += time.Duration(number(fields, i)) * clockTick
			}
		}
		if statm, err := os.ReadFile(filepath.Join(proc, name, "statm")); err == nil {
			fields := bytes.Fields(statm)
			memory += (number(fields, 1) - number(fields, 2)) * int64(os.Getpagesize())
		}
	}
	return memory, cpu
}

// number is field i, 0 where it is missing.
func number(fields [][]byte, i int) int64 {
	if i >= len(fields) {
		return 0
	}
	n, _ := strconv.ParseInt(string(fields[i]), 10, 64)
	return n
}
