package sandbox

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// bubblewrap isolates with bwrap, a program that distributions allow to make
// namespaces where others may not. Inside, process 1 is this program again, and
// all but the namespaces is the same as there.
type bubblewrap struct{ command string }

func (bubblewrap) Name() string { return "bubblewrap" }

func (b bubblewrap) Run(ctx context.Context, c Command) (Result, error) { return run(ctx, b, c) }

// findBubblewrap finds bwrap on the PATH of environ; relative entries are
// passed over.
func findBubblewrap(environ []string) (bubblewrap, bool) {
	for _, kv := range environ {
		list, ok := strings.CutPrefix(kv, "PATH=")
		if !ok {
			continue
		}
		for _, dir := range filepath.SplitList(list) {
			file := filepath.Join(dir, "bwrap")
			if info, err := os.Stat(file); err == nil && filepath.IsAbs(file) && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
				return bubblewrap{file}, true
			}
		}
	}
	return bubblewrap{}, false
}

// start starts bwrap, as an ordinary user in any case: what root starts in a
// user namespace with one user would be root on the host. For root a stage of
// this program opens what that user cannot reach.
func (b bubblewrap) start(j *job, files []*os.File) (*os.Process, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	libraries, err := linkage("/proc/self/exe")
	if err != nil {
		return nil, err
	}
	mounts := append(j.Mounts, mount{Source: own, Place: "/" + stageInit})
	for _, l := range libraries {
		mounts = append(mounts, mount{Source: l, Place: l})
	}
	j.Build, j.Mounts = false, nil
	texts, err := memoryFiles()
	if err != nil {
		return nil, err
	}
	defer closeAll(texts)
	attr := &os.ProcAttr{Env: []string{}, Files: slices.Concat(files, texts), Sys: &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}}
	if os.Geteuid() == 0 {
		return b.launch(j, mounts, attr)
	}
	process, err := os.StartProcess(b.command, b.arguments(j, mounts), attr)
	if err != nil {
		return nil, fmt.Errorf("starting bubblewrap: %w", err)
	}
	return process, nil
}

// arguments are those of bwrap, its name the first.
func (b bubblewrap) arguments(j *job, mounts []mount) []string {
	id := strconv.Itoa(insideID)
	args := []string{
		b.command, "--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
		"--die-with-parent", "--new-session", "--as-pid-1", "--clearenv", "--setenv", "GOMAXPROCS", "2",
		"--cap-drop", "ALL", "--uid", id, "--gid", id, "--hostname", "sandbox",
		"--proc", "/proc", "--size", strconv.FormatInt(j.Limits.Disk, 10), "--perms", "0700", "--tmpfs", Scratch,
		"--symlink", Scratch[1:], "/tmp", "--symlink", "/proc/self/fd", "/dev/fd",
		"--symlink", "fd/0", "/dev/stdin", "--symlink", "fd/1", "/dev/stdout", "--symlink", "fd/2", "/dev/stderr",
	}
	for _, name := range devices() {
		args = append(args, "--dev-bind", "/dev/"+name, "/dev/"+name)
	}
	for i, name := range slices.Sorted(maps.Keys(files())) {
		args = append(args, "--perms", "0444", "--ro-bind-data", strconv.Itoa(controlDescriptor+1+i), "/"+name)
	}
	for _, m := range mounts {
		args = append(args, "--ro-bind", m.Source, m.Place)
	}
	return append(args, "--remount-ro", "/", "--chdir", "/", "/"+stageInit)
}

// memoryFiles holds the files of /etc inside, in the order of their names.
func memoryFiles() ([]*os.File, error) {
	var all []*os.File
	texts := files()
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
		if err != nil {
			closeAll(all)
			return nil, err
		}
		f := os.NewFile(uintptr(fd), name)
		all = append(all, f)
		if _, err := f.WriteAt([]byte(texts[name]), 0); err != nil {
			closeAll(all)
			return nil, err
		}
	}
	return all, nil
}
