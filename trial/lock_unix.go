//go:build unix

package trial

import (
	"errors"
	"os"
	"syscall"
)

var errHeld = errors.New("held by another process")

// lockFile takes the lock without waiting. It belongs to the open file, which
// children do not inherit: it ends with this process.
func lockFile(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errHeld
		}
		return err
	}
}
