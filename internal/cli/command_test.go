package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"testing"

	"sooth/internal/cli"
)

// commandVariable makes a process of the test binary the command itself.
const commandVariable = "SOOTH_TEST_COMMAND"

func init() {
	if os.Getenv(commandVariable) != "" {
		os.Args[0] = "sooth"
		os.Exit(cli.Main(os.Args, os.Environ(), os.Stdin, os.Stdout, os.Stderr))
	}
}

// code is the exit code of a command that was run.
func code(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if exit == nil {
		return 0
	}
	return exit.ExitCode()
}
