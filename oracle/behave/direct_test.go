package behave

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"time"

	"sooth/internal/sandbox"
)

// direct runs programs on this machine, without any isolation: for code of our
// own in these tests alone.
type direct struct{}

func (direct) Name() string { return "direct" }

func (direct) Run(ctx context.Context, c sandbox.Command) (sandbox.Result, error) {
	dir, err := os.MkdirTemp("", "behave-direct-")
	if err != nil {
		return sandbox.Result{}, err
	}
	defer os.RemoveAll(dir)
	bounded, cancel := context.WithTimeout(ctx, c.Limits.Wall)
	defer cancel()
	cmd := exec.CommandContext(bounded, c.Program)
	cmd.Args, cmd.Env, cmd.Dir = c.Args, append([]string{}, c.Env...), dir
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(c.Stdin), &stdout, &stderr
	err = cmd.Run()
	r := sandbox.Result{Stdout: stdout.Bytes(), Stderr: stderr.Bytes()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		r.Exit, r.Killed = -1, "cancelled"
	case bounded.Err() != nil:
		r.Exit, r.Killed = -1, "wall time"
	case errors.As(err, &exit):
		r.Exit = exit.ExitCode()
	case err != nil:
		return r, err
	}
	return r, nil
}
