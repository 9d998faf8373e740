package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProgramVersion: what a program of an older version answered is not given for
// what the one that is here would answer; where none is here, it is said whose
// answers they are.
func TestProgramVersion(t *testing.T) {
	db, program := t.TempDir(), filepath.Join(t.TempDir(), "claude")
	install := func(version string) {
		t.Helper()
		script := "#!/bin/sh\ncase \"$*\" in *--version*) echo '" + version + " (Claude Code)'; exit;; esac\ncat > /dev/null\necho '{\"result\":\"I do not know.\",\"is_error\":false}'\n"
		if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	dir := programmed(t, "{command: [unused]}")
	run := func(args ...string) (string, int) {
		_, errs, exit := sooth(t, []string{"SOOTH_CLAUDE=" + program}, append([]string{"run", dir, "--db", db, "--model", "command:claude", "--price", "command:claude=0,0"}, args...)...)
		return errs, exit
	}
	install("2.1.330")
	if errs, exit := run(); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	if errs, exit := run("--mode", "cached"); exit != 0 {
		t.Errorf("the same program: exit %d: %s", exit, errs)
	}
	install("2.1.331")
	errs, exit := run("--mode", "cached")
	if exit != 2 || !strings.Contains(errs, "of 4 answers 4 are missing") || !strings.Contains(errs, `other answers of model "command:claude" are there: the program was 2.1.330, asked as `) || !strings.Contains(errs, ", and is 2.1.331, asked as ") {
		t.Errorf("another version: exit %d: %s", exit, errs)
	}
	if err := os.Remove(program); err != nil {
		t.Fatal(err)
	}
	errs, exit = run("--mode", "cached")
	if exit != 0 || !strings.Contains(errs, `the program of model "command:claude" is not here: its answers are those of 2.1.330, asked as `) {
		t.Errorf("no program: exit %d: %s", exit, errs)
	}
}
