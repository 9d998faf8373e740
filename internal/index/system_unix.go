//go:build unix

package index

import (
	"io/fs"
	"syscall"
)

// inode returns the number that the file system knows a file by.
func inode(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino)
	}
	return 0
}

// noWait makes opening a pipe return at once.
const noWait = syscall.O_NONBLOCK
