package cli_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"

	"sooth/internal/sandbox"
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
