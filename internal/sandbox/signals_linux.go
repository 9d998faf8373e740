package sandbox

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// ignoreSignals makes the kernel drop what the command may send to process 1,
// past the handlers of the Go runtime, which would end the process. It comes
// after the command's process was made: that inherits what is ignored.
//
// signal.Notify for all signals would do, and takes 10 ms.
func ignoreSignals() {
	action := [4]uint64{1} // struct sigaction of the kernel: SIG_IGN, no flags
	for s := unix.Signal(1); s <= 64; s++ {
		switch s {
		case unix.SIGCHLD: // ignored, it would reap by itself
		case unix.SIGURG: // the scheduler's own; one too many does no harm
		default:
			// An error is of SIGKILL and SIGSTOP, which the kernel keeps from
			// process 1 by itself.
			_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
		}
	}
}
