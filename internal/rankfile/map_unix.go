//go:build linux || darwin || freebsd || netbsd || openbsd

package rankfile

import (
	"os"
	"syscall"

	"sooth/rank"
)

// mapped shows a file as memory that the system can take back at any time, so
// that a run of any size needs little of its own.
func mapped(name string, f *os.File, size int64) (*File, error) {
	if size == 0 {
		return &File{rank.Text{Name: name}, func() {}}, nil
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return read(name, f)
	}
	return &File{rank.Text{Name: name, Data: data}, func() { syscall.Munmap(data) }}, nil
}
