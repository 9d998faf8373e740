package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sooth/internal/process"
	"sooth/llm"
)

// maxOutput bounds what a program prints, in bytes.
const maxOutput = 16 << 20

// room is where a program is run: work, the empty folder that it stands in; home;
// and tree, the folder above work.
type room struct {
	root, tree, work, home, temp string
}

// newRoom makes a room, with files in the home.
func newRoom(files map[string]string) (*room, error) {
	root, err := os.MkdirTemp("", "sooth-command-")
	if err != nil {
		return nil, err
	}
	r := &room{root: root, tree: filepath.Join(root, "tree"), work: filepath.Join(root, "tree", "work"), home: filepath.Join(root, "home"), temp: filepath.Join(root, "tmp")}
	for _, dir := range []string{r.work, r.home, r.temp} {
		err = errors.Join(err, os.MkdirAll(dir, 0o700))
	}
	for name, text := range files {
		full := filepath.Join(r.home, filepath.FromSlash(name))
		err = errors.Join(err, os.MkdirAll(filepath.Dir(full), 0o700), os.WriteFile(full, []byte(text), 0o600))
	}
	if err != nil {
		r.remove()
		return nil, err
	}
	return r, nil
}

// remove takes the room away. What cannot be removed is left in the system's
// folder for such things.
func (r *room) remove() { os.RemoveAll(r.root) }

// written names something that the program has left in its folder or in the one
// above; "": nothing.
func (r *room) written() string {
	for _, dir := range []string{r.work, r.tree} {
		list, err := os.ReadDir(dir)
		if err != nil {
			return filepath.Base(dir)
		}
		for _, e := range list {
			if dir == r.work || e.Name() != "work" {
				return e.Name()
			}
		}
	}
	return ""
}

// environment is what the program is given: where it is at home is ours to say.
func (d *Driver) environment(r *room) []string {
	var list []string
	for _, variable := range process.Environment(d.o.Environ, d.c.Environment) {
		name, _, _ := strings.Cut(variable, "=")
		switch {
		case name == "HOME", name == "USERPROFILE", name == "APPDATA", name == "LOCALAPPDATA", name == "TMPDIR", name == "TMP", name == "TEMP", strings.HasPrefix(name, "XDG_"):
		default:
			list = append(list, variable)
		}
	}
	for _, name := range []string{"HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"} {
		list = append(list, name+"="+r.home)
	}
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		list = append(list, name+"="+r.temp)
	}
	return append(list, d.c.Set...)
}

// run runs the program once, in a process group of its own, and returns what it
// printed on standard output. ctx ends within the time given.
func (d *Driver) run(ctx context.Context, r *room, argv []string, input string, within time.Duration) ([]byte, error) {
	c := exec.CommandContext(ctx, d.program, argv...)
	c.Dir, c.Env, c.SysProcAttr = r.work, d.environment(r), process.Group()
	c.Cancel = func() error { return process.Kill(c.Process) }
	c.WaitDelay = time.Second // a child that keeps the output open
	stdout, stderr := &process.Head{Most: maxOutput}, &process.Tail{Most: 8 << 10}
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input), stdout, stderr
	if err := c.Start(); err != nil {
		return nil, d.fail(NotStarted, "%v", err)
	}
	err := c.Wait()
	process.Kill(c.Process) // children that it left running
	out, whole := stdout.Bytes()
	said := ""
	if text := strings.TrimSpace(stderr.String()); text != "" {
		lines := strings.Split(text, "\n")
		said = fmt.Sprintf("; it said last: %q", head([]byte(lines[len(lines)-1])))
	}
	signal := process.Signal(c.ProcessState)
	switch code := c.ProcessState.ExitCode(); {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, d.fail(llm.Timeout, "no answer within %v%s", within, said)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !whole:
		return nil, d.fail(llm.TooLarge, "more than %d MiB of output", maxOutput>>20)
	case signal != "":
		return nil, d.fail(Killed, "by signal %s%s", signal, said)
	case code != 0 && len(bytes.TrimSpace(out)) > 0:
		return nil, d.fail(Exited, "with exit code %d after it had printed %d bytes: %q%s", code, len(out), head(out), said)
	case code != 0:
		return nil, d.fail(Exited, "with exit code %d%s", code, said)
	case errors.Is(err, exec.ErrWaitDelay):
		return nil, d.fail(Exited, "but a child of it kept its output open")
	case err != nil && !errors.Is(err, os.ErrClosed) && !strings.Contains(err.Error(), "broken pipe"): // it need not read all of the prompt
		return nil, d.fail(Exited, "its output could not be read: %v", err)
	}
	return out, nil
}
