package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// tiny is the command "run" on the suite tiny in a process of its own.
func tiny(t *testing.T, db string) (c *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, stderr = exec.Command(self, "run", "testdata/tiny", "--quiet", "--db", db), &bytes.Buffer{}
	c.Env = append(os.Environ(), commandVariable+"=1")
	c.Stderr = stderr
	return c, stderr
}

// TestFullDisk runs a suite with its state on disks of many sizes. A disk that
// is too small is said with exit code 1 and what to do; with room again the
// same command goes on and tells the whole run.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=16k"); err != nil {
		t.Skipf("SKIPPED: a small disk cannot be mounted (%v); to run this test: sudo go test ./internal/cli", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	full := 0
	for _, size := range []string{"16k", "64k", "160k", "256k", "32m"} {
		if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size="+size); err != nil {
			t.Fatal(err)
		}
		c, stderr := tiny(t, filepath.Join(dir, "state"))
		var stdout bytes.Buffer
		c.Stdout = &stdout
		switch got := code(t, c.Run()); {
		case got == 0:
			if !strings.Contains(stdout.String(), "4 of 4 trials recorded") {
				t.Errorf("%s: the report is not of the whole run:\n%s", size, stdout.String())
			}
			continue
		case got != 1:
			t.Errorf("%s: exit %d, want 1", size, got)
		}
		full++
		if text := stderr.String(); !strings.Contains(text, "make room") || strings.Contains(text, "goroutine ") {
			t.Errorf("%s: stderr does not say what to do: %s", size, text)
		}
	}
	if full == 0 {
		t.Error("no disk was too small: nothing was tested")
	}
	c, stderr := tiny(t, filepath.Join(dir, "state"))
	if err := c.Run(); err != nil {
		t.Errorf("with room: %v: %s", err, stderr.String())
	}
}

// TestTwoProcesses starts a run while another process executes it: the second
// ends with exit code 1 and names the first, which goes on undisturbed.
func TestTwoProcesses(t *testing.T) {
	db := t.TempDir()
	first, said := tiny(t, db)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	held := false
	for range 2000 {
		if locks, _ := filepath.Glob(filepath.Join(db, "runs.db.lock-*")); len(locks) == 1 {
			_ = first.Process.Signal(syscall.SIGSTOP)
			text, _ := os.ReadFile(locks[0])
			if held = json.Valid(text); held {
				break
			}
			_ = first.Process.Signal(syscall.SIGCONT)
		}
		time.Sleep(time.Millisecond / 4)
	}
	if !held {
		_ = first.Process.Kill()
		t.Fatal("the first process was never seen to hold the lock")
	}
	second, stderr := tiny(t, db)
	if got := code(t, second.Run()); got != 1 {
		t.Errorf("second process: exit %d, want 1", got)
	}
	if pid := strconv.Itoa(first.Process.Pid); !strings.Contains(stderr.String(), pid) {
		t.Errorf("second process does not name process %s: %s", pid, stderr.String())
	}
	_ = first.Process.Signal(syscall.SIGCONT)
	if err := first.Wait(); err != nil {
		t.Errorf("first process: %v: %s", err, said.String())
	}
}
