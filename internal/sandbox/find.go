package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Find returns the best sandbox that works on this machine: each is tried with
// a tiny program. environ is the environment, as os.Environ gives it, whose
// PATH is searched for bubblewrap. Where none works the error is ErrNone, with
// what was tried and what installs one.
func Find(ctx context.Context, environ []string) (Sandbox, error) {
	var causes []string
	for _, s := range candidates(environ) {
		err := probe(ctx, s)
		if err == nil {
			return s, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		causes = append(causes, fmt.Sprintf("%s: %v", s.Name(), err))
	}
	return nil, none(causes)
}

// Names are the names that Named knows, on any system: a name may still have
// nothing behind it here.
func Names() []string { return []string{"namespaces", "bubblewrap", None().Name()} }

// Named returns the sandbox of that name, tried like Find does: "namespaces",
// "bubblewrap", or "none" for None; "" is what Find finds.
func Named(ctx context.Context, name string, environ []string) (Sandbox, error) {
	if name == "" {
		return Find(ctx, environ)
	}
	names := []string{None().Name()}
	if name == names[0] {
		return None(), nil
	}
	for _, s := range candidates(environ) {
		if s.Name() == name {
			if err := probe(ctx, s); err != nil {
				return nil, none([]string{name + ": " + err.Error()})
			}
			return s, nil
		}
		names = append(names, s.Name())
	}
	if name == "bubblewrap" || name == "namespaces" {
		return nil, none([]string{name + ": not here"})
	}
	return nil, fmt.Errorf("no sandbox %q; hint: one of %s", name, strings.Join(names, ", "))
}

// none is ErrNone with its causes and the way out.
func none(causes []string) error {
	text := ""
	if len(causes) > 0 {
		text = " (" + strings.Join(causes, "; ") + ")"
	}
	return fmt.Errorf("%w%s; hint: %s", ErrNone, text, hint(runtime.GOOS))
}

// hint says how to come to a sandbox on an operating system.
func hint(system string) string {
	if system == "linux" {
		return "install bubblewrap (sudo apt install bubblewrap, sudo dnf install bubblewrap, sudo pacman -S bubblewrap) " +
			"or allow user namespaces (sudo sysctl user.max_user_namespaces=65536; on Ubuntu also kernel.apparmor_restrict_unprivileged_userns=0); " +
			"in a container start it with the rights to make namespaces"
	}
	return "run it on Linux, for example in a virtual machine (on macOS: brew install lima, limactl start)"
}

// probe runs a program of a few bytes in s, to know and not to guess.
func probe(ctx context.Context, s Sandbox) error {
	code, err := tinyProgram(runtime.GOARCH)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "sooth-probe-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "tiny")
	if err := os.WriteFile(program, code, 0o755); err != nil {
		return err
	}
	r, err := s.Run(ctx, Command{Program: program})
	switch {
	case err != nil:
		return err
	case r.Killed != "":
		return fmt.Errorf("a tiny program was killed: %s", r.Killed)
	case r.Exit != tinyExit:
		return errors.New("a tiny program did not run as it should")
	}
	return nil
}
