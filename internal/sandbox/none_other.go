//go:build !unix

package sandbox

import (
	"os"
	"os/exec"
)

// killGroup leaves cmd as it is: the process alone is killed.
func killGroup(cmd *exec.Cmd) {}

// signalName is a word for what ended a process without an exit code.
func signalName(state *os.ProcessState) string { return "killed" }
