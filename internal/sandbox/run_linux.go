package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// startLimit bounds how long a sandbox may take until the command runs.
	startLimit = 30 * time.Second
	// killLimit bounds how long process 1 may take to end after it was told to.
	killLimit = 2 * time.Second
)

// backend starts process 1 inside. The files become its descriptors 0 to 3 and
// following; the job says what it will be told.
type backend interface {
	start(j *job, files []*os.File) (*os.Process, error)
}

// run runs one command in a sandbox of b.
func run(ctx context.Context, b backend, c Command) (Result, error) {
	c, err := c.complete()
	if err != nil {
		return Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	// Without Init the program goes on with its main inside the sandbox, and
	// would come here again, one sandbox in the other.
	if slices.Contains([]string{stageInit, stageLaunch, stageProgram}, strings.TrimPrefix(os.Args[0], "/")) {
		return Result{}, errors.New("sandbox: main was not left to sandbox.Init")
	}
	// The kernel kills process 1 when the thread that started it ends; a
	// locked thread ends with this goroutine only.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r := &running{command: c, flooded: make(chan struct{}), messages: make(chan message)}
	if err := r.begin(b); err != nil {
		return Result{}, err
	}
	return r.follow(ctx)
}

// running is a command on its way.
type running struct {
	command  Command
	process  *os.Process
	control  *channel
	outputs  [2]stream
	pipes    [3]*os.File // our ends
	pumps    sync.WaitGroup
	flooded  chan struct{} // closed when there is far too much output
	flood    sync.Once
	messages chan message // closed when process 1 is gone
}

// begin makes the pipes, starts process 1 and hands it the job.
func (r *running) begin(b backend) (err error) {
	c := r.command
	theirs := make([]*os.File, 4)
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
		if err != nil {
			for _, f := range r.pipes {
				f.Close()
			}
			if r.control != nil {
				r.control.file.Close()
			}
		}
	}()
	if theirs[0], r.pipes[0], err = os.Pipe(); err != nil {
		return err
	}
	for i := 1; i < 3; i++ {
		if r.pipes[i], theirs[i], err = os.Pipe(); err != nil {
			return err
		}
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	theirs[3] = os.NewFile(uintptr(pair[1]), "control")
	if err := unix.SetNonblock(pair[0], true); err != nil {
		return err
	}
	r.control = newChannel(os.NewFile(uintptr(pair[0]), "control"))

	j := &job{Build: true, Program: "/bin/" + c.name(), Args: c.Args, Env: c.Env, Dir: c.Dir, Limits: c.Limits}
	if j.Mounts, err = c.sources(); err != nil {
		return err
	}
	if r.process, err = b.start(j, theirs); err != nil {
		return err
	}
	r.pump()
	// A process 1 that has died, or does not come to read, is seen in follow.
	_ = r.control.file.SetWriteDeadline(time.Now().Add(startLimit))
	_ = r.control.Encode(j)
	_ = r.control.file.SetWriteDeadline(time.Time{})
	return nil
}

// pump starts what moves bytes between the pipes, the control socket and here.
func (r *running) pump() {
	r.pumps.Go(func() {
		_, _ = r.pipes[0].Write(r.command.Stdin) // the command may not read it all
		r.pipes[0].Close()
	})
	for i := range r.outputs {
		r.outputs[i] = stream{limit: r.command.Limits.Output, flooded: func() { r.flood.Do(func() { close(r.flooded) }) }}
		r.pumps.Go(func() {
			r.outputs[i].read(r.pipes[i+1])
			r.pipes[i+1].Close()
		})
	}
	r.pumps.Go(func() {
		defer close(r.messages)
		for {
			var m message
			if r.control.Decode(&m) != nil {
				return
			}
			r.messages <- m
		}
	})
}

// follow waits for the end of the command, stops it where it must be, and
// returns when nothing of it is left.
func (r *running) follow(ctx context.Context) (Result, error) {
	clock := time.NewTimer(startLimit)
	defer clock.Stop()
	cancelled, flooded := ctx.Done(), r.flooded
	var reason, failed string
	var begun time.Time
	var end *done
	hello := false
	stop := func(why string) {
		if reason == "" {
			reason = why
			cancelled, flooded = nil, nil
			_ = r.control.Encode(order{Stop: true})
			clock.Reset(killLimit)
		}
	}
	for open := true; open; {
		var m message
		select {
		case m, open = <-r.messages:
			hello = hello || m.Hello
			if m.Started {
				begun = time.Now()
				if reason == "" {
					clock.Reset(r.command.Limits.Wall)
				}
			}
			if m.Failed != "" {
				failed = m.Failed
			}
			if m.Done != nil {
				end = m.Done
			}
		case <-cancelled:
			stop("cancelled")
		case <-flooded:
			stop("output")
		case <-clock.C:
			if reason != "" || begun.IsZero() {
				_ = r.process.Kill()
			}
			stop("wall time")
		}
	}
	state, err := r.finish()
	if err != nil {
		return Result{}, err
	}
	switch {
	case failed != "":
		return Result{}, fmt.Errorf("sandbox: %s", failed)
	case begun.IsZero() && ctx.Err() != nil:
		return Result{}, ctx.Err()
	case !hello:
		return Result{}, fmt.Errorf("sandbox: process 1 ended before it began, with %v: %q; hint: a program that uses the sandbox must call sandbox.Init first thing in main",
			state, strings.TrimSpace(string(r.outputs[1].kept)))
	case begun.IsZero():
		return Result{}, fmt.Errorf("sandbox: process 1 ended with %v before the command began", state)
	}
	return r.result(end, reason, begun, state), nil
}

// finish waits until process 1, and with it all that is inside, is gone, and
// until the pipes are empty.
func (r *running) finish() (*os.ProcessState, error) {
	r.control.file.Close() // tells process 1 to end, if it has not
	late := time.AfterFunc(killLimit, func() { _ = r.process.Kill() })
	defer late.Stop()
	state, err := r.process.Wait()
	// Nobody writes any more, so the pipes end by themselves; the time limit
	// is for a descriptor that leaked out of this process by a careless fork.
	for _, p := range r.pipes {
		_ = p.SetDeadline(time.Now().Add(killLimit)) // fails where the pipe is closed already
	}
	r.pipes[0].Close()
	r.pumps.Wait()
	return state, err
}

// result puts together what process 1 said, or what its end says if it was
// killed before it could.
func (r *running) result(end *done, reason string, begun time.Time, state *os.ProcessState) Result {
	res := Result{
		Stdout: r.outputs[0].kept, Stderr: r.outputs[1].kept,
		Truncated: r.outputs[0].truncated() || r.outputs[1].truncated(),
	}
	if end == nil {
		res.Exit, res.Killed = -1, reason
		res.Wall, res.CPU = time.Since(begun), state.UserTime()+state.SystemTime()
		if reason == "" {
			res.Killed = unix.SignalName(syscall.SIGKILL)
		}
		return res
	}
	res.Exit, res.Wall, res.CPU = end.Exit, end.Wall, end.CPU
	if end.Signal == 0 {
		return res // it ended by itself, if only just
	}
	switch {
	case end.Reason != "":
		res.Killed = end.Reason
	case end.Stopped && end.Signal == int(unix.SIGKILL):
		res.Killed = reason
	case end.Signal == int(unix.SIGKILL) && end.CPU >= r.command.Limits.CPU:
		res.Killed = "cpu time"
	default:
		res.Killed = unix.SignalName(syscall.Signal(end.Signal))
	}
	return res
}
