package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"

	"sooth/internal/process"
	"sooth/internal/sandbox"
	"sooth/tool/mcptool"
)

// exits runs a command and wants its exit code: exits 2 sooth run nowhere.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("exits: %v", err)
	}
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%s: %v", args[1], err)
	}
	if got != want {
		ts.Fatalf("%q exited with %d, want %d", args[1:], got, want)
	}
}

// sandboxed skips the script, visibly, where no sandbox works.
func sandboxed(ts *testscript.TestScript, _ bool, _ []string) {
	if _, err := sandbox.Find(context.Background(), os.Environ()); err != nil {
		ts.Logf("SKIP: %v", err)
		ts.Check(err)
	}
}

// asks starts an MCP server and calls one of its tools; what it answers is stdout:
// asks find_symbol '{"name":"Cart"}' sooth mcp.
func asks(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: asks TOOL ARGUMENTS SERVER [ARG...]")
	}
	var environ []string
	for _, name := range []string{"PATH", "HOME", "GOFLAGS", "GOENV", "GOCACHE", "GOMODCACHE", "GOPROXY", "CC", "PKG_CONFIG", "GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND"} {
		environ = append(environ, name+"="+ts.Getenv(name))
	}
	program, err := process.Find(args[2], ts.Getenv("PATH"))
	ts.Check(err)
	s, err := mcptool.Start(context.Background(), mcptool.Options{Command: append([]string{program}, args[3:]...), Dir: ts.MkAbs("."), Environ: environ})
	ts.Check(err)
	defer s.Close()
	r, err := s.Call(context.Background(), args[0], json.RawMessage(args[1]))
	ts.Check(err)
	fmt.Fprintln(ts.Stdout(), r.Text)
}
