//go:build unix

package process

import (
	"errors"
	"os"
	"syscall"
)

// Group puts a program into a process group of its own, so that its children
// can be ended with it.
func Group() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// Kill ends the whole group of a program that was started with Group. A group
// that is gone is no error.
func Kill(p *os.Process) error {
	if err := syscall.Kill(-p.Pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

// Signal names the signal that ended a program; empty: none did.
func Signal(s *os.ProcessState) string {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return w.Signal().String()
	}
	return ""
}
