// Package sandbox runs programs that nobody trusts.
//
// Inside there is no network of any kind, no file of the host but the
// toolchain's libraries and what is handed in, no secret, a process table of
// its own, and limits on CPU, wall time, memory, processes, disk and output.
package sandbox

import (
	"context"
	"errors"
	"time"
)

// Sandbox runs commands in isolation. It is safe for concurrent use.
type Sandbox interface {
	// Name identifies the backend: "bubblewrap", "namespaces".
	Name() string
	// Run runs one command to its end and leaves nothing behind. An error
	// means that it could not be run at all; whatever the command did is in
	// Result.
	Run(ctx context.Context, c Command) (Result, error)
}

// Command is one program to run.
type Command struct {
	// Program is the path of a static executable on the host; it is seen
	// inside, read-only, under Args[0]'s base name.
	Program string
	Args    []string // Args[0] is the program's name
	Env     []string // the whole environment
	// ReadOnly maps host directories to places inside where they can be read.
	ReadOnly map[string]string
	// Dir is the working directory inside; empty means Scratch.
	Dir    string
	Stdin  []byte
	Limits Limits
}

// Scratch is the folder inside that can be written: empty at first, as large
// as Limits.Disk, and gone afterwards. /tmp is another name for it.
const Scratch = "/box"

// Limits bound a command; a zero field means the default.
type Limits struct {
	Wall      time.Duration // default 30 s
	CPU       time.Duration // default 30 s
	Memory    int64         // bytes resident in all processes together, and of address space in each beyond what a Go program reserves; default 1 GiB
	Processes int           // processes and threads, beyond two threads for each CPU; default 64
	Disk      int64         // bytes of the scratch folder; default 64 MiB
	Output    int64         // bytes of stdout and of stderr kept; default 1 MiB
}

// Result is what a command did.
type Result struct {
	Exit      int    // exit code; -1 when killed
	Killed    string // "", "wall time", "cpu time", "memory", "disk" (too many files), "output", "cancelled", or a signal's name
	Stdout    []byte
	Stderr    []byte
	Truncated bool // output beyond the limit was dropped
	Wall      time.Duration
	CPU       time.Duration
}

// ErrNone says that this machine has no sandbox; its hint says what installs one.
var ErrNone = errors.New("no sandbox on this machine")
