//go:build unix

package cli_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"
)

// TestStoppedAtAnyMoment interrupts and kills runs at random moments; the same
// command afterwards prints what an undisturbed run prints.
func TestStoppedAtAnyMoment(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: runs the command many times")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	suite, err := filepath.Abs("testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	command := func(db string) *exec.Cmd {
		c := exec.Command(self, "run", suite, "--quiet", "--format", "json", "--db", db)
		c.Env = append(os.Environ(), commandVariable+"=1")
		return c
	}
	volatile := regexp.MustCompile(`"(id|started|finished)": "[^"]*"`)
	steady := func(out []byte) string { return volatile.ReplaceAllString(string(out), `"$1": ""`) }
	start := time.Now()
	out, err := command(t.TempDir()).Output()
	if err != nil {
		t.Fatal(err)
	}
	whole, want := time.Since(start), steady(out)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 6 {
		db := t.TempDir()
		c := command(db)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		signal := []syscall.Signal{syscall.SIGINT, syscall.SIGKILL}[i%2]
		time.Sleep(time.Duration(random.Int64N(int64(whole))))
		_ = c.Process.Signal(signal)
		err := c.Wait()
		var exit *exec.ExitError
		if signal == syscall.SIGINT && errors.As(err, &exit) && exit.ExitCode() != 4 && exit.ExitCode() != -1 {
			t.Errorf("interrupted: exit %d, want 4: %s", exit.ExitCode(), stderr.String())
		}
		out, err := command(db).Output()
		if err != nil {
			t.Fatalf("after signal %v: %v", signal, err)
		}
		if got := steady(out); got != want {
			t.Errorf("after signal %v the report differs from that of an undisturbed run", signal)
		}
	}
}
