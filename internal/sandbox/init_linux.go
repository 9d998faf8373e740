package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// initMain is process 1 inside: it builds the root, starts the command, reaps
// what is orphaned, watches the limits, and reports. When it ends the kernel
// kills all that is left; it ends when the outside does.
func initMain() error {
	runtime.LockOSThread()
	control := newChannel(os.NewFile(controlDescriptor, "control"))
	if err := control.Encode(message{Hello: true}); err != nil {
		return err
	}
	err := errors.Join(
		unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0),
		// Every inherited descriptor but the first three ends here.
		unix.CloseRange(controlDescriptor, 1<<31-1, unix.CLOSE_RANGE_CLOEXEC),
	)
	if err != nil {
		return err
	}
	var j job
	if err := control.Decode(&j); err != nil {
		return err
	}
	s := &supervisor{control: control, limits: j.Limits}
	if err := s.start(&j); err != nil {
		return control.Encode(message{Failed: err.Error()})
	}
	if err := control.Encode(message{Started: true}); err != nil {
		return err
	}
	go s.obey()
	go s.watch()
	end, err := s.wait()
	if err != nil {
		return control.Encode(message{Failed: err.Error()})
	}
	if err := control.Encode(message{Done: end}); err != nil {
		return err
	}
	os.Exit(0)
	return nil
}

// supervisor is the state of process 1 while the command runs.
type supervisor struct {
	control *channel
	limits  Limits
	child   int
	begun   time.Time
	base    time.Duration          // CPU time that starting took
	reason  atomic.Pointer[string] // for killing the command
	stopped atomic.Bool
}

// start brings the command up. Its process is made before the root is, as this
// program may need libraries of the host to start; it waits to be told.
func (s *supervisor) start(j *job) error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	s.child, err = syscall.ForkExec("/proc/self/exe", []string{stageProgram}, &syscall.ProcAttr{
		Env:   []string{"GOMAXPROCS=1"},
		Files: []uintptr{0, 1, 2, uintptr(pair[1])},
		Sys:   &syscall.SysProcAttr{Setsid: true},
	})
	unix.Close(pair[1])
	if err != nil {
		return fmt.Errorf("starting the command's process: %w", err)
	}
	ignoreSignals()
	child := newChannel(os.NewFile(uintptr(pair[0]), "command"))
	defer child.file.Close()
	if j.Build {
		if err := isolate(j); err != nil {
			return err
		}
	}
	var hello message
	if err := child.Decode(&hello); err != nil {
		return fmt.Errorf("starting the command's process: %w", err)
	}
	if j.Build {
		if err := pivot(); err != nil {
			return err
		}
	}
	// The command can look at nothing of this process.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return err
	}
	if err := child.Encode(j); err != nil {
		return err
	}
	var failed message
	if child.Decode(&failed) == nil { // it is closed by a successful exec
		return errors.New(failed.Failed)
	}
	s.begun = time.Now()
	var spent unix.Timespec
	if unix.ClockGettime(int32(^s.child<<3|2), &spent) == nil { // the process's CPU clock
		s.base = time.Duration(spent.Nano())
	}
	return nil
}

// obey kills the command when the outside asks for it, and everything when the
// outside is gone.
func (s *supervisor) obey() {
	var o order
	if err := s.control.Decode(&o); err != nil {
		os.Exit(1)
	}
	s.stopped.Store(true)
	s.killAll()
	if err := s.control.Decode(&o); err != nil {
		os.Exit(1)
	}
}

// kill kills everything for a reason; the first one counts.
func (s *supervisor) kill(reason string) {
	s.reason.CompareAndSwap(nil, &reason)
	s.killAll()
}

// killAll kills every process inside but this one.
func (s *supervisor) killAll() { _ = unix.Kill(-1, unix.SIGKILL) } // an error says that there is none

// wait reaps until the command has ended, kills what it left and reaps that.
func (s *supervisor) wait() (*done, error) {
	var end *done
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.ECHILD) && end != nil:
			var use unix.Rusage
			if err := unix.Getrusage(unix.RUSAGE_CHILDREN, &use); err != nil {
				return nil, err
			}
			end.CPU = max(0, time.Duration(use.Utime.Nano()+use.Stime.Nano())-s.base)
			return end, nil
		case err != nil:
			return nil, fmt.Errorf("waiting for the command: %w", err)
		}
		if pid == s.child {
			end = &done{Exit: -1, Wall: time.Since(s.begun), Stopped: s.stopped.Load()}
			if status.Signaled() {
				end.Signal = int(status.Signal())
			} else {
				end.Exit = status.ExitStatus()
			}
			if why := s.reason.Load(); why != nil {
				end.Reason = *why
			}
		}
		if end != nil {
			s.killAll() // again after each: a process may have been born meanwhile
		}
	}
}
