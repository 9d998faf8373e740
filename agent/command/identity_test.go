package command_test

import (
	"strings"
	"testing"

	"sooth/agent/command"
)

// TestProgram: another version, another file or other arguments make another
// program; before it was looked at nothing is known of it.
func TestProgram(t *testing.T) {
	program := func(role string, change func(*command.Config)) string {
		t.Helper()
		d := driver(t, role, change)
		if got := d.Program(); got != "" {
			t.Errorf("before the probe: %q", got)
		}
		_ = d.Probe(t.Context(), "m") // one that is too old is known as well
		return d.Program()
	}
	versioned := func(more ...string) func(*command.Config) {
		return func(c *command.Config) {
			c.Command = append(c.Command, more...)
			c.Set, c.VersionArguments, c.From, c.Below = append([]string{}, c.Set...), []string{"--version"}, "2.1", "3"
		}
	}
	old, older, other, file := program("2.1.330", versioned()), program("1.9", versioned()), program("2.1.330", versioned("--brief")), program("2.1.330", nil)
	if !strings.HasPrefix(old, "2.1.330, asked as ") || !strings.HasPrefix(older, "1.9, asked as ") || !strings.HasPrefix(file, "file ") {
		t.Errorf("%q, %q, %q", old, older, file)
	}
	if again := program("2.1.330", versioned()); again != old || other == old || program("2.1.330", nil) != file {
		t.Errorf("%q, again %q, with other arguments %q", old, again, other)
	}
	if program("none", versioned()) != "" {
		t.Error("a program without a version is known")
	}
}
