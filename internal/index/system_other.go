//go:build !unix

package index

import "io/fs"

// inode returns 0: the system has none.
func inode(fs.FileInfo) uint64 { return 0 }

// noWait is nothing here: opening a file never waits.
const noWait = 0
