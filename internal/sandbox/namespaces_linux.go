package sandbox

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// namespaces isolates with the kernel's namespaces, which this program makes by
// itself: nothing has to be installed. It needs Linux 5.14.
type namespaces struct{}

func (namespaces) Name() string { return "namespaces" }

func (n namespaces) Run(ctx context.Context, c Command) (Result, error) { return run(ctx, n, c) }

// start starts process 1 in namespaces of its own. It is an ordinary user on
// the host; the capabilities hold in the new namespaces alone and are what
// building the root takes.
func (namespaces) start(j *job, files []*os.File) (*os.Process, error) {
	attr := &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
			unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: insideID, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: insideID, HostID: os.Getegid(), Size: 1}},
		AmbientCaps: []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_SETPCAP, unix.CAP_SYS_RESOURCE},
		Setsid:      true,
		Pdeathsig:   syscall.SIGKILL,
	}
	if os.Geteuid() == 0 {
		id, err := unprivileged()
		if err != nil {
			return nil, err
		}
		attr.UidMappings[0].HostID, attr.GidMappings[0].HostID = id, id
		attr.GidMappingsEnableSetgroups = true
		attr.Credential = &syscall.Credential{Uid: insideID, Gid: insideID}
		var o opener
		defer o.Close()
		opened, err := o.open(j.Mounts, id, len(files))
		if err != nil {
			return nil, err
		}
		defer closeAll(opened)
		files = slices.Concat(files, opened)
	}
	own, err := ownProgram()
	if err != nil {
		return nil, err
	}
	defer own.Close()
	process, err := os.StartProcess(own.path, []string{stageInit}, &os.ProcAttr{
		Env: []string{"GOMAXPROCS=2"}, Files: files, Sys: attr,
	})
	if err != nil {
		return nil, fmt.Errorf("starting process 1: %w", err)
	}
	return process, nil
}

// hostID is the user and group that a sandbox has on the host when root starts
// it. Nothing else runs under it: it lies where systemd's list of user numbers
// has nothing.
const hostID = 1_900_000_001

// unprivileged returns the user that stands for root inside.
func unprivileged() (int, error) {
	text, err := os.ReadFile("/proc/self/uid_map")
	if err != nil {
		return 0, err
	}
	var first, outside, size int
	for line := range strings.Lines(string(text)) {
		if _, err := fmt.Sscan(line, &first, &outside, &size); err != nil {
			return 0, fmt.Errorf("/proc/self/uid_map: %w", err)
		}
		for _, id := range []int{hostID, insideID} {
			if id >= first && id-first < size {
				return id, nil
			}
		}
	}
	return 0, fmt.Errorf("no unprivileged user number in this user namespace")
}

// program is the executable of this process.
type program struct {
	path string
	copy *os.File
}

func (p program) Close() {
	if p.copy != nil {
		p.copy.Close()
	}
}

// ownProgram is what is started again: the file that this process runs, even
// if another has its name by now, or, where the unprivileged user may not
// execute it, a copy in memory.
func ownProgram() (program, error) {
	const path = "/proc/self/exe"
	info, err := os.Stat(path)
	if err != nil {
		return program{}, err
	}
	if os.Geteuid() != 0 || info.Mode()&0o001 != 0 {
		return program{path: path}, nil
	}
	from, err := os.Open(path)
	if err != nil {
		return program{}, err
	}
	defer from.Close()
	fd, err := unix.MemfdCreate("sooth", unix.MFD_CLOEXEC)
	if err != nil {
		return program{}, err
	}
	to := os.NewFile(uintptr(fd), "sooth")
	if _, err := io.Copy(to, from); err != nil {
		to.Close()
		return program{}, err
	}
	return program{path: fmt.Sprintf("/proc/self/fd/%d", fd), copy: to}, nil
}
