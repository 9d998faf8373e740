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
	for s := unix.Signal(1); s <= 64; s++ {
		switch s {
		case unix.SIGCHLD: // ignored, it would reap by itself
		case unix.SIGURG: // the scheduler's own; one too many does no harm
		default:
			setAction(s, 1) // SIG_IGN
		}
	}
}

// resetSignals gives every signal its default action: what was ignored where
// this program was started, by nohup for one, would be ignored in the command.
func resetSignals() {
	for s := unix.Signal(1); s <= 64; s++ {
		setAction(s, 0) // SIG_DFL
	}
}

// setAction sets the action of a signal past the Go runtime. An error is of
// SIGKILL and SIGSTOP, which have none.
func setAction(s unix.Signal, handler uint64) {
	action := [4]uint64{handler} // struct sigaction of the kernel, without flags
	_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
}
