//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

func pointer[T any](p *T) unsafe.Pointer { return unsafe.Pointer(p) }

// failure is the error of a raw call.
func failure(e unix.Errno) error {
	if e == 0 {
		return nil
	}
	return e
}

func ptrace([]string) {
	runtime.LockOSThread()
	c := self("hold")
	must(c.Start())
	defer func() { _ = c.Process.Kill() }()
	for _, pid := range []int{1, c.Process.Pid} {
		try(fmt.Sprintf("attach to %d", pid), unix.PtraceAttach(pid))
		try(fmt.Sprintf("seize %d", pid), unix.PtraceSeize(pid))
		b := make([]byte, 8)
		local := unix.Iovec{Base: &b[0]}
		local.SetLen(8)
		_, err := unix.ProcessVMReadv(pid, []unix.Iovec{local}, []unix.RemoteIovec{{Base: 0x400000, Len: 8}}, 0)
		try(fmt.Sprintf("read the memory of %d", pid), err)
		if fd, err := unix.PidfdOpen(pid, 0); err == nil {
			_, err = unix.PidfdGetfd(fd, 0, 0)
			try(fmt.Sprintf("take a descriptor of %d", pid), err)
		}
	}
}

func setuid([]string) {
	runtime.LockOSThread()
	for _, id := range []int{0, 1, 1000, 1_900_000_001} {
		try(fmt.Sprint("setuid ", id), unix.Setresuid(id, id, id))
		try(fmt.Sprint("setgid ", id), unix.Setresgid(id, id, id))
		try(fmt.Sprint("setgroups ", id), unix.Setgroups([]int{id}))
	}
	// A program that changes its user, of one's own making.
	must(os.WriteFile("/box/suid", []byte("#!"), 0o755))
	try("chown", os.Chown("/box/suid", 0, 0))
	if os.Getuid() == 0 || os.Geteuid() == 0 {
		escaped("user 0")
	}
}

func mount([]string) {
	must(os.MkdirAll("/box/m", 0o755))
	try("tmpfs", unix.Mount("tmpfs", "/box/m", "tmpfs", 0, ""))
	try("proc", unix.Mount("proc", "/box/m", "proc", 0, ""))
	try("sysfs", unix.Mount("sysfs", "/box/m", "sysfs", 0, ""))
	try("bind", unix.Mount("/", "/box/m", "", unix.MS_BIND|unix.MS_REC, ""))
	try("remount", unix.Mount("", "/", "", unix.MS_REMOUNT|unix.MS_BIND, ""))
	try("disk", unix.Mount("/dev/vda", "/box/m", "ext4", 0, ""))
	for _, place := range []string{"/", "/proc", "/box", "/dev/null"} {
		try("unmount "+place, unix.Unmount(place, unix.MNT_DETACH))
	}
	try("pivot_root", unix.PivotRoot("/box", "/box/m"))
	try("chroot", unix.Chroot("/box"))
	_, err := unix.Fsopen("tmpfs", 0)
	try("fsopen", err)
	_, err = unix.OpenTree(unix.AT_FDCWD, "/", unix.OPEN_TREE_CLONE)
	try("open_tree", err)
	try("mount_setattr", unix.MountSetattr(unix.AT_FDCWD, "/", 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}))
}

func namespaces([]string) {
	runtime.LockOSThread()
	for name, flag := range map[string]int{"user": unix.CLONE_NEWUSER, "mount": unix.CLONE_NEWNS, "pid": unix.CLONE_NEWPID, "net": unix.CLONE_NEWNET,
		"ipc": unix.CLONE_NEWIPC, "uts": unix.CLONE_NEWUTS, "cgroup": unix.CLONE_NEWCGROUP, "time": unix.CLONE_NEWTIME} {
		try("unshare "+name, unix.Unshare(flag))
		if flag != unix.CLONE_NEWTIME {
			pid, _, errno := unix.RawSyscall6(unix.SYS_CLONE, uintptr(flag)|uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
			if errno == 0 && pid == 0 {
				unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
			}
			try("clone "+name, failure(errno))
		}
	}
	arguments := [11]uint64{unix.CLONE_NEWUSER, 0, 0, 0, uint64(unix.SIGCHLD)}
	pid, _, errno := unix.RawSyscall(unix.SYS_CLONE3, uintptr(pointer(&arguments)), unsafe.Sizeof(arguments), 0)
	if errno == 0 && pid == 0 {
		unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	try("clone3 user", failure(errno))
	for _, name := range []string{"mnt", "net", "pid", "user"} {
		fd, err := unix.Open("/proc/1/ns/"+name, unix.O_RDONLY, 0)
		if err == nil {
			err = unix.Setns(fd, 0)
		}
		try("setns of process 1 "+name, err)
		fd, err = unix.Open("/proc/self/ns/"+name, unix.O_RDONLY, 0)
		must(err)
		try("setns own "+name, unix.Setns(fd, 0))
	}
}

// capabilities reads what the kernel says of this process.
func capabilities([]string) {
	b, err := os.ReadFile("/proc/self/status")
	must(err)
	seen := 0
	for line := range strings.Lines(string(b)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":\t")
		want := ""
		switch name {
		case "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "SigIgn":
			want = "0000000000000000"
		case "NoNewPrivs":
			want = "1"
		case "Seccomp":
			want = "2"
		default:
			continue
		}
		seen++
		if value != want {
			escaped(name + " is " + value)
		}
	}
	if seen != 8 {
		escaped(fmt.Sprintf("%d of 8 lines found", seen))
	}
	contained("no privileges")
}

// calls makes system calls that need no privilege and are wide doors. Some
// must be refused for the right reason: without the filter they would fail too,
// for their arguments.
func calls([]string) {
	var zero [32]uint64
	p := uintptr(pointer(&zero))
	for name, c := range map[string][6]uintptr{
		"keyctl":             {unix.SYS_KEYCTL, 0, ^uintptr(4) + 1, 0},
		"add_key":            {unix.SYS_ADD_KEY, p, p, 0, 0},
		"request_key":        {unix.SYS_REQUEST_KEY, p, p, 0, 0},
		"bpf":                {unix.SYS_BPF, 0, p, 72},
		"perf_event_open":    {unix.SYS_PERF_EVENT_OPEN, p, 0, ^uintptr(0), ^uintptr(0)},
		"userfaultfd":        {unix.SYS_USERFAULTFD, 1},
		"io_uring_setup":     {unix.SYS_IO_URING_SETUP, 1, p},
		"io_uring_enter":     {unix.SYS_IO_URING_ENTER, 99, 0},
		"io_uring_register":  {unix.SYS_IO_URING_REGISTER, 99, 0},
		"io_setup":           {unix.SYS_IO_SETUP, 1, p},
		"kexec_load":         {unix.SYS_KEXEC_LOAD},
		"kexec_file_load":    {unix.SYS_KEXEC_FILE_LOAD},
		"init_module":        {unix.SYS_INIT_MODULE, p, 0, p},
		"finit_module":       {unix.SYS_FINIT_MODULE, 0, p},
		"delete_module":      {unix.SYS_DELETE_MODULE, p},
		"reboot":             {unix.SYS_REBOOT, 0, 0, 0},
		"swapon":             {unix.SYS_SWAPON, p},
		"personality":        {unix.SYS_PERSONALITY, 0x0040000},
		"syslog":             {unix.SYS_SYSLOG, 10},
		"acct":               {unix.SYS_ACCT},
		"quotactl":           {unix.SYS_QUOTACTL},
		"fanotify_init":      {unix.SYS_FANOTIFY_INIT, 0},
		"kcmp":               {unix.SYS_KCMP, 1, 1, 0},
		"rt_sigqueueinfo":    {unix.SYS_RT_SIGQUEUEINFO, 1, 15, p},
		"sethostname":        {unix.SYS_SETHOSTNAME, p, 1},
		"settimeofday":       {unix.SYS_SETTIMEOFDAY, p},
		"clock_settime":      {unix.SYS_CLOCK_SETTIME, 0, p},
		"name_to_handle_at":  {unix.SYS_NAME_TO_HANDLE_AT},
		"mq_open":            {unix.SYS_MQ_OPEN, p, 0o102, 0o600},
		"msgget":             {unix.SYS_MSGGET, 0, 0o1600},
		"semget":             {unix.SYS_SEMGET, 0, 1, 0o1600},
		"process_vm_writev":  {unix.SYS_PROCESS_VM_WRITEV, 1},
		"memfd_secret":       {unix.SYS_MEMFD_SECRET},
		"a call from beyond": {600},
	} {
		_, _, errno := unix.RawSyscall6(c[0], c[1], c[2], c[3], c[4], c[5], 0)
		switch {
		case errno == 0:
			escaped(name)
		case errors.Is(errno, unix.EPERM), errors.Is(errno, unix.ENOSYS):
			contained(name + ": " + errno.Error())
		default:
			escaped(name + " reached the kernel: " + errno.Error())
		}
	}
}

// handle opens a file by its number, past all folders: the way out of
// containers that once worked.
func handle([]string) {
	for inode := byte(1); inode < 32; inode++ {
		h := unix.NewFileHandle(1, []byte{inode, 0, 0, 0, 0, 0, 0, 0})
		for _, name := range []string{"/", "/bin", "/box"} {
			at, err := unix.Open(name, unix.O_RDONLY, 0)
			must(err)
			_, err = unix.OpenByHandleAt(at, h, unix.O_RDONLY)
			if err == nil || !errors.Is(err, unix.EPERM) {
				escaped(fmt.Sprint("open_by_handle_at reached the kernel: ", err))
			}
			unix.Close(at)
		}
	}
	contained("open_by_handle_at")
}

// landlock does what only Landlock refuses: files of this process itself may
// otherwise be written, and process 1 be asked for.
func landlock([]string) {
	try("write /proc/self/comm", os.WriteFile("/proc/self/comm", []byte("renamed"), 0))
	try("ask for process 1", unix.Kill(1, 0))
}
