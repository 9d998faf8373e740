package sandbox

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The defaults of Limits.
const (
	defaultTime            = 30 * time.Second
	defaultMemory    int64 = 1 << 30
	defaultProcesses       = 64
	defaultDisk      int64 = 64 << 20
	defaultOutput    int64 = 1 << 20
)

// patience is how many times its limit a stream of output may reach before the
// command is stopped: up to there the rest is read and dropped.
const patience = 16

// complete returns l with its defaults filled in.
func (l Limits) complete() (Limits, error) {
	if l.Wall < 0 || l.CPU < 0 || l.Memory < 0 || l.Processes < 0 || l.Disk < 0 || l.Output < 0 {
		return l, fmt.Errorf("negative limit in %+v; hint: zero means the default", l)
	}
	or := func(v *int64, d int64) {
		if *v == 0 {
			*v = d
		}
	}
	or((*int64)(&l.Wall), int64(defaultTime))
	or((*int64)(&l.CPU), int64(defaultTime))
	or(&l.Memory, defaultMemory)
	or(&l.Disk, defaultDisk)
	or(&l.Output, defaultOutput)
	if l.Processes == 0 {
		l.Processes = defaultProcesses
	}
	return l, nil
}

// files is how many files the scratch folder may hold, empty ones too: each
// takes memory of the kernel.
func (l Limits) files() int64 { return l.Disk>>12 + 1024 }

// complete returns c with its defaults filled in, checked.
func (c Command) complete() (Command, error) {
	var err error
	if c.Limits, err = c.Limits.complete(); err != nil {
		return c, err
	}
	if len(c.Args) == 0 {
		c.Args = []string{filepath.Base(c.Program)}
	}
	for _, s := range slices.Concat(c.Args, c.Env, []string{c.Program, c.Dir}) {
		if strings.ContainsRune(s, 0) {
			return c, fmt.Errorf("NUL byte in %q", s)
		}
	}
	if name := c.name(); name == "." || name == ".." || name == "/" {
		return c, fmt.Errorf("program name %q; hint: Args[0] names a file", c.Args[0])
	}
	if c.Dir == "" {
		c.Dir = Scratch
	}
	if !path.IsAbs(c.Dir) {
		return c, fmt.Errorf("working directory %q is not absolute", c.Dir)
	}
	for host, inside := range c.ReadOnly {
		if !filepath.IsAbs(host) {
			return c, fmt.Errorf("read-only directory %q is not absolute", host)
		}
		if err := checkPlace(inside); err != nil {
			return c, err
		}
	}
	return c, nil
}

// name is the base name under which the program is seen inside.
func (c Command) name() string { return path.Base(filepath.ToSlash(c.Args[0])) }

// checkPlace refuses a place inside that the sandbox keeps for itself.
func checkPlace(inside string) error {
	if !path.IsAbs(inside) || path.Clean(inside) != inside || strings.ContainsRune(inside, 0) {
		return fmt.Errorf("place inside %q is not a clean absolute path", inside)
	}
	top, _, _ := strings.Cut(inside[1:], "/")
	switch "/" + top {
	case "/", "/proc", "/dev", "/bin", "/etc", "/tmp", "/sys":
		return fmt.Errorf("place inside %q is taken; hint: choose another top folder, such as /src", inside)
	}
	if inside == Scratch {
		return fmt.Errorf("place inside %q is taken; hint: choose a folder below it", inside)
	}
	return nil
}
