// Command sooth measures how much of what language models say about code is
// true. Run "sooth help" for its verbs.
package main

import (
	"os"

	"sooth/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args, os.Environ(), os.Stdin, os.Stdout, os.Stderr)) }
