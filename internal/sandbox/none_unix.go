//go:build unix

package sandbox

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// killGroup makes cmd a process group of its own, all of which is killed.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }
}

// signalName is the name of the signal that ended a process.
func signalName(state *os.ProcessState) string {
	return unix.SignalName(state.Sys().(syscall.WaitStatus).Signal())
}
