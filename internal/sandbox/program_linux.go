package sandbox

import (
	"fmt"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	// goReserve is the address space that a Go program reserves and does not use.
	goReserve = 2 << 30
	// openFiles is the limit on descriptors of a process.
	openFiles = 256
	// initThreads is what process 1, which has the same user, needs of the
	// limit on processes.
	initThreads = 16
	// threadsForCPU is how many threads a Go program may start for each CPU
	// without having asked for one.
	threadsForCPU = 2
)

// programMain is the process that turns into the command: it gives up all that
// the command may not have.
func programMain() error {
	// What follows changes this thread alone, and the thread is what execve keeps.
	runtime.LockOSThread()
	unix.CloseOnExec(controlDescriptor)
	control := newChannel(os.NewFile(controlDescriptor, "control"))
	if err := control.Encode(message{Hello: true}); err != nil {
		return err
	}
	var j job
	if err := control.Decode(&j); err != nil {
		return err
	}
	if err := become(&j); err != nil {
		return control.Encode(message{Failed: err.Error()})
	}
	return nil
}

// become confines the process and executes the command; it returns only an error.
func become(j *job) error {
	if err := os.Chdir(j.Dir); err != nil {
		return fmt.Errorf("working directory inside: %w", err)
	}
	unix.Umask(0o022)
	resetSignals()
	// When the machine is out of memory this goes first.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	if err := limit(j.Limits); err != nil {
		return err
	}
	if err := dropCapabilities(); err != nil {
		return err
	}
	if err := restrictFiles(); err != nil {
		return err
	}
	if err := filterCalls(); err != nil {
		return err
	}
	if err := syscall.Exec(j.Program, j.Args, j.Env); err != nil {
		return fmt.Errorf("executing %q: %w; hint: it must be a static executable for this machine", j.Program, err)
	}
	return nil
}

// limit sets the kernel's limits on each process. They are the second line
// behind what process 1 watches, but for processes, files and address space.
func limit(l Limits) error {
	seconds := uint64((l.CPU+999999999)/1e9) + 1
	for resource, n := range map[int]uint64{
		unix.RLIMIT_AS:         uint64(l.Memory) + goReserve,
		unix.RLIMIT_CPU:        seconds,
		unix.RLIMIT_NPROC:      uint64(l.Processes + initThreads + threadsForCPU*runtime.NumCPU()),
		unix.RLIMIT_FSIZE:      uint64(l.Disk) + 4096, // beyond the file system's end, where ENOSPC says more than a signal
		unix.RLIMIT_NOFILE:     openFiles,
		unix.RLIMIT_CORE:       0,
		unix.RLIMIT_MSGQUEUE:   0,
		unix.RLIMIT_MEMLOCK:    64 << 10,
		unix.RLIMIT_SIGPENDING: 256,
		unix.RLIMIT_NICE:       0,
		unix.RLIMIT_RTPRIO:     0,
	} {
		if err := lower(resource, n); err != nil {
			return fmt.Errorf("setting limit %d to %d: %w", resource, n, err)
		}
	}
	return nil
}

// lower sets a limit, or leaves it where it is lower already.
func lower(resource int, n uint64) error {
	var now syscall.Rlimit
	if err := syscall.Getrlimit(resource, &now); err != nil {
		return err
	}
	n = min(n, now.Max)
	return syscall.Setrlimit(resource, &syscall.Rlimit{Cur: n, Max: n})
}
