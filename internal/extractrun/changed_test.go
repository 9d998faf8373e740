package extractrun_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/internal/extractrun"
)

// TestChanged: a program, or a file that belongs to it, that is written during a
// run is named; one that is left alone is not.
func TestChanged(t *testing.T) {
	dir := small(t)
	s := load(t, dir)
	asker, err := extractrun.NewAsker(t.Context(), s, plan(t, extractrun.Options{Suite: s, Arms: []string{"grep"}, Repeats: 1}), nil, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	if err := asker.Changed(t.Context()); err != nil {
		t.Errorf("nothing was written: %v", err)
	}
	arm, _ := s.Arm("grep")
	name := filepath.Join(dir, filepath.FromSlash(append(arm.Files, arm.Command[0])[0]))
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("\n"); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	if err := asker.Changed(t.Context()); err == nil || !strings.Contains(err.Error(), `of arm "grep" has changed during the run: SHA-256 `) {
		t.Errorf("%v", err)
	}
}
