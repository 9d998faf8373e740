//go:build !unix

package process

import (
	"errors"
	"os"
	"syscall"
)

// Group is nothing here: there are no process groups.
func Group() *syscall.SysProcAttr { return nil }

// Kill ends a program; its children live on.
func Kill(p *os.Process) error {
	if err := p.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// Signal is always empty here.
func Signal(*os.ProcessState) string { return "" }
