//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

func self(args ...string) *exec.Cmd { return exec.Command("/bin/"+filepath.Base(os.Args[0]), args...) }

func count(args []string) int {
	n, err := strconv.Atoi(args[0])
	must(err)
	return n
}

// fork starts children until that fails, at most the number given: a bomb with
// a limit of its own.
func fork(args []string) {
	most, started := count(args), 0
	for started < most {
		c := self("hold")
		if err := c.Start(); err != nil {
			contained(fmt.Sprintf("after %d children: %v", started, err))
			return
		}
		started++
	}
	escaped(fmt.Sprintf("%d children", started))
}

// hold is what a child does: nothing, for some seconds at most.
func hold([]string) { time.Sleep(5 * time.Second) }

// threads locks goroutines to threads until the limit ends the program.
func threads(args []string) {
	debug.SetMaxThreads(100000)
	most := count(args)
	ready := make(chan bool)
	for range most {
		go func() {
			runtime.LockOSThread()
			ready <- true
			time.Sleep(5 * time.Second)
		}()
		<-ready
	}
	escaped(fmt.Sprintf("%d threads", most))
}

// stubborn ignores every signal that can be ignored.
func stubborn([]string) {
	signal.Ignore()
	fmt.Println("works: ignoring")
	time.Sleep(time.Hour)
}

func busy([]string) {
	fmt.Println("works: beginning")
	go func() {
		for {
		}
	}()
	for {
	}
}

// busyChildren burns CPU time in children that end one after the other, so
// that none reaches a limit by itself.
func busyChildren([]string) {
	fmt.Println("works: beginning")
	for range 100 {
		_ = self("burn").Run()
	}
	escaped("100 busy children")
}

// burn uses a tenth of a second of CPU time.
func burn([]string) {
	var use unix.Rusage
	for use.Utime.Nano()+use.Stime.Nano() < 100e6 {
		must(unix.Getrusage(unix.RUSAGE_SELF, &use))
	}
}

// kill sends signals to all that it can think of.
func kill(pids []string) {
	for _, s := range pids {
		pid, err := strconv.Atoi(s)
		must(err)
		try("kill "+s, unix.Kill(pid, unix.SIGTERM))
	}
	signal.Ignore(unix.SIGTERM)
	for _, target := range []int{-1, 0} { // this process is hit by the second
		fmt.Println("kill", target, unix.Kill(target, unix.SIGTERM))
	}
	contained("still here")
}

// killInit sends process 1 every signal, by every call, to every thread.
func killInit([]string) {
	for s := unix.Signal(1); s < 65; s++ {
		_ = unix.Kill(1, s)
		_ = unix.Tgkill(1, 1, s)
		for tid := 1; tid < 40; tid++ {
			_ = unix.Tgkill(1, tid, s)
		}
		if fd, err := unix.PidfdOpen(1, 0); err == nil {
			_ = unix.PidfdSendSignal(fd, s, nil, 0)
			unix.Close(fd)
		}
	}
	time.Sleep(100 * time.Millisecond)
	contained("process 1 still there")
}

// daemon leaves a process behind: its child, in a session of its own, starts a
// child in a session of its own.
func daemon(args []string) {
	if len(args) > 0 && args[0] == "2" {
		time.Sleep(time.Hour)
	}
	next := "1"
	if len(args) > 0 {
		next = "2"
	}
	c := self("daemon", next)
	c.SysProcAttr = &unix.SysProcAttr{Setsid: true}
	must(c.Start())
	contained("daemon started")
}

// daemonOutput leaves a process behind that holds standard output.
func daemonOutput([]string) {
	c := self("sleep")
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	c.SysProcAttr = &unix.SysProcAttr{Setsid: true}
	must(c.Start())
	contained("daemon started")
}

func crash([]string) { panic("on purpose") }

// raise ends this process by a signal with its default action.
func raise(args []string) {
	s := unix.Signal(count(args))
	signal.Reset(s)
	// The runtime has a handler for most; the kernel's default is wanted.
	var action [4]uint64
	_, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(pointer(&action)), 0, 8, 0, 0)
	if errno != 0 && s != unix.SIGKILL {
		must(errno)
	}
	must(unix.Kill(os.Getpid(), s))
	time.Sleep(time.Second)
	fmt.Println("still here")
}

func exit(args []string) { os.Exit(count(args)) }

// stop stops itself: nobody is there to continue it.
func stop([]string) { must(unix.Kill(os.Getpid(), unix.SIGSTOP)) }

// processes looks for others in the process table.
func processes([]string) {
	all, err := filepath.Glob("/proc/[0-9]*")
	must(err)
	for _, name := range all {
		if name != "/proc/1" && name != "/proc/"+strconv.Itoa(os.Getpid()) {
			escaped("process " + name)
		}
	}
	b, err := os.ReadFile("/proc/1/comm")
	fmt.Printf("process 1 is %q %v, this one %d\n", strings.TrimSpace(string(b)), err, os.Getpid())
	contained("only process 1 and this one")
}

func session([]string) {
	if id, err := unix.Getsid(0); err != nil || id != os.Getpid() {
		escaped(fmt.Sprintf("in the session of %d, %v", id, err))
	}
	_, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	try("open the terminal", err)
	try("type into a terminal", unix.IoctlSetPointerInt(0, unix.TIOCSTI, 'x'))
	groups, err := unix.Getgroups()
	must(err)
	for _, g := range groups {
		if g != 65534 {
			escaped(fmt.Sprintf("group %d", g))
		}
	}
}

// groups says how many groups this process has beside its own.
func groups([]string) {
	all, err := unix.Getgroups()
	must(err)
	works(fmt.Sprint(len(all), " groups"))
}

func priority([]string) {
	try("nice -20", unix.Setpriority(unix.PRIO_PROCESS, 0, -20))
	policy := [2]int32{99}
	_, _, errno := unix.RawSyscall(unix.SYS_SCHED_SETSCHEDULER, 0, 1, uintptr(pointer(&policy)))
	try("real time", failure(errno))
}

// limits tries to raise what is limited.
func limits([]string) {
	for _, resource := range []int{unix.RLIMIT_AS, unix.RLIMIT_NPROC, unix.RLIMIT_CPU, unix.RLIMIT_FSIZE, unix.RLIMIT_NOFILE, unix.RLIMIT_CORE} {
		var now unix.Rlimit
		must(unix.Getrlimit(resource, &now))
		if now.Max == unix.RLIM_INFINITY {
			escaped(fmt.Sprintf("no limit %d", resource))
		}
		try(fmt.Sprintf("raise limit %d of %d", resource, now.Max), unix.Setrlimit(resource, &unix.Rlimit{Cur: now.Max + 1, Max: now.Max + 1}))
	}
}
