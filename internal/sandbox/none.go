package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// None returns what is no sandbox: the command runs with all rights of this
// process, bounded in wall time and output alone. It is for a user who asked
// for exactly that. The working directory is a scratch folder unless Command
// says another, and ReadOnly may only map a directory to itself.
func None() Sandbox { return unsandboxed{} }

type unsandboxed struct{}

func (unsandboxed) Name() string { return "none" }

// Run runs c on the host.
func (unsandboxed) Run(ctx context.Context, c Command) (Result, error) {
	c, err := c.complete()
	if err != nil {
		return Result{}, err
	}
	for host, inside := range c.ReadOnly {
		if host != inside {
			return Result{}, fmt.Errorf("without a sandbox %q cannot be seen at %q; hint: map it to its own place", host, inside)
		}
	}
	if c.Dir == Scratch {
		if c.Dir, err = os.MkdirTemp("", "sooth-scratch-"); err != nil {
			return Result{}, err
		}
		defer os.RemoveAll(c.Dir)
	}
	watched, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	clock := time.AfterFunc(c.Limits.Wall, func() { cancel(errors.New("wall time")) })
	defer clock.Stop()

	cmd := exec.CommandContext(watched, c.Program)
	cmd.Args, cmd.Env, cmd.Dir = c.Args, append([]string{}, c.Env...), c.Dir
	cmd.Stdin = bytes.NewReader(c.Stdin)
	cmd.WaitDelay = time.Second // for a child of the command that keeps the pipes
	var outputs [2]stream
	for i := range outputs {
		outputs[i] = stream{limit: c.Limits.Output, flooded: func() { cancel(errors.New("output")) }}
	}
	cmd.Stdout, cmd.Stderr = &outputs[0], &outputs[1]
	killGroup(cmd)
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return Result{}, err
	}
	_ = cmd.Wait() // the process state says it all
	_ = cmd.Cancel()
	r := Result{
		Exit: cmd.ProcessState.ExitCode(), Wall: time.Since(begun),
		CPU:    cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		Stdout: outputs[0].kept, Stderr: outputs[1].kept,
		Truncated: outputs[0].truncated() || outputs[1].truncated(),
	}
	if !cmd.ProcessState.Exited() {
		r.Killed = signalName(cmd.ProcessState)
		switch {
		case ctx.Err() != nil:
			r.Killed = "cancelled"
		case watched.Err() != nil:
			r.Killed = context.Cause(watched).Error()
		}
	}
	return r, nil
}
