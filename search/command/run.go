package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"sooth/internal/process"
	"sooth/search"
)

// Run is a [search.Runner]: it runs a program in a process group of its own,
// with nothing on standard input.
func Run(ctx context.Context, p search.Process) (search.Output, error) {
	if len(p.Command) == 0 {
		return search.Output{}, search.Failf(search.NotStarted, "no command is given")
	}
	if err := ctx.Err(); err != nil {
		return search.Output{}, err
	}
	c := exec.CommandContext(ctx, p.Command[0], p.Command[1:]...)
	c.Dir, c.Env, c.SysProcAttr = p.Dir, p.Environ, process.Group()
	if c.Env == nil {
		c.Env = []string{} // nil would be all of ours
	}
	c.Cancel = func() error { return process.Kill(c.Process) }
	c.WaitDelay = time.Second // a child that keeps the output open
	stdout := &bounded{most: search.MaxOutput, full: func() { process.Kill(c.Process) }}
	stderr := &process.Tail{Most: 8 << 10}
	c.Stdout, c.Stderr = stdout, stderr
	began := time.Now()
	err := c.Start()
	if err != nil {
		return search.Output{}, search.Failf(search.NotStarted, "%q: %v", p.Command[0], plain(err))
	}
	err = c.Wait()
	kept, over := stdout.output()
	o := search.Output{Stdout: kept, Stderr: stderr.String(), Exit: c.ProcessState.ExitCode(), Latency: time.Since(began)}
	if errors.Is(err, exec.ErrWaitDelay) {
		process.Kill(c.Process) // what it left behind
		return o, &search.Failure{Word: search.Rubbish, Stderr: o.Stderr, Reason: "the program ended, but a child of it kept its output open"}
	}
	signal := process.Signal(c.ProcessState)
	switch {
	case over:
		return o, &search.Failure{Word: search.TooLarge, Stderr: o.Stderr, Reason: fmt.Sprintf("more than %d MiB of output", search.MaxOutput>>20)}
	case errors.Is(ctx.Err(), context.DeadlineExceeded) && err != nil:
		return o, &search.Failure{Word: search.TimedOut, Stderr: o.Stderr, Reason: "no answer in time" + said(o.Stderr)}
	case ctx.Err() != nil && err != nil:
		return o, ctx.Err()
	case signal != "":
		return o, &search.Failure{Word: search.Killed, Stderr: o.Stderr, Reason: "ended by signal " + signal + said(o.Stderr)}
	}
	process.Kill(c.Process) // children that it left running
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return o, search.Failf(search.Rubbish, "its output could not be read: %v", err)
	}
	return o, nil
}

// plain drops the operation and path that Go puts before the reason.
func plain(err error) error {
	var path *os.PathError
	var lookup *exec.Error
	switch {
	case errors.As(err, &lookup):
		return lookup.Err
	case errors.As(err, &path):
		return path.Err
	}
	return err
}

// said quotes the last line of standard error.
func said(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	if last == "" {
		return ""
	}
	const most = 200
	if len(last) > most {
		last = strings.ToValidUTF8(last[:most], "") + " …"
	}
	return fmt.Sprintf("; it said last: %q", last)
}

// bounded keeps output up to a bound; beyond it, full is called once. The buffer is
// not embedded: its ReadFrom would be found by io.Copy and know no bound.
type bounded struct {
	mutex sync.Mutex
	kept  bytes.Buffer
	most  int
	over  bool
	full  func()
}

func (b *bounded) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if !b.over && b.kept.Len()+len(p) > b.most {
		b.over = true
		b.full()
	}
	if !b.over {
		b.kept.Write(p)
	}
	return len(p), nil
}

// output returns what was kept, and whether there was more.
func (b *bounded) output() (kept []byte, over bool) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.kept.Bytes(), b.over
}
