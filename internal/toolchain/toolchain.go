// Package toolchain runs the go command so that reading a repository runs none
// of its code: no settings of the repository, of the user's go env file or of
// a go.work above it reach the command, and no other toolchain is started.
package toolchain

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Go is an installed Go distribution. It is safe for concurrent use.
type Go struct {
	Command  string // absolute path of the go command
	Root     string // GOROOT
	Version  string // "go1.26.8"
	OS, Arch string
	env      []string // of every command
}

// ErrNotFound says that there is no go command.
var ErrNotFound = errors.New("no go command found; hint: install Go 1.26 or newer from https://go.dev/dl and put it on PATH")

// Find finds the go command on the PATH of environ, the caller's environment
// as os.Environ gives it, and asks it once for its settings. Only the module
// proxy, its checks and the caches are taken over from the user's settings.
func Find(ctx context.Context, environ []string) (*Go, error) {
	command, err := lookPath("go", environ)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "sooth-go-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	names := []string{"GOROOT", "GOVERSION", "GOOS", "GOARCH", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GONOPROXY", "GOPRIVATE", "GOINSECURE", "GOPATH", "GOMODCACHE", "GOCACHE"}
	ask := exec.CommandContext(ctx, command, append([]string{"env", "-json"}, names...)...)
	ask.Dir = dir // no go.mod and no go.work of a repository has a say
	ask.Env = append(append([]string{}, environ...), "GOTOOLCHAIN=local", "GOWORK=off", "PWD="+dir)
	out, err := ask.Output()
	if err != nil {
		return nil, fmt.Errorf("%q env: %w", command, err)
	}
	settings := map[string]string{}
	if err := json.Unmarshal(out, &settings); err != nil {
		return nil, fmt.Errorf("%q env: %w", command, err)
	}
	g := &Go{
		Command: filepath.Join(settings["GOROOT"], "bin", "go"),
		Root:    settings["GOROOT"],
		Version: settings["GOVERSION"],
		OS:      settings["GOOS"],
		Arch:    settings["GOARCH"],
	}
	if _, err := os.Stat(g.Command); err != nil {
		g.Command = command
	}
	g.env = []string{
		"GOENV=off", "GOFLAGS=", "GOTOOLCHAIN=local", "GOWORK=off", "CGO_ENABLED=0", "GOTELEMETRY=off",
		"GO111MODULE=on", "GIT_TERMINAL_PROMPT=0", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GOVCS=*:off", // modules come from a proxy; no version control tool is started
		"LC_ALL=C", "HOME=" + dir,
		"PATH=" + filepath.Join(settings["GOROOT"], "bin") + string(filepath.ListSeparator) + "/usr/bin" + string(filepath.ListSeparator) + "/bin",
	}
	for _, name := range names {
		if v := settings[name]; v != "" && name != "GOVERSION" && name != "GOROOT" {
			g.env = append(g.env, name+"="+v)
		}
	}
	for _, kv := range environ { // what a download needs to get out
		name, _, _ := strings.Cut(kv, "=")
		switch name {
		case "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "TMPDIR", "SYSTEMROOT":
			g.env = append(g.env, kv)
		}
	}
	return g, nil
}

// lookPath finds an executable on the PATH of environ; a relative entry of the
// PATH is passed over.
func lookPath(name string, environ []string) (string, error) {
	for _, kv := range environ {
		list, ok := strings.CutPrefix(kv, "PATH=")
		if !ok {
			continue
		}
		for _, dir := range filepath.SplitList(list) {
			if !filepath.IsAbs(dir) {
				continue
			}
			for _, suffix := range []string{"", ".exe"} {
				file := filepath.Join(dir, name+suffix)
				if info, err := os.Stat(file); err == nil && !info.IsDir() && (suffix != "" || info.Mode()&0o111 != 0) {
					return file, nil
				}
			}
		}
	}
	return "", ErrNotFound
}

// Error is the failure of a go command, with what it printed.
type Error struct {
	Args   []string
	Stderr string
	Err    error
}

func (e *Error) Error() string {
	text := strings.TrimSpace(e.Stderr)
	if text == "" {
		text = e.Err.Error()
	}
	return "go " + strings.Join(e.Args, " ") + ": " + text
}

func (e *Error) Unwrap() error { return e.Err }

// Run runs the go command in dir and returns its standard output, also beside
// an *Error. Settings in extra override those of every command.
func (g *Go) Run(ctx context.Context, dir string, extra []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, g.Command, args...)
	cmd.Dir = dir
	cmd.Env = append(append(append([]string{}, g.env...), "PWD="+dir), extra...)
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return stdout.Bytes(), &Error{Args: args, Stderr: stderr.String(), Err: err}
	}
	return stdout.Bytes(), nil
}

// Env returns the environment of every command, for those that are started
// elsewhere.
func (g *Go) Env() []string { return append([]string{}, g.env...) }

// Setting returns a setting of every command, such as GOMODCACHE; empty: it is
// not set.
func (g *Go) Setting(name string) string {
	for _, kv := range g.env {
		if value, ok := strings.CutPrefix(kv, name+"="); ok {
			return value
		}
	}
	return ""
}
