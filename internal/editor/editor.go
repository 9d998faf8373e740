// Package editor hands a file to the editor that its user has chosen.
package editor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"sooth/internal/process"
)

// Command returns the editor that the environment names, in VISUAL or EDITOR,
// with its arguments; no shell reads it.
func Command(environ []string) ([]string, error) {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if value, ok := process.Lookup(environ, name); ok && strings.TrimSpace(value) != "" {
			return strings.Fields(value), nil
		}
	}
	return nil, errors.New("no editor is set; hint: EDITOR=nano, or any other program that takes a file")
}

// Edit runs an editor on a file until it ends. stdin is the terminal; nil: the
// editor gets none.
func Edit(ctx context.Context, command []string, file string, environ []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if len(command) == 0 {
		return errors.New("no editor is named")
	}
	c := exec.CommandContext(ctx, command[0], append(command[1:len(command):len(command)], file)...)
	c.Env, c.Stdin, c.Stdout, c.Stderr = environ, stdin, stdout, stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("editor %q: %w", command[0], err)
	}
	return nil
}
