//go:build unix

package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestKilledRankRunGoesOn kills and interrupts a run of search engines: the same
// command asks only what was not recorded, and tells what an undisturbed run tells.
func TestKilledRankRunGoesOn(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const queries = 30
	write := func() string {
		dir := t.TempDir()
		bin := filepath.Join(dir, "searchengine")
		// The engine is this binary under the name that testscript knows.
		if err := os.Symlink(self, bin); err != nil {
			t.Fatal(err)
		}
		list := "id\tclass\tquery\tpattern\n"
		for i := range queries {
			list += fmt.Sprintf("q%02d\tA\tapple %d\t^a$\n", i, i)
		}
		for name, text := range map[string]string{
			"slow.tsv":    "a\tred apple\nb\tgreen apple pie\n",
			"queries.tsv": list,
			"suite.yaml": `schema: sooth.suite/1
name: slow
kind: search
queries: queries.tsv
systems:
  one:
    kind: command
    command: [./searchengine, slow.tsv, "{query}", "{k}"]
    environment: [SOOTH_TEST_SEARCHENGINE]
    hits: {pattern: '^hit (?P<id>\S+)'}
`,
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	command := func(dir, db string) *exec.Cmd {
		c := exec.Command(self, "rank", "run", dir, "--quiet", "--format", "json", "--db", db)
		c.Env = append(os.Environ(), commandVariable+"=1", searchEngineVariable+"=1")
		return c
	}
	volatile := regexp.MustCompile(`"(id|started|finished)":"[0-9a-f]{10}"|"(started|finished)":"[^"]*"|"[a-z0-9]+_ms":[0-9.]+`)
	steady := func(out []byte) string { return volatile.ReplaceAllString(string(out), "") }
	asked := func(dir string) int {
		text, err := os.ReadFile(filepath.Join(dir, "asked"))
		if err != nil {
			return 0
		}
		return strings.Count(string(text), "\n")
	}
	dir := write()
	out, err := command(dir, t.TempDir()).Output()
	if err != nil {
		t.Fatalf("%v %s", err, out)
	}
	want := steady(out)
	if n := asked(dir); n != queries {
		t.Fatalf("%d queries were asked", n)
	}
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGINT} {
		if err := os.Remove(filepath.Join(dir, "asked")); err != nil {
			t.Fatal(err)
		}
		db := t.TempDir()
		c := command(dir, db)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			if asked(dir) >= 8 {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		c.Process.Signal(signal)
		c.Wait()
		if code := c.ProcessState.ExitCode(); signal == syscall.SIGINT && code != 4 {
			t.Errorf("interrupted: exit code %d, want 4", code)
		}
		before := asked(dir)
		if before < 8 || before >= queries {
			t.Fatalf("killed after %d queries", before)
		}
		out, err := command(dir, db).Output()
		if err != nil {
			t.Fatalf("%v %s", err, out)
		}
		// One may have been answered and not yet recorded when the kill came.
		if n := asked(dir); n < queries || n > queries+2 {
			t.Errorf("%d queries asked in all, %d before the kill; want %d", n, before, queries)
		}
		if got := steady(out); got != want {
			t.Errorf("the report differs from that of an undisturbed run:\n%s\n%s", got, want)
		}
	}
}
