package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sooth/internal/toolchain"
)

func TestRunCancelled(t *testing.T) {
	program := escapeProgram(t)
	backends(t, func(t *testing.T, s Sandbox) {
		ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
		defer cancel()
		begun := time.Now()
		r, err := s.Run(ctx, Command{Program: program, Args: []string{"escape", "sleep"}})
		// On a busy machine it may not have begun.
		if err == nil && (r.Killed != "cancelled" || r.Exit != -1) || err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%+v, %v", r, err)
		}
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("it took %v", took)
		}
		if _, err := s.Run(ctx, Command{Program: program}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("cancelled before: %v", err)
		}
	})
}

func TestRunConcurrently(t *testing.T) {
	program := escapeProgram(t)
	backends(t, func(t *testing.T, s Sandbox) {
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				text := bytes.Repeat([]byte(fmt.Sprintf("run %d\n", i)), 1000)
				r, err := s.Run(context.Background(), Command{Program: program, Args: []string{"escape", "echo"}, Stdin: text})
				if err != nil || r.Exit != 0 || !bytes.Equal(r.Stdout, text) {
					t.Errorf("run %d: %v, exit %d, killed %q, %d bytes", i, err, r.Exit, r.Killed, len(r.Stdout))
				}
			})
		}
		wg.Wait()
	})
}

// victimVariable tells this test program to run a command in a sandbox and be
// killed: backend, program, mark.
const victimVariable = "SOOTH_TEST_VICTIM"

func victim() bool {
	arguments := strings.Split(os.Getenv(victimVariable), "|")
	if len(arguments) != 3 {
		return false
	}
	s, err := Named(context.Background(), arguments[0], os.Environ())
	if err == nil {
		_, _ = s.Run(context.Background(), Command{Program: arguments[1], Args: []string{"escape", "daemon-output"}, Env: []string{arguments[2]}})
		_, err = s.Run(context.Background(), Command{Program: arguments[1], Args: []string{"escape", "sleep"}, Env: []string{arguments[2]}})
	}
	fmt.Println(err)
	return true
}

// When this program is killed, what it runs dies with it.
func TestRunParentKilled(t *testing.T) {
	program := escapeProgram(t)
	backends(t, func(t *testing.T, s Sandbox) {
		mark := fmt.Sprintf("SOOTH_MARK=victim-%s-%d", s.Name(), os.Getpid())
		cmd := exec.Command("/proc/self/exe")
		cmd.Env = []string{victimVariable + "=" + s.Name() + "|" + program + "|" + mark, "PATH=" + os.Getenv("PATH")}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = cmd.Process.Kill() }()
		if !eventually(func() bool { return len(marked(t, mark, "sleep")) > 0 }) {
			t.Fatal("the command did not begin")
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if !eventually(func() bool { return len(marked(t, mark, "")) == 0 }) {
			t.Errorf("left: %q", marked(t, mark, ""))
		}
	})
}

// eventually waits for a condition, 20 s at most.
func eventually(f func() bool) bool {
	for range 2000 {
		if f() {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// marked returns the processes on the host with a mark in their environment
// and a word in their command line; those of the sandbox itself know neither.
func marked(t *testing.T, mark, word string) []string {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	var found []string
	for _, name := range all {
		environ, _ := os.ReadFile(name)
		cmdline, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
		if bytes.Contains(environ, []byte(mark)) && bytes.Contains(cmdline, []byte(word)) {
			found = append(found, string(cmdline))
		}
	}
	return found
}

func TestRunBadCommand(t *testing.T) {
	program := escapeProgram(t)
	text := filepath.Join(openDir(t), "text")
	if err := os.WriteFile(text, []byte("this is no program"), 0o755); err != nil {
		t.Fatal(err)
	}
	dir := openDir(t)
	backends(t, func(t *testing.T, s Sandbox) {
		before := survey(t, newWorld(t, program))
		for want, c := range map[string]Command{
			"no such file":         {Program: "/nowhere/program"},
			"is not a file":        {Program: dir},
			"static executable":    {Program: text},
			"NUL byte":             {Program: program, Env: []string{"A=\x00"}},
			"negative limit":       {Program: program, Limits: Limits{Memory: -1}},
			"program name":         {Program: program, Args: []string{".."}},
			"not absolute":         {Program: program, ReadOnly: map[string]string{"relative": "/src"}},
			"clean absolute path":  {Program: program, ReadOnly: map[string]string{dir: "/src/../etc"}},
			`"/proc/x" is taken`:   {Program: program, ReadOnly: map[string]string{dir: "/proc/x"}},
			`"/" is taken`:         {Program: program, ReadOnly: map[string]string{dir: "/"}},
			`"/box" is taken`:      {Program: program, ReadOnly: map[string]string{dir: Scratch}},
			"/nowhere/folder":      {Program: program, ReadOnly: map[string]string{"/nowhere/folder": "/src"}},
			"working directory":    {Program: program, Dir: "relative"},
			"working directory in": {Program: program, Dir: "/nowhere"},
		} {
			r, err := s.Run(context.Background(), c)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: %+v, %v, want an error with %q", c, r, err, want)
			}
		}
		after := survey(t, newWorld(t, program))
		if strings.Join(before.mounts, "\n") != strings.Join(after.mounts, "\n") {
			t.Error("mounts are left")
		}
	})
}

// A program that others may not read is run all the same, and a ReadOnly
// folder may stand in the scratch folder.
func TestRunClosedProgram(t *testing.T) {
	program := escapeProgram(t)
	backends(t, func(t *testing.T, s Sandbox) {
		b, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		closed := filepath.Join(dir, "closed")
		if err := errors.Join(os.WriteFile(closed, b, 0o700), os.WriteFile(filepath.Join(dir, "a"), []byte("alpha"), 0o600), os.Chmod(dir, 0o700)); err != nil {
			t.Fatal(err)
		}
		r, err := s.Run(context.Background(), Command{
			Program: closed, Args: []string{"another-name", "show", "testdata/a"}, ReadOnly: map[string]string{dir: "/box/testdata"},
			Stdin: make([]byte, 1<<20), // that nobody reads
		})
		if err != nil || r.Exit != 0 || !strings.Contains(string(r.Stdout), `file testdata/a "alpha" <nil>`) {
			t.Errorf("%v, %+v, %s%s", err, r, r.Stdout, r.Stderr)
		}
	})
}

// Where a file system cannot map owners a program is copied.
func TestOpenerCopies(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("SKIPPED: not root: nothing is opened on behalf of another user")
	}
	name := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(name, []byte("text"), 0o700); err != nil {
		t.Fatal(err)
	}
	wrong, err := os.Open("/dev/null") // no user namespace
	if err != nil {
		t.Fatal(err)
	}
	o := opener{spaces: map[[2]uint32]*os.File{{0, 0}: wrong}}
	defer o.Close()
	m := mount{Source: name, Place: "/program"}
	f, err := o.openOne(&m, hostID)
	if err != nil {
		t.Fatal(err)
	}
	if m.Copy != 4 {
		t.Errorf("%d bytes to copy", m.Copy)
	}
	t.Chdir(t.TempDir())
	if m.Descriptor, err = unix.Dup(int(f.Fd())); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := m.place(); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile("program"); err != nil || string(b) != "text" {
		t.Errorf("%q, %v", b, err)
	}
}

// A program that forgot Init is told so, and its main does not go on inside.
func TestInitForgotten(t *testing.T) {
	g, err := toolchain.Find(context.Background(), os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "nohook")
	if _, err := g.Run(context.Background(), ".", nil, "build", "-o", program, "./testdata/nohook"); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = []string{}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "hint: a program that uses the sandbox must call sandbox.Init") || !strings.Contains(string(out), "main was not left to") {
		t.Errorf("got %s", out)
	}
}

// Root's own program may be closed to the user that the sandbox runs under.
func TestOwnProgramClosed(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("SKIPPED: not root: the program runs under the same user inside")
	}
	b, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(t.TempDir(), "own")
	if err := os.WriteFile(own, b, 0o700); err != nil {
		t.Fatal(err)
	}
	backends(t, func(t *testing.T, s Sandbox) {
		out, err := exec.Command(own, "-test.v", "-test.run", "^TestProbes$/^"+s.Name()+"$").CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte("--- PASS: TestProbes/"+s.Name())) {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// The groups of root open files that other users may not read.
func TestGroupsAreLeft(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("SKIPPED: not root: only root may give up groups")
	}
	program := escapeProgram(t)
	before, err := unix.Getgroups()
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setgroups([]int{0, 4, 6}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Setgroups(before) }()
	backends(t, func(t *testing.T, s Sandbox) {
		r, err := s.Run(context.Background(), Command{Program: program, Args: []string{"escape", "groups"}})
		if err != nil || string(r.Stdout) != "works: 0 groups\n" {
			t.Errorf("%v, %s%s", err, r.Stdout, r.Stderr)
		}
	})
}
