//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// filterCalls installs the filter of system calls on this thread and all that
// it executes. It is the second wall behind namespaces, missing capabilities
// and Landlock; and the only one around memory that no process is charged for.
func filterCalls() error {
	code := filter()
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	_, _, errno := unix.Syscall(unix.SYS_PRCTL, unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("filtering system calls: %w", errno)
	}
	return nil
}

// Offsets in struct seccomp_data (linux/seccomp.h); both machines have their
// low half first.
const (
	offsetCall     = 0
	offsetMachine  = 4
	offsetArgument = 16
)

const (
	allow = unix.SECCOMP_RET_ALLOW
	// lastCall is the newest call that was looked at here; what is newer does
	// not exist inside. Calls of the x32 interface are numbered beyond it too.
	lastCall = unix.SYS_REMOVEXATTRAT
)

// refuse is the verdict that a call fails with an error.
func refuse(e unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(e) }

// filter is the program: one block after the other, each ending in a verdict
// or falling through to the next; the call's number stays in the accumulator
// between blocks.
func filter() []unix.SockFilter {
	code := []unix.SockFilter{
		load(offsetMachine),
		// Another machine's calls have other numbers: a 32-bit program on a
		// 64-bit kernel would walk past the list.
		jump(unix.BPF_JEQ, auditMachine, 1, 0),
		verdict(unix.SECCOMP_RET_KILL_PROCESS),
		load(offsetCall),
		jump(unix.BPF_JGT, lastCall, 0, 1),
		verdict(refuse(unix.ENOSYS)),
	}
	for _, n := range refusedCalls() {
		code = append(code, onCall(n, verdict(refuse(unix.EPERM)))...)
	}
	// The flags of clone3 lie in memory, where a filter cannot look: libraries
	// fall back to clone for this error.
	code = append(code, onCall(unix.SYS_CLONE3, verdict(refuse(unix.ENOSYS)))...)
	code = append(code, onCall(unix.SYS_CLONE, slices.Concat(
		ifBits(0, newNamespaces, refuse(unix.EPERM)),
		[]unix.SockFilter{verdict(allow)})...)...)
	// Shared memory without a file, and huge pages, belong to no process's
	// resident size: they would pass by the limit on memory.
	code = append(code, onCall(unix.SYS_MMAP, slices.Concat(
		[]unix.SockFilter{
			load(offsetArgument + 3*8),
			{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: unix.MAP_SHARED | unix.MAP_ANONYMOUS},
			jump(unix.BPF_JEQ, unix.MAP_SHARED|unix.MAP_ANONYMOUS, 0, 1),
			verdict(refuse(unix.EPERM)),
		},
		ifBits(3, unix.MAP_HUGETLB, refuse(unix.EPERM)),
		[]unix.SockFilter{verdict(allow)})...)...)
	// Only families that a network namespace separates; vsock, for one, would
	// reach the machine that this one is a guest of.
	code = append(code, onCall(unix.SYS_SOCKET, slices.Concat(
		ifNot(0, []uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}, refuse(unix.EAFNOSUPPORT)),
		ifNot(2, []uint32{0, unix.IPPROTO_TCP, unix.IPPROTO_UDP, unix.IPPROTO_MPTCP}, refuse(unix.EPROTONOSUPPORT)),
		[]unix.SockFilter{verdict(allow)})...)...)
	code = append(code, onCall(unix.SYS_SOCKETPAIR, slices.Concat(
		ifNot(0, []uint32{unix.AF_UNIX}, refuse(unix.EAFNOSUPPORT)),
		[]unix.SockFilter{verdict(allow)})...)...)
	// Typing into a terminal.
	code = append(code, onCall(unix.SYS_IOCTL,
		load(offsetArgument+8),
		jump(unix.BPF_JEQ, unix.TIOCSTI, 1, 0),
		jump(unix.BPF_JEQ, unix.TIOCLINUX, 0, 1),
		verdict(refuse(unix.EPERM)),
		verdict(allow))...)
	return append(code, verdict(allow))
}

// newNamespaces are the flags of clone that make namespaces.
const newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// refusedCalls fail with EPERM whatever their arguments.
func refusedCalls() []uint32 {
	return append(refusedHere(),
		// Looking into and acting on other processes.
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
		unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
		unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES, unix.SYS_MBIND, unix.SYS_SET_MEMPOLICY, unix.SYS_SET_MEMPOLICY_HOME_NODE,
		// Wide doors of the kernel that need no privilege.
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
		unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
		unix.SYS_IO_SETUP, unix.SYS_IO_SUBMIT, unix.SYS_FANOTIFY_INIT, unix.SYS_PERSONALITY, unix.SYS_SYSLOG,
		unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT,
		// Mounts and namespaces.
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT,
		unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR,
		unix.SYS_STATMOUNT, unix.SYS_LISTMOUNT, unix.SYS_UNSHARE, unix.SYS_SETNS,
		// Memory that no process is charged for.
		unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET, unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_MSGGET, unix.SYS_SEMGET,
		unix.SYS_MQ_OPEN, unix.SYS_VMSPLICE,
		// The machine as a whole.
		unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
		unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
		unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
		unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_VHANGUP, unix.SYS_LOOKUP_DCOOKIE, unix.SYS_NFSSERVCTL,
	)
}

// load brings a word of the call's data into the accumulator.
func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

// jump compares the accumulator and skips instructions.
func jump(comparison uint16, k uint32, ifTrue, ifFalse uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | comparison | unix.BPF_K, K: k, Jt: ifTrue, Jf: ifFalse}
}

func verdict(k uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k}
}

// onCall is a block for one call; it must end in a verdict.
func onCall(n uint32, block ...unix.SockFilter) []unix.SockFilter {
	return append([]unix.SockFilter{jump(unix.BPF_JEQ, n, 0, uint8(len(block)))}, block...)
}

// ifBits gives the verdict when an argument has any of the bits.
func ifBits(argument, bits, k uint32) []unix.SockFilter {
	return []unix.SockFilter{load(offsetArgument + argument*8), jump(unix.BPF_JSET, bits, 0, 1), verdict(k)}
}

// ifNot gives the verdict when an argument is none of the values.
func ifNot(argument uint32, values []uint32, k uint32) []unix.SockFilter {
	code := []unix.SockFilter{load(offsetArgument + argument*8)}
	for i, v := range values {
		code = append(code, jump(unix.BPF_JEQ, v, uint8(len(values)-i), 0))
	}
	return append(code, verdict(k))
}
