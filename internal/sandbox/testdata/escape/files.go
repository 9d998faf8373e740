//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// read reads each file; "=text" after the name says that it is an escape only
// if the text is in it.
func read(names []string) {
	for _, name := range names {
		name, text, _ := strings.Cut(name, "=")
		b, err := os.ReadFile(name)
		if err == nil && !strings.Contains(string(b), text) {
			err = errors.New("it is another file")
		}
		try("read "+name, err)
	}
}

func list(names []string) {
	for _, name := range names {
		_, err := os.ReadDir(name)
		try("list "+name, err)
	}
}

// write tries each way to change a place.
func write(names []string) {
	for _, name := range names {
		file := filepath.Join(name, "planted")
		try("create "+file, os.WriteFile(file, []byte("x"), 0o644))
		try("mkdir "+file, os.Mkdir(file+".d", 0o755))
		try("symlink "+file, os.Symlink("/", file+".l"))
		try("remove "+name, os.Remove(filepath.Join(name, "victim", "file")))
		try("chmod "+name, os.Chmod(name, 0o777))
	}
}

// environ looks for a secret in the environment of every process in reach.
func environ(args []string) {
	secret, pids := args[0], append(args[1:], "self", "1")
	for _, kv := range os.Environ() {
		if strings.Contains(kv, secret) {
			escaped("secret in the own environment")
		}
	}
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, pid := range pids {
		all = append(all, "/proc/"+pid+"/environ")
	}
	for _, name := range all {
		b, err := os.ReadFile(name)
		if err == nil && !bytes.Contains(b, []byte(secret)) {
			err = errors.New("no secret in it")
		}
		try("read "+name, err)
	}
}

func mem(pids []string) {
	for _, pid := range append(pids, "1") {
		_, err := os.OpenFile("/proc/"+pid+"/mem", os.O_RDWR, 0)
		try("open mem of "+pid, err)
	}
}

// lookAtInit looks for what process 1 could give away.
func lookAtInit([]string) {
	for _, name := range []string{"environ", "maps", "mem", "auxv", "syscall", "stack", "pagemap"} {
		b, err := os.ReadFile("/proc/1/" + name)
		if err == nil && len(b) == 0 {
			err = errors.New("empty")
		}
		try("read /proc/1/"+name, err)
	}
	for _, name := range []string{"root", "cwd", "exe", "ns/mnt", "ns/user"} {
		_, err := os.Readlink("/proc/1/" + name)
		try("follow /proc/1/"+name, err)
	}
	_, err := os.ReadDir("/proc/1/fd")
	try("list /proc/1/fd", err)
}

// overwriteProgram tries to change the file that it was started from.
func overwriteProgram([]string) {
	own := "/bin/" + filepath.Base(os.Args[0])
	for _, name := range []string{own, "/proc/self/exe"} {
		_, err := os.OpenFile(name, os.O_WRONLY, 0)
		try("open for writing "+name, err)
		try("truncate "+name, os.Truncate(name, 0))
	}
	try("chmod", os.Chmod(own, 0o777))
	try("remove", os.Remove(own))
	try("rename", os.Rename(own, own+".old"))
	try("remount", unix.Mount("", own, "", unix.MS_REMOUNT|unix.MS_BIND, ""))
	try("set time", os.Chtimes(own, fixed(), fixed()))
	try("set attribute", unix.Setxattr(own, "user.x", []byte("x"), 0))
	if _, err := os.ReadFile(own); err == nil {
		works("reading the program")
	}
}

// symlinks goes out of the scratch folder by every kind of indirection.
func symlinks(names []string) {
	for i, name := range names {
		name, text, _ := strings.Cut(name, "=")
		for j, way := range []string{name, "../../../../.." + name, "/proc/self/root" + name, "/proc/self/cwd/../.." + name, "/proc/1/root" + name, "/proc/thread-self/root/.." + name} {
			link := fmt.Sprintf("link%d.%d", i, j)
			must(os.Symlink(way, link))
			b, err := os.ReadFile(link)
			if err == nil && !strings.Contains(string(b), text) {
				err = errors.New("it is another file")
			}
			try("read through "+way, err)
		}
	}
	// A root or folder that is still open by descriptor.
	for fd := range 256 {
		for _, up := range []string{"", "/..", "/../../../.."} {
			dir := fmt.Sprintf("/proc/self/fd/%d%s", fd, up)
			if entries, err := os.ReadDir(dir); err == nil {
				for _, e := range entries {
					if e.Name() == "root" || e.Name() == "home" || e.Name() == "usr" {
						escaped("the host's root at " + dir)
					}
				}
			}
		}
	}
}

func hardlink(names []string) {
	for _, name := range append(names, "/bin/"+filepath.Base(os.Args[0]), "/proc/self/exe", "/dev/null") {
		try("link "+name, os.Link(name, "linked"))
	}
}

func devices([]string) {
	for _, name := range []string{"mem", "kmem", "port", "kmsg", "tty", "console", "ptmx", "vda", "sda", "nvme0n1", "kvm", "fuse", "loop-control", "mapper/control", "net/tun", "vhost-vsock", "zero", "userfaultfd", "snapshot"} {
		_, err := os.Open("/dev/" + name)
		try("open /dev/"+name, err)
	}
	for name, device := range map[string][2]uint32{"mem": {1, 1}, "kmsg": {1, 11}, "disk": {254, 0}, "sda": {8, 0}} {
		err := unix.Mknod(name, unix.S_IFBLK|0o600, int(unix.Mkdev(device[0], device[1])))
		if errors.Is(err, fs.ErrExist) {
			err = nil
		}
		try("mknod "+name, err)
		try("mknod "+name, unix.Mknod(name+".c", unix.S_IFCHR|0o600, int(unix.Mkdev(device[0], device[1]))))
	}
	for _, name := range []string{"null", "random", "urandom", "full"} {
		if f, err := os.Open("/dev/" + name); err != nil {
			try("open "+name, nil) // this one must work: say so loudly
		} else {
			f.Close()
			works("/dev/" + name)
		}
	}
}

// sys tries the kernel's own files.
func sys([]string) {
	for _, name := range []string{"/sys/kernel", "/sys/fs/cgroup", "/sys/class/net", "/sys/firmware"} {
		_, err := os.ReadDir(name)
		try("list "+name, err)
	}
	for _, name := range []string{"/proc/kcore", "/proc/kmsg", "/proc/keys", "/proc/sysrq-trigger", "/proc/kpagecount", "/sys/kernel/notes", "/proc/vmallocinfo"} {
		b := make([]byte, 64)
		f, err := os.Open(name)
		if err == nil {
			_, err = f.Read(b)
		}
		try("read "+name, err)
	}
	if b, err := os.ReadFile("/proc/self/oom_score_adj"); string(b) != "1000\n" {
		escaped(fmt.Sprintf("out of memory it comes at %q, %v", b, err))
	}
	for _, name := range []string{"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches", "/proc/sys/user/max_user_namespaces",
		"/proc/sys/net/ipv4/ip_forward", "/proc/sysrq-trigger", "/proc/self/oom_score_adj", "/proc/self/uid_map", "/proc/self/gid_map", "/proc/self/setgroups"} {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err == nil {
			_, err = f.WriteString("-1000")
		}
		try("write "+name, err)
	}
}

// remember leaves files wherever it may, and says whether it finds its own.
func remember([]string) {
	for _, name := range []string{"/box/memory", "/tmp/memory2", "/dev/shm/memory", "/var/tmp/memory", "/run/memory"} {
		if _, err := os.Stat(name); err == nil {
			escaped("a file of the run before: " + name)
		}
		_ = os.MkdirAll(filepath.Dir(name), 0o777)
		try2 := os.WriteFile(name, []byte("x"), 0o666)
		fmt.Println("wrote", name, try2)
	}
	contained("nothing of the run before")
}

// show prints what Command says: arguments, environment, folder, files handed in.
func show(args []string) {
	dir, err := os.Getwd()
	fmt.Printf("args %q\nenv %q\ndir %q %v\nhost %q\n", os.Args, os.Environ(), dir, err, hostname())
	for _, name := range args {
		b, err := os.ReadFile(name)
		fmt.Printf("file %s %q %v\n", name, b, err)
	}
	works("showing")
}

// tree lists all that can be seen, for the test to compare.
func tree([]string) {
	_ = filepath.WalkDir("/", func(name string, d fs.DirEntry, err error) error {
		if strings.HasPrefix(name, "/proc/") {
			return fs.SkipDir
		}
		fmt.Println("tree", name)
		return nil
	})
	contained("the tree")
}

// descriptors looks for open files beyond the first three.
func descriptors([]string) {
	for fd := 3; fd < 1024; fd++ {
		name, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd))
		if err != nil || strings.HasPrefix(name, "anon_inode:") {
			continue // the runtime's own poller
		}
		escaped(fmt.Sprintf("descriptor %d is %s", fd, name))
	}
	contained("no descriptors")
}

// passed reads from a descriptor that the host left open by mistake.
func passed(args []string) {
	var fd int
	_, err := fmt.Sscan(args[0], &fd)
	must(err)
	b := make([]byte, 16)
	_, err = unix.Pread(fd, b, 0)
	try("read descriptor "+args[0], err)
}
