package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// sources returns what the command sees of the host, outer places first.
func (c Command) sources() ([]mount, error) {
	program, err := filepath.Abs(c.Program)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(program)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("program %q is not a file", c.Program)
	}
	mounts := []mount{{Source: program, Place: "/bin/" + c.name()}}
	for host, inside := range c.ReadOnly {
		info, err := os.Stat(host)
		if err != nil {
			return nil, err
		}
		mounts = append(mounts, mount{Source: host, Place: inside, Dir: info.IsDir()})
	}
	slices.SortFunc(mounts[1:], func(a, b mount) int { return strings.Compare(a.Place, b.Place) })
	return mounts, nil
}

// opener opens mounts on behalf of a user that may not reach them: root's
// folders are mostly closed to others, and what root hands in must be readable
// all the same.
type opener struct {
	spaces map[[2]uint32]*os.File // user namespaces that map an owner to the user inside
}

func (o *opener) Close() {
	for _, f := range o.spaces {
		f.Close()
	}
}

// open opens each mount and returns the descriptors, which the caller closes;
// the first becomes descriptor number next of process 1.
func (o *opener) open(mounts []mount, id, next int) ([]*os.File, error) {
	var files []*os.File
	for i := range mounts {
		f, err := o.openOne(&mounts[i], id)
		if err != nil {
			closeAll(files)
			return nil, fmt.Errorf("opening %q: %w", mounts[i].Source, err)
		}
		mounts[i].Descriptor = next + i
		files = append(files, f)
	}
	return files, nil
}

func (o *opener) openOne(m *mount, id int) (*os.File, error) {
	info, err := os.Stat(m.Source)
	if err != nil {
		return nil, err
	}
	if !m.Dir && info.Mode()&0o005 == 0o005 {
		return fileOf(openMount(m.Source, 0))
	}
	owner := info.Sys().(*syscall.Stat_t)
	if space, err := o.space(owner.Uid, owner.Gid, id); err == nil {
		if f, err := fileOf(openMount(m.Source, int(space.Fd()))); err == nil {
			return f, nil
		}
	}
	// The file system, or the kernel, cannot map owners.
	if m.Dir {
		return fileOf(openMount(m.Source, 0))
	}
	m.Copy = info.Size()
	return os.Open(m.Source)
}

func fileOf(fd int, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), "mount"), nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// space returns a user namespace in which the owner of files is the user that
// a sandbox runs under. It is taken from a process that never gets to run.
func (o *opener) space(uid, gid uint32, id int) (*os.File, error) {
	key := [2]uint32{uid, gid}
	if f := o.spaces[key]; f != nil {
		return f, nil
	}
	process, err := os.StartProcess("/proc/self/exe", []string{stageInit}, &os.ProcAttr{
		Env: []string{}, Files: []*os.File{nil, nil, nil},
		Sys: &syscall.SysProcAttr{
			Cloneflags:  unix.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: int(uid), HostID: id, Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: int(gid), HostID: id, Size: 1}},
			Ptrace:      true, // it stops before its first instruction
			Pdeathsig:   syscall.SIGKILL,
		},
	})
	if err != nil {
		return nil, err
	}
	f, err := os.Open(fmt.Sprintf("/proc/%d/ns/user", process.Pid))
	_ = process.Kill()
	_, waited := process.Wait()
	if err != nil {
		return nil, err
	}
	if waited != nil {
		f.Close()
		return nil, waited
	}
	if o.spaces == nil {
		o.spaces = map[[2]uint32]*os.File{}
	}
	o.spaces[key] = f
	return f, nil
}
