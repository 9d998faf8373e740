package sandbox

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The process table is a stranger's text: the name of a process may look like
// the fields after it.
func TestUsage(t *testing.T) {
	proc := t.TempDir()
	page := int64(os.Getpagesize())
	for name, text := range map[string]string{
		"1/stat":  "1 (init) S 0 1 1 0 -1 0 0 0 0 0 900 900 900 900 20 0",
		"1/statm": "9000 8000 0 0 0 0 0",
		"7/stat":  "7 (a) R 9 9 9 9 9 (b) R 1 7 7 0 -1 0 0 0 0 0 100 50 20 10 20 0 1 0",
		"7/statm": "5000 1000 300 0 0 0 0",
		"8/stat":  "8 (gone",
		"9/statm": "",
		"uptime":  "1 2",
	} {
		file := filepath.Join(proc, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	memory, cpu := usage(proc)
	if memory != 700*page || cpu != 1800*time.Millisecond {
		t.Errorf("memory %d, CPU time %v", memory, cpu)
	}
	if memory, cpu := usage(filepath.Join(proc, "nowhere")); memory != 0 || cpu != 0 {
		t.Errorf("memory %d, CPU time %v", memory, cpu)
	}
}
