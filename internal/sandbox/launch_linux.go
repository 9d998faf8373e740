package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// launchVariable is the environment variable that tells the stage below what to do.
const launchVariable = "SOOTH_SANDBOX_LAUNCH"

// launch is what the stage between root and bubblewrap does: bring mounts to
// where an ordinary user reaches them, become that user, execute.
type launch struct {
	Mounts  []mount // places below an empty folder
	ID      int
	Command []string
}

// launchFolder is covered, in the stage's own mount namespace, by the folder
// of its mounts. Bubblewrap needs the name too and covers it once more.
const launchFolder = "/tmp"

// launch starts bwrap by way of the stage.
func (b bubblewrap) launch(j *job, mounts []mount, attr *os.ProcAttr) (*os.Process, error) {
	id, err := unprivileged()
	if err != nil {
		return nil, err
	}
	var o opener
	defer o.Close()
	opened, err := o.open(mounts, id, len(attr.Files))
	if err != nil {
		return nil, err
	}
	defer closeAll(opened)
	l := launch{Mounts: mounts, ID: id}
	seen := make([]mount, len(mounts)) // as bwrap is told of them
	for i, m := range mounts {
		l.Mounts[i].Place = "/" + strconv.Itoa(i)
		seen[i] = mount{Source: launchFolder + l.Mounts[i].Place, Place: m.Place}
	}
	l.Command = b.arguments(j, seen)
	text, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	attr.Env = []string{launchVariable + "=" + string(text)}
	attr.Files = append(attr.Files, opened...)
	attr.Sys.Cloneflags = unix.CLONE_NEWNS
	process, err := os.StartProcess("/proc/self/exe", []string{stageLaunch}, attr)
	if err != nil {
		return nil, fmt.Errorf("starting bubblewrap's launcher: %w", err)
	}
	return process, nil
}

// launchMain is the stage; it returns only an error.
func launchMain() error {
	runtime.LockOSThread()
	var l launch
	if err := json.Unmarshal([]byte(os.Getenv(launchVariable)), &l); err != nil {
		return err
	}
	err := errors.Join(
		unix.CloseRange(controlDescriptor+1+uint(len(files())), 1<<31-1, unix.CLOSE_RANGE_CLOEXEC),
		unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""),
	)
	if err != nil {
		return err
	}
	room := int64(1 << 20)
	for _, m := range l.Mounts {
		room += m.Copy
	}
	if err := unix.Mount("tmpfs", launchFolder, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=0755,size="+strconv.FormatInt(room, 10)); err != nil {
		return err
	}
	if err := os.Chdir(launchFolder); err != nil {
		return err
	}
	for _, m := range l.Mounts {
		if err := m.place(); err != nil {
			return fmt.Errorf("placing %q: %w", m.Source, err)
		}
	}
	if err := errors.Join(os.Chdir("/"), syscall.Setgroups(nil), syscall.Setgid(l.ID), syscall.Setuid(l.ID)); err != nil {
		return err
	}
	// Becoming another user took this off.
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return err
	}
	return syscall.Exec(l.Command[0], l.Command, nil)
}
