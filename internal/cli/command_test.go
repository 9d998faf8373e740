package cli_test

import (
	"os"

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
