package sandbox

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sooth/internal/toolchain"
)

// programVariable names the compiled escape program, for the part of the suite
// that runs as another user.
const programVariable = "SOOTH_ESCAPE_PROGRAM"

// escapeProgram compiles testdata/escape, static.
func escapeProgram(t testing.TB) string {
	t.Helper()
	if name := os.Getenv(programVariable); name != "" {
		return name
	}
	g, err := toolchain.Find(context.Background(), os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(openDir(t), "escape")
	if _, err := g.Run(context.Background(), ".", nil, "build", "-o", out, "./testdata/escape"); err != nil {
		t.Fatal(err)
	}
	return out
}

// openDir is a temporary folder that every user may read, whatever lies above
// it: only isolation keeps it from being seen.
func openDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "sandbox-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// backends runs a test on every sandbox of this machine, and skips the missing.
func backends(t *testing.T, f func(t *testing.T, s Sandbox)) {
	for _, name := range []string{"namespaces", "bubblewrap"} {
		t.Run(name, func(t *testing.T) {
			s, err := Named(context.Background(), name, os.Environ())
			if err != nil && possible(name) {
				t.Fatalf("another program can do it: %v", err)
			}
			if err != nil {
				t.Skip("SKIPPED: ", err)
			}
			f(t, s)
		})
	}
}

// possible asks other programs whether a backend must work here: a sandbox that
// is broken may not look like one that is missing.
func possible(name string) bool {
	args := map[string][]string{
		"namespaces": {"unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "--net", "--ipc", "--uts", "mount", "-t", "proc", "proc", "/proc"},
		"bubblewrap": {"bwrap", "--unshare-all", "--size", "4096", "--perms", "0700", "--tmpfs", "/tmp", "--ro-bind", "/", "/", "--proc", "/proc", "true"},
	}[name]
	return exec.Command(args[0], args[1:]...).Run() == nil
}

// TestEscape tries every way out, on every backend. After each, nothing may be
// left and the next run must work.
func TestEscape(t *testing.T) {
	if len(escapes()) < 30 {
		t.Fatalf("%d cases", len(escapes()))
	}
	program := escapeProgram(t)
	signal.Ignore(syscall.SIGHUP) // as under nohup: it may not be inherited
	defer signal.Reset(syscall.SIGHUP)
	backends(t, func(t *testing.T, s Sandbox) {
		w := newWorld(t, program)
		for _, e := range escapes() {
			t.Run(e.name, func(t *testing.T) { attempt(t, s, w, e) })
		}
	})
}

// attempt runs one case.
func attempt(t *testing.T, s Sandbox, w *world, e escape) {
	if e.needs != nil {
		if missing := e.needs(); missing != "" {
			t.Skip("SKIPPED: ", missing)
		}
	}
	c := Command{Program: w.program, Args: []string{"escape", e.name}, Env: []string{w.mark}, Limits: e.limits}
	if e.args != nil {
		c.Args = append(c.Args, e.args(w)...)
	}
	if e.command != nil {
		e.command(w, &c)
	}
	if c.Limits.Wall == 0 {
		c.Limits.Wall = 20 * time.Second
	}
	before := survey(t, w)
	var during func()
	if e.during != nil {
		during = e.during(t, w)
	}
	begun := time.Now()
	r, err := s.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begun); took > c.Limits.Wall+10*time.Second {
		t.Errorf("it took %v", took)
	}
	if during != nil {
		during()
	}
	e.judge(t, r)
	if e.check != nil {
		e.check(t, w, r)
	}
	survey(t, w).same(t, before)
	if r, err := s.Run(context.Background(), Command{Program: w.program, Args: []string{"escape", "ok"}}); err != nil || r.Exit != 0 || string(r.Stdout) != "works: running\n" {
		t.Errorf("the next run: %+v, %v", r, err)
	}
}

// judge compares a result with what the case expects.
func (e escape) judge(t *testing.T, r Result) {
	t.Helper()
	if e.either != "" && r.Killed == e.either {
		return
	}
	if r.Killed != e.killed {
		t.Errorf("killed by %q, want %q", r.Killed, e.killed)
	}
	if r.Killed == "" && r.Exit != e.exit || r.Killed != "" && r.Exit != -1 {
		t.Errorf("exit code %d, want %d", r.Exit, e.exit)
	}
	if bytes.Contains(r.Stdout, []byte("ESCAPED")) {
		t.Error("it escaped")
	}
	want := e.want
	if want == "" && e.killed == "" && e.exit == 0 {
		want = "contained: "
	}
	if !strings.Contains(string(r.Stdout)+string(r.Stderr), want) {
		t.Errorf("it did not say %q", want)
	}
	if t.Failed() {
		t.Logf("%s\n%s", head(r.Stdout), head(r.Stderr))
	}
}

// failures are the lines of a verbose test that say more than that all is well.
func failures(out []byte) string {
	var kept strings.Builder
	for line := range strings.Lines(string(out)) {
		if word := strings.TrimSpace(line); !strings.HasPrefix(word, "=== ") && !strings.HasPrefix(word, "--- PASS") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

func head(b []byte) []byte { return b[:min(len(b), 4000)] }

// Without a sandbox the same cases must escape: a case that never can says
// nothing. Only those that do no harm are tried.
func TestEscapeWithoutSandbox(t *testing.T) {
	w := newWorld(t, escapeProgram(t))
	tried := 0
	for _, e := range escapes() {
		if !e.control {
			continue
		}
		tried++
		t.Run(e.name, func(t *testing.T) {
			c := Command{Program: w.program, Args: append([]string{"escape", e.name}, e.args(w)...), Env: []string{w.mark}}
			r, err := None().Run(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(r.Stdout, []byte("ESCAPED")) {
				t.Errorf("it did not escape: %s", r.Stdout)
			}
		})
	}
	if tried < 8 {
		t.Errorf("%d cases tried", tried)
	}
}

// TestEscapeAsOrdinaryUser runs the suite as nobody where the test is root.
func TestEscapeAsOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("SKIPPED: not root: the suite has run as an ordinary user already")
	}
	dir := openDir(t)
	for from, to := range map[string]string{escapeProgram(t): "escape", "/proc/self/exe": "sandbox.test"} {
		b, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), b, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(filepath.Join(dir, "sandbox.test"), "-test.v", "-test.run", "^(TestEscape|TestEscapeWithoutSandbox|TestRun.*)$")
	cmd.Dir = dir
	cmd.Env = []string{programVariable + "=" + filepath.Join(dir, "escape"), "PATH=" + os.Getenv("PATH"), "HOME=/"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}, Pdeathsig: syscall.SIGKILL}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, failures(out))
	}
	passed := 0
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "--- SKIP") || strings.Contains(line, "hint:") {
			t.Log(strings.TrimSpace(line))
		}
		if strings.Contains(line, "--- PASS: TestEscape/") {
			passed++
		}
	}
	if passed < 30 && !bytes.Contains(out, []byte("--- SKIP: TestEscape/namespaces")) {
		t.Errorf("%d cases passed\n%s", passed, out)
	}
}
