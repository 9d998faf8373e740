// Package git asks a repository's history and index, so that the repository has
// no say: neither its configuration nor its attributes nor its hooks start a
// program. Objects and the index are read, the work tree never.
package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Why a repository cannot be asked; use errors.Is.
var (
	ErrNotFound     = errors.New("no git command found; hint: install git and put it on PATH")
	ErrNoRepository = errors.New("not in a git repository")
	ErrOwnership    = errors.New("git refuses a repository that belongs to somebody else; hint: chown it, or work on a copy of your own")
	ErrNoRevision   = errors.New("unknown revision")
	ErrNoFile       = errors.New("no such file at that revision")
)

// Repository is the repository that a folder lies in. It is safe for
// concurrent use.
type Repository struct {
	command string // absolute path of git
	dir     string // all paths are relative to it, and nothing outside is told
	top     string
	env     []string
}

// Open finds the git command on the PATH of environ, and the repository that
// dir lies in.
func Open(ctx context.Context, dir string, environ []string) (*Repository, error) {
	command, err := lookPath(environ)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	r := &Repository{command: command, dir: dir, env: []string{
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1",
		"GIT_ATTR_NOSYSTEM=1", "LC_ALL=C", "HOME=" + os.DevNull, "PATH=" + filepath.Dir(command),
	}}
	for _, kv := range environ {
		if name, _, _ := strings.Cut(kv, "="); name == "SYSTEMROOT" || name == "TMPDIR" {
			r.env = append(r.env, kv)
		}
	}
	out, err := r.output(ctx, 1<<20, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	r.top = filepath.FromSlash(strings.TrimSuffix(string(out), "\n"))
	return r, nil
}

// lookPath finds git; relative folders on PATH are passed over, so that no
// program of a tree is taken for it.
func lookPath(environ []string) (string, error) {
	for i := len(environ) - 1; i >= 0; i-- {
		list, ok := strings.CutPrefix(environ[i], "PATH=")
		if !ok {
			continue
		}
		for _, dir := range filepath.SplitList(list) {
			if !filepath.IsAbs(dir) {
				continue
			}
			for _, suffix := range []string{"", ".exe"} {
				file := filepath.Join(dir, "git"+suffix)
				if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && (suffix != "" || info.Mode()&0o111 != 0) {
					return file, nil
				}
			}
		}
		break
	}
	return "", ErrNotFound
}

// settings are said before every command. What they shut: a monitor of the
// file system, hooks, fetching, a pager; a folder that only looks like a bare
// repository; signatures, which start gpg; and what would change the form of
// the output.
func settings() []string {
	return []string{
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "protocol.allow=never", "-c", "core.pager=cat",
		"-c", "safe.bareRepository=explicit", "-c", "log.showSignature=false", "-c", "log.showRoot=true", "-c", "diff.relative=false",
		"-c", "core.attributesFile=" + os.DevNull, "-c", "core.commitGraph=true", "-c", "core.askPass=", "-c", "credential.helper=",
		"--no-optional-locks", "--literal-pathspecs", "--no-pager",
	}
}

// stream runs git and gives its output to read. An early end by read, without
// an error, is no fault.
func (r *Repository) stream(ctx context.Context, in io.Reader, read func(*bufio.Reader) error, args ...string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := exec.CommandContext(ctx, r.command, append(append(settings(), "-C", r.dir), args...)...)
	c.Dir = r.dir
	c.Env = r.env
	c.Stdin = in
	c.WaitDelay = 2 * time.Second
	stderr := &head{room: 4 << 10}
	c.Stderr = stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	b := bufio.NewReaderSize(out, 64<<10)
	failed := read(b)
	if failed == nil {
		if _, err := b.ReadByte(); err == nil {
			cancel() // it has more to say, but nobody listens
			_ = c.Wait()
			return nil
		}
	} else {
		cancel()
	}
	err = c.Wait()
	switch {
	case failed != nil:
		return failed
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return explain(args[0], stderr.String(), err)
}

// output runs git and returns what it printed, of at most limit bytes.
func (r *Repository) output(ctx context.Context, limit int64, args ...string) ([]byte, error) {
	var out bytes.Buffer
	err := r.stream(ctx, nil, func(b *bufio.Reader) error {
		n, err := io.Copy(&out, io.LimitReader(b, limit+1))
		if err == nil && n > limit {
			err = fmt.Errorf("git %s: more than %d bytes", args[0], limit)
		}
		return err
	}, args...)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return out.Bytes(), err
}

// explain turns what git printed into an error.
func explain(verb, said string, err error) error {
	switch {
	case strings.Contains(said, "dubious ownership"):
		return ErrOwnership
	case strings.Contains(said, "not a git repository"), strings.Contains(said, "must be run in a work tree"), strings.Contains(said, "cannot use bare repository"):
		return ErrNoRepository
	}
	if said = strings.TrimSpace(said); said == "" {
		said = err.Error()
	}
	line, _, _ := strings.Cut(said, "\n")
	return fmt.Errorf("git %s: %s", verb, line)
}

// head keeps the first bytes that are written to it.
type head struct {
	bytes.Buffer
	room int
}

func (h *head) Write(p []byte) (int, error) {
	n := min(len(p), h.room)
	h.room -= n
	h.Buffer.Write(p[:n])
	return len(p), nil
}
