//go:build !(linux || darwin || freebsd || netbsd || openbsd)

package rankfile

import "os"

// mapped reads the file: this system's way of mapping is not used.
func mapped(name string, f *os.File, _ int64) (*File, error) { return read(name, f) }
