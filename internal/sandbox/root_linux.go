package sandbox

import (
	"fmt"
	"io"
	"os"
	"path"
	"strconv"

	"golang.org/x/sys/unix"
)

// insideID is the user and the group inside.
const insideID = 65534

// devices are the nodes of the host's /dev that are seen inside. There is no
// zero: mapped, it is shared memory that no process is charged for.
func devices() []string { return []string{"null", "full", "random", "urandom"} }

// files are the files of /etc inside; programs look up their user and localhost.
func files() map[string]string {
	return map[string]string{
		"etc/passwd": "nobody:x:65534:65534:nobody:" + Scratch + ":/\n",
		"etc/group":  "nogroup:x:65534:\n",
		"etc/hosts":  "127.0.0.1 localhost\n::1 localhost\n",
	}
}

// buildRoot makes the root file system of a new mount namespace, a tmpfs with
// the mounts of j, and leaves it as the working directory, for pivot.
func buildRoot(j *job) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("making mounts private: %w", err)
	}
	// The sources are opened while the host's tree can still be seen.
	room := int64(1 << 20)
	for i := range j.Mounts {
		if m := &j.Mounts[i]; m.Descriptor == 0 {
			fd, err := openMount(m.Source, 0)
			if err != nil {
				return fmt.Errorf("opening %q: %w", m.Source, err)
			}
			m.Descriptor = fd
		}
		room += j.Mounts[i].Copy
	}
	nodes := map[string]int{}
	for _, name := range devices() {
		fd, err := openTree("/dev/"+name, unix.MountAttr{Attr_set: unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NOEXEC})
		if err != nil {
			return fmt.Errorf("opening /dev/%s: %w", name, err)
		}
		nodes[name] = fd
	}
	if err := mountBase(room); err != nil {
		return err
	}
	for _, dir := range []string{"bin", "proc", "dev", "etc", Scratch[1:]} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	for name, fd := range nodes {
		if err := attach(fd, "dev/"+name, false); err != nil {
			return err
		}
	}
	links := [][2]string{{"/proc/self/fd", "dev/fd"}, {"fd/0", "dev/stdin"}, {"fd/1", "dev/stdout"}, {"fd/2", "dev/stderr"}, {Scratch[1:], "tmp"}}
	for _, l := range links {
		if err := os.Symlink(l[0], l[1]); err != nil {
			return err
		}
	}
	for name, text := range files() {
		if err := os.WriteFile(name, []byte(text), 0o444); err != nil {
			return err
		}
	}
	// subset=pid leaves processes only: no kcore, sys, keys, interrupts.
	if err := unix.Mount("proc", "proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "subset=pid"); err != nil {
		return fmt.Errorf("mounting /proc: %w", err)
	}
	size := "mode=0700,size=" + strconv.FormatInt(j.Limits.Disk, 10) + ",nr_inodes=" + strconv.FormatInt(j.Limits.files(), 10)
	if err := unix.Mount("tmpfs", Scratch[1:], "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, size); err != nil {
		return fmt.Errorf("mounting %s: %w", Scratch, err)
	}
	for _, m := range j.Mounts {
		if err := m.place(); err != nil {
			return fmt.Errorf("placing %q at %q: %w", m.Source, m.Place, err)
		}
	}
	return nil
}

// mountBase mounts the tmpfs that becomes the root over some folder and makes
// it the working directory.
func mountBase(size int64) error {
	var err error
	for _, dir := range []string{"/tmp", "/var", "/proc"} {
		err = unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=0755,nr_inodes=4096,size="+strconv.FormatInt(size, 10))
		if err == nil {
			return os.Chdir(dir)
		}
	}
	return fmt.Errorf("mounting the root: %w", err)
}

// openMount returns a detached copy of the mount tree at name, read-only and
// without set-user-id programs and devices. A user namespace, if there is one,
// says who its owners are taken for.
func openMount(name string, space int) (int, error) {
	attr := unix.MountAttr{
		Attr_set:    unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NODEV,
		Propagation: unix.MS_PRIVATE, // what the host mounts there later stays outside
	}
	if space != 0 {
		attr.Attr_set |= unix.MOUNT_ATTR_IDMAP
		attr.Userns_fd = uint64(space)
	}
	return openTree(name, attr)
}

// openTree returns a detached copy of the mount tree at name with attributes.
func openTree(name string, attr unix.MountAttr) (int, error) {
	fd, err := unix.OpenTree(unix.AT_FDCWD, name, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		return -1, err
	}
	if err := unix.MountSetattr(fd, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &attr); err != nil {
		unix.Close(fd)
		return -1, fmt.Errorf("setting its attributes: %w", err)
	}
	return fd, nil
}

// place brings m to its place below the working directory.
func (m mount) place() error {
	inside := m.Place[1:]
	if err := os.MkdirAll(path.Dir(inside), 0o755); err != nil {
		return err
	}
	if m.Copy == 0 {
		return attach(m.Descriptor, inside, m.Dir)
	}
	from := os.NewFile(uintptr(m.Descriptor), m.Source)
	defer from.Close()
	to, err := os.OpenFile(inside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o555)
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, from); err != nil {
		to.Close()
		return err
	}
	return to.Close()
}

// attach puts a detached mount at a place below the working directory.
func attach(fd int, inside string, dir bool) error {
	var err error
	if dir {
		err = os.MkdirAll(inside, 0o755)
	} else {
		err = os.WriteFile(inside, nil, 0o444)
	}
	if err != nil {
		return err
	}
	if err := unix.MoveMount(fd, "", unix.AT_FDCWD, inside, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return fmt.Errorf("mounting %q: %w", inside, err)
	}
	return unix.Close(fd)
}

// pivot makes the working directory the root, read-only, and lets go of the
// old root for every process of the namespace.
func pivot() error {
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("letting go of the old root: %w", err)
	}
	if err := os.Chdir("/"); err != nil {
		return err
	}
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", 0, &attr); err != nil {
		return fmt.Errorf("making the root read-only: %w", err)
	}
	return nil
}
