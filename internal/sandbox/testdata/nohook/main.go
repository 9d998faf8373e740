// Nohook looks for a sandbox without having called sandbox.Init: it must be
// told so, and may not be run twice over by what it starts.
package main

import (
	"context"
	"fmt"
	"os"

	"sooth/internal/sandbox"
)

func main() {
	fmt.Fprintln(os.Stderr, "main of nohook")
	_, err := sandbox.Named(context.Background(), "namespaces", os.Environ())
	fmt.Println(err)
	fmt.Fprintln(os.Stderr, err) // seen by the one that started it inside
}
